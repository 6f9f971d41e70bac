"""States: what moves during a scene."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

Fate: TypeAlias = Literal["up", "incapacitated", "dying", "bleeding", "stable", "dead"]


class Body(msgspec.Struct, frozen=True):
    """A hacker's condition. `dying` waits for the Vigor test of the Incapacitated, `bleeding` bleeds out."""

    shaken: bool = False
    wounds: Annotated[int, Meta(ge=0, le=4)] = 0
    fatigue: Annotated[int, Meta(ge=0, le=3)] = 0
    bennies: Annotated[int, Meta(ge=0, le=20)] = 0
    fate: Fate = "up"


class Blow(msgspec.Struct, frozen=True):
    """A backlash that is being resolved: who suffers it, the markers added to its damage, its levels."""

    victim: str
    markers: int
    levels: int = 0


class Kept(NamedTuple):
    """A Hacking throw whose marks are not taken yet, so that a Benny may buy another one."""

    total: int
    natural_one: bool


IntrusionPhase: TypeAlias = Literal[
    "offline", "spirit", "round", "ice", "hacking", "benny", "again", "higher",
    "control", "act", "throw_out", "resist", "backlash", "soak", "vigor", "soaking", "bleeding", "over",
]  # fmt: skip


class IntrusionState(msgspec.Struct, frozen=True):
    """An intrusion between two answers.

    `hacker` and `system` are markers. `backdoor`: 0 none, 1 found by the Ice test of this round (it
    counts from the next roll of the hacker's after his simultaneous one), 2 open. `spiders` is the set
    of those still in the system, a bit each. `leaving`: the hacker leaves once the Ice has rolled.
    In phase `higher`, which only odds know, the throw is above the kept total.
    `struck`: a blow has fallen in this scene. `target` and `total` belong to throwing a spider out.
    """

    phase: IntrusionPhase
    body: Body
    hacker: int = 0
    system: int = 0
    alert: bool = False
    alerted: bool = False
    backdoor: int = 0
    spiders: int = 0
    leaving: bool = False
    struck: bool = False
    outcome: str = ""
    kept: Kept | None = None
    blow: Blow | None = None
    target: int = 0


class Side(msgspec.Struct, frozen=True):
    """One hacker of a duel. `bonus`: 0 none, 1 just given by the other's fault, 2 standing."""

    markers: int
    body: Body
    bonus: int = 0
    kept: Kept | None = None


DuelPhase: TypeAlias = Literal[
    "shaken", "spirit", "round", "hacking", "benny", "again",
    "backlash", "soak", "soaking", "vigor", "bleeding", "over",
]  # fmt: skip


class DuelState(msgspec.Struct, frozen=True):
    """A duel between two answers; `turn` is whose choice, throw or blow it is."""

    phase: DuelPhase
    attacker: Side
    defender: Side
    turn: Literal["attacker", "defender"] = "attacker"
    struck: bool = False
    outcome: str = ""
    blow: Blow | None = None
