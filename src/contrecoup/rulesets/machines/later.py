"""What time does to a sheet between scenes."""

from contrecoup.rulesets.machines.rules.recovery import rested
from contrecoup.rulesets.machines.sheets import AnySheet


def later(sheet: AnySheet, minutes: int) -> AnySheet:
    """The sheet after so many minutes: a human in a ward heals, a robot may be repaired again."""
    return rested(sheet, minutes)
