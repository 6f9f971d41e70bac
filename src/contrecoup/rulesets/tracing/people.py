"""Changes to one of several participants, and what holds for all of them."""

from typing import Any

from msgspec.structs import replace

from contrecoup.rulesets.tracing.rules.skill import pool_of, wound_modifier
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState


def with_intruder(state: SessionState, place: int, **changes: Any) -> SessionState:
    """The state with one intruder changed."""
    changed = replace(state.intruders[place], **changes)
    return replace(state, intruders=(*state.intruders[:place], changed, *state.intruders[place + 1 :]))


def with_keeper(state: SessionState, place: int, **changes: Any) -> SessionState:
    """The state with one keeper changed."""
    changed = replace(state.keepers[place], **changes)
    return replace(state, keepers=(*state.keepers[:place], changed, *state.keepers[place + 1 :]))


def present(people: tuple[Intruder, ...] | tuple[Keeper, ...], start: int = 0) -> list[int]:
    """The places of those who take part, from one on."""
    return [place for place in range(start, len(people)) if people[place].status == "in"]


def hindrance(intruder: Intruder) -> int:
    """What tar and wounds add to an intruder's target numbers."""
    return intruder.tar + wound_modifier(intruder.boxes)


def keeper_pool(setup: Session, state: SessionState, place: int) -> int:
    """A keeper's whole pool, without what is given to his IC."""
    sheet, keeper = setup.keepers[place], state.keepers[place]
    ic = ("white_ic", "black_ic")
    given = sum(run.value for run in keeper.running if sheet.programs[run.program].kind in ic)
    return max(0, pool_of(sheet) - given)
