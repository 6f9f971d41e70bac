"""Trait tests of Savage Worlds: marks, help, natural 1s (rules page of savage, Base mechanics)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, Self

import msgspec

from contrecoup.dice.best import climb
from contrecoup.dice.chance import Ones, OnesOn
from contrecoup.dice.reading import check_numbers
from contrecoup.dice.results import both_ways
from contrecoup.kernel import Die, Message, Result, message

STEP = 4
"""A mark more for each full 4 above the target number."""


class Helper(msgspec.Struct, frozen=True):
    """Somebody or something that helps: each mark of its own test gives +1 to the helped total.

    `wild` is the size of its Wild Die, 0 where it has none.
    """

    die: int
    wild: int = 0
    modifier: int = 0
    label: str = "die.helper"
    target: int = 4


class _Rolled(msgspec.Struct, frozen=True):
    """What trait tests and total tests share: the dice, and how a total comes from them.

    `wild` is the size of the Wild Die (0: none). `assist_cap`: help gives no more than this (None: no
    cap). `aces`: whether the test's own dice are thrown again on their highest face. `ones`: which face
    is a natural 1; `ones_on`: whose makes a mishap.
    """

    die: int
    wild: int = 0
    modifier: int = 0
    helpers: tuple[Helper, ...] = ()
    assist_cap: int | None = None
    aces: bool = True
    ones: Ones = "first_face"
    ones_on: OnesOn = "any_die"
    label: str = "die.trait"

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """Trait die, Wild Die, then each helper's die and Wild Die."""
        own = _pair(self.die, self.wild, self.aces, self.label, "die.wild")
        helping = (_pair(h.die, h.wild, True, h.label, "die.helper_wild") for h in self.helpers)
        return own + tuple(die for pair in helping for die in pair)

    def modified(self, by: int) -> Self:
        """The same test with `by` more on its total."""
        return msgspec.structs.replace(self, modifier=self.modifier + by)

    def sums(self, numbers: Sequence[int]) -> "Sums":
        """How the total comes from the numbers; Refused with every impossible one."""
        check_numbers(self.dice(), numbers)
        own = 2 if self.wild else 1
        marks = sum(_helps(self.helpers, numbers[own:]))
        help = marks if self.assist_cap is None else min(marks, self.assist_cap)
        counted = numbers[: 1 if self.ones_on == "trait_die" else own]
        sizes = (self.die, self.wild)
        ones = [self._is_one(number, size) for number, size in zip(counted, sizes, strict=False)]
        mishap = all(ones) if self.ones_on == "all_dice" else any(ones)
        best = max(numbers[:own])
        return Sums(best, help, self.modifier, best + help + self.modifier, mishap)

    def _is_one(self, number: int, sides: int) -> bool:
        """Whether a die that shows this number has thrown a natural 1."""
        return number == 1 or (self.aces and self.ones == "any_face" and number % sides == 1)


class Sums(NamedTuple):
    """The better die, the help, the modifier, the total of the three, and whether a natural 1 is there."""

    best: int
    help: int
    modifier: int
    total: int
    mishap: bool


class TraitTest(_Rolled, frozen=True):
    """A trait test: value = marks (successes and raises against `target`), mishap = a natural 1."""

    target: int = 4

    def read(self, numbers: Sequence[int], /) -> Result:
        """The marks and the natural 1; Refused with every impossible number."""
        sums = self.sums(numbers)
        return Result(marks_of(sums.total, self.target), sums.mishap)

    def account(self, numbers: Sequence[int], /) -> Message:
        """Better die, help, modifier, total, target, marks, and a natural 1 where one was thrown."""
        sums = self.sums(numbers)
        return message(
            "dice.trait_one" if sums.mishap else "dice.trait",
            best=sums.best,
            help=sums.help,
            modifier=sums.modifier,
            total=sums.total,
            target=self.target,
            marks=marks_of(sums.total, self.target),
        )

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Marks from 0 (or `floor`, if that is more) to `cap`, each without and with a natural 1."""
        return tuple(both_ways(range(max(floor, 0), max(cap, 0) + 1)))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the marks, all beyond the bounds in them."""
        return _weights(self, max(floor, 0), max(cap, 0))


class TotalTest(_Rolled, frozen=True):
    """A trait test whose total is compared: value = the total (below 0 too), mishap = a natural 1."""

    def read(self, numbers: Sequence[int], /) -> Result:
        """The total and the natural 1; Refused with every impossible number."""
        sums = self.sums(numbers)
        return Result(sums.total, sums.mishap)

    def account(self, numbers: Sequence[int], /) -> Message:
        """Better die, help, modifier, total, and a natural 1 where one was thrown."""
        sums = self.sums(numbers)
        return message(
            "dice.total_one" if sums.mishap else "dice.total",
            best=sums.best,
            help=sums.help,
            modifier=sums.modifier,
            total=sums.total,
        )

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Every total of floor..cap, each without and with a natural 1."""
        return tuple(both_ways(range(floor, cap + 1)))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """Exact integer weights of the totals, all beyond the bounds in them."""
        return _weights(self, floor, cap)


def marks_of(total: int, target: int) -> int:
    """Success and raises: none below the target number, else one and one more for each full 4 above."""
    return 0 if total < target else 1 + (total - target) // STEP


def _pair(die: int, wild: int, aces: bool, label: str, wild_label: str) -> tuple[Die, ...]:
    one = Die(label, die, aces)
    return (one, Die(wild_label, wild, aces)) if wild else (one,)


def _helps(helpers: Sequence[Helper], numbers: Sequence[int]) -> Iterator[int]:
    """The marks of each helper, from the numbers of the helpers' dice in order."""
    place = 0
    for helper in helpers:
        count = 2 if helper.wild else 1
        yield marks_of(max(numbers[place : place + count]) + helper.modifier, helper.target)
        place += count


@lru_cache(maxsize=8192)
def _weights(test: TraitTest | TotalTest, floor: int, cap: int) -> Mapping[Result, int]:
    values = range(floor, cap)
    limits = [test.target + STEP * v - 1 for v in values] if isinstance(test, TraitTest) else list(values)
    ladder = climb(test, limits)
    below, clean = [*ladder.below, ladder.whole], [*ladder.clean, ladder.clean_whole]
    weights: dict[Result, int] = {}
    lower = lower_clean = 0
    for value, upper, upper_clean in zip(range(floor, cap + 1), below, clean, strict=True):
        good = upper_clean - lower_clean
        if good:
            weights[Result(value)] = good
        if upper - lower > good:
            weights[Result(value, True)] = upper - lower - good
        lower, lower_clean = upper, upper_clean
    return MappingProxyType(weights)
