"""Commands for the campaign, all of them the game master's."""

from typing import Annotated, Any

from msgspec import Meta

from contrecoup.kernel import GM_ONLY
from contrecoup.table.command import Command, Lease, LongText, Members, Minutes
from contrecoup.table.events import Chairs, Id, Role, Side, Sources, Title

# What the game master may do with the campaign


class RenameCampaign(Command, frozen=True, tag="rename_campaign"):
    """Give the campaign another title."""

    title: Title


class Prepare(Command, frozen=True, tag="prepare"):
    """Prepare a scene, or with the envelope's `scene` prepare it anew.

    Either `toml`, the text of a whole scene file, or `data` in the same form. `sheets` puts sheets of the
    campaign at key paths of the scene; packs and rulings of the campaign come under what the scene says.
    """

    is_heavy = True

    title: Title
    data: dict[str, Any] = {}
    toml: Annotated[str, Meta(max_length=200_000)] = ""
    sheets: Sources = {}
    chairs: Chairs = {}
    audience: Members = frozenset({"*"})


class DropScene(Command, frozen=True, tag="drop_scene"):
    """Throw away a scene that has not begun."""


class KeepSheet(Command, frozen=True, tag="keep_sheet"):
    """Keep a sheet, or with the id of one that is there, change it."""

    is_heavy = True

    rules: Id
    sort: Id
    side: Side
    title: Title
    data: dict[str, Any]
    sheet: Annotated[str, Meta(max_length=40)] = ""


class DropSheet(Command, frozen=True, tag="drop_sheet"):
    """Let a sheet go."""

    sheet: Id


class KeepPack(Command, frozen=True, tag="keep_pack"):
    """Keep a content pack, or change one: `toml`, the text of its file, or `data` in the same form."""

    is_heavy = True

    rules: Id
    title: Title
    data: dict[str, Any] = {}
    toml: Annotated[str, Meta(max_length=200_000)] = ""
    pack: Annotated[str, Meta(max_length=40)] = ""


class DropPack(Command, frozen=True, tag="drop_pack"):
    """Let a pack go."""

    pack: Id


class Rule(Command, frozen=True, tag="rule"):
    """Settle a question that the rules leave open; `value` null: their default again."""

    rules: Id
    ruling: Id
    value: str | bool | int | None = None


class MakeSeat(Command, frozen=True, tag="make_seat"):
    """Make a seat with its link; `minutes`: how long the link opens it (0: until it is changed)."""

    role: Role
    name: Title
    sheet: Annotated[str, Meta(max_length=40)] = ""
    minutes: Lease = 0


class RenameSeat(Command, frozen=True, tag="rename_seat"):
    """Call a seat otherwise."""

    seat: Id
    name: Title


class GiveSeat(Command, frozen=True, tag="give_seat"):
    """Give a seat another character ("": none)."""

    seat: Id
    sheet: Annotated[str, Meta(max_length=40)] = ""


class RotateKey(Command, frozen=True, tag="rotate_key"):
    """Give a seat a new link; whoever came by the old one is out."""

    seat: Id
    minutes: Lease = 0


class RevokeSeat(Command, frozen=True, tag="revoke_seat"):
    """Close a seat: its link and whoever came by it are out."""

    seat: Id


class PassTime(Command, frozen=True, tag="pass_time"):
    """Let game time pass between scenes."""

    is_heavy = True

    minutes: Minutes


class Note(Command, frozen=True, tag="note"):
    """Write something down for some seats ("*": for all), or change a note."""

    text: LongText
    audience: Members = GM_ONLY
    note: Annotated[str, Meta(max_length=40)] = ""


class DropNote(Command, frozen=True, tag="drop_note"):
    """Throw a note away."""

    note: Id
