"""Typed dice: every impossible number is refused at once, with its reason; thrown dice read the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.dice import (
    LONGEST,
    Helper,
    OpenTest,
    PlainDie,
    PoolTest,
    SuccessTest,
    TotalTest,
    TraitTest,
    throw_die,
    throw_test,
)
from contrecoup.kernel import Die, Refused, Result, Test
from contrecoup.text import Texts
from tests.dice.sources import Always, Row, Stream


def _reasons(test: Test, numbers: list[object]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        test.read(numbers)  # type: ignore[arg-type]  # what was typed may be anything
    return [(reason.id, reason.where) for reason in refused.value.reasons]


def test_every_impossible_number_is_refused_at_once() -> None:
    assert _reasons(SuccessTest(6, 4), [0, -3, 6, 12, "7", 5]) == [
        ("dice.below_one", "[0]"),
        ("dice.below_one", "[1]"),
        ("dice.multiple", "[2]"),
        ("dice.multiple", "[3]"),
        ("dice.not_whole", "[4]"),
    ]


@pytest.mark.parametrize("numbers", [[], [3], [3, 4, 5]])
def test_one_number_a_die_is_needed(numbers: list[object]) -> None:
    assert _reasons(TraitTest(8, wild=6), numbers) == [("dice.count", "")]


def test_a_wrong_count_and_wrong_numbers_are_refused_together() -> None:
    assert _reasons(TraitTest(8, wild=6), [8]) == [("dice.count", ""), ("dice.multiple", "[0]")]


@pytest.mark.parametrize("number", [True, 2.0, 2.5, None, "", "5,5", float("nan")])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    assert _reasons(PlainDie(6), [number]) == [("dice.not_whole", "[0]")]


def test_a_plain_die_shows_at_most_its_size() -> None:
    assert PoolTest(1, 6).read([10]).value == 1
    assert _reasons(PoolTest(1, 6), [11]) == [("dice.above_size", "[0]")]
    assert _reasons(TraitTest(6, aces=False), [7]) == [("dice.above_size", "[0]")]


def test_an_acing_total_is_read_up_to_a_bound_far_beyond_play() -> None:
    most = 6 * LONGEST - 1
    assert OpenTest(1).read([most]).value == most
    assert _reasons(OpenTest(1), [most + 2]) == [("dice.too_large", "[0]")]
    assert _reasons(OpenTest(1), [10**5000]) == [("dice.too_large", "[0]")]


def test_an_absurd_number_is_repeated_in_short() -> None:
    for number in (10**5000, "9" * 5000):
        with pytest.raises(Refused) as refused:
            OpenTest(1).read([number])  # type: ignore[list-item]  # what was typed may be anything
        assert len(Texts("en").refusal(refused.value.reasons[0])) < 200


def test_the_reason_for_a_multiple_is_told_in_both_languages() -> None:
    with pytest.raises(Refused) as refused:
        TraitTest(8, helpers=(Helper(6),)).read([5, 12])
    reason = refused.value.reasons[0]
    assert Texts("en").refusal(reason) == (
        "12 can't be: a helper's die (d6) showing 6 is thrown again and added, "
        "so its total is never a multiple of 6."
    )
    assert "d’aide (d6)" in Texts("fr").refusal(reason)


def test_a_die_that_aces_is_thrown_until_it_does_not() -> None:
    assert throw_die(Die("die.d6", 6, aces=True), Row([6, 6, 1])) == (6, 6, 1)
    assert throw_die(Die("die.d6", 6), Row([6])) == (6,)


def test_an_endless_die_is_refused() -> None:
    for die in (Die("die.d6", 6, aces=True), Die("die.plain", 1, aces=True)):
        with pytest.raises(Refused) as refused:
            throw_die(die, Always())
        assert refused.value.reasons[0].id == "dice.endless"


def test_the_longest_chain_can_be_read() -> None:
    chain = throw_die(Die("die.d6", 6, aces=True), Row([6] * (LONGEST - 1) + [5]))
    assert OpenTest(1).read([sum(chain)]).value == 6 * LONGEST - 1


def test_dice_are_thrown_in_the_order_in_which_they_are_read() -> None:
    source = Row([8, 3, 4, 5])
    test = TraitTest(8, wild=6, helpers=(Helper(10),))
    assert throw_test(test, source) == ((8, 3), (4,), (5,))
    assert source.asked == [8, 8, 6, 10]


SIZES = st.sampled_from([4, 6, 8, 10, 12])
HELPERS = st.lists(st.builds(Helper, die=SIZES, wild=st.sampled_from([0, 6])), max_size=2).map(tuple)
TESTS: st.SearchStrategy[Test] = st.one_of(
    st.builds(TraitTest, SIZES, wild=st.sampled_from([0, 6]), helpers=HELPERS, aces=st.booleans()),
    st.builds(TotalTest, SIZES, modifier=st.integers(-5, 5), helpers=HELPERS),
    st.builds(SuccessTest, st.integers(0, 8), st.integers(-2, 15)),
    st.builds(OpenTest, st.integers(0, 8), st.integers(-3, 3)),
    st.builds(PoolTest, st.integers(1, 8), st.integers(2, 9)),
    st.builds(PlainDie, st.integers(1, 20)),
)


@settings(deadline=None)
@given(test=TESTS, name=st.text(max_size=8))
def test_what_is_thrown_can_be_typed_and_has_weight(test: Test, name: str) -> None:
    numbers = [sum(chain) for chain in throw_test(test, Stream(name, 4096))]
    value, mishap = test.read(numbers)
    result = Result(min(value, 20), mishap)
    assert test.weights(-20, 20)[result] > 0
    assert result in test.results(-20, 20)


@settings(deadline=None)
@given(test=TESTS, by=st.integers(-3, 3), name=st.text(max_size=8))
def test_a_modifier_never_makes_a_throw_worse(test: Test, by: int, name: str) -> None:
    numbers = [sum(chain) for chain in throw_test(test, Stream(name, 4096))]
    changed = test.modified(by)
    if isinstance(changed, PoolTest) and not changed.is_possible:
        return
    before, after = test.read(numbers).value, changed.read(numbers).value
    assert (after >= before) if by >= 0 else (after <= before)
    assert test.modified(by).modified(-by) == test
