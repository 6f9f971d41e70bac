"""A mishap of `ones_on = "all_dice"`: every own die of the test shows a natural 1 at once."""

from fractions import Fraction
from itertools import product

import pytest

from contrecoup.dice import Helper, TotalTest, TraitTest
from contrecoup.kernel import Die, Result, Test

SHOWN = 40
"""Numbers above this are left out of the second method; what they weigh bounds the difference."""


def _numbers(die: Die) -> list[tuple[int, Fraction]]:
    if not die.aces:
        return [(face, Fraction(1, die.sides)) for face in range(1, die.sides + 1)]
    return [
        (number, Fraction(1, die.sides ** (number // die.sides + 1)))
        for number in range(1, SHOWN)
        if number % die.sides
    ]


def _by_hand(test: Test, floor: int, cap: int) -> dict[Result, Fraction]:
    shares: dict[Result, Fraction] = {}
    for numbers in product(*map(_numbers, test.dice())):
        share = Fraction(1)
        for _, part in numbers:
            share *= part
        value, mishap = test.read([number for number, _ in numbers])
        result = Result(min(max(value, floor), cap), mishap)
        shares[result] = shares.get(result, Fraction(0)) + share
    return shares


def test_one_natural_1_of_two_is_no_mishap() -> None:
    test = TraitTest(8, wild=6, ones_on="all_dice")
    assert test.read([1, 1]) == Result(0, True)
    assert test.read([1, 3]) == test.read([3, 1]) == Result(0)


def test_a_lone_die_is_all_dice() -> None:
    assert TraitTest(6, ones_on="all_dice").read([1]) == Result(0, True)


def test_a_helpers_dice_do_not_matter() -> None:
    test = TraitTest(8, wild=6, ones_on="all_dice", helpers=(Helper(6),))
    assert test.read([1, 1, 8]) == Result(0, True)
    assert test.read([1, 3, 1]) == Result(0)


def test_snake_eyes_of_d6_and_wild_die_are_1_in_36() -> None:
    weights = TraitTest(6, wild=6, modifier=-3, ones_on="all_dice").weights(0, 1)
    whole = sum(weights.values())
    mishaps = sum(weight for result, weight in weights.items() if result.mishap)
    assert Fraction(mishaps, whole) == Fraction(1, 36)


@pytest.mark.parametrize(
    "test",
    [
        TraitTest(6, ones_on="all_dice"),
        TraitTest(8, wild=6, modifier=-2, ones_on="all_dice"),
        TraitTest(4, wild=6, modifier=2, ones_on="all_dice", ones="any_face"),
        TraitTest(10, wild=6, ones_on="all_dice", aces=False),
        TraitTest(8, wild=6, modifier=3, ones_on="all_dice", helpers=(Helper(6),), assist_cap=1),
        TotalTest(6, wild=6, modifier=-1, ones_on="all_dice"),
    ],
)
def test_weights_are_those_of_the_dice_thrown_every_way(test: TraitTest | TotalTest) -> None:
    floor, cap = (0, 3) if isinstance(test, TraitTest) else (-1, 12)
    shares = _by_hand(test, floor, cap)
    weights = test.weights(floor, cap)
    whole = sum(weights.values())
    left_out = 1 - sum(shares.values())
    for result in {*shares, *weights}:
        claimed = Fraction(weights.get(result, 0), whole)
        assert shares.get(result, 0) <= claimed <= shares.get(result, 0) + left_out
