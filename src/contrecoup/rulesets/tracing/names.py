"""Who is who: names of participants, and which seats are on whose side."""

from contrecoup.kernel import Audience, Name, Value, only
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.sheets import Participant


def name_of(sheet: Participant, seat: str) -> Value:
    """A participant's own name, or what his seat is called."""
    return sheet.name or Name(f"seat.{seat}")


def intruder_name(setup: Session, place: int) -> Value:
    """The name of an intruder."""
    return name_of(setup.intruders[place], setup.intruder_seats[place])


def keeper_name(setup: Session, place: int) -> Value:
    """The name of a keeper."""
    return name_of(setup.keepers[place], setup.keeper_seats[place])


def intruders_only(setup: Session | Trace) -> Audience:
    """The seats of the attackers."""
    return only("attacker") if isinstance(setup, Trace) else only(*setup.intruder_seats)


def keepers_only(setup: Session) -> Audience:
    """The seats of the defenders."""
    return only(*setup.keeper_seats)
