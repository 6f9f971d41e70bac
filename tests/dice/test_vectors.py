"""The exact values that are known for single tests, as fractions."""

from fractions import Fraction

import pytest

from contrecoup.dice import Helper, OpenTest, PoolTest, SuccessTest, TraitTest
from contrecoup.kernel import Result
from tests.dice.by_hand import shares_of, values_of
from tests.dice.vectors import BACKLASH, HELPED_TEST, OPEN_TESTS, POOLS, SUCCESS_TESTS, TRAIT_TESTS


def _marks(given: dict[str, str]) -> dict[Result, Fraction]:
    """Chances by "2" and "2, natural 1"."""
    return {Result(int(key.split(",")[0]), "natural" in key): Fraction(p) for key, p in given.items()}


def _values(given: dict[str, str]) -> dict[int, Fraction]:
    return {int(value): Fraction(p) for value, p in given.items()}


@pytest.mark.parametrize(("dice", "cap", "p"), TRAIT_TESTS)
def test_trait_tests_have_their_chances(dice: tuple[int, int, int], cap: int, p: dict[str, str]) -> None:
    assert shares_of(TraitTest(*dice), 0, cap) == _marks(p)


def test_a_helped_trait_test_has_its_chances() -> None:
    assert shares_of(TraitTest(8, wild=6, helpers=(Helper(8),)), 0, 3) == _marks(HELPED_TEST)


@pytest.mark.parametrize(("case", "p"), BACKLASH)
def test_backlash_is_a_trait_test_against_toughness(
    case: tuple[int, bool, int, int], p: dict[str, float]
) -> None:
    ice, is_red, added, toughness = case
    test = TraitTest(ice, wild=6 if is_red else 0, modifier=added, target=toughness, aces=is_red)
    shares = values_of(test, 0, 20)
    assert {marks: float(shares[int(marks)]) for marks in p} == pytest.approx(p, abs=1e-12)
    assert set(map(str, shares)) - {str(marks) for marks in range(7, 21)} == set(p)


@pytest.mark.parametrize(("dice", "tn", "p"), SUCCESS_TESTS)
def test_success_tests_have_their_chances(dice: int, tn: int, p: dict[str, str]) -> None:
    assert values_of(SuccessTest(dice, tn), 0, 60) == _values(p)


@pytest.mark.parametrize(("dice", "p"), OPEN_TESTS)
def test_open_tests_have_their_chances(dice: int, p: dict[str, str]) -> None:
    shares = values_of(OpenTest(dice), 0, 21)
    beyond = shares.pop(21)
    assert shares == _values(p)
    assert beyond == 1 - sum(_values(p).values())


@pytest.mark.parametrize(("dice", "difficulty", "p"), POOLS)
def test_pools_have_their_chances(dice: int, difficulty: int, p: dict[str, str]) -> None:
    assert values_of(PoolTest(dice, difficulty), -60, 60) == _values(p)


def test_the_worked_pool_has_two_successes() -> None:
    assert PoolTest(5, 7).read([9, 1, 4, 8, 7]) == Result(2)
