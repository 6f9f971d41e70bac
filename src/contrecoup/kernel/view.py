"""Views: what one viewer may see of a state, as declared parts that any screen can draw."""

from typing import TypeAlias

import msgspec

from contrecoup.kernel.message import Message, Name


class Track(msgspec.Struct, frozen=True, tag="track"):
    """Something counted down or up: markers, health boxes. `of` is whose it is."""

    id: str
    of: str
    now: int
    most: int


class Condition(msgspec.Struct, frozen=True, tag="condition"):
    """A standing condition or bonus that is on; `level` where it has one (Wounds 2), else 1."""

    id: str
    of: str
    level: int = 1


class Pool(msgspec.Struct, frozen=True, tag="pool"):
    """Dice or points to spend: what is left of how many."""

    id: str
    of: str
    left: int
    most: int


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """A rating in dice notation ("d8", "6 dice")."""

    id: str
    of: str
    notation: str


class Card(msgspec.Struct, frozen=True, tag="card"):
    """Lines of text under a heading: a dossier, the game master's notes."""

    id: str
    of: str
    lines: tuple[Message | str, ...]


class Clock(msgspec.Struct, frozen=True, tag="clock"):
    """Minutes of game time until something ends."""

    id: str
    of: str
    minutes: int


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Rows of cells under headings (catalogue entries)."""

    id: str
    of: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | int | Name, ...], ...]


Part: TypeAlias = Track | Condition | Pool | Dice | Card | Clock | Table


class View(msgspec.Struct, frozen=True):
    """The parts in the best order to read. A part's text is the catalogue entry "part.<id>"."""

    parts: tuple[Part, ...]
