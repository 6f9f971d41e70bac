"""Events of a campaign: what happened at a table, scenes' own events wrapped among them.

They are versioned and upcast like the events of a scene, and written as the same lines. Keys and what they
hash to never stand here: a log that is read by others opens no seat.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.kernel import GM_ONLY, Audience
from contrecoup.log import Event, Record
from contrecoup.log.lines import decode as decode_line

LONGEST_TITLE: Final = 120
LONGEST_NOTE: Final = 2_000
LONGEST_PASSAGE: Final = 10_000_000
"""Minutes of game time that may pass at once: some nineteen years."""
MOST_CHAIRS: Final = 50

Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9_]{1,40}$")]
"""The id of a seat, sheet, pack, scene or note: letters, digits and underscores."""
Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Lang: TypeAlias = Literal["en", "fr"]
Role: TypeAlias = Literal["gm", "player", "helper", "screen"]
Side: TypeAlias = Literal["character", "opposition"]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Chairs: TypeAlias = Annotated[dict[Key, Id], Meta(max_length=MOST_CHAIRS)]
"""Which seat of the table answers for a seat of the scene; those that aren't named are the game master's."""
Sources: TypeAlias = Annotated[dict[Key, Id], Meta(max_length=MOST_CHAIRS)]
"""The sheet of the campaign that stands at a key path of the scene ("hacker", "combatants[0].sheet")."""


class Founded(Event, frozen=True):
    """A campaign began, with the seat of its game master."""

    kind: ClassVar[str] = "founded"

    title: Title
    lang: Lang


class Retitled(Event, frozen=True):
    """The campaign has another title."""

    kind: ClassVar[str] = "retitled"

    title: Title


class SheetKept(Event, frozen=True):
    """A sheet came to the campaign or was changed: the whole of it, as a scene file would hold it.

    `sort` is the rule set's name for its kind of sheet ("hacker", "robot"); `side` tells who knows it: a
    character's is known to the seat that it is given to, the opposition's to the game master alone.
    """

    kind: ClassVar[str] = "sheet_kept"

    sheet: Id
    rules: Id
    sort: Id
    side: Side
    title: Title
    data: dict[str, Any]


class SheetDropped(Event, frozen=True):
    """A sheet is no longer the campaign's; seats that held it hold none."""

    kind: ClassVar[str] = "sheet_dropped"

    sheet: Id


class PackKept(Event, frozen=True):
    """A content pack came to the campaign or was changed; it holds in scenes prepared from now on."""

    kind: ClassVar[str] = "pack_kept"

    pack: Id
    rules: Id
    title: Title
    data: dict[str, Any]


class PackDropped(Event, frozen=True):
    """A pack is no longer the campaign's."""

    kind: ClassVar[str] = "pack_dropped"

    pack: Id


class Ruled(Event, frozen=True):
    """The group settled a question that the rules leave open; `value` None: their default holds again."""

    kind: ClassVar[str] = "ruled"

    rules: Id
    ruling: Id
    value: str | bool | int | None


class SeatMade(Event, frozen=True):
    """A seat of the table was made; `sheet` is the character that its holder plays ("" for none)."""

    kind: ClassVar[str] = "seat_made"

    seat: Id
    role: Role
    name: Title
    sheet: str = ""


class SeatRenamed(Event, frozen=True):
    """A seat is called otherwise."""

    kind: ClassVar[str] = "seat_renamed"

    seat: Id
    name: Title


class SeatGiven(Event, frozen=True):
    """A seat plays another character from now on ("" for none)."""

    kind: ClassVar[str] = "seat_given"

    seat: Id
    sheet: str


class KeyMade(Event, frozen=True):
    """A seat got a new link; the one before opens nothing any more. Minutes until it ends, 0 for never."""

    kind: ClassVar[str] = "key_made"

    seat: Id
    minutes: Annotated[int, Meta(ge=0)] = 0


class SeatRevoked(Event, frozen=True):
    """Nobody enters by this seat any more, and who was there is out; its chairs are the game master's."""

    kind: ClassVar[str] = "seat_revoked"

    seat: Id


class ScenePrepared(Event, frozen=True):
    """A scene stands ready, or was prepared anew before it began.

    `data` is the whole scene as a file would hold it, sheets, packs and rulings in place. `audience`: the
    seats of the table that may know of the scene once it has begun.
    """

    kind: ClassVar[str] = "scene_prepared"

    scene: Id
    title: Title
    data: dict[str, Any]
    chairs: Chairs = {}
    sheets: Sources = {}
    audience: Audience = GM_ONLY


class SceneDropped(Event, frozen=True):
    """A scene that was only prepared, or a what-if, is gone."""

    kind: ClassVar[str] = "scene_dropped"

    scene: Id


class ChairGiven(Event, frozen=True):
    """From now on another seat of the table answers for a seat of the scene ("" for the game master)."""

    kind: ClassVar[str] = "chair_given"

    scene: Id
    chair: Key
    seat: str


class Played(Event, frozen=True):
    """Something happened in a scene: `record` is a line of the scene's own log."""

    kind: ClassVar[str] = "played"

    scene: Id
    record: dict[str, Any]

    def opened(self) -> Record:
        """The record of the scene's log, lifted to today's version."""
        return decode_line(msgspec.json.encode(self.record), int(self.record.get("sequence", 0)))


class SceneForked(Event, frozen=True):
    """A what-if of a scene from after its event `to` on. Nobody but the game master ever learns of it.

    Its log is the other scene's up to now and goes on with events of its own.
    """

    kind: ClassVar[str] = "scene_forked"

    scene: Id
    of: Id
    to: Annotated[int, Meta(ge=1)]


class SceneClosed(Event, frozen=True):
    """A scene was put away; `applied`: what its end left on sheets was written onto the campaign's."""

    kind: ClassVar[str] = "scene_closed"

    scene: Id
    applied: bool


class TimePassed(Event, frozen=True):
    """Game time passed: the sheets that follow in the same batch are as it left them."""

    kind: ClassVar[str] = "time_passed"

    minutes: Annotated[int, Meta(ge=1, le=LONGEST_PASSAGE)]


class NoteKept(Event, frozen=True):
    """Somebody wrote something down, or changed it; `audience` are seats of the table."""

    kind: ClassVar[str] = "note_kept"

    note: Id
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE)]
    audience: Audience = GM_ONLY


class NoteDropped(Event, frozen=True):
    """A note is gone."""

    kind: ClassVar[str] = "note_dropped"

    note: Id


_ALL: Final = (
    Founded,
    Retitled,
    SheetKept,
    SheetDropped,
    PackKept,
    PackDropped,
    Ruled,
    SeatMade,
    SeatRenamed,
    SeatGiven,
    KeyMade,
    SeatRevoked,
    ScenePrepared,
    SceneDropped,
    ChairGiven,
    Played,
    SceneForked,
    SceneClosed,
    TimePassed,
    NoteKept,
    NoteDropped,
)
KINDS: Final[Mapping[str, type[Event]]] = {event.kind: event for event in _ALL}
