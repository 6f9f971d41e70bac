"""What game time between scenes does to a sheet (rule page, Intrusion 3 and Backlash)."""

from typing import TypeVar

from msgspec.structs import replace

from contrecoup.rulesets.savage.sheets import Hacker, System, alert_left

SheetT = TypeVar("SheetT", Hacker, System)

REST_MINUTES = 60
"""Fatigue from hacking goes away at one level per hour of rest."""


def later(sheet: SheetT, minutes: int) -> SheetT:
    """An alert runs out, Fatigue goes away; Wounds and Shaken don't pass by themselves."""
    if minutes <= 0:
        return sheet
    if isinstance(sheet, System):
        left = max(0, alert_left(sheet) - minutes)
        return replace(sheet, alert_minutes=left, alert=left > 0)
    return replace(sheet, fatigue=max(0, sheet.fatigue - minutes // REST_MINUTES))
