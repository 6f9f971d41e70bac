"""Complementary tests: two of their successes count as one, and they have no part in disasters."""

import pytest

from contrecoup.dice import OpenTest, SuccessTest
from contrecoup.kernel import Result, Test, message
from tests.dice.by_hand import shares_by_hand, shares_of

LEVELS = 3


def test_two_complementary_successes_count_as_one() -> None:
    test = SuccessTest(2, 5, complement=3)
    assert test.read([5, 1, 5, 7, 1]) == Result(2)
    assert test.read([5, 1, 5, 1, 1]) == Result(1)
    assert test.read([3, 1, 5, 7, 5]) == Result(1)


def test_a_disaster_is_of_the_tests_own_dice() -> None:
    test = SuccessTest(2, 5, complement=2)
    assert test.read([1, 1, 5, 5]) == Result(1, True)
    assert test.read([1, 2, 1, 1]) == Result(0)


def test_the_second_highest_complementary_die_counts_in_an_open_test() -> None:
    test = OpenTest(2, complement=3)
    assert test.read([4, 2, 11, 7, 1]) == Result(7)
    assert test.read([4, 2, 11, 3, 1]) == Result(4)
    assert test.read([1, 1, 5, 5, 1]) == Result(5, True)
    assert OpenTest(0, 3, complement=1).read([5]) == Result(0)


def test_a_hidden_target_number_is_not_in_the_account() -> None:
    assert SuccessTest(2, 9, hides_tn=True).account([11, 1]) == message(
        "dice.success_unseen", count=2, successes=1
    )
    assert SuccessTest(2, 9, hides_tn=True).account([1, 1]).id == "dice.success_unseen_disaster"


@pytest.mark.parametrize(
    "test",
    [
        SuccessTest(2, 5, complement=2),
        SuccessTest(0, 4, complement=3),
        SuccessTest(2, 8, complement=1),
        OpenTest(2, complement=2),
        OpenTest(1, -1, complement=2),
        OpenTest(0, complement=2),
        OpenTest(0, complement=1),
        OpenTest(2, 1, complement=1),
    ],
)
def test_weights_are_those_of_the_dice_thrown_every_way(test: Test) -> None:
    for floor, cap in ((0, 4), (1, 9)):
        claimed, found = shares_of(test, floor, cap), shares_by_hand(test, floor, cap, LEVELS)
        left_out = 1 - sum(found.values())
        assert set(claimed) <= set(test.results(floor, cap))
        assert set(found) <= set(claimed)
        for result, share in claimed.items():
            assert found.get(result, 0) <= share <= found.get(result, 0) + left_out
