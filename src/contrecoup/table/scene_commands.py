"""Commands for a scene: answers of whoever is asked, and what the game master does there."""

from typing import Annotated, Literal

from msgspec import Meta

from contrecoup.table.command import (
    LONGEST_ENTROPY,
    LONGEST_REASON,
    PLAYING,
    Command,
    Number,
    Numbers,
    Reason,
    Sequence,
    Value,
    Values,
)
from contrecoup.table.events import Key

# What whoever is asked may do


class Choose(Command, frozen=True, tag="choose"):
    """Answer a choice by one of its options; `values` may be left out where no other has the same id."""

    roles = PLAYING
    is_turned = True

    option: Key
    values: Values = {}


class ThrowDice(Command, frozen=True, tag="throw"):
    """Answer a throw with the table's own dice; `hidden`: the game master alone sees them, until opened."""

    roles = PLAYING
    is_turned = True

    hidden: bool = False


class TypeDice(Command, frozen=True, tag="type"):
    """Answer a throw with dice thrown by hand: one number a die, in the order in which they are asked."""

    roles = PLAYING
    is_turned = True

    numbers: Numbers
    hidden: bool = False


class AddEntropy(Command, frozen=True, tag="add_entropy"):
    """Give a text of one's own to the scene's verifiable dice; it counts from the next throw on."""

    roles = PLAYING

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTROPY)]


# What the game master may do in a scene


class FixDice(Command, frozen=True, tag="fix_dice"):
    """Other dice in the place of those that were recorded, because these were mistaken.

    After going back they answer the throw that is asked again; with a `reason` they take the place of the
    last throw's at once.
    """

    is_turned = True

    numbers: Numbers
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class Adjust(Command, frozen=True, tag="adjust"):
    """A situational modifier (positive: easier) of the next throw, or with `after` of the last one."""

    is_turned = True

    by: Number
    reason: Reason
    secret: bool = False
    after: bool = False


class Correct(Command, frozen=True, tag="correct"):
    """Put another value in the place of one that was declared, with a reason."""

    is_heavy = True
    is_turned = True

    path: Key
    value: Value
    reason: Reason
    part: Literal["state", "sheet"] = "state"
    secret: bool = False


class OpenThrow(Command, frozen=True, tag="open_throw"):
    """Show a hidden throw: the event's number in the scene's log."""

    of: Sequence


class ShowSecret(Command, frozen=True, tag="show_secret"):
    """Show the secret that the scene's dice came from; `early`: before the scene is over."""

    early: bool = False


class Rewind(Command, frozen=True, tag="rewind"):
    """Go back (or forth again) to where the scene stood after an event."""

    is_heavy = True
    is_turned = True

    to: Sequence


class Fork(Command, frozen=True, tag="fork"):
    """Begin a what-if from where the scene stood after an event; nobody else ever sees it."""

    is_heavy = True

    to: Sequence


class DropFork(Command, frozen=True, tag="drop_fork"):
    """Throw a what-if away."""


class PassTurn(Command, frozen=True, tag="pass_turn"):
    """Answer in the place of the seat that is asked: by an option, by the plan's where none is named, or
    by a throw of the table's dice."""

    is_turned = True

    option: Annotated[str, Meta(max_length=200)] = ""
    values: Values = {}
    hidden: bool = False


class SetAuto(Command, frozen=True, tag="set_auto"):
    """Let a seat of the scene play on by itself, or no longer."""

    seat: Key
    auto: bool


class Pause(Command, frozen=True, tag="pause"):
    """Let nobody but the game master act until it goes on."""


class Resume(Command, frozen=True, tag="resume"):
    """Let everybody act again."""


class Begin(Command, frozen=True, tag="begin"):
    """Begin a prepared scene."""

    is_heavy = True


class Close(Command, frozen=True, tag="close"):
    """Put a scene away, and with `apply` write what its end leaves onto the campaign's sheets."""

    is_heavy = True

    apply: bool = True


class GiveChair(Command, frozen=True, tag="give_chair"):
    """Let another seat of the table answer for a seat of the scene ("": the game master)."""

    chair: Key
    seat: Annotated[str, Meta(max_length=40)] = ""
