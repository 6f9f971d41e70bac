"""The fight: start, questions and answers, phase by phase (rule page, Combat)."""

from collections.abc import Callable, Hashable
from typing import cast

from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import Answer, Node, Option, Refused, Result, Throw, pick, result_of
from contrecoup.rulesets.machines import actions, exchange, rounds
from contrecoup.rulesets.machines.endings import end_of, spent
from contrecoup.rulesets.machines.fighter import Fighter
from contrecoup.rulesets.machines.obstacles import obstacles
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import is_possible, pool
from contrecoup.rulesets.machines.rules.health import filled
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import actor, foes_of, is_up, put
from contrecoup.rulesets.machines.state import Blow, FightState, Standing

State = FightState


def start(setup: Fight) -> State:
    """Everybody in his place, before initiative; Refused with every reason why not."""
    reasons = tuple(obstacles(setup))
    if reasons:
        raise Refused(reasons, "machines")
    standings = tuple(
        Standing(
            fighter.hurt, tuple(arm.rounds for arm in fighter.arms), tuple(arm.spare for arm in fighter.arms)
        )
        for fighter in setup.fighters
    )
    return rounds.begin(setup, State("initiative", standings))


def node(setup: Fight, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES[state.phase](setup, state)


def apply(setup: Fight, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase; Refused once the fight is over."""
    if state.phase in _THROWS:
        return _THROWS[state.phase](setup, state, result_of(answer))
    chosen = pick(node(setup, state), answer)
    return _CHOICES[state.phase](setup, state, chosen)


# Choices


def _ask_act(setup: Fight, state: State) -> Node:
    return actions.ask_act(setup, state)


def _act(setup: Fight, state: State, chosen: Option) -> State:
    """An action begins; what takes no dice is over at once."""
    by = actor(state)
    match chosen.id:
        case "attack" | "several":
            blow = actions.blow_of(setup, by, chosen)
            if chosen.id == "several":
                return replace(state, phase="shots", opening=False, blow=blow)
            return replace(state, phase="attack", opening=False, blow=blow)
        case "reload":
            arm = actions.arm_of(setup.fighters[by], chosen)
            return done(setup, put(state, by, _reloaded(setup.fighters[by], state.standings[by], arm)), by)
        case "flee" | "surrender":
            gone = replace(state.standings[by], gone="fled" if chosen.id == "flee" else "surrendered")
            return rounds.advance(setup, put(state, by, gone))
        case _:
            return rounds.advance(setup, state)


def _reloaded(fighter: Fighter, standing: Standing, arm: int) -> Standing:
    loaded, spare = list(standing.rounds), list(standing.spare)
    loaded[arm], spare[arm] = fighter.arms[arm].magazine, spare[arm] - 1
    return replace(standing, rounds=tuple(loaded), spare=tuple(spare))


def _shots(setup: Fight, state: State, chosen: Option) -> State:
    blow = _blow(state)
    ways = rules.splits(setup.fighters[blow.by].arms[blow.arm].pool, int(str(chosen["count"])))
    if len(ways) == 1:
        return replace(state, phase="attack", blow=replace(blow, shots=ways[0]))
    return replace(state, phase="split", blow=replace(blow, shots=ways[-1]))


def _split(setup: Fight, state: State, chosen: Option) -> State:
    shots = tuple(int(part) for part in str(chosen["dice"]).split("+"))
    return replace(state, phase="attack", blow=replace(_blow(state), shots=shots))


def _aim(setup: Fight, state: State, chosen: Option) -> State:
    target = actions.target_of(setup, chosen)
    return replace(state, phase="attack", blow=replace(_blow(state), target=target))


# Throws


def _attack_throw(setup: Fight, state: State) -> Throw:
    if exchange.is_exchange(setup, state):
        return exchange.throw(setup, state)
    blow, opening = _blow(state), state.opening
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


def _attack(setup: Fight, state: State, result: Result) -> State:
    """Each shot spends a round, hit or not; a burst also reaches those who stand near."""
    if exchange.is_exchange(setup, state):
        return exchange.take(setup, state, result.value)
    blow = _blow(state)
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


def _damage_throw(setup: Fight, state: State) -> Throw:
    """Levels beyond the boxes left and what absorbing may take off make no difference."""
    blow = _blow(state)
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


def _deal(setup: Fight, state: State, result: Result) -> State:
    blow = _blow(state)
    absorbing = _absorbing(setup, blow, blow.victims[0])
    levels = min(max(result.value, 0), _damage_throw(setup, state).cap)
    if levels and is_possible(*absorbing):
        return replace(state, phase="absorb", blow=replace(blow, levels=levels))
    return _take(setup, state, blow, levels)


def _absorb_throw(setup: Fight, state: State) -> Throw:
    blow = _blow(state)
    victim = blow.victims[0]
    dice, difficulty = _absorbing(setup, blow, victim)
    key = ("absorb", victim, dice, difficulty, False)
    return _thrown(setup, key, setup.fighters[victim], "throw.absorb", dice, difficulty, blow.levels)


def _absorb(setup: Fight, state: State, result: Result) -> State:
    blow = _blow(state)
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
    blow = _blow(state)
    shots = blow.shots[1:]
    if not shots:
        return done(setup, state, blow.by)
    foes = foes_of(setup, state, blow.by)
    loaded = state.standings[blow.by].rounds[blow.arm] != 0
    if not foes or not loaded or not is_up(setup, state, blow.by):
        return done(setup, state, blow.by)
    aimed = blow.target if blow.target in foes else actions.planned_target(setup, state, blow.by)
    state = replace(state, phase="attack", blow=replace(blow, shots=shots, target=aimed))
    return state if len(foes) == 1 or setup.straight else replace(state, phase="aim")


def done(setup: Fight, state: State, by: int) -> State:
    """An action is over: who runs hot may overheat, as long as there is a box to lose by it."""
    heat, standing = setup.fighters[by].heat, state.standings[by]
    if heat is None or not is_up(setup, state, by):
        return rounds.advance(setup, state)
    taken = min(standing.actions + 1, heat.from_action)
    state = put(state, by, replace(standing, actions=taken))
    if taken < heat.from_action or standing.boxes >= heat.box:
        return rounds.advance(setup, state)
    return replace(state, phase="heat", blow=None)


def _heat_throw(setup: Fight, state: State) -> Throw:
    by = actor(state)
    fighter = setup.fighters[by]
    assert fighter.heat is not None
    test = PlainDie(fighter.heat.die)
    return Throw(
        fighter.seat, test, "throw.heat", ("heat", by), floor=fighter.heat.at, cap=fighter.heat.at + 1
    )


def _heat(setup: Fight, state: State, result: Result) -> State:
    by = actor(state)
    heat = setup.fighters[by].heat
    assert heat is not None
    if result.value <= heat.at:
        standing = state.standings[by]
        boxes = min(max(standing.boxes, heat.box), setup.fighters[by].boxes.last)
        state = put(state, by, replace(standing, boxes=boxes))
    return rounds.advance(setup, state)


def _blow(state: State) -> Blow:
    assert state.blow is not None
    return state.blow


_NODES: dict[str, Callable[[Fight, State], Node]] = {
    "initiative": rounds.ask_initiative,
    "ties": rounds.ask_tie,
    "act": _ask_act,
    "shots": actions.ask_shots,
    "split": actions.ask_split,
    "aim": actions.ask_aim,
    "attack": _attack_throw,
    "damage": _damage_throw,
    "absorb": _absorb_throw,
    "heat": _heat_throw,
    "over": end_of,
}
_CHOICES: dict[str, Callable[[Fight, State, Option], State]] = {
    "act": _act,
    "shots": _shots,
    "split": _split,
    "aim": _aim,
}
_THROWS: dict[str, Callable[[Fight, State, Result], State]] = {
    "initiative": rounds.roll,
    "ties": rounds.break_tie,
    "attack": _attack,
    "damage": _deal,
    "absorb": _absorb,
    "heat": _heat,
}
