"""Commands: what a seat may ask of its table. Each is a value with bounds; the desk carries it out.

`do` names the command where it is sent. `roles` says which seats may ask it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.kernel import GM_ONLY
from contrecoup.table.events import (
    LONGEST_NOTE,
    LONGEST_PASSAGE,
    Chairs,
    Id,
    Key,
    Role,
    Side,
    Sources,
    Title,
)

LONGEST_REASON: Final = 200
LONGEST_ENTROPY: Final = 100
MOST_DICE: Final = 200
LONGEST_LEASE: Final = 5 * 365 * 24 * 60
"""Minutes that a link may be told to hold: five years."""

_Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE)]
_Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
_Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
_Numbers: TypeAlias = Annotated[tuple[_Number, ...], Meta(min_length=1, max_length=MOST_DICE)]
_Sequence: TypeAlias = Annotated[int, Meta(ge=1, le=10_000_000)]
_Minutes: TypeAlias = Annotated[int, Meta(ge=1, le=LONGEST_PASSAGE)]
_Lease: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST_LEASE)]
_Value: TypeAlias = str | int | bool
_Values: TypeAlias = Annotated[dict[Key, str | int], Meta(max_length=20)]
_Members: TypeAlias = Annotated[frozenset[Annotated[str, Meta(max_length=40)]], Meta(max_length=100)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """Something that is asked of the table.

    `roles`: the seats that may ask it. `is_turned`: it answers or moves a scene, so it says for which turn
    of the scene it is meant. `is_heavy`: it may take long, so others needn't wait for it.
    """

    roles: ClassVar[frozenset[Role]] = frozenset({"gm"})
    is_turned: ClassVar[bool] = False
    is_heavy: ClassVar[bool] = False


_PLAYING: Final[frozenset[Role]] = frozenset({"gm", "player", "helper"})


# What whoever is asked may do


class Choose(Command, frozen=True, tag="choose"):
    """Answer a choice by one of its options; `values` may be left out where no other has the same id."""

    roles = _PLAYING
    is_turned = True

    option: Key
    values: _Values = {}


class ThrowDice(Command, frozen=True, tag="throw"):
    """Answer a throw with the table's own dice; `hidden`: the game master alone sees them, until opened."""

    roles = _PLAYING
    is_turned = True

    hidden: bool = False


class TypeDice(Command, frozen=True, tag="type"):
    """Answer a throw with dice thrown by hand: one number a die, in the order in which they are asked."""

    roles = _PLAYING
    is_turned = True

    numbers: _Numbers
    hidden: bool = False


class AddEntropy(Command, frozen=True, tag="add_entropy"):
    """Give a text of one's own to the scene's verifiable dice; it counts from the next throw on."""

    roles = _PLAYING

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTROPY)]


# What the game master may do in a scene


class FixDice(Command, frozen=True, tag="fix_dice"):
    """Other dice in the place of those that were recorded, because these were mistaken.

    After going back they answer the throw that is asked again; with a `reason` they take the place of the
    last throw's at once.
    """

    is_turned = True

    numbers: _Numbers
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class Adjust(Command, frozen=True, tag="adjust"):
    """A situational modifier (positive: easier) of the next throw, or with `after` of the last one."""

    is_turned = True

    by: _Number
    reason: _Reason
    secret: bool = False
    after: bool = False


class Correct(Command, frozen=True, tag="correct"):
    """Put another value in the place of one that was declared, with a reason."""

    is_heavy = True
    is_turned = True

    path: Key
    value: _Value
    reason: _Reason
    part: Literal["state", "sheet"] = "state"
    secret: bool = False


class OpenThrow(Command, frozen=True, tag="open_throw"):
    """Show a hidden throw: the event's number in the scene's log."""

    of: _Sequence


class ShowSecret(Command, frozen=True, tag="show_secret"):
    """Show the secret that the scene's dice came from; `early`: before the scene is over."""

    early: bool = False


class Rewind(Command, frozen=True, tag="rewind"):
    """Go back (or forth again) to where the scene stood after an event."""

    is_heavy = True
    is_turned = True

    to: _Sequence


class Fork(Command, frozen=True, tag="fork"):
    """Begin a what-if from where the scene stood after an event; nobody else ever sees it."""

    is_heavy = True

    to: _Sequence


class DropFork(Command, frozen=True, tag="drop_fork"):
    """Throw a what-if away."""


class PassTurn(Command, frozen=True, tag="pass_turn"):
    """Answer in the place of the seat that is asked: by an option, by the plan's where none is named, or
    by a throw of the table's dice."""

    is_turned = True

    option: Annotated[str, Meta(max_length=200)] = ""
    values: _Values = {}
    hidden: bool = False


class SetAuto(Command, frozen=True, tag="set_auto"):
    """Let a seat of the scene play on by itself, or no longer."""

    seat: Key
    auto: bool


class Pause(Command, frozen=True, tag="pause"):
    """Let nobody but the game master act until it goes on."""


class Resume(Command, frozen=True, tag="resume"):
    """Let everybody act again."""


class Begin(Command, frozen=True, tag="begin"):
    """Begin a prepared scene."""

    is_heavy = True


class Close(Command, frozen=True, tag="close"):
    """Put a scene away, and with `apply` write what its end leaves onto the campaign's sheets."""

    is_heavy = True

    apply: bool = True


class GiveChair(Command, frozen=True, tag="give_chair"):
    """Let another seat of the table answer for a seat of the scene ("": the game master)."""

    chair: Key
    seat: Annotated[str, Meta(max_length=40)] = ""


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
    audience: _Members = frozenset({"*"})


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
    minutes: _Lease = 0


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
    minutes: _Lease = 0


class RevokeSeat(Command, frozen=True, tag="revoke_seat"):
    """Close a seat: its link and whoever came by it are out."""

    seat: Id


class PassTime(Command, frozen=True, tag="pass_time"):
    """Let game time pass between scenes."""

    is_heavy = True

    minutes: _Minutes


class Note(Command, frozen=True, tag="note"):
    """Write something down for some seats ("*": for all), or change a note."""

    text: _Text
    audience: _Members = GM_ONLY
    note: Annotated[str, Meta(max_length=40)] = ""


class DropNote(Command, frozen=True, tag="drop_note"):
    """Throw a note away."""

    note: Id


AnyCommand: TypeAlias = (
    Choose
    | ThrowDice
    | TypeDice
    | AddEntropy
    | FixDice
    | Adjust
    | Correct
    | OpenThrow
    | ShowSecret
    | Rewind
    | Fork
    | DropFork
    | PassTurn
    | SetAuto
    | Pause
    | Resume
    | Begin
    | Close
    | GiveChair
    | RenameCampaign
    | Prepare
    | DropScene
    | KeepSheet
    | DropSheet
    | KeepPack
    | DropPack
    | Rule
    | MakeSeat
    | RenameSeat
    | GiveSeat
    | RotateKey
    | RevokeSeat
    | PassTime
    | Note
    | DropNote
)
COMMANDS: Final[Mapping[str, type[Command]]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyCommand.__args__
}


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command as it is sent.

    `request` is the sender's own id for it: sent again, it is done once and answered the same. `scene` is
    the scene that is meant ("" where none is), `turn` the scene's turn that the sender had seen.
    """

    request: Annotated[str, Meta(min_length=1, max_length=64)]
    command: AnyCommand
    scene: Annotated[str, Meta(max_length=40)] = ""
    turn: Annotated[int, Meta(ge=0)] | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command, as its sender may know it.

    `turn` is the scene's turn now (0 where no scene was meant), `made` the id of what was made or changed
    (a seat, sheet, pack, scene or note; "" for none), `key` the new link's key, which is sent once.
    `told` is what the sender is told of the step, in the language that he reads.
    """

    request: str
    turn: int = 0
    made: str = ""
    key: str = ""
    told: tuple[str, ...] = ()


def is_for(command: Command, role: Role) -> bool:
    """Whether a seat of this role may ask this."""
    return role in command.roles
