"""Pools of d10 against a difficulty: successes less 1s (rules page of robots and humans, Base mechanics)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, Self, TypeAlias

import msgspec

from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import close_results, close_row, name_row
from contrecoup.kernel import Die, Message, Refusal, Refused, Result, message, refusal

SIDES: Final = 10
LOWEST: Final = 2
HIGHEST: Final = 9
"""Difficulties: one below 2 counts as 2, one above 9 is impossible."""

Botch: TypeAlias = Literal["more_ones", "no_success"]
SuccessAt: TypeAlias = Literal["at_or_above", "above"]


class PoolTest(msgspec.Struct, frozen=True):
    """A pool of d10: each die at or above the difficulty (or above it, by ruling) is a success, each 1
    takes one away.

    Under `more_ones` value = net successes, below 0 where more 1s than successes are there: a botch,
    which is the mishap. Under `no_success` value = net successes, at least 0, and the mishap is a throw
    with a 1 and no success.
    """

    count: int
    difficulty: int
    botch: Botch = "more_ones"
    success_at: SuccessAt = "at_or_above"
    label: str = "die.d10"

    __test__ = False

    @property
    def is_possible(self) -> bool:
        """Whether there is anything to throw: a die, and a difficulty of 9 or less."""
        return self.count > 0 and self.difficulty <= HIGHEST

    @property
    def counted_difficulty(self) -> int:
        """The difficulty that counts."""
        return max(self.difficulty, LOWEST)

    @property
    def lowest_success(self) -> int:
        """The lowest face that is a success."""
        return self.counted_difficulty + (self.success_at == "above")

    def dice(self) -> tuple[Die, ...]:
        """The d10."""
        return (Die(self.label, SIDES),) * self.count

    def read(self, numbers: Sequence[int], /) -> Result:
        """Net successes and botch; Refused with every impossible number, or where nothing is thrown."""
        self._check()
        check_numbers(self.dice(), numbers)
        successes, ones = self._counts(numbers)
        if self.botch == "more_ones":
            return Result(successes - ones, ones > successes)
        return Result(max(successes - ones, 0), not successes and ones > 0)

    def account(self, numbers: Sequence[int], /) -> Message:
        """Dice, difficulty, successes, 1s, what is left of them, and a botch where it is one."""
        result = self.read(numbers)
        successes, ones = self._counts(numbers)
        return message(
            "dice.pool_botch" if result.mishap else "dice.pool",
            count=self.count,
            difficulty=self.counted_difficulty,
            successes=successes,
            ones=ones,
            net=result.value,
        )

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Each net number of floor..cap: below 0 a botch, 0 either way (by ruling), above 0 none."""
        if self.botch == "no_success":
            return close_results((Result(0, True), *map(Result, range(max(cap, 0) + 1))), floor, cap)
        lowest = min(floor, -1)
        nets = (Result(value, value < 0) for value in range(lowest, max(cap, 0) + 1))
        return close_results(nets, floor, cap)

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the net successes, all beyond the bounds in them."""
        self._check()
        return _weights(self.count, self.lowest_success, self.botch, floor, cap)

    def modified(self, by: int, /) -> Self:
        """The same test with its difficulty `by` lower."""
        return msgspec.structs.replace(self, difficulty=self.difficulty - by)

    def _counts(self, numbers: Sequence[int]) -> tuple[int, int]:
        return sum(number >= self.lowest_success for number in numbers), sum(n == 1 for n in numbers)

    def _check(self) -> None:
        """Refused with each reason why nothing can be thrown."""
        reasons = list(self._obstacles())
        if reasons:
            raise Refused(reasons)

    def _obstacles(self) -> Iterator[Refusal]:
        if self.count < 1:
            yield refusal("dice.no_dice")
        if self.difficulty > HIGHEST:
            yield refusal("dice.impossible", difficulty=self.difficulty, most=HIGHEST)


@lru_cache(maxsize=4096)
def _weights(count: int, lowest: int, botch: Botch, floor: int, cap: int) -> Mapping[Result, int]:
    good = SIDES + 1 - lowest
    nets = _nets(count, good)
    if botch == "no_success":
        botches = (SIDES - good) ** count - (SIDES - 1 - good) ** count
        nets[count] += sum(nets[:count]) - botches
        below, below_first = [botches], 0
    else:
        below, below_first = nets[:count], -count
    first, row = close_row(nets[count:], 0, floor, cap)
    mishap_first, mishaps = close_row(below, below_first, floor, cap)
    return MappingProxyType(name_row(mishaps, mishap_first, True) | name_row(row, first, False))


def _nets(count: int, good: int) -> list[int]:
    """The weights of -count..count net successes, `good` faces being successes.

    They are the coefficients of Q = P**count with P = good x² + neither x + 1. Since P Q' = count P' Q,
    m q(m) = (count - m + 1) neither q(m-1) + (2 count - m + 2) good q(m-2), and the division is exact.
    """
    neither = SIDES - 1 - good
    near, far = count * neither, (2 * count + 1) * good
    before, last = 0, 1
    row = [last]
    for m in range(1, 2 * count + 1):
        before, last = last, (near * last + far * before) // m
        near -= neither
        far -= good
        row.append(last)
    return row
