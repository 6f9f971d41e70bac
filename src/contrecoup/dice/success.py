"""Success tests: acing d6 against a target number (rules page of digital tracing, Base mechanics)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from math import comb
from operator import mul
from types import MappingProxyType
from typing import Final, Self

import msgspec

from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import BLOCK, both_ways, close_results, close_row, name_block, name_row
from contrecoup.kernel import Die, Message, Result, message

SIDES: Final = 6
COMPLEMENT: Final = "die.complement"
FOR_ONE: Final = 2
"""Successes of a complementary test that count as one."""
LOWEST_TN: Final = 2
"""A target number below 2 counts as 2."""


class SuccessTest(msgspec.Struct, frozen=True):
    """So many acing d6, each a success where its total reaches the target number.

    Value = successes; mishap = disaster: every die a natural 1 (never without dice). `complement`: dice of
    a complementary test against the same number, of which two successes count as one; they have no part in
    disasters. `hides_tn`: whoever throws isn't told the target number.
    """

    count: int
    tn: int
    label: str = "die.d6"
    complement: int = 0
    hides_tn: bool = False

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The d6, then those of the complementary test."""
        return own_dice(self.label, self.count, self.complement)

    def read(self, numbers: Sequence[int], /) -> Result:
        """Successes and disaster; Refused with every impossible number."""
        check_numbers(self.dice(), numbers)
        own, aid = numbers[: self.count], numbers[self.count :]
        return Result(self._hits(own) + self._hits(aid) // FOR_ONE, is_disaster(own))

    def _hits(self, numbers: Sequence[int]) -> int:
        return sum(number >= self.counted_tn for number in numbers)

    def account(self, numbers: Sequence[int], /) -> Message:
        """Dice, target number (where it may be told), successes, and a disaster where it is one."""
        result = self.read(numbers)
        id = f"dice.success{'_unseen' if self.hides_tn else ''}{'_disaster' if result.mishap else ''}"
        count = self.count + self.complement
        if self.hides_tn:
            return message(id, count=count, successes=result.value)
        return message(id, count=count, tn=self.counted_tn, successes=result.value)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """No success without and with a disaster, then each number of successes.

        A test with complementary dice is a kind of its own: these may succeed in a disaster.
        """
        successes = range(max(cap, 0) + 1)
        if self.complement:
            return close_results(both_ways(successes), floor, cap)
        return close_results((Result(0, True), *map(Result, successes)), floor, cap)

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the successes, all beyond the bounds in them."""
        if self.complement:
            return _aided_weights(self.count, self.complement, self.counted_tn, floor, cap)
        return _weights(self.count, self.counted_tn, floor, cap)

    def modified(self, by: int, /) -> Self:
        """The same test with its target number `by` lower."""
        return msgspec.structs.replace(self, tn=self.tn - by)

    @property
    def counted_tn(self) -> int:
        """The target number that counts."""
        return max(self.tn, LOWEST_TN)


def own_dice(label: str, count: int, complement: int) -> tuple[Die, ...]:
    """The dice of a test, then those of the complementary test that goes with it."""
    return (
        *(Die(label, SIDES, aces=True),) * count,
        *(Die(COMPLEMENT, SIDES, aces=True),) * complement,
    )


def is_disaster(numbers: Sequence[int]) -> bool:
    """Whether all dice, and there is one, show a natural 1."""
    return bool(numbers) and all(number == 1 for number in numbers)


@lru_cache(maxsize=8192)
def _weights(count: int, tn: int, floor: int, cap: int) -> Mapping[Result, int]:
    if not count:
        return MappingProxyType({Result(min(max(0, floor), cap)): 1})
    levels = (tn - 1) // SIDES + 1
    weights = _binomial(count, SIDES - (tn - 1) % SIDES, SIDES**levels)
    disaster = SIDES ** ((levels - 1) * count)
    weights[_FAILURE] -= disaster
    if floor > 0 or cap < count:
        weights = _closed(weights, floor, cap)
    elif not weights[_FAILURE]:
        del weights[_FAILURE]
    weights[Result(min(max(0, floor), cap), True)] = disaster
    return MappingProxyType(weights)


@lru_cache(maxsize=4096)
def _aided_weights(count: int, complement: int, tn: int, floor: int, cap: int) -> Mapping[Result, int]:
    """The weights of a test's successes and those of its complementary test, put together."""
    aid = _weights(complement, tn, 0, complement)
    whole: dict[Result, int] = {}
    for (value, mishap), weight in _weights(count, tn, 0, max(count, 0)).items():
        for (aided, _), times in aid.items():
            result = Result(min(max(value + aided // FOR_ONE, floor), cap), mishap)
            whole[result] = whole.get(result, 0) + weight * times
    return MappingProxyType(whole)


def _closed(weights: dict[Result, int], floor: int, cap: int) -> dict[Result, int]:
    first, row = close_row(list(weights.values()), 0, floor, cap)
    return name_row(row, first, False)


_FAILURE: Final = Result(0)


def _binomial(count: int, hit: int, whole: int) -> dict[Result, int]:
    """The weights of 0..count successes, each die being one `hit` times of `whole`."""
    size = -(-count // BLOCK) * BLOCK
    hits = map(mul, _ways(count), _powers(hit, size))
    return dict(zip(name_block(size), map(mul, hits, _powers(whole - hit, size)[count::-1]), strict=False))


@lru_cache(maxsize=256)
def _powers(base: int, size: int) -> tuple[int, ...]:
    """The powers 0..size, made in blocks since many tests share them."""
    return tuple(accumulate(repeat(base, size), mul, initial=1))


@lru_cache(maxsize=1024)
def _ways(count: int) -> tuple[int, ...]:
    return tuple(comb(count, successes) for successes in range(count + 1))
