"""Pieces: what templates are given, beside the kernel's own views and forms. All texts are ready to show."""

from typing import Literal, TypeAlias

import msgspec

Theme: TypeAlias = Literal["system", "light", "dark"]
Hidden: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values of fields that a form carries unseen."""


class Link(msgspec.Struct, frozen=True):
    """A place to go to; `is_here` marks the page that is shown."""

    address: str
    text: str
    is_here: bool = False


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds a page.

    `preferences` is where the form with language and theme goes, `here` the page that it leads back to,
    `stream` the address of the page's live updates ("" for a page without; each unnamed event holds what
    stands in the page's `main` from now on), `hidden` what each of the frame's forms carries.
    """

    title: str
    preferences: str
    here: str
    campaign: str = ""
    seat: str = ""
    home: str = "/"
    theme: Theme = "system"
    links: tuple[Link, ...] = ()
    stream: str = ""
    hidden: Hidden = ()


class Share(msgspec.Struct, frozen=True):
    """How likely something is: what it is, and its share of one."""

    text: str
    part: float


class Answer(msgspec.Struct, frozen=True):
    """One answer to a question: what the form sends, what the button says.

    `shares` are its odds where they have been asked for, `odds` the address that gives them.
    """

    value: str
    text: str
    shares: tuple[Share, ...] = ()
    odds: str = ""


class Question(msgspec.Struct, frozen=True):
    """What is asked, and of whom; `sequence` tells one question from the next."""

    text: str
    whose: str
    is_yours: bool
    sequence: int


class ShownDie(msgspec.Struct, frozen=True):
    """One die that was thrown: its name, its faces one after the other, and what they come to.

    No faces: somebody typed the number in.
    """

    name: str
    sides: int
    number: int
    faces: tuple[int, ...] = ()


class DieField(msgspec.Struct, frozen=True):
    """The field for one die that was thrown on the table: `typed` and `fault` come back with a refusal."""

    name: str
    text: str
    sides: int
    aces: bool = False
    typed: str = ""
    fault: str = ""


class Line(msgspec.Struct, frozen=True):
    """One line of the log.

    `kind`: a round's heading, or a line that everybody or only some may read. `rule` leads to the rule
    that it rests on, `undo` is what the form sends to go back to before it.
    """

    text: str
    kind: Literal["round", "open", "secret"] = "open"
    dice: tuple[ShownDie, ...] = ()
    rule: Link | None = None
    undo: str = ""


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table: the seat's name, who plays it, and whether a device is connected."""

    seat: str
    name: str
    is_here: bool
    is_you: bool = False


class Turn(msgspec.Struct, frozen=True):
    """How long a seat has had the scene, as a text and as a share of the longest."""

    seat: str
    shown: str
    part: float
    is_now: bool = False


class Announced(msgspec.Struct, frozen=True):
    """A modifier of the next throw; `value` is what the form sends to take it away."""

    by: int
    reason: str
    is_secret: bool
    value: str


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a form: the field it belongs to ("" for the whole), and what would be accepted."""

    where: str
    text: str


class Invitation(msgspec.Struct, frozen=True):
    """The way to a seat: whose it is, and the address that goes into the QR code."""

    seat: str
    address: str
