"""Success tests, open tests, d10 pools and plain dice: reading, closing, weights by a second method."""

from fractions import Fraction
from typing import Literal

import pytest

from contrecoup.dice import OpenTest, PlainDie, PoolTest, SuccessTest
from contrecoup.kernel import Refused, Result, Test
from contrecoup.text import Texts
from tests.dice.by_hand import shares_by_hand, shares_of, values_of


def test_acing_totals_against_a_target_number() -> None:
    assert SuccessTest(5, 8).read([6 + 5, 6 + 1, 5, 2, 1]) == Result(1)


def test_a_target_number_below_2_counts_as_2() -> None:
    assert SuccessTest(4, -3).read([1, 2, 2, 7]) == Result(3)
    assert values_of(SuccessTest(2, -3), 0, 2) == values_of(SuccessTest(2, 2), 0, 2)
    assert SuccessTest(2, 5).modified(2) == SuccessTest(2, 3)


def test_target_numbers_6_and_7_are_the_same_and_8_is_5_in_36() -> None:
    assert values_of(SuccessTest(1, 6), 0, 1)[1] == Fraction(1, 6)
    assert values_of(SuccessTest(1, 7), 0, 1)[1] == Fraction(1, 6)
    assert values_of(SuccessTest(1, 8), 0, 1)[1] == Fraction(5, 36)


def test_all_dice_on_a_natural_1_are_a_disaster_and_no_dice_are_none() -> None:
    assert SuccessTest(3, 4).read([1, 1, 1]) == Result(0, True)
    assert SuccessTest(3, 4).read([1, 1, 7]) == Result(1)
    assert SuccessTest(0, 4).read([]) == Result(0)
    assert OpenTest(2).read([1, 1]) == Result(1, True)
    assert OpenTest(0, modifier=3).read([]) == Result(0)
    assert shares_of(SuccessTest(2, 4), 0, 2)[Result(0, True)] == Fraction(1, 36)


def test_an_open_test_shows_its_highest_total_and_its_modifier_moves_it() -> None:
    assert OpenTest(3).read([6 + 2, 5, 1]) == Result(8)
    assert OpenTest(3).modified(-2).read([6 + 2, 5, 1]) == Result(6)


def test_a_ten_is_one_success_and_not_thrown_again() -> None:
    assert PoolTest(2, 7).read([10, 6]) == Result(1)
    assert not PoolTest(2, 7).dice()[0].aces


@pytest.mark.parametrize(("success_at", "net"), [("at_or_above", 2), ("above", 1)])
def test_a_7_at_difficulty_7_is_a_success_by_ruling(
    success_at: Literal["at_or_above", "above"], net: int
) -> None:
    assert PoolTest(5, 7, success_at=success_at).read([9, 1, 4, 8, 7]) == Result(net)


def test_more_ones_than_successes_are_a_botch() -> None:
    assert PoolTest(4, 7).read([1, 1, 8, 3]) == Result(-1, True)
    assert PoolTest(4, 7).read([1, 8, 3, 3]) == Result(0)


def test_the_newer_botch_needs_a_1_and_no_success() -> None:
    newer = PoolTest(4, 7, botch="no_success")
    assert newer.read([1, 1, 8, 3]) == Result(0)
    assert newer.read([1, 2, 3, 3]) == Result(0, True)
    assert newer.read([2, 2, 3, 3]) == Result(0)
    assert newer.read([7, 8, 1, 3]) == Result(1)


def test_a_botch_grows_with_the_pool_at_a_high_difficulty() -> None:
    def botch(dice: int) -> Fraction:
        return shares_of(PoolTest(dice, 9), 0, 60)[Result(0, True)]

    assert botch(1) == Fraction(1, 10)
    assert botch(1) < botch(2) < botch(3)


def test_a_difficulty_below_2_counts_as_2_and_one_above_9_is_impossible() -> None:
    assert PoolTest(2, 0).read([2, 3]) == Result(2)
    assert PoolTest(2, 9).is_possible
    assert PoolTest(2, 8).modified(-1).is_possible
    assert not PoolTest(2, 9).modified(-1).is_possible
    assert not PoolTest(0, 5).is_possible
    with pytest.raises(Refused) as refused:
        PoolTest(0, 10).weights(0, 1)
    assert [reason.id for reason in refused.value.reasons] == ["dice.no_dice", "dice.impossible"]
    with pytest.raises(Refused):
        PoolTest(2, 10).read([2, 3])


def test_a_plain_dies_modifier_never_leaves_the_die() -> None:
    assert PlainDie(10).read([1]) == Result(1)
    assert PlainDie(10).modified(3).read([9]) == Result(10)
    assert PlainDie(10, modifier=-3).read([2]) == Result(1)
    assert values_of(PlainDie(4, modifier=1), 0, 60) == {
        2: Fraction(1, 4),
        3: Fraction(1, 4),
        4: Fraction(1, 2),
    }


TESTS: list[Test] = [
    *(SuccessTest(count, tn) for count in (0, 1, 3) for tn in (-1, 2, 4, 6, 7, 8, 13)),
    *(OpenTest(count, modifier) for count in (0, 1, 3) for modifier in (0, 2, -3)),
    *(PoolTest(count, difficulty) for count in (1, 2, 4) for difficulty in (1, 2, 6, 9)),
    *(PoolTest(3, difficulty, "no_success") for difficulty in (2, 6, 9)),
    *(PoolTest(3, difficulty, "no_success", "above") for difficulty in (2, 9)),
    *(PoolTest(2, difficulty, success_at="above") for difficulty in (2, 9)),
    *(PlainDie(sides, modifier) for sides in (1, 2, 10) for modifier in (0, 1, -2)),
]


@pytest.mark.parametrize("test", TESTS, ids=repr)
@pytest.mark.parametrize(("floor", "cap"), [(0, 60), (-60, 60), (0, 0), (1, 2), (-1, 1), (2, 2), (-9, -2)])
def test_weights_are_those_of_the_dice_thrown_every_way(test: Test, floor: int, cap: int) -> None:
    by_hand = shares_by_hand(test, floor, cap)
    shares = shares_of(test, floor, cap)
    left_out = 1 - sum(by_hand.values())
    assert by_hand.keys() <= shares.keys()
    for result, share in shares.items():
        assert by_hand.get(result, 0) <= share <= by_hand.get(result, 0) + left_out
    assert set(shares) <= set(test.results(floor, cap))
    assert all(share > 0 for share in shares.values())
    assert sum(shares.values()) == 1


@pytest.mark.parametrize("test", TESTS, ids=repr)
def test_results_are_the_same_for_all_tests_of_a_kind(test: Test) -> None:
    others: dict[type, Test] = {
        SuccessTest: SuccessTest(9, 9),
        OpenTest: OpenTest(9, 1),
        PlainDie: PlainDie(1000),
        PoolTest: PoolTest(9, 9, test.botch) if isinstance(test, PoolTest) else PoolTest(1, 2),
    }
    for bounds in ((0, 60), (-5, 5), (0, 0), (2, 4)):
        assert test.results(*bounds) == others[type(test)].results(*bounds)


@pytest.mark.parametrize(
    ("test", "numbers", "english"),
    [
        (SuccessTest(3, 1), [1, 2, 7], "Dice: 3. Target number: 2. Successes: 2."),
        (
            SuccessTest(1, 4),
            [1],
            "Dice: 1. Target number: 4. Successes: 0. Every die shows a natural 1: disaster.",
        ),
        (OpenTest(2, 1), [7, 2], "Dice: 2. Best die 7, modifier 1: total 8."),
        (
            OpenTest(1),
            [1],
            "Dice: 1. Best die 1, modifier 0: total 1. Every die shows a natural 1: disaster.",
        ),
        (PoolTest(3, 7), [7, 1, 2], "Dice: 3. Difficulty: 7. Successes 1, 1s 1: net 0."),
        (PoolTest(2, 7), [2, 1], "Dice: 2. Difficulty: 7. Successes 0, 1s 1: net -1, a botch."),
        (PlainDie(6, 1), [3], "The die shows 3, modifier 1: 4."),
    ],
)
def test_accounts_tell_how_the_result_comes_about(test: Test, numbers: list[int], english: str) -> None:
    assert Texts("en").say(test.account(numbers)).replace("\u2212", "-") == english
