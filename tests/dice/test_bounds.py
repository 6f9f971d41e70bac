"""Results closed where next to nothing is left between the bounds."""

import pytest

from contrecoup.dice import PlainDie, SuccessTest, TotalTest, TraitTest
from contrecoup.dice.results import close_row
from contrecoup.kernel import Result

BOTH = (Result(0), Result(0, True))


@pytest.mark.parametrize(("floor", "cap"), [(0, 0), (-3, 0), (-3, -1)])
def test_a_trait_test_closed_at_no_mark_has_no_other_result(floor: int, cap: int) -> None:
    assert TraitTest(8, wild=6).results(floor, cap) == BOTH


def test_all_of_a_trait_test_lies_on_no_mark_where_it_is_closed_there() -> None:
    """d8 with a Wild Die: one throw in 8 and one in 6 shows a natural 1."""
    weights = TraitTest(8, wild=6).weights(0, 0)
    whole = sum(weights.values())
    assert set(weights) == set(BOTH)
    assert weights[Result(0)] * 48 == whole * 35


def test_a_total_closed_at_one_value_has_that_one() -> None:
    assert TotalTest(6).results(-2, -2) == (Result(-2), Result(-2, True))


@pytest.mark.parametrize(
    ("floor", "cap", "closed"),
    [
        (0, 9, (3, [1, 2, 4])),
        (3, 5, (3, [1, 2, 4])),
        (4, 5, (4, [3, 4])),
        (3, 4, (3, [1, 6])),
        (4, 4, (4, [7])),
        (5, 8, (5, [7])),
        (6, 8, (6, [7])),
        (0, 2, (2, [7])),
        (0, 3, (3, [7])),
    ],
)
def test_weights_beyond_the_bounds_lie_on_them(floor: int, cap: int, closed: tuple[int, list[int]]) -> None:
    assert close_row([1, 2, 4], 3, floor, cap) == closed


def test_each_face_of_a_plain_die_weighs_one() -> None:
    assert PlainDie(6).weights(1, 6) == {Result(face): 1 for face in range(1, 7)}
    assert PlainDie(6).weights(3, 4) == {Result(3): 3, Result(4): 3}


@pytest.mark.parametrize(
    ("hides", "numbers", "id", "says_tn"),
    [
        (False, [1, 5, 2], "dice.success", True),
        (False, [1, 1, 1], "dice.success_disaster", True),
        (True, [1, 5, 2], "dice.success_unseen", False),
        (True, [1, 1, 1], "dice.success_unseen_disaster", False),
    ],
)
def test_an_account_names_the_target_number_only_where_it_may(
    hides: bool, numbers: list[int], id: str, says_tn: bool
) -> None:
    said = SuccessTest(3, 5, hides_tn=hides).account(numbers)
    assert said.id == id
    assert ("tn" in dict(said.values)) is says_tn
