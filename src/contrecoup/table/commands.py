"""Commands: what a seat may ask of its table. Each is a value with bounds; the desk carries it out.

`do` names the command where it is sent; `roles` says which seats may ask it.
"""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.table.campaign_commands import (
    DropNote,
    DropPack,
    DropScene,
    DropSheet,
    GiveSeat,
    KeepPack,
    KeepSheet,
    MakeSeat,
    Note,
    PassTime,
    Prepare,
    RenameCampaign,
    RenameSeat,
    RevokeSeat,
    RotateKey,
    Rule,
)
from contrecoup.table.command import Command
from contrecoup.table.scene_commands import (
    AddEntropy,
    Adjust,
    Begin,
    Choose,
    Close,
    Correct,
    DropFork,
    FixDice,
    Fork,
    GiveChair,
    OpenThrow,
    PassTurn,
    Pause,
    Resume,
    Rewind,
    SetAuto,
    ShowSecret,
    ThrowDice,
    TypeDice,
)

__all__ = [
    "COMMANDS",
    "AddEntropy",
    "Adjust",
    "AnyCommand",
    "Asked",
    "Begin",
    "Choose",
    "Close",
    "Command",
    "Correct",
    "DropFork",
    "DropNote",
    "DropPack",
    "DropScene",
    "DropSheet",
    "FixDice",
    "Fork",
    "GiveChair",
    "GiveSeat",
    "KeepPack",
    "KeepSheet",
    "MakeSeat",
    "Note",
    "OpenThrow",
    "PassTime",
    "PassTurn",
    "Pause",
    "Prepare",
    "Receipt",
    "RenameCampaign",
    "RenameSeat",
    "Resume",
    "RevokeSeat",
    "Rewind",
    "RotateKey",
    "Rule",
    "SetAuto",
    "ShowSecret",
    "ThrowDice",
    "TypeDice",
]

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
