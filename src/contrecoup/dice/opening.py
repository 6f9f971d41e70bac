"""Open tests: the highest of some acing d6 (rules page of digital tracing, Base mechanics)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Self

import msgspec

from contrecoup.dice.chance import chance_of
from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import both_ways
from contrecoup.dice.success import SIDES, is_disaster
from contrecoup.kernel import Die, Message, Result, message


class OpenTest(msgspec.Struct, frozen=True):
    """So many acing d6: value = the highest total and the modifier, mishap = every die a natural 1.

    Without dice nothing is thrown: value 0, whatever the modifier.
    """

    count: int
    modifier: int = 0
    label: str = "die.d6"

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The d6."""
        return (Die(self.label, SIDES, aces=True),) * self.count

    def read(self, numbers: Sequence[int], /) -> Result:
        """The highest total; Refused with every impossible number."""
        check_numbers(self.dice(), numbers)
        return Result(max(numbers) + self.modifier if numbers else 0, is_disaster(numbers))

    def account(self, numbers: Sequence[int], /) -> Message:
        """Dice, the best of them, modifier, total, and a disaster where it is one."""
        result = self.read(numbers)
        id = "dice.open_disaster" if result.mishap else "dice.open"
        best = max(numbers, default=0)
        return message(id, count=self.count, best=best, modifier=self.modifier, total=result.value)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Every total of floor..cap, each without and with a disaster."""
        return tuple(both_ways(range(floor, cap + 1)))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the highest total, all beyond the bounds in them."""
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
