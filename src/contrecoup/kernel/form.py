"""Forms: how a sheet is filled in, step by step, as data that a terminal or a page can draw."""

from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from contrecoup.kernel.message import Message, Name, Value
from contrecoup.kernel.refusal import Refusal
from contrecoup.kernel.view import View

FieldKind: TypeAlias = Literal["number", "text", "words", "flag", "gear"]
"""A number, a line of text, a list of lines, yes or no, or a list of things with level and object."""


class Offer(msgspec.Struct, frozen=True):
    """Something that a `gear` field may hold: its price (negative where it gives points), whether it has
    levels, and the abilities of which one must be named with it."""

    id: str
    name: Value
    price: int = 0
    levels: bool = False
    on: tuple[str, ...] = ()


class Field(msgspec.Struct, frozen=True):
    """One entry of a sheet.

    `path` is its key path in the sheet ("system.hard_disk"), `value` what stands there, as a file would
    hold it; `least`, `most` and `price` (points a level) belong to numbers, `offers` to gear. `note`
    explains a limit before it is hit. `keys`: what an entry of a gear field calls its thing and its level.
    `accepted`: all that a text may say (empty: anything); numbers there stand for themselves in a file.
    """

    path: str
    kind: FieldKind
    name: Name
    value: Any
    least: int = 0
    most: int = 0
    price: int = 0
    offers: tuple[Offer, ...] = ()
    note: Message | None = None
    keys: tuple[str, str] = ("id", "level")
    accepted: tuple[str | int, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """One step of filling in a sheet.

    `spent`: points that this step's fields cost; `left`: what is left of all points (negative: too many
    are spent). `faults`: the limits that this step's entries break.
    """

    id: str
    name: Name
    fields: tuple[Field, ...]
    notes: tuple[Message, ...] = ()
    spent: int = 0
    left: int = 0
    faults: tuple[Refusal, ...] = ()


class Forms(Protocol):
    """What a rule set with creation rules offers beside its five calls. Pure, like everything there."""

    def steps(self, sheet: Any, content: Any) -> tuple[Step, ...]:
        """The steps of a sheet as it stands; they may differ as it changes."""
        ...

    def faults(self, sheet: Any, content: Any) -> tuple[Refusal, ...]:
        """Every limit that the sheet breaks, with what it has and what is allowed."""
        ...

    def show(self, sheet: Any, content: Any) -> View:
        """The sheet as it is read at the table."""
        ...
