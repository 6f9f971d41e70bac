"""States: what moves during a scene."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

Status: TypeAlias = Literal["away", "coming", "in", "left", "ended", "out"]
"""Not summoned, summoned, taking part; gone by himself, thrown out, out of the game."""


class TraceState(msgspec.Struct, frozen=True):
    """A search for a trace: before the throw, or over with its outcome."""

    phase: Literal["search", "throw", "over"]
    outcome: str = ""


class Tar(NamedTuple):
    """Tar that sticks: the rating of its bomb, and what is left of it."""

    rating: int
    left: int


class Intruder(msgspec.Struct, frozen=True):
    """One attacker in the session.

    `computers`: the skill that is left; `tar`: what sticks of each bomb; `further`: what exposing added to
    his target numbers in this session; `pool`: dice to spend this turn; `split`: the dice that go into
    computers tests until contact; `known`: the levels gained, a bit each; `attempt`: the level that he has
    in hand (0: none), with `hits` successes; `hardware`: boxes that his machine took for him.
    """

    status: Status
    computers: Annotated[int, Meta(ge=0, le=20)] = 0
    boxes: Annotated[int, Meta(ge=0, le=10)] = 0
    stealth: int = 0
    tar: tuple[Tar, ...] = ()
    further: int = 0
    pool: int = 0
    split: int = 0
    known: int = 0
    attempt: int = 0
    hits: int = 0
    hardware: int = 0


class Running(NamedTuple):
    """A program that a defender controls: its place on his sheet, the dice given to it (IC) or the
    barriers that stand, whom it is set on."""

    program: int
    value: int
    target: int


class Keeper(msgspec.Struct, frozen=True):
    """One defender in the session.

    `bombs`: tar bombs that are used up, a bit each; `learned`: the levels of the intruders' dossiers that
    he has, four bits an intruder; `step`: where his plan stands.
    """

    status: Status
    pool: int = 0
    running: tuple[Running, ...] = ()
    bombs: int = 0
    learned: int = 0
    step: int = 0


class Deed(NamedTuple):
    """What is being thrown for: who does it to whom, with which program (or against which tar), how many
    pool dice, and the successes so far."""

    keeper: int = 0
    target: int = 0
    program: int = 0
    dice: int = 0
    successes: int = 0
    level: int = 0


SessionPhase: TypeAlias = Literal[
    "begin", "split", "opening", "hook", "act", "attempt", "wear", "detect", "fight_tar",
    "answer", "expose", "identify", "end", "oppose", "opposing", "tar_bomb", "barrier",
    "decide", "ic", "dodge", "dodging", "resist", "resisting", "harm", "over",
]  # fmt: skip


class SessionState(msgspec.Struct, frozen=True):
    """A session between two answers.

    `actor`: whose turn it is among the intruders or keepers; `opened`: the session has begun; `rounds`
    since exposure; `first`: the turn in which the attacker was exposed; `queue`: how many IC have acted
    this turn; `found`: hooks found so far, a bit each.
    """

    phase: SessionPhase
    intruders: tuple[Intruder, ...]
    keepers: tuple[Keeper, ...]
    actor: int = 0
    opened: bool = False
    exposed: bool = False
    first: bool = False
    rounds: int = 0
    queue: int = 0
    found: int = 0
    deed: Deed | None = None
