"""The second method: every throw of a test's dice, one by one, through its own reading."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from contrecoup.kernel import Die, Result, Test


def shares_by_hand(test: Test, floor: int, cap: int, levels: int = 4) -> dict[Result, Fraction]:
    """The chances of a test's results, each acing die followed through so many throws.

    What is thrown beyond them is left out: the chances may add up to less than 1.
    """
    shares: dict[Result, Fraction] = {}
    read = read_by_hand(test, levels)  # type: ignore[arg-type]  # every test is frozen, which Test doesn't say
    for (value, mishap), share in read.items():
        result = Result(min(max(value, floor), cap), mishap)
        shares[result] = shares.get(result, Fraction(0)) + share
    return shares


@cache
def read_by_hand(test: Test, levels: int) -> dict[Result, Fraction]:
    """The chances of all that a test reads, before any bound."""
    dice = test.dice()
    ways: dict[Result, int] = {}
    for throw in product(*(list(_numbers(die, levels)) for die in dice)):
        value, mishap = test.read([number for number, _ in throw])
        result = Result(value, mishap)
        ways[result] = ways.get(result, 0) + prod(part for _, part in throw)
    whole = prod(die.sides ** _throws(die, levels) for die in dice)
    return {result: Fraction(count, whole) for result, count in ways.items()}


def _throws(die: Die, levels: int) -> int:
    return levels if die.aces else 1


def _numbers(die: Die, levels: int) -> Iterator[tuple[int, int]]:
    """What a die shows, and in how many of the ways that it falls when thrown so often."""
    throws = _throws(die, levels)
    for level in range(throws):
        for face in range(1, die.sides + (0 if die.aces else 1)):
            yield level * die.sides + face, die.sides ** (throws - level - 1)


def shares_of(test: Test, floor: int, cap: int) -> dict[Result, Fraction]:
    """The chances that a test's weights say."""
    weights = test.weights(floor, cap)
    whole = sum(weights.values())
    return {result: Fraction(weight, whole) for result, weight in weights.items()}


def values_of(test: Test, floor: int, cap: int) -> dict[int, Fraction]:
    """The same by value alone."""
    shares: dict[int, Fraction] = {}
    for (value, _), share in shares_of(test, floor, cap).items():
        shares[value] = shares.get(value, Fraction(0)) + share
    return shares
