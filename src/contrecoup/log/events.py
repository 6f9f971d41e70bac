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

    `audience` learns that the dice were thrown; where they are `hidden`, the game master alone learns what
    they showed, until they are opened. `counter` is the place of the first face in the row that the scene's
    secret gives; None where the faces were not derived from it.
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
    hidden: bool = False
    counter: int | None = None

    @staticmethod
    def _without_proof(payload: Payload) -> Payload:
        """Version 1 knew neither hidden dice nor derived ones."""
        return payload | {"hidden": False, "counter": None}

    upcasters: ClassVar[tuple[Upcaster, ...]] = (_without_proof,)


class Adjusted(Event, frozen=True):
    """The game master announced a modifier of the next throw."""

    kind: ClassVar[str] = "adjusted"

    modifier: Modifier


class Amended(Event, frozen=True):
    """The last throw is read again: with a modifier more, or with other dice (both, or one of them).

    `of` is the throw's event; `audience` learns that it was read again and why, as far as the throw itself
    was open to it. What the modifier is, its own audience learns.
    """

    kind: ClassVar[str] = "amended"

    of: int
    reason: str
    modifier: Modifier | None = None
    dice: tuple[Rolled, ...] = ()
    audience: Audience = EVERYONE


Part: TypeAlias = Literal["state", "sheet"]


class Corrected(Event, frozen=True):
    """The game master set a single value right: of where the scene stands, or of the sheets that it reads.

    `path` is the value's key path ("hacker.markers", "fighters[1].boxes"). Everyone learns that something
    was corrected, `audience` what and why.
    """

    kind: ClassVar[str] = "corrected"

    part: Part
    path: str
    value: int | bool | str
    reason: str
    audience: Audience = EVERYONE


class Opened(Event, frozen=True):
    """From now on everyone sees what the throw of event `of` was, and what was told of it.

    Not undone by a rewind: what was seen can't be unseen.
    """

    kind: ClassVar[str] = "opened"

    of: int


class Committed(Event, frozen=True):
    """The faces of virtual dice come from a secret from now on; `hash` is its SHA-256, in hexadecimal."""

    kind: ClassVar[str] = "committed"

    hash: str


class EntropyAdded(Event, frozen=True):
    """A seat added words of its own to what faces come from."""

    kind: ClassVar[str] = "entropy_added"

    seat: Seat
    entropy: str


class SecretShown(Event, frozen=True):
    """The secret of the last commitment, in hexadecimal: all faces can be recomputed, all throws are open."""

    kind: ClassVar[str] = "secret_shown"

    secret: str


class SecretLost(Event, frozen=True):
    """The secret of the last commitment isn't here any more: the log was moved without it.

    What it gave can't be recomputed from this log; from here on faces come from no secret, or another one.
    """

    kind: ClassVar[str] = "secret_lost"


class Paused(Event, frozen=True):
    """From now on nobody but the game master answers. Not undone by a rewind."""

    kind: ClassVar[str] = "paused"


class Resumed(Event, frozen=True):
    """The pause is over. Not undone by a rewind."""

    kind: ClassVar[str] = "resumed"


class Forked(Event, frozen=True):
    """Up to here the log is a copy; this what-if goes on from where the scene stood after event `to`.

    No commitment holds any longer: the other scene's dice must not be known before they fall.
    """

    kind: ClassVar[str] = "forked"

    to: int


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
    event.kind: event
    for event in (
        *(Started, Chosen, Thrown, Adjusted, Rewound, SeatSet, Noted, Ended),
        *(Amended, Corrected, Opened, Committed, EntropyAdded, SecretShown, Paused, Resumed, Forked),
        SecretLost,
    )
}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """An event in its place: sequence number (from 1 without a gap), time (UTC), who brought it about."""

    sequence: int
    time: datetime
    event: Event
    who: Seat = GM
