"""Standing: who is still up, who is whose foe, and what a weapon can do to him."""

from msgspec.structs import replace

from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.health import OUT
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.state import FightState, Standing

State = FightState


def is_up(setup: Fight, state: State, index: int) -> bool:
    """Whether somebody is in the fight and conscious."""
    standing = state.standings[index]
    return not standing.gone and setup.fighters[index].boxes.added[standing.boxes] < OUT


def foes_of(setup: Fight, state: State, index: int) -> tuple[int, ...]:
    """Those of other sides who are still up."""
    side = setup.fighters[index].side
    fighters = setup.fighters
    return tuple(
        other for other in range(len(fighters)) if fighters[other].side != side and is_up(setup, state, other)
    )


def put(state: State, index: int, standing: Standing) -> State:
    """The state with one fighter standing otherwise."""
    standings = state.standings
    return replace(state, standings=(*standings[:index], standing, *standings[index + 1 :]))


def actor(state: State) -> int:
    """Whose turn it is."""
    return state.groups[state.turn][0]


def harms(setup: Fight, by: int, place: int, foe: int) -> bool:
    """Whether a weapon of somebody's can do anything to a foe."""
    attacker, target = setup.fighters[by], setup.fighters[foe]
    arm = attacker.arms[place]
    return rules.may_harm(arm, attacker, target) or (attacker.is_vehicle and not target.is_vehicle)
