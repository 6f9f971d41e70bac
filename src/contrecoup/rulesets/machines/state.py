"""States: what moves during a scene."""

from typing import Literal, TypeAlias

import msgspec

Gone: TypeAlias = Literal["", "fled", "surrendered"]

FightPhase: TypeAlias = Literal[
    "initiative",
    "ties",
    "act",
    "shots",
    "split",
    "aim",
    "attack",
    "damage",
    "absorb",
    "exchange",
    "heat",
    "over",
]
"""What is asked; "exchange", an attack as one throw, for odds alone."""


class Standing(msgspec.Struct, frozen=True, cache_hash=True):
    """How a fighter stands: health boxes filled, rounds and spare magazines of each of his weapons, the
    actions that he has taken (counted only as far as they matter for overheating), and whether he left."""

    boxes: int
    rounds: tuple[int, ...]
    spare: tuple[int, ...]
    actions: int = 0
    gone: Gone = ""


class Blow(msgspec.Struct, frozen=True, cache_hash=True):
    """An attack under way: who attacks whom with which of his weapons (numbers from 0).

    `shots`: the dice of each shot that is left, the one being resolved first. `victims`: those whom it
    still has to harm, the one being resolved first. `successes` of the attack, `levels` of the damage.
    """

    by: int
    arm: int
    target: int
    shots: tuple[int, ...] = ()
    victims: tuple[int, ...] = ()
    successes: int = 0
    levels: int = 0


class FightState(msgspec.Struct, frozen=True, cache_hash=True):
    """A fight between two answers.

    `groups`: fighters in the order of their initiative, those tied together (while it is decided, with
    `rolled`: successes and fighter); `turn`: whose place in the order, or whose initiative it is;
    `opening`: the question opens a round.
    """

    phase: FightPhase
    standings: tuple[Standing, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    rolled: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    opening: bool = False
    blow: Blow | None = None
    outcome: str = ""


class AttackState(msgspec.Struct, frozen=True):
    """One attack between two answers."""

    phase: Literal["attack", "damage", "absorb", "over"]
    successes: int = 0
    levels: int = 0
    outcome: str = ""


class CheckState(msgspec.Struct, frozen=True):
    """A check between two answers; `net` is what the throw came to."""

    phase: Literal["fear", "throw", "over"]
    outcome: str = ""
    net: int = 0
