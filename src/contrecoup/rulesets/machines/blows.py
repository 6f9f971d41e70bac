"""Blows: a single attack from its throw to the boxes that it fills, shot by shot (rule page, Combat)."""

from collections.abc import Hashable
from typing import cast

from msgspec.structs import replace

from contrecoup.kernel import Result, Throw
from contrecoup.rulesets.machines import actions, heating
from contrecoup.rulesets.machines.endings import spent
from contrecoup.rulesets.machines.fighter import Fighter
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import is_possible, pool
from contrecoup.rulesets.machines.rules.health import filled
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import foes_of, is_up, put, under_way
from contrecoup.rulesets.machines.state import Blow, FightState

State = FightState


def ask_attack(setup: Fight, state: State) -> Throw:
    """The dice of the shot that is being resolved; wounds make it harder."""
    blow, opening = under_way(state), state.opening
    fighter = setup.fighters[blow.by]
    arm = fighter.arms[blow.arm]
    dice = blow.shots[0]
    added = fighter.boxes.added[state.standings[blow.by].boxes]
    key = ("attack", blow.by, blow.arm, dice, added, opening)
    return _thrown(setup, key, fighter, "throw.attack", dice, arm.difficulty + added, dice)


def _thrown(
    setup: Fight,
    key: tuple[Hashable, ...],
    fighter: Fighter,
    reason: str,
    dice: int,
    difficulty: int,
    cap: int,
) -> Throw:
    """A throw whose botch is only a failure; asked for again, the same one."""
    found = setup.memo.get((key, cap))
    if found is None:
        test = pool(dice, difficulty, setup.rulings)
        found = Throw(fighter.seat, test, reason, key, cap=cap, mishap_matters=False, round=bool(key[-1]))
        setup.remember((key, cap), found)
    return cast(Throw, found)


def attack(setup: Fight, state: State, result: Result) -> State:
    """Each shot spends a round, hit or not; a burst also reaches those who stand near."""
    blow = under_way(state)
    state = replace(state, standings=spent(state.standings, blow.by, blow.arm), opening=False)
    successes = min(result.value, blow.shots[0])
    if successes <= 0 or result.mishap:
        return _next_shot(setup, state)
    victims = (blow.target, *_bystanders(setup, state, blow))
    return _harm(setup, state, replace(blow, victims=victims, successes=successes))


def _bystanders(setup: Fight, state: State, blow: Blow) -> tuple[int, ...]:
    arm, fighters = setup.fighters[blow.by].arms[blow.arm], setup.fighters
    if not arm.falloff:
        return ()
    return tuple(
        other
        for other in range(len(fighters))
        if other != blow.target
        and is_up(setup, state, other)
        and rules.reach(arm, _metres(setup, blow, other))
    )


def _metres(setup: Fight, blow: Blow, victim: int) -> int:
    """From the burst, at the target's place, to a victim."""
    return abs(setup.fighters[victim].at - setup.fighters[blow.target].at)


def _harm(setup: Fight, state: State, blow: Blow) -> State:
    """Whoever is still to be harmed: damage is thrown, unless it can do nothing or is certain."""
    while blow.victims:
        victim = blow.victims[0]
        if _is_certain(setup, blow, victim):
            boxes = setup.fighters[victim].boxes.last
            state = put(state, victim, replace(state.standings[victim], boxes=boxes))
        elif is_possible(*_damage(setup, blow, victim)):
            return replace(state, phase="damage", blow=blow)
        blow = replace(blow, victims=blow.victims[1:])
    return _next_shot(setup, replace(state, blow=replace(blow, successes=0)))


def _is_certain(setup: Fight, blow: Blow, victim: int) -> bool:
    """Whether a vehicle's hit on a person kills at the game master's word (ruling)."""
    vehicle = setup.fighters[blow.by].is_vehicle and not setup.fighters[victim].is_vehicle
    return vehicle and setup.rulings.vehicle_hits_person == "dead"


def _damage(setup: Fight, blow: Blow, victim: int) -> tuple[int, int]:
    """Dice and difficulty of the damage."""
    attacker, target = setup.fighters[blow.by], setup.fighters[victim]
    arm = attacker.arms[blow.arm]
    dice = rules.damage_dice(arm, attacker, target, _metres(setup, blow, victim), blow.successes)
    return dice, rules.damage_difficulty(arm, attacker, target)


def _absorbing(setup: Fight, blow: Blow, victim: int) -> tuple[int, int]:
    """Dice and difficulty of absorbing."""
    dice = rules.absorb_dice(setup.fighters[blow.by], setup.fighters[victim])
    return dice, rules.absorb_difficulty(blow.successes)


def ask_damage(setup: Fight, state: State) -> Throw:
    """Levels beyond the boxes left and what absorbing may take off make no difference."""
    blow = under_way(state)
    victim = blow.victims[0]
    dice, difficulty = _damage(setup, blow, victim)
    absorbing = _absorbing(setup, blow, victim)
    left = setup.fighters[victim].boxes.last - state.standings[victim].boxes
    cap = left + (absorbing[0] if is_possible(*absorbing) else 0)
    return _thrown(
        setup,
        ("damage", blow.by, dice, difficulty, False),
        setup.fighters[blow.by],
        "throw.damage",
        dice,
        difficulty,
        cap,
    )


def deal(setup: Fight, state: State, result: Result) -> State:
    """Levels dealt are absorbed where they can be, else taken."""
    blow = under_way(state)
    absorbing = _absorbing(setup, blow, blow.victims[0])
    levels = min(max(result.value, 0), ask_damage(setup, state).cap)
    if levels and is_possible(*absorbing):
        return replace(state, phase="absorb", blow=replace(blow, levels=levels))
    return _take(setup, state, blow, levels)


def ask_absorb(setup: Fight, state: State) -> Throw:
    """The target's dice against the levels dealt."""
    blow = under_way(state)
    victim = blow.victims[0]
    dice, difficulty = _absorbing(setup, blow, victim)
    key = ("absorb", victim, dice, difficulty, False)
    return _thrown(setup, key, setup.fighters[victim], "throw.absorb", dice, difficulty, blow.levels)


def absorb(setup: Fight, state: State, result: Result) -> State:
    """Each success takes a level off."""
    blow = under_way(state)
    return _take(setup, state, blow, blow.levels - min(max(result.value, 0), blow.levels))


def _take(setup: Fight, state: State, blow: Blow, levels: int) -> State:
    """What is left fills boxes; the same levels from the last shot at the last victim lead to the same."""
    victim, *others = blow.victims
    if others or len(blow.shots) > 1:
        return _fill(setup, state, blow, levels)
    key = (state.standings, state.groups, state.turn, victim, levels)
    found = setup.memo.get(key)
    if found is None:
        found = _fill(setup, state, blow, levels)
        setup.remember(key, found)
    return cast(State, found)


def _fill(setup: Fight, state: State, blow: Blow, levels: int) -> State:
    victim = blow.victims[0]
    if levels:
        standing = state.standings[victim]
        boxes = filled(setup.fighters[victim].boxes, standing.boxes, levels)
        state = put(state, victim, replace(standing, boxes=boxes))
    return _harm(setup, state, replace(blow, victims=blow.victims[1:], levels=0))


def _next_shot(setup: Fight, state: State) -> State:
    """The next shot of a split pool, at somebody who still stands; else the action is over."""
    blow = under_way(state)
    shots = blow.shots[1:]
    if not shots:
        return heating.done(setup, state, blow.by)
    foes = foes_of(setup, state, blow.by)
    loaded = state.standings[blow.by].rounds[blow.arm] != 0
    if not foes or not loaded or not is_up(setup, state, blow.by):
        return heating.done(setup, state, blow.by)
    aimed = blow.target if blow.target in foes else actions.planned_target(setup, state, blow.by)
    blow = replace(blow, shots=shots, target=aimed)
    state = replace(state, phase=actions.attack_phase(setup, blow), blow=blow)
    return state if len(foes) == 1 or setup.straight else replace(state, phase="aim")
