"""How fast are dice, measured against other packages in the same run?

Exact pools and success tests against icepool and dyce, whose figures must be equal to ours; the notation
read and thrown against d20. Each peer does it in its own fastest way; a cold measurement clears our caches.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from time import process_time
from typing import Any, Final, NamedTuple

import d20
import icepool
from dyce import H

from contrecoup.dice import PoolTest, SuccessTest, pool, results, success
from contrecoup.dice.notation import parse
from contrecoup.kernel import Result
from contrecoup.play.sources import SystemDice

MOST_DICE: Final = 30
POOLS: Final = [(dice, difficulty) for dice in range(1, MOST_DICE + 1) for difficulty in range(2, 10)]
TESTS: Final = [(dice, tn) for dice in range(1, MOST_DICE + 1) for tn in range(2, 31)]
EXPRESSIONS: Final = ["1d20+5", "4d6kh3", "2d20kl1-1", "8d6", "1d8+2d6+3", "(1d6+2)*3", "2d6*2+1d4"]
Figures = list[dict[int, Fraction]]


class Line(NamedTuple):
    """One measurement: what, our time, the peer's, how many times faster we have to be."""

    what: str
    ours: float
    peer: float
    wanted: float

    @property
    def is_passed(self) -> bool:
        """Whether we are fast enough."""
        return self.peer >= self.wanted * self.ours

    def __str__(self) -> str:
        verdict = "pass" if self.is_passed else "FAIL"
        times = f"{self.ours * 1e3:10.3f} ms  peer {self.peer * 1e3:10.3f} ms"
        return f"{self.what:48} {times}  {self.peer / self.ours:7.1f} x  wanted {self.wanted:g} x  {verdict}"


def both(
    ours: Callable[[], object], peer: Callable[[], object], runs: int, times: int = 1
) -> tuple[float, float]:
    """The shortest of some runs of each, taken in turns, in seconds of this process for one of `times`."""
    spent = [(_timed(ours, times), _timed(peer, times)) for _ in range(runs)]
    return min(one for one, _ in spent) / times, min(other for _, other in spent) / times


def _timed(work: Callable[[], object], times: int) -> float:
    gc.collect()
    gc.disable()  # as timeit does: collecting what earlier runs left is nobody's time
    start = process_time()  # what other programs do meanwhile is not counted
    for _ in range(times):
        work()
    spent = process_time() - start
    gc.enable()
    return spent


def forget() -> None:
    """Clear every cache of ours that an exact pool or success test could use."""
    for cached in (pool._weights, success._weights, success._ways, success._powers, results._names):
        cached.cache_clear()


def our_pools() -> list[Mapping[Result, int]]:
    """The pools through our public class."""
    forget()
    return [PoolTest(dice, difficulty).weights(-dice, dice) for dice, difficulty in POOLS]


def our_tests() -> list[Mapping[Result, int]]:
    """The success tests through our public class."""
    forget()
    return [SuccessTest(dice, tn).weights(0, dice) for dice, tn in TESTS]


def nets(difficulty: int) -> dict[int, int]:
    """What one d10 is worth, for a peer's die."""
    return {-1: 1, 0: difficulty - 2, 1: 11 - difficulty}


def icepool_pools() -> list[Any]:
    """icepool: a die of nets, summed."""
    return [dice @ icepool.Die(nets(difficulty)) for dice, difficulty in POOLS]


def icepool_tests() -> list[Any]:
    """icepool: an acing d6 that is a success or not, summed."""
    return [dice @ (icepool.d6.explode(depth=4) >= tn) for dice, tn in TESTS]


def dyce_pools() -> list[Any]:
    """dyce: a histogram of nets, summed."""
    return [dice @ H(nets(difficulty)) for dice, difficulty in POOLS]


def dyce_tests() -> list[Any]:
    """dyce: a histogram of success or not, summed. The chance of an Ace chain is given to it."""
    return [dice @ H(reached(tn)) for dice, tn in TESTS]


def reached(tn: int) -> dict[int, int]:
    """How often an acing d6 misses and reaches a target number."""
    whole = 6 ** ((tn - 1) // 6 + 1)
    hits = 6 - (tn - 1) % 6
    return {0: whole - hits, 1: hits}


def figures(answers: list[Any]) -> Figures:
    """A peer's answers as chances by value, those of 0 left out."""
    return [_chances([(int(value), count) for value, count in answer.items()]) for answer in answers]


def our_figures(answers: list[Mapping[Result, int]]) -> Figures:
    """Our answers as chances by value."""
    return [_chances([(value, weight) for (value, _), weight in answer.items()]) for answer in answers]


def _chances(pairs: list[tuple[int, int]]) -> dict[int, Fraction]:
    whole = sum(weight for _, weight in pairs)
    chances: dict[int, Fraction] = {}
    for value, weight in pairs:
        if weight:
            chances[value] = chances.get(value, Fraction(0)) + Fraction(weight, whole)
    return chances


def exact_lines() -> Iterator[Line]:
    """Pools and success tests against both peers, once the figures are found equal."""
    for what, ours, peers in (
        ("240 pools of d10", our_pools, {"icepool": icepool_pools, "dyce": dyce_pools}),
        ("870 success tests", our_tests, {"icepool": icepool_tests, "dyce": dyce_tests}),
    ):
        expected = our_figures(ours())
        for name, peer in peers.items():
            if figures(peer()) != expected:
                raise SystemExit(f"{what}: {name} has other figures")
            wanted = 50 if name == "icepool" else 10
            yield Line(f"{what}, against {name}", *both(ours, peer, 4), wanted)


def notation_lines() -> Iterator[Line]:
    """Reading and throwing, from the operating system's random numbers, against d20."""
    dice = SystemDice()
    roller = d20.Roller()

    def ours_cold() -> None:
        for text in EXPRESSIONS:
            parse.cache_clear()
            parse(text).throw(dice)

    def peer_cold() -> None:
        for text in EXPRESSIONS:
            roller._parse_cache.clear()
            roller.roll(text)

    yield Line("notation read and thrown, no caches", *both(ours_cold, peer_cold, 10, 20), 1)
    yield Line(
        "notation read and thrown, both with their caches",
        *both(
            lambda: [parse(text).throw(dice) for text in EXPRESSIONS],
            lambda: [roller.roll(text) for text in EXPRESSIONS],
            10,
            100,
        ),
        1,
    )
    rolls, trees = [parse(text) for text in EXPRESSIONS], [roller.parse(text) for text in EXPRESSIONS]
    again = both(
        lambda: [roll.throw(dice) for roll in rolls], lambda: [roller.roll(tree) for tree in trees], 10, 100
    )
    yield Line("read before, thrown again", *again, 5)


def main() -> int:
    """Print every line; 1 where one of them is too slow."""
    lines = [*exact_lines(), *notation_lines()]
    for line in lines:
        print(line)
    return 0 if all(line.is_passed for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
