"""Changes to one of several participants, and what holds for all of them."""

from typing import Any

from msgspec.structs import replace

from contrecoup.kernel import Audience, Name, only
from contrecoup.rulesets.tracing.rules.skill import pool_of, wound_modifier
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState

ABSENT = ("away", "coming")
"""Not yet there."""
IC = ("white_ic", "black_ic")
SEAT = "seat."


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


def away(people: tuple[Intruder, ...] | tuple[Keeper, ...]) -> list[int]:
    """The places of those who may still be called."""
    return [place for place in range(len(people)) if people[place].status == "away"]


def tar_on(intruder: Intruder) -> int:
    """The tar that sticks to an intruder, of all bombs."""
    return sum(tar.left for tar in intruder.tar)


def hindrance(intruder: Intruder) -> int:
    """What tar and wounds add to an intruder's target numbers."""
    return tar_on(intruder) + wound_modifier(intruder.boxes)


def levels_known(state: SessionState) -> int:
    """The levels that the intruders have between them, a bit each."""
    known = 0
    for me in state.intruders:
        known |= me.known
    return known


def keeper_pool(setup: Session, state: SessionState, place: int) -> int:
    """A keeper's whole pool, without what is given to his IC for as long as it runs."""
    running = state.keepers[place].running
    given = sum(run.value for run in running if setup.tools[place][run.program].acts in IC)
    return max(0, pool_of(setup.keepers[place]) - given)


def standing_barriers(setup: Session, state: SessionState) -> int:
    """Barriers that stand."""
    return sum(
        run.value
        for place in present(state.keepers)
        for run in state.keepers[place].running
        if setup.tools[place][run.program].acts == "barrier"
    )


def seat_name(seat: str) -> Name:
    """A seat as options say it."""
    return Name(f"{SEAT}{seat}")


def seat_of(value: object) -> str:
    """The seat that an option says."""
    return value.id.removeprefix(SEAT) if isinstance(value, Name) else str(value)


# Who learns what


def intruders_only(setup: Session, state: SessionState) -> Audience:
    """The seats of the attackers who are there or were."""
    pairs = zip(setup.intruder_seats, state.intruders, strict=True)
    return only(*(seat for seat, me in pairs if me.status not in ABSENT))


def keepers_only(setup: Session, state: SessionState) -> Audience:
    """The seats of the defenders who are there."""
    pairs = zip(setup.keeper_seats, state.keepers, strict=True)
    return only(*(seat for seat, keeper in pairs if keeper.status not in ABSENT))


def both_sides(setup: Session, state: SessionState) -> Audience:
    """Everybody who takes part."""
    return intruders_only(setup, state) | keepers_only(setup, state)


def is_met(setup: Session, state: SessionState) -> bool:
    """Whether the attackers know that they were noticed: with the defender's answer, or at once by ruling."""
    unanswered = state.first and state.phase == "answer"
    return state.exposed and not (unanswered and setup.rulings.exposed_learns == "when_answered")
