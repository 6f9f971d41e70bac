"""How often one die stays at or below each number: the integers that every closed form starts from."""

from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from contrecoup.kernel import Refused, refusal

Ones: TypeAlias = Literal["first_face", "any_face"]
"""Which 1 of an acing die is a natural 1: the first face alone, or one thrown after an Ace too."""


OnesOn: TypeAlias = Literal["any_die", "trait_die", "all_dice"]
"""Whose natural 1 is a mishap: any of the test's own dice's, the trait die's alone, or all at once."""


class Chance(NamedTuple):
    """Integer weights of one die. `below[m]` of `whole` is the chance of a number of m or less,

    `clean[m]` that of a number of m or less without a natural 1; `clean_whole` of all without one.
    """

    whole: int
    clean_whole: int
    below: tuple[int, ...]
    clean: tuple[int, ...]


@lru_cache(maxsize=4096)
def chance_of(sides: int, aces: bool, ones: Ones, top: int) -> Chance:
    """The chances of a die for the numbers 0..top (at least 1); an acing kN + r (0 < r < N) has N**-(k+1)."""
    if sides < 1 or (aces and sides < 2):
        raise Refused([refusal("dice.endless", sides=sides)])
    numbers, whole = _acing(sides, ones, top) if aces else _plain(sides, top)
    after_aces = aces and ones == "any_face"
    step = sides if after_aces else top
    clean = list(numbers)
    clean[1::step] = [0] * len(clean[1::step])
    clean_whole = whole - whole // (sides - 1 if after_aces else sides)
    return Chance(whole, clean_whole, tuple(accumulate(numbers)), tuple(accumulate(clean)))


def _acing(sides: int, ones: Ones, top: int) -> tuple[list[int], int]:
    """The weights of 0..top and their whole; where ones after Aces count, 1/(N-1) of it is whole too."""
    levels = top // sides + 1
    whole = sides**levels * (sides - 1 if ones == "any_face" else 1)
    numbers, weight = [0], whole
    for _ in range(levels):
        weight //= sides
        numbers += [weight] * (sides - 1) + [0]
    return numbers[: top + 1], whole


def _plain(sides: int, top: int) -> tuple[list[int], int]:
    faces = min(sides, top)
    return [0] + [1] * faces + [0] * (top - faces), sides
