"""Open tests: the highest of some acing d6 (rules page of digital tracing, Base mechanics)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Self

import msgspec

from contrecoup.dice.chance import chance_of
from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import both_ways
from contrecoup.dice.success import FOR_ONE, SIDES, is_disaster, own_dice
from contrecoup.kernel import Die, Message, Result, message


class OpenTest(msgspec.Struct, frozen=True):
    """So many acing d6: value = the highest total and the modifier, mishap = every die a natural 1.

    Without dice nothing is thrown: value 0, whatever the modifier. `complement`: dice of a complementary
    test, of which the second highest counts where it is higher (two of them reach what one die must).
    """

    count: int
    modifier: int = 0
    label: str = "die.d6"
    complement: int = 0

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The d6, then those of the complementary test."""
        return own_dice(self.label, self.count, self.complement)

    def read(self, numbers: Sequence[int], /) -> Result:
        """The highest total; Refused with every impossible number."""
        check_numbers(self.dice(), numbers)
        best = self._best(numbers)
        return Result(best + self.modifier if best else 0, is_disaster(numbers[: self.count]))

    def _best(self, numbers: Sequence[int]) -> int:
        aid = sorted(numbers[self.count :], reverse=True)
        return max((*numbers[: self.count], *aid[1:2]), default=0)

    def account(self, numbers: Sequence[int], /) -> Message:
        """Dice, the best of them, modifier, total, and a disaster where it is one."""
        result = self.read(numbers)
        id = "dice.open_disaster" if result.mishap else "dice.open"
        count, best = self.count + self.complement, self._best(numbers)
        return message(id, count=count, best=best, modifier=self.modifier, total=result.value)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Every total of floor..cap, each without and with a disaster."""
        return tuple(both_ways(range(floor, cap + 1)))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the highest total, all beyond the bounds in them."""
        if self.complement:
            return _aided_weights(self.count, self.complement, self.modifier, floor, cap)
        return _weights(self.count, self.modifier, floor, cap)

    def modified(self, by: int, /) -> Self:
        """The same test with `by` more on its total."""
        return msgspec.structs.replace(self, modifier=self.modifier + by)


@lru_cache(maxsize=4096)
def _weights(count: int, modifier: int, floor: int, cap: int) -> Mapping[Result, int]:
    if not count:
        return MappingProxyType({Result(min(max(0, floor), cap)): 1})
    die = chance_of(SIDES, True, "first_face", max(cap - 1 - modifier, 1))
    weights = dict[Result, int]()
    lower = 0
    for value in range(floor, cap + 1):
        upper = die.whole**count if value == cap else die.below[max(value - modifier, 0)] ** count
        if upper > lower:
            weights[Result(value)] = upper - lower
        lower = upper
    ones = min(max(1 + modifier, floor), cap)
    disaster = (die.whole // SIDES) ** count
    weights[Result(ones, True)] = disaster
    weights[Result(ones)] -= disaster
    return MappingProxyType({result: weight for result, weight in weights.items() if weight})


@lru_cache(maxsize=512)
def _aided_weights(count: int, complement: int, modifier: int, floor: int, cap: int) -> Mapping[Result, int]:
    """As above. The complement's second highest is at most v where all its dice are, or all but one."""
    if count + complement // FOR_ONE == 0:
        return MappingProxyType({Result(min(max(0, floor), cap)): 1})
    die = chance_of(SIDES, True, "first_face", max(cap - 1 - modifier, 1))
    ones = die.whole // SIDES if count else 0
    weights: dict[Result, int] = {}
    before = (0, 0)
    for value in range(floor, cap + 1):
        below = die.whole if value == cap else die.below[max(value - modifier, 0)]
        aid = below**complement + complement * below ** (complement - 1) * (die.whole - below)
        disasters = ones**count * aid if below and count else 0
        upper = (below**count * aid, disasters)
        weights[Result(value, True)] = upper[1] - before[1]
        weights[Result(value)] = upper[0] - before[0] - weights[Result(value, True)]
        before = upper
    return MappingProxyType({result: weight for result, weight in weights.items() if weight})
