"""The better of trait die and Wild Die with its modifier and help, as exact weights by total."""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul, sub
from typing import NamedTuple, Protocol

from contrecoup.dice.chance import Ones, OnesOn, chance_of


class Thrown(Protocol):
    """What of a helper or a test decides its better die and what is added to it."""

    @property
    def die(self) -> int: ...
    @property
    def wild(self) -> int: ...
    @property
    def modifier(self) -> int: ...


class Helping(Thrown, Protocol):
    """A helper: its marks against its own target number are added to the helped total."""

    @property
    def target(self) -> int: ...


class Helped(Thrown, Protocol):
    """A test of one's own, with its helpers and its rulings on Aces, natural 1s and the cap on help."""

    @property
    def helpers(self) -> Sequence[Helping]: ...
    @property
    def assist_cap(self) -> int | None: ...
    @property
    def aces(self) -> bool: ...
    @property
    def ones(self) -> Ones: ...
    @property
    def ones_on(self) -> OnesOn: ...


class Ladder(NamedTuple):
    """Weights, of a common whole, of staying at or below each of some totals: all throws, and those
    without a natural 1 (whose whole is `clean_whole`)."""

    whole: int
    clean_whole: int
    below: list[int]
    clean: list[int]


def climb(test: Helped, limits: Sequence[int]) -> Ladder:
    """The chances that a test's total stays at or below each limit.

    The total is at or below L where for some h the help is h and the better die at or below
    L - modifier - h: the help's weights are summed against the dice's, both ladders in one integer.
    """
    top = max(1, *(limit - test.modifier for limit in limits)) if limits else 1
    dice = _better(test.die, test.wild, test.aces, test.ones, test.ones_on, top)
    if not test.helpers:
        places = [max(limit - test.modifier, 0) for limit in limits]
        return Ladder(
            dice.whole, dice.clean_whole, [dice.below[m] for m in places], [dice.clean[m] for m in places]
        )
    helped, help_whole = _help(tuple(test.helpers), test.assist_cap, top)
    whole = dice.whole * help_whole
    size = whole.bit_length()
    falling = [(below << size) + clean for below, clean in zip(dice.below, dice.clean, strict=True)][::-1]
    sums = [sum(map(mul, helped, falling[top - limit + test.modifier :])) for limit in limits]
    mask = (1 << size) - 1
    return Ladder(
        whole, dice.clean_whole * help_whole, [both >> size for both in sums], [both & mask for both in sums]
    )


def _better(die: int, wild: int, aces: bool, ones: Ones, ones_on: OnesOn, top: int) -> Ladder:
    """The ladder of the better die for the numbers 0..top."""
    one = chance_of(die, aces, ones, top)
    if not wild:
        return Ladder(one.whole, one.clean_whole, list(one.below), list(one.clean))
    other = chance_of(wild, aces, ones, top)
    whole, below = one.whole * other.whole, list(map(mul, one.below, other.below))
    if ones_on == "all_dice":
        ones_whole = (one.whole - one.clean_whole) * (other.whole - other.clean_whole)
        both = map(mul, map(sub, one.below, one.clean), map(sub, other.below, other.clean))
        return Ladder(whole, whole - ones_whole, below, list(map(sub, below, both)))
    second = other.clean if ones_on == "any_die" else other.below
    second_whole = other.clean_whole if ones_on == "any_die" else other.whole
    return Ladder(whole, one.clean_whole * second_whole, below, list(map(mul, one.clean, second)))


@lru_cache(maxsize=4096)
def _help(helpers: tuple[Helping, ...], assist_cap: int | None, most: int) -> tuple[list[int], int]:
    """The weights of 0, 1, … `most` points of help, and their whole; more than that leads beyond."""
    weights, whole = [1], 1
    for helper in helpers:
        marks, marks_whole = _marks(helper, most)
        weights, whole = _together(weights, marks, most), whole * marks_whole
    if assist_cap is not None and assist_cap <= most:
        weights = weights[:assist_cap]
        weights.append(whole - sum(weights))
    return weights, whole


def _marks(helper: Helping, most: int) -> tuple[list[int], int]:
    """The weights of 0..most marks of one helper, and their whole."""
    limits = [helper.target + 4 * mark - 1 for mark in range(most + 1)]
    top = max(1, limits[-1] - helper.modifier)
    dice = _better(helper.die, helper.wild, True, "first_face", "any_die", top)
    below = [dice.below[max(limit - helper.modifier, 0)] for limit in limits]
    return [after - before for after, before in zip(below, [0, *below], strict=False)], dice.whole


def _together(one: list[int], other: list[int], most: int) -> list[int]:
    """The weights of the sums 0..most of two numbers."""
    if one == [1]:
        return other
    sums = [0] * (most + 1)
    for place, weight in enumerate(one):
        for more, second in enumerate(other[: most + 1 - place]):
            sums[place + more] += weight * second
    return sums
