"""Tables: the distribution of one test, laid out so that every bound of every node is a place in it.

A key's test is asked once, with the widest bounds among its nodes. A node with narrower ones reads its
result at the cap as "at least", the one at its floor as "at most".
"""

from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from contrecoup.kernel import Result, Test

Floats: TypeAlias = NDArray[np.float64]

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
WHOLE: Final = 3
SECTIONS: Final = 8
"""Rows of a table: each of the four readings, without and with a mishap."""


def section_of(value: int, floor: int, cap: int) -> int:
    """How a node with these bounds reads a value: exactly, as "at least", "at most", or both at once."""
    return (AT_LEAST if value >= cap else EXACT) + (AT_MOST if value <= floor else EXACT)


@lru_cache(maxsize=16384)
def chances(test: Test, floor: int, cap: int) -> Floats:
    """The table of a test in doubles: `SECTIONS` rows of the values floor..cap, one after the other."""
    weights = test.weights(floor, cap)
    whole = sum(weights.values())
    exact = np.zeros((2, cap - floor + 1))
    for (value, mishap), weight in weights.items():
        exact[int(mishap), value - floor] = weight / whole
    table: Floats = _laid_out(exact)
    return table


def weights_of(test: Test, floor: int, cap: int) -> tuple[list[int], int]:
    """The table of a test in integers, and the whole that they are parts of."""
    weights = test.weights(floor, cap)
    exact = np.zeros((2, cap - floor + 1), dtype=object)
    for (value, mishap), weight in weights.items():
        exact[int(mishap), value - floor] = weight
    table: list[int] = _laid_out(exact).tolist()
    return table, sum(weights.values())


def _laid_out(exact: NDArray[Any]) -> NDArray[Any]:
    """Sums start at the end that they belong to, so that no small tail is a difference of large numbers."""
    table = np.empty((SECTIONS // 2, *exact.shape), dtype=exact.dtype)
    table[EXACT] = exact
    table[AT_LEAST] = np.cumsum(exact[:, ::-1], axis=1)[:, ::-1]
    table[AT_MOST] = np.cumsum(exact, axis=1)
    table[WHOLE] = table[AT_MOST, :, -1:]
    return table.ravel()


def place_of(result: Result, section: int, floor: int, cap: int) -> int:
    """Where a table with these bounds holds a result as read in a section."""
    width = cap - floor + 1
    return (section * 2 + result.mishap) * width + result.value - floor
