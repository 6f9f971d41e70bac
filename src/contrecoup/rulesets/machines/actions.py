"""Actions: what a fighter may do in his turn, and what plan push does."""

from collections.abc import Collection, Iterator
from typing import NamedTuple, cast

from contrecoup.kernel import Choice, Option, option
from contrecoup.rulesets.machines.fighter import Arm, Fighter
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import HIGHEST
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import actor, foes_among, foes_of, under_way
from contrecoup.rulesets.machines.state import Blow, FightPhase, FightState

State = FightState
WAIT, FLEE, SURRENDER = option("wait"), option("flee"), option("surrender")


class Move(NamedTuple):
    """What plan push does: the option's id, the weapon's place and the target, -1 where it has none, and
    the shots."""

    id: str
    place: int = -1
    target: int = -1
    shots: int = 1


def go(setup: Fight, state: State, turn: int, up: tuple[int, ...]) -> State | None:
    """A turn whose attack the plan makes without a question; None where there is a question."""
    if not setup.straight:
        return None
    blow = _planned_blow(setup, state, state.groups[turn][0], up)
    if blow is None:
        return None
    phase = attack_phase(setup, blow)
    return FightState(phase, state.standings, state.groups, (), turn, state.turn < 0, blow)


def attack_phase(setup: Fight, blow: Blow) -> FightPhase:
    """How an attack goes on: for odds, a single shot at a single target is taken as one throw."""
    if not setup.straight or len(blow.shots) > 1 or setup.fighters[blow.by].arms[blow.arm].falloff:
        return "attack"
    return "exchange"


def _planned_blow(setup: Fight, state: State, by: int, up: tuple[int, ...]) -> Blow | None:
    """The attack that plan push makes, None for what is no attack. Single shots at the nearest depend on
    nothing but the attacker's wounds and who is up, as long as nothing is empty."""
    standing = state.standings[by]
    if setup.plan.target != "nearest" or setup.plan.shots > 1 or 0 in standing.rounds:
        return _blow_planned(setup, state, by, up)
    key = ("blow", by, standing.boxes, up)
    if key not in setup.memo:
        setup.remember(key, _blow_planned(setup, state, by, up))
    return cast(Blow | None, setup.memo[key])


def _blow_planned(setup: Fight, state: State, by: int, up: tuple[int, ...]) -> Blow | None:
    move = _plan(setup, state, by, foes_among(setup, up, by))
    if move.target < 0:
        return None
    pool = setup.fighters[by].arms[move.place].pool
    shots = (pool,) if move.shots == 1 else rules.even_split(pool, move.shots)
    return Blow(by, move.place, move.target, shots)


def ask_act(setup: Fight, state: State) -> Choice:
    """What a fighter does in his turn; asked for again, the same question."""
    by = actor(state)
    foes = foes_of(setup, state, by)
    wounds = tuple(state.standings[foe].boxes for foe in foes) if setup.plan.target == "weakest" else ()
    key = ("act", by, state.standings[by], foes, wounds, state.opening)
    found = setup.memo.get(key)
    if found is None:
        found = _act(setup, state, by, foes)
        setup.remember(key, found)
    return cast(Choice, found)


def _act(setup: Fight, state: State, by: int, foes: tuple[int, ...]) -> Choice:
    push = _option(setup, by, _plan(setup, state, by, foes))
    options = (push,) if setup.straight else tuple(_options(setup, state, by, foes))
    return Choice(setup.fighters[by].seat, options, push, "choice.act", round=state.opening)


def _option(setup: Fight, by: int, move: Move) -> Option:
    """The option that a move is."""
    if move.target >= 0:
        return _attack_option(move.id, setup, by, move.place, move.target)
    return (
        option(move.id, weapon=setup.fighters[by].arms[move.place].name)
        if move.place >= 0
        else option(move.id)
    )


def _options(setup: Fight, state: State, by: int, foes: tuple[int, ...]) -> Iterator[Option]:
    fighter, standing = setup.fighters[by], state.standings[by]
    for place, arm in enumerate(fighter.arms):
        if _is_usable(setup, state, by, place):
            shots = rules.most_shots(arm, standing.rounds[place])
            for foe in foes:
                yield _attack_option("attack", setup, by, place, foe)
            yield from (_attack_option("several", setup, by, place, foe) for foe in foes if shots > 1)
    for place, arm in enumerate(fighter.arms):
        if standing.spare[place] and standing.rounds[place] < arm.magazine:
            yield option("reload", weapon=arm.name)
    yield from (WAIT, FLEE, SURRENDER)


def _attack_option(id: str, setup: Fight, by: int, place: int, foe: int) -> Option:
    return option(id, target=setup.fighters[foe].label, weapon=setup.fighters[by].arms[place].name)


def _is_usable(setup: Fight, state: State, by: int, place: int) -> bool:
    """Whether a weapon has dice and a round, and its difficulty is possible with these wounds."""
    fighter, standing = setup.fighters[by], state.standings[by]
    arm = fighter.arms[place]
    difficulty = arm.difficulty + fighter.boxes.added[standing.boxes]
    return arm.pool > 0 and difficulty <= HIGHEST and standing.rounds[place] != 0


def _plan(setup: Fight, state: State, by: int, foes: tuple[int, ...]) -> Move:
    """Plan push: leave where the plan says so; else attack with the first weapon that can do something,
    loading it first where it is empty; else wait."""
    fighter, standing, plan = setup.fighters[by], state.standings[by], setup.plan
    if plan.flees and standing.boxes >= plan.flees:
        return Move("flee")
    if plan.surrenders and standing.boxes >= plan.surrenders:
        return Move("surrender")
    added = fighter.boxes.added[standing.boxes]
    for place, arm in enumerate(fighter.arms):
        harmed = setup.harmed[by][place]
        targets = [foe for foe in foes if foe in harmed]
        if not targets or not arm.pool or arm.difficulty + added > HIGHEST:
            continue
        if standing.rounds[place] != 0:
            shots = _planned_shots(setup, arm, standing.rounds[place])
            return Move(
                "several" if shots > 1 else "attack", place, _chosen(setup, state, by, targets), shots
            )
        if standing.spare[place]:
            return Move("reload", place)
    return Move("wait")


def _planned_shots(setup: Fight, arm: Arm, loaded: int) -> int:
    wished = setup.plan.shots
    return wished if wished == 1 else min(wished, rules.most_shots(arm, loaded))


def planned_target(setup: Fight, state: State, by: int) -> int:
    """Whom plan push attacks among all who are up."""
    return _chosen(setup, state, by, foes_of(setup, state, by))


def _chosen(setup: Fight, state: State, by: int, foes: Collection[int]) -> int:
    """The nearest, or the one with the fewest boxes left; of equal ones the first."""
    if setup.plan.target == "nearest":
        return next(foe for foe in setup.by_distance[by] if foe in foes)
    fighters = setup.fighters
    return min(sorted(foes), key=lambda foe: fighters[foe].boxes.last - state.standings[foe].boxes)


def arm_of(fighter: Fighter, chosen: Option) -> int:
    """The weapon that an option names."""
    return next(place for place, arm in enumerate(fighter.arms) if arm.name == chosen["weapon"])


def target_of(setup: Fight, chosen: Option) -> int:
    """The fighter whom an option names; no two are called alike."""
    return next(index for index, fighter in enumerate(setup.fighters) if fighter.label == chosen["target"])


def blow_of(setup: Fight, by: int, chosen: Option) -> Blow:
    """The attack that an option begins, with the whole pool in one shot."""
    place = arm_of(setup.fighters[by], chosen)
    return Blow(by, place, target_of(setup, chosen), (setup.fighters[by].arms[place].pool,))


def ask_shots(setup: Fight, state: State) -> Choice:
    """Into how many shots the pool is split."""
    blow = under_way(state)
    fighter = setup.fighters[blow.by]
    arm, loaded = fighter.arms[blow.arm], state.standings[blow.by].rounds[blow.arm]
    options = tuple(option("shots", count=count) for count in range(2, rules.most_shots(arm, loaded) + 1))
    push = options[max(_planned_shots(setup, arm, loaded), 2) - 2]
    return Choice(fighter.seat, options, push, "choice.shots")


def ask_split(setup: Fight, state: State) -> Choice:
    """How the pool is split among the shots; plan push splits it evenly."""
    blow = under_way(state)
    fighter = setup.fighters[blow.by]
    pool, count = fighter.arms[blow.arm].pool, len(blow.shots)
    ways = rules.splits(pool, count)
    options = tuple(_split_option(way) for way in ways)
    return Choice(fighter.seat, options, _split_option(rules.even_split(pool, count)), "choice.split")


def _split_option(way: tuple[int, ...]) -> Option:
    return option("split", dice="+".join(map(str, way)))


def ask_aim(setup: Fight, state: State) -> Choice:
    """At whom the next shot goes; plan push stays with its target while he is up."""
    blow = under_way(state)
    foes = foes_of(setup, state, blow.by)
    options = tuple(option("aim", target=setup.fighters[foe].label) for foe in foes)
    return Choice(setup.fighters[blow.by].seat, options, options[foes.index(blow.target)], "choice.aim")
