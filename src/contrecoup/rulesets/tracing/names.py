"""Who is who: what participants and programs are called."""

from contrecoup.kernel import Name, Value
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.sheets import Participant
from contrecoup.rulesets.tracing.state import SessionState


def name_of(sheet: Participant, seat: str) -> Value:
    """A participant's own name, or what his seat is called."""
    return sheet.name or Name(f"seat.{seat}")


def intruder_name(setup: Session, place: int) -> Value:
    """The name of an intruder."""
    return name_of(setup.intruders[place], setup.intruder_seats[place])


def keeper_name(setup: Session, place: int) -> Value:
    """The name of a keeper."""
    return name_of(setup.keepers[place], setup.keeper_seats[place])


def target_name(setup: Session, state: SessionState) -> Value:
    """The name of the intruder whom the deed is done to."""
    assert state.deed is not None
    return intruder_name(setup, state.deed.target)
