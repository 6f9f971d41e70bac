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
    p: float


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a form: the field it belongs to ("" for the whole), and what would be accepted."""

    where: str
    text: str


class Invitation(msgspec.Struct, frozen=True):
    """The way to a seat: whose it is, and the address that goes into the QR code."""

    seat: str
    address: str
