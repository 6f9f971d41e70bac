"""A command: what all of them have in common, and the bounds of what they carry."""

from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.table.events import LONGEST_NOTE, LONGEST_PASSAGE, Key, Role

LONGEST_REASON: Final = 200
LONGEST_ENTROPY: Final = 100
MOST_DICE: Final = 200
LONGEST_LEASE: Final = 5 * 365 * 24 * 60
"""Minutes that a link may be told to hold: five years."""

LongText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Numbers: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=MOST_DICE)]
Sequence: TypeAlias = Annotated[int, Meta(ge=1, le=10_000_000)]
Minutes: TypeAlias = Annotated[int, Meta(ge=1, le=LONGEST_PASSAGE)]
Lease: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST_LEASE)]
Value: TypeAlias = str | int | bool
Values: TypeAlias = Annotated[dict[Key, str | int], Meta(max_length=20)]
Members: TypeAlias = Annotated[frozenset[Annotated[str, Meta(max_length=40)]], Meta(max_length=100)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """Something that is asked of the table.

    `roles`: the seats that may ask it. `is_turned`: it answers or moves a scene, so it says for which turn
    of the scene it is meant. `is_heavy`: it may take long, so others needn't wait for it.
    """

    roles: ClassVar[frozenset[Role]] = frozenset({"gm"})
    is_turned: ClassVar[bool] = False
    is_heavy: ClassVar[bool] = False


PLAYING: Final[frozenset[Role]] = frozenset({"gm", "player", "helper"})
