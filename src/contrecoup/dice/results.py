"""Results closed at bounds, as every test of the package gives them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from contrecoup.kernel import Result


def close_results(results: Iterable[Result], floor: int, cap: int) -> tuple[Result, ...]:
    """The results with values outside floor..cap moved to the bound, each once, in order."""
    return tuple(sorted({Result(min(max(value, floor), cap), mishap) for value, mishap in results}))


def both_ways(values: Iterable[int]) -> Iterable[Result]:
    """Each value without and with a mishap."""
    return (Result(value, mishap) for value in values for mishap in (False, True))


def close_row(row: Sequence[int], first: int, floor: int, cap: int) -> tuple[int, list[int]]:
    """The weights of first, first + 1, … with all outside floor..cap in the bounds' own, and their first."""
    last = first + len(row) - 1
    if floor <= first and last <= cap:
        return first, list(row)
    if floor > last or cap < first:
        return (floor if floor > last else cap), [sum(row)]
    under, over = max(floor - first, 0), max(last - cap, 0)
    kept = list(row[under : len(row) - over])
    kept[0] += sum(row[:under])
    kept[-1] += sum(row[len(row) - over :])
    return first + under, kept


BLOCK = 32
"""Results are named in blocks of so many values, since many rows share them."""


def name_row(row: Sequence[int], first: int, mishap: bool) -> dict[Result, int]:
    """The weights of first, first + 1, … under their results, those of 0 left out."""
    low = first // BLOCK * BLOCK
    names = _names(low, -(-(first + len(row)) // BLOCK) * BLOCK, mishap)
    named = dict(zip(names[first - low :], row, strict=False))
    return {result: weight for result, weight in named.items() if weight} if 0 in row else named


def name_block(size: int) -> tuple[Result, ...]:
    """The results without a mishap from 0 to at least `size`, a multiple of a block."""
    return _names(0, size + BLOCK, False)


@lru_cache(maxsize=1024)
def _names(low: int, high: int, mishap: bool) -> tuple[Result, ...]:
    """The results of low..high - 1."""
    return tuple(Result(value, mishap) for value in range(low, high))
