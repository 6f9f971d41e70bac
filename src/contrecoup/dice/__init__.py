"""Dice: tests with exact distributions, throwing and reading. Pure; the notation is in `.notation`."""

from contrecoup.dice.opening import OpenTest
from contrecoup.dice.plain import PlainDie
from contrecoup.dice.pool import PoolTest
from contrecoup.dice.source import LONGEST, Source, throw_die, throw_test
from contrecoup.dice.success import SuccessTest
from contrecoup.dice.trait import Helper, TotalTest, TraitTest, marks_of

__all__ = [
    "LONGEST",
    "Helper",
    "OpenTest",
    "PlainDie",
    "PoolTest",
    "Source",
    "SuccessTest",
    "TotalTest",
    "TraitTest",
    "marks_of",
    "throw_die",
    "throw_test",
]
