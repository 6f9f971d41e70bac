"""Events: what happened at a scene, as it is recorded. Faces and choices stand here, never a seed.

Each event type has a version and, beside it, the upcasters that lift what older versions wrote: the
upcaster at place n lifts a payload of version n + 1 to version n + 2. So an event's version is one more than
the number of its upcasters, and each version has a stored sample in the tests.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from contrecoup.kernel import EVERYONE, GM, GM_ONLY, Audience, Option, Seat

Payload: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Payload], Payload]


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that happened. `kind` is its name in the log."""

    kind: ClassVar[str]
    upcasters: ClassVar[tuple[Upcaster, ...]] = ()

    @classmethod
    def version(cls) -> int:
        """The version that is written now."""
        return len(cls.upcasters) + 1


class Started(Event, frozen=True):
    """A scene began: the whole scene file with its overrides, the rules' version, the rulings in force."""

    kind: ClassVar[str] = "started"

    rules: str
    rules_version: str
    scene: str
    data: dict[str, Any]
    rulings: dict[str, str | bool | int] = {}


class Chosen(Event, frozen=True):
    """A seat decided; `auto` where it played on by itself."""

    kind: ClassVar[str] = "chosen"

    seat: Seat
    option: Option
    audience: Audience = EVERYONE
    auto: bool = False


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one die showed.

    `number` is what the test reads; `faces` are the thrown faces one after the other (8, 2 for an acing
    d8 that came to 10), empty where somebody typed the number.
    """

    label: str
    sides: int
    number: int
    faces: tuple[int, ...] = ()


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situational modifier: easier by so much (harder where negative), why, and who may learn of it."""

    by: int
    reason: str
    audience: Audience = EVERYONE


Origin: TypeAlias = Literal["thrown", "typed", "kept"]


class Thrown(Event, frozen=True):
    """Dice were thrown by the machine, typed in, or kept from before a rewind.

    `of` is the sequence number of the throw whose dice were kept or, for typed ones, corrected; 0 where
    the question came for the first time. `value` and `mishap` are what the test came to, for readers of
    the log and so that changed rules are noticed. `auto` where the seat played on by itself.
    """

    kind: ClassVar[str] = "thrown"

    seat: Seat
    reason: str
    dice: tuple[Rolled, ...]
    origin: Origin
    value: int
    mishap: bool
    of: int = 0
    modifiers: tuple[Modifier, ...] = ()
    audience: Audience = EVERYONE
    auto: bool = False


class Adjusted(Event, frozen=True):
    """The game master announced a modifier of the next throw."""

    kind: ClassVar[str] = "adjusted"

    modifier: Modifier


class Rewound(Event, frozen=True):
    """The scene went back to where it stood after event `to`."""

    kind: ClassVar[str] = "rewound"

    to: int


class SeatSet(Event, frozen=True):
    """From now on a seat plays on by itself, or no longer does. Not undone by a rewind."""

    kind: ClassVar[str] = "seat_set"

    seat: Seat
    auto: bool


class Noted(Event, frozen=True):
    """Somebody wrote something down. Not undone by a rewind."""

    kind: ClassVar[str] = "noted"

    text: str
    audience: Audience = GM_ONLY


class Ended(Event, frozen=True):
    """The scene came to an end."""

    kind: ClassVar[str] = "ended"

    outcome: str


KINDS: Final[Mapping[str, type[Event]]] = {
    event.kind: event for event in (Started, Chosen, Thrown, Adjusted, Rewound, SeatSet, Noted, Ended)
}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """An event in its place: sequence number (from 1 without a gap), time (UTC), who brought it about."""

    sequence: int
    time: datetime
    event: Event
    who: Seat = GM
