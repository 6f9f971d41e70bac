"""Parts as they are seen: the kernel's parts of a view with their texts, in a viewer's language."""

from typing import TypeAlias

from msgspec import Struct


class PartSeen(Struct, frozen=True, tag_field="part", kw_only=True):
    """What parts have in common: id of the part, what it is called, the whole of it as one line of text."""

    id: str
    name: str
    text: str


class TrackSeen(PartSeen, frozen=True, tag="track", kw_only=True):
    """Counted down or up, `now` of `most`: markers, health boxes."""

    now: int
    most: int


class ConditionSeen(PartSeen, frozen=True, tag="condition", kw_only=True):
    """A standing condition; `level` where it has one, else 1."""

    level: int


class PoolSeen(PartSeen, frozen=True, tag="pool", kw_only=True):
    """Dice or points to spend: what is left of how many."""

    left: int
    most: int


class DiceSeen(PartSeen, frozen=True, tag="dice", kw_only=True):
    """A rating in dice notation or as a number."""

    notation: str


class CardSeen(PartSeen, frozen=True, tag="card", kw_only=True):
    """Lines under a heading."""

    lines: tuple[str, ...]


class ClockSeen(PartSeen, frozen=True, tag="clock", kw_only=True):
    """Minutes of game time until something ends."""

    minutes: int


class TableSeen(PartSeen, frozen=True, tag="table", kw_only=True):
    """Rows of cells under headings."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


AnyPart: TypeAlias = TrackSeen | ConditionSeen | PoolSeen | DiceSeen | CardSeen | ClockSeen | TableSeen
