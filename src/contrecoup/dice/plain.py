"""Plain dice: one face, as it fell."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Self

import msgspec

from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import close_results
from contrecoup.kernel import Die, Message, Result, message


class PlainDie(msgspec.Struct, frozen=True):
    """One die: value = its face, moved by the modifier but never off the die; no mishap."""

    sides: int
    modifier: int = 0
    label: str = "die.plain"

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The die."""
        return (Die(self.label, self.sides),)

    def read(self, numbers: Sequence[int], /) -> Result:
        """The face; Refused where the die has no such face."""
        check_numbers(self.dice(), numbers)
        return self._moved(numbers[0])

    def account(self, numbers: Sequence[int], /) -> Message:
        """The face, the modifier and what counts."""
        result = self.read(numbers)
        return message("dice.plain", face=numbers[0], modifier=self.modifier, total=result.value)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Each face, from 1 up to the cap."""
        return close_results(map(Result, range(1, max(cap, 1) + 1)), floor, cap)

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Each face once, all beyond the bounds in them."""
        weights = dict[Result, int]()
        for face in range(1, self.sides + 1):
            result = Result(min(max(self._moved(face).value, floor), cap))
            weights[result] = weights.get(result, 0) + 1
        return MappingProxyType(weights)

    def modified(self, by: int, /) -> Self:
        """The same die with `by` more on its face."""
        return msgspec.structs.replace(self, modifier=self.modifier + by)

    def _moved(self, face: int) -> Result:
        return Result(min(max(face + self.modifier, 1), self.sides))
