"""Dice: every test of these rules is a pool of d10 read by the rulings."""

from typing import Literal

import msgspec

from contrecoup.dice import PoolTest

HIGHEST = 9
"""Above this difficulty nothing is possible, and nothing is thrown."""


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the source leaves open, with the defaults of the rule page."""

    success_at: Literal["at_or_above", "above"] = "at_or_above"
    botch: Literal["more_ones", "no_success"] = "more_ones"
    initiative: Literal["per_combat", "per_round"] = "per_combat"
    vehicle_hits_person: Literal["roll", "dead"] = "roll"


def pool(dice: int, difficulty: int, rulings: Rulings) -> PoolTest:
    """A pool against a difficulty."""
    return PoolTest(dice, difficulty, rulings.botch, rulings.success_at)


def is_possible(dice: int, difficulty: int) -> bool:
    """Whether there is anything to throw: at least one die, at a difficulty of 9 or less."""
    return dice > 0 and difficulty <= HIGHEST
