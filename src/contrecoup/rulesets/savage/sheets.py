"""Sheets and rulings: what a group writes into a scene file for this rule set."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

DieSize: TypeAlias = Literal["d4", "d6", "d8", "d10", "d12"]
Skill: TypeAlias = Literal["d4", "d6", "d8", "d10", "d12", "unskilled"]
Text: TypeAlias = Annotated[str, Meta(max_length=200)]

ALERT_MINUTES = 360
"""An alert lasts six hours of game time."""


def sides(die: DieSize) -> int:
    """The number of faces of a die given by its name."""
    return int(die[1:])


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Commlink(_Sheet, frozen=True, kw_only=True):
    """A commlink: its rating gives the markers and the die that helps; `armour` adds to the Spirit."""

    name: Text = ""
    rating: Literal[4, 6, 8, 10, 12]
    armour: Annotated[int, Meta(ge=0, le=20)] = 0


class Hacker(_Sheet, frozen=True, kw_only=True):
    """A hacker's sheet. A commlink may be left out in hot sim, which bypasses it.

    `incapacitated` is by Wounds; the third level of Fatigue says it for Fatigue, and rest takes it away.
    """

    name: Text = ""
    wild_card: bool = True
    hacking: Skill
    spirit: DieSize
    vigor: DieSize = "d6"
    bennies: Annotated[int, Meta(ge=0, le=20)] = 0
    mode: Literal["commlink", "hot_sim"] = "commlink"
    commlink: Commlink | None = None
    shaken: bool = False
    wounds: Annotated[int, Meta(ge=0, le=3)] = 0
    fatigue: Annotated[int, Meta(ge=0, le=3)] = 0
    incapacitated: bool = False
    dead: bool = False


class Spider(_Sheet, frozen=True, kw_only=True):
    """A decker on the system's side who helps its Ice tests."""

    name: Text = ""
    hacking: Skill
    wild_card: bool = False


class System(_Sheet, frozen=True, kw_only=True):
    """A system's sheet. `alert_minutes` is what is left of a running alert (an alert without minutes has
    just begun); `consequences` is the game master's line about what an alert does outside the Matrix."""

    name: Text = ""
    colour: Literal["green", "red"]
    ice: DieSize
    alert: bool = False
    alert_minutes: Annotated[int, Meta(ge=0, le=ALERT_MINUTES)] = 0
    spiders: Annotated[tuple[Spider, ...], Meta(max_length=8)] = ()
    consequences: Annotated[str, Meta(max_length=1000)] = ""


def alert_left(system: System) -> int:
    """Minutes that the sheet's alert still runs, 0 where there is none."""
    return system.alert_minutes or (ALERT_MINUTES if system.alert else 0)


class Rulings(_Sheet, frozen=True, kw_only=True):
    """What the source leaves open, with the defaults of the rule page."""

    both_out: Literal["ejected", "control"] = "ejected"
    natural_one: Literal["first_face", "any_face"] = "first_face"
    ones_on: Literal["any_die", "trait_die"] = "any_die"
    commlink_helps: bool = True
    assist_cap: Literal["none", 4] = "none"
    backlash_wild_die: bool = True
    fatigue_shakes: bool = True
    disconnect: Literal["before_rolls", "after_ice"] = "before_rolls"
    benny_reroll: bool = True
    opposed_needs_success: bool = True


class Plan(_Sheet, frozen=True, kw_only=True):
    """How the scene is played on: `soak` spends a Benny on each blow that wounds; with `once` the scene is
    over with its first attempt, and nobody is asked whether to come back."""

    soak: bool = False
    once: bool = False
