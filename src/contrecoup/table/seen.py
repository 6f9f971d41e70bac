"""What a seat sees of a table: everything that leaves it, ready to be drawn or sent.

Texts stand in the viewer's language; ids beside them are for programs. Whatever isn't this viewer's to
know isn't here, not even as a gap, a count or an empty place. Strings are data: whoever draws them as HTML
escapes them.
"""

from datetime import datetime
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from contrecoup.table.parts import AnyPart

Status: TypeAlias = Literal["prepared", "running", "paused", "over", "closed"]
"""`over`: it has come to its end, which can still be taken back; `closed`: it was put away."""


# --- what shows of the state -------------------------------------------------------------------------------


class Owned(Struct, frozen=True):
    """The parts of one owner. `of` is a seat of the scene or another id of its rules ("" for the scene)."""

    of: str
    who: str
    parts: tuple[AnyPart, ...]


# --- the question ----------------------------------------------------------------------------------------


class OptionSeen(Struct, frozen=True, omit_defaults=True):
    """One way to answer. `id` and `values` are what the command `choose` takes; `text` is its button."""

    id: str
    values: dict[str, str | int]
    text: str


class DieSeen(Struct, frozen=True):
    """A die that is to be thrown.

    A typed number lies between 1 and `most`; `most` is 0 where the die `aces`, is thrown on and added up:
    then every number but a multiple of `sides` can be.
    """

    label: str
    name: str
    sides: int
    aces: bool
    most: int


class ModifierSeen(Struct, frozen=True, omit_defaults=True):
    """A situational modifier: easier by so much (harder where negative), why, and the two as a text.

    `is_secret`: the game master alone knows of it (nobody else sees it at all).
    """

    by: int
    reason: str
    text: str
    is_secret: bool = False


class QuestionSeen(Struct, frozen=True, omit_defaults=True):
    """Who is asked what.

    `seat` is the seat of the scene, `who` its name, `what` what is asked, `text` both as a sentence.
    Options, dice and kept dice are there for those alone who may answer. `kept`: these numbers answered
    the same question before the scene went back; they count again. `push`: the place in `options` of what
    a seat that plays on by itself would take. `since`: from when on it has been this seat's turn.
    """

    kind: Literal["choice", "throw"]
    seat: str
    who: str
    reason: str
    what: str
    text: str
    is_mine: bool
    is_auto: bool = False
    is_hidden: bool = False
    options: tuple[OptionSeen, ...] = ()
    push: int = -1
    dice: tuple[DieSeen, ...] = ()
    dice_text: str = ""
    kept: tuple[int, ...] | None = None
    since: datetime | None = None


# --- the log ---------------------------------------------------------------------------------------------


class Said(Struct, frozen=True, omit_defaults=True):
    """A sentence; `rule` is the anchor of the rule page that it rests on and `title` that section's title
    ("" where no rule is concerned), `id` the sentence's entry in the catalogue ("" for a reckoning)."""

    text: str
    rule: str = ""
    title: str = ""
    id: str = ""


class RolledSeen(Struct, frozen=True, omit_defaults=True):
    """What a die showed: its number, and the faces one after the other where the machine threw them."""

    label: str
    name: str
    sides: int
    number: int
    faces: tuple[int, ...] = ()


LineKind: TypeAlias = Literal[
    "started",
    "chosen",
    "thrown",
    "told",
    "adjusted",
    "amended",
    "corrected",
    "opened",
    "rewound",
    "seat",
    "committed",
    "entropy",
    "secret",
    "paused",
    "resumed",
    "forked",
    "noted",
    "ended",
]


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of the log as this viewer has it.

    `number` counts his own lines from 1. `seat` and `who` did it ("" where nobody is named), `what` is the
    option that was taken or what was thrown for, `text` says all of it, `told` what came of it. `round` is
    the number of the round that it opens (0: none). `origin` of dice: thrown, typed, kept, or corrected
    (typed in place of others). `undo` is what the command `rewind` takes to undo this line and what came
    after (0: can't be undone, or isn't for this viewer to undo).
    `is_hidden`: not everybody at the table has this line.
    """

    number: int
    kind: LineKind
    text: str
    time: datetime
    seat: str = ""
    who: str = ""
    what: str = ""
    told: tuple[Said, ...] = ()
    round: int = 0
    dice: tuple[RolledSeen, ...] = ()
    origin: Literal["", "thrown", "typed", "kept", "corrected"] = ""
    modifiers: tuple[ModifierSeen, ...] = ()
    is_auto: bool = False
    is_hidden: bool = False
    undo: int = 0


# --- the scene -------------------------------------------------------------------------------------------


class ChairSeen(Struct, frozen=True, omit_defaults=True):
    """A seat of the scene: what it is called, the seat of the table that answers for it, and how long it
    has been asked so far, in whole seconds (the question that is asked now not counted: see its `since`)."""

    id: str
    who: str
    seat: str
    is_mine: bool = False
    is_auto: bool = False
    is_asked: bool = False
    seconds: int = 0


class Contribution(Struct, frozen=True):
    """What a seat of the scene added to the chance of verifiable dice."""

    seat: str
    who: str
    text: str


class ProofSeen(Struct, frozen=True):
    """Verifiable dice: the published commitment, what seats added, and, once it is shown, the secret."""

    commitment: str
    entropy: tuple[Contribution, ...] = ()
    secret: str = ""


class RulingSeen(Struct, frozen=True):
    """A question that the rules leave open, and how it was settled; `is_default`: as the rules propose."""

    id: str
    name: str
    value: str | bool | int
    answer: str
    is_default: bool = True


class Correctable(Struct, frozen=True):
    """A value that the game master may correct: `part` and `path` are what the command `correct` takes.

    `label` says whose it is and what it is called, `now` what stands there, `shown` the same as a text.
    `kind` says how it is given: a number from `least` to `most`, one of `accepted`, yes or no, or a text of
    at most `most` characters.
    """

    part: Literal["state", "sheet"]
    path: str
    label: str
    kind: Literal["number", "word", "flag", "text"]
    now: int | str | bool
    shown: str
    least: int = 0
    most: int = 0
    accepted: tuple[int | str, ...] = ()


class WhatIf(Struct, frozen=True):
    """A what-if of this scene, and from which line of the game master's log it goes another way."""

    scene: str
    line: int
    status: Status = "running"


class Closed(Struct, frozen=True):
    """A hidden throw that the game master can open: `of` is what the command `open_throw` takes, `line` the
    number of its line in the log."""

    of: int
    line: int
    text: str


class PanelSeen(Struct, frozen=True):
    """What the game master alone has of a scene: hidden throws that aren't opened, what-ifs of the scene,
    and, in a what-if, the scene that it is `of`. (Values to correct are asked for: `corrections`.)"""

    closed: tuple[Closed, ...] = ()
    what_ifs: tuple[WhatIf, ...] = ()
    of: str = ""


class SceneSeen(Struct, frozen=True, kw_only=True):
    """The scene that is shown.

    `rules` and `name` are ids ("savage", "intrusion"), `kind` what such a scene is called, `round` the
    last round that this viewer knows to be opened. `outcome` and `remains` are there once it is over.
    `log` ends with the newest line; `lines` counts them all (earlier ones are asked for). `may` are the
    commands that this seat may send now. `turn` goes with commands that answer or move the scene.
    """

    id: str
    title: str
    rules: str
    rules_title: str
    name: str
    kind: str
    status: Status
    turn: int
    round: int
    chairs: tuple[ChairSeen, ...]
    board: tuple[Owned, ...]
    question: QuestionSeen | None
    modifiers: tuple[ModifierSeen, ...]
    log: tuple[Line, ...]
    lines: int
    rulings: tuple[RulingSeen, ...] = ()
    proof: ProofSeen | None = None
    outcome: str = ""
    ended: str = ""
    remains: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    panel: PanelSeen | None = None


# --- the table -------------------------------------------------------------------------------------------


class SeatSeen(Struct, frozen=True):
    """A seat of the table. `sheet` is its character's ("" for none, or where it isn't known here)."""

    id: str
    name: str
    role: Literal["gm", "player", "helper", "screen"]
    is_me: bool = False
    is_here: bool = False
    sheet: str = ""


class Listed(Struct, frozen=True):
    """A scene that this seat knows of."""

    id: str
    title: str
    rules: str
    kind: str
    status: Status
    is_shown: bool = False
    what_if_of: str = ""


class SheetListed(Struct, frozen=True):
    """A sheet that this seat may read.

    `sort` is the rule set's name for such a sheet, `kind` what it is called, `seats` those of the table that
    play it, as far as they are known here.
    """

    id: str
    title: str
    rules: str
    sort: str
    kind: str
    side: Literal["character", "opposition"]
    seats: tuple[str, ...] = ()


class SheetSeen(Struct, frozen=True):
    """A whole sheet, asked for by itself: as it is shown (`board`), and as a file would hold it (`data`)."""

    listed: SheetListed
    board: tuple[AnyPart, ...]
    data: dict[str, Any]


class NoteSeen(Struct, frozen=True):
    """A note. `readers` are the seats of the table that have it, beside the game master; "*" is everybody."""

    id: str
    text: str
    readers: tuple[str, ...] = ()


class PackSeen(Struct, frozen=True):
    """A content pack of the campaign."""

    id: str
    title: str
    rules: str


class RuledSeen(Struct, frozen=True):
    """A ruling of the campaign."""

    rules: str
    ruling: RulingSeen


class Seen(Struct, frozen=True, kw_only=True):
    """What one seat sees of its table now, in one language.

    `stamp` is a hash of all the rest: the same stamp, the same everything. `clock` is the campaign's game
    time in minutes, `time` the same as a text. `preview_of` is the seat whose view this is where the game
    master looks through another's eyes ("" otherwise); everything is then as that seat has it.
    """

    table: str
    title: str
    lang: str
    seat: str
    name: str
    role: Literal["gm", "player", "helper", "screen"]
    seats: tuple[SeatSeen, ...]
    scenes: tuple[Listed, ...]
    scene: SceneSeen | None
    sheets: tuple[SheetListed, ...]
    notes: tuple[NoteSeen, ...]
    packs: tuple[PackSeen, ...]
    rulings: tuple[RuledSeen, ...]
    clock: int
    time: str
    may: tuple[str, ...] = ()
    preview_of: str = ""
    stamp: str = ""
