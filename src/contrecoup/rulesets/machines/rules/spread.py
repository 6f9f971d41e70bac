"""Spreads: several throws in a row taken as one, for odds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Self

import msgspec

from contrecoup.kernel import Die, Message, Refused, Result, message, refusal


class Spread(msgspec.Struct, frozen=True):
    """What a row of throws comes to, with exact integer weights, a value each from 0 on.

    Only odds weigh it: at the table every throw of the row is made by itself, so it has no dice of its
    own, nothing can be read from it, and a modifier belongs to one of those throws.
    """

    shares: tuple[int, ...]

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """None."""
        return ()

    def read(self, numbers: Sequence[int], /) -> Result:
        """Refused: the row's throws are read one by one."""
        raise Refused([refusal("row_of_throws")], "machines")

    def account(self, numbers: Sequence[int], /) -> Message:
        """What it is."""
        return message("row_of_throws")

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Each value within the bounds."""
        return tuple(map(Result, range(max(floor, 0), cap + 1)))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """The weights, all beyond the bounds in them."""
        weights = dict[Result, int]()
        for value, share in enumerate(self.shares):
            if share:
                result = Result(min(max(value, floor), cap))
                weights[result] = weights.get(result, 0) + share
        return MappingProxyType(weights)

    def modified(self, by: int, /) -> Self:
        """The same: modifiers belong to single throws."""
        return self


def spread_of(chances: Mapping[int, Fraction], most: int) -> Spread:
    """The spread of exact chances of 0..most."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return Spread(tuple(int(chances.get(value, Fraction(0)) * whole) for value in range(most + 1)))
