"""Results closed at bounds, as every test of the package gives them."""

from collections.abc import Iterable

from contrecoup.kernel import Result


def close_results(results: Iterable[Result], floor: int, cap: int) -> tuple[Result, ...]:
    """The results with values outside floor..cap moved to the bound, each once, in order."""
    return tuple(sorted({Result(min(max(value, floor), cap), mishap) for value, mishap in results}))


def both_ways(values: Iterable[int]) -> Iterable[Result]:
    """Each value without and with a mishap."""
    return (Result(value, mishap) for value in values for mishap in (False, True))
