"""Heating: what the end of an action does to those who run hot (rule page, Overheating)."""

from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import Result, Throw
from contrecoup.rulesets.machines import rounds
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import actor, is_up, put
from contrecoup.rulesets.machines.state import FightState

State = FightState


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


def ask(setup: Fight, state: State) -> Throw:
    """The die that says whether he overheats."""
    by = actor(state)
    fighter = setup.fighters[by]
    assert fighter.heat is not None
    test = PlainDie(fighter.heat.die)
    return Throw(
        fighter.seat, test, "throw.heat", ("heat", by), floor=fighter.heat.at, cap=fighter.heat.at + 1
    )


def overheat(setup: Fight, state: State, result: Result) -> State:
    """Low enough, all boxes up to the track's mark are filled; the action is over."""
    by = actor(state)
    heat = setup.fighters[by].heat
    assert heat is not None
    if result.value <= heat.at:
        standing = state.standings[by]
        boxes = min(max(standing.boxes, heat.box), setup.fighters[by].boxes.last)
        state = put(state, by, replace(standing, boxes=boxes))
    return rounds.advance(setup, state)
