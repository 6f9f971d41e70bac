"""The notation's syntax tree: what is written, nothing of how it is thrown or shown."""

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from contrecoup.dice.opening import OpenTest
from contrecoup.dice.pool import PoolTest
from contrecoup.dice.success import SuccessTest
from contrecoup.dice.trait import TraitTest

Sign: TypeAlias = Literal["at_or_above", "at_or_below", "equal"]


class Point(msgspec.Struct, frozen=True):
    """A comparison of a value with a number: `>5` is at or above 5, `<2` at or below 2, `=6` is 6."""

    sign: Sign
    number: int

    def is_met(self, value: int) -> bool:
        """Whether a value meets the comparison."""
        if self.sign == "at_or_above":
            return value >= self.number
        if self.sign == "at_or_below":
            return value <= self.number
        return value == self.number


class Keep(msgspec.Struct, frozen=True):
    """Which values count: `number` of the highest or lowest are kept, or dropped."""

    is_kept: bool
    is_high: bool
    number: int

    def kept_of(self, count: int) -> tuple[int, bool]:
        """How many of so many values are kept, and whether they are the highest ones."""
        if self.is_kept:
            return min(self.number, count), self.is_high
        return max(count - self.number, 0), not self.is_high


class Count(msgspec.Struct, frozen=True):
    """Values that meet `success` are counted, those that meet `failure` are taken away."""

    success: Point
    failure: Point | None = None

    def score(self, value: int) -> int:
        """What one value adds to the count."""
        failed = self.failure is not None and self.failure.is_met(value)
        return int(self.success.is_met(value)) - int(failed)


class Dice(msgspec.Struct, frozen=True):
    """Some dice of one size.

    A face that meets a point of `rerolls` is thrown again, until none is met, or once (`is_once`). One
    that meets a point of `explodes` brings another face: one more value, or (`is_compound`) more on the
    same value. Then values are kept or dropped, then summed or counted.
    """

    count: int
    sides: int
    rerolls: tuple[Point, ...] = ()
    is_once: bool = False
    explodes: tuple[Point, ...] = ()
    is_compound: bool = False
    keep: Keep | None = None
    counts: Count | None = None

    def rerolled(self) -> frozenset[int]:
        """The faces that are thrown again."""
        return _met(self.rerolls, self.sides) if self.rerolls else frozenset()

    def exploding(self) -> frozenset[int]:
        """The faces that bring another one."""
        return _met(self.explodes, self.sides) if self.explodes else frozenset()


@lru_cache(maxsize=1024)
def _met(points: tuple[Point, ...], sides: int) -> frozenset[int]:
    return frozenset(face for face in range(1, sides + 1) if any(point.is_met(face) for point in points))


class Number(msgspec.Struct, frozen=True):
    """A number as it is written."""

    value: int


class Group(msgspec.Struct, frozen=True):
    """The values of some expressions, kept or dropped, then summed or counted."""

    members: tuple["Node", ...]
    keep: Keep | None = None
    counts: Count | None = None


class Sum(msgspec.Struct, frozen=True):
    """Terms, each added (1) or taken away (-1)."""

    terms: tuple[tuple[int, "Node"], ...]


class Product(msgspec.Struct, frozen=True):
    """A first factor, then factors it is multiplied by and numbers it is divided by, rounding down."""

    first: "Node"
    steps: tuple[tuple[Literal["*", "/"], "Node"], ...]


class Shorthand(msgspec.Struct, frozen=True):
    """A rule set's test as a whole expression. A trait test shows its total, with the marks beside it."""

    test: TraitTest | SuccessTest | OpenTest | PoolTest


Node: TypeAlias = Number | Dice | Group | Sum | Product | Shorthand
