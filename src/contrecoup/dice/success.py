"""Success tests: acing d6 against a target number (rules page of digital tracing, Base mechanics)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Self

import msgspec

from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import close_results
from contrecoup.kernel import Die, Message, Result, message

SIDES: Final = 6
LOWEST_TN: Final = 2
"""A target number below 2 counts as 2."""


class SuccessTest(msgspec.Struct, frozen=True):
    """So many acing d6, each a success where its total reaches the target number.

    Value = successes; mishap = disaster: every die a natural 1 (never without dice).
    """

    count: int
    tn: int
    label: str = "die.d6"

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The d6."""
        return (Die(self.label, SIDES, aces=True),) * self.count

    def read(self, numbers: Sequence[int], /) -> Result:
        """Successes and disaster; Refused with every impossible number."""
        check_numbers(self.dice(), numbers)
        return Result(sum(number >= self.counted_tn for number in numbers), is_disaster(numbers))

    def account(self, numbers: Sequence[int], /) -> Message:
        """Dice, target number, successes, and a disaster where it is one."""
        result = self.read(numbers)
        id = "dice.success_disaster" if result.mishap else "dice.success"
        return message(id, count=self.count, tn=self.counted_tn, successes=result.value)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """No success without and with a disaster, then each number of successes."""
        successes = (Result(value) for value in range(max(cap, 0) + 1))
        return close_results((Result(0, True), *successes), floor, cap)

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the successes, all beyond the bounds in them."""
        return _weights(self.count, self.counted_tn, floor, cap)

    def modified(self, by: int, /) -> Self:
        """The same test with its target number `by` lower."""
        return msgspec.structs.replace(self, tn=self.tn - by)

    @property
    def counted_tn(self) -> int:
        """The target number that counts."""
        return max(self.tn, LOWEST_TN)


def is_disaster(numbers: Sequence[int]) -> bool:
    """Whether all dice, and there is one, show a natural 1."""
    return bool(numbers) and all(number == 1 for number in numbers)


@lru_cache(maxsize=8192)
def _weights(count: int, tn: int, floor: int, cap: int) -> Mapping[Result, int]:
    weights = dict[Result, int]()
    for successes, weight in enumerate(_binomial(count, tn)):
        result = Result(min(max(successes, floor), cap))
        weights[result] = weights.get(result, 0) + weight
    if count:
        disaster = (SIDES ** (_levels(tn) - 1)) ** count
        failure = Result(min(max(0, floor), cap))
        weights[Result(failure.value, True)] = disaster
        weights[failure] -= disaster
    return MappingProxyType({result: weight for result, weight in weights.items() if weight})


def _levels(tn: int) -> int:
    """How many throws of a die decide whether it reaches the target number."""
    return (tn - 1) // SIDES + 1


def _binomial(count: int, tn: int) -> list[int]:
    """The weights of 0..count successes: a die 6k + r is reached (6 - r) times in 6**(k+1)."""
    hit = SIDES - (tn - 1) % SIDES
    miss = SIDES ** _levels(tn) - hit
    hits, misses = [1], [1]
    for _ in range(count):
        hits.append(hits[-1] * hit)
        misses.append(misses[-1] * miss)
    weights, ways = [], 1
    for successes in range(count + 1):
        weights.append(ways * hits[successes] * misses[count - successes])
        ways = ways * (count - successes) // (successes + 1)
    return weights
