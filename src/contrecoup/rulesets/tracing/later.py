"""What game time between scenes does to a sheet: the rules page says nothing that time alone changes."""

from contrecoup.rulesets.tracing.sheets import Participant


def later(sheet: Participant, minutes: int) -> Participant:
    """The same sheet: what is known, history and wounds stay until somebody does something about them."""
    return sheet
