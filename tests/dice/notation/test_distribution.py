"""Exact distributions of the notation against brute force, other writings of the same, and known values."""

from fractions import Fraction

import pytest

from contrecoup.dice import PoolTest, SuccessTest, TotalTest, TraitTest
from contrecoup.dice.distribution import Distribution, spread_test
from contrecoup.dice.notation import parse
from tests.dice.by_hand import values_of
from tests.dice.notation.by_hand import values_by_hand


def _all(text: str) -> dict[int, Fraction]:
    return dict(parse(text).distribution())


FINITE = [
    "7",
    "d6",
    "2d6",
    "3d4-1d6+2",
    "-1d4+3",
    "2d3*1d4",
    "2*(-1d4)",
    "(1d6-3)/2",
    "1d20/3*2",
    "2d4-(1d3-1d2)",
    "4d6kh3",
    "4d6kl3",
    "4d6k",
    "4d6dl1",
    "4d4d",
    "4d6dh3",
    "3d4dl3",
    "3d4kh9",
    "2d6r1",
    "2d6r<2r5",
    "2d6ro1",
    "2d6ro<3",
    "3d6ro1kh2",
    "5d4>3",
    "4d6>5f1",
    "4d6<2f>5",
    "4d6=3f=3",
    "4d6kh2>5f1",
    "3d6r1kl2<2",
    "{1d4,1d6}kh1",
    "{1d4,1d6,1d8}kh2",
    "{1d4,1d6,1d4}kl2",
    "{1d4,2d3,3}dh1",
    "{2d4,1d6}",
    "{2d4,1d6,1d6}>5f<2",
    "{2d4,1d6,1d3}kh2>4",
    "{{1d4,1d6}kh1,1d3}kl1+1",
    "{2d4}kh1",
    "1d1",
]


@pytest.mark.parametrize("text", FINITE)
def test_a_finite_expression_has_the_chances_of_all_its_faces(text: str) -> None:
    roll = parse(text)
    if "r" in text and "ro" not in text:
        _is_close(roll.distribution(), values_by_hand(roll, 6))
        return
    assert _all(text) == values_by_hand(roll)
    assert roll.distribution().cut == 0


ENDLESS = [
    "1d4!",
    "2d4!",
    "2d4!>3",
    "2d4!1",
    "2d3!2",
    "2d4!!",
    "1d4!1!4",
    "2d4r1!",
    "2d4ro1!",
    "2d4!kh1",
    "2d4!kl1",
    "2d4!dl1",
    "2d4!1kh1",
    "2d4!2kh2",
    "2d4!!kh1",
    "2d4!!kl1",
    "2d4!>4",
    "2d4!4>3",
    "2d4!4>3f1",
    "2d4!1>3f1",
    "2d4!<2=2",
    "2d4!!4>4f1",
    "2d4!kh1>3",
    "{1d4!,1d3!}kh1+2",
    "{1d3!!,1d3!!}kl1>2",
    "1d2!*1d3",
]


@pytest.mark.parametrize("text", ENDLESS)
def test_an_endless_expression_has_at_least_the_chances_of_its_short_rows(text: str) -> None:
    roll = parse(text)
    _is_close(roll.distribution(), values_by_hand(roll, 7))


def _is_close(distribution: Distribution, by_hand: dict[int, Fraction]) -> None:
    """What the distribution has more than the rows of limited length is no more than what these leave."""
    left_out = 1 - sum(by_hand.values())
    assert by_hand.keys() <= distribution.keys()
    for value, share in distribution.items():
        assert by_hand.get(value, 0) <= share <= by_hand.get(value, 0) + left_out
    assert 0 <= distribution.cut < Fraction(1, 10**15)
    assert sum(distribution.values()) == 1 - distribution.cut


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("100d6", "60d6+40d6"),
        ("3d6", "1d6+1d6+1d6"),
        ("30d10>7f1", "10d10>7f1+20d10>7f1"),
        ("20d6kh20", "20d6"),
        ("20d6kh7", "20d6dl13"),
        ("10d8kl1", "{1d8,1d8,1d8,1d8,1d8,1d8,1d8,1d8,1d8,1d8}kl1"),
        ("6d6kh3", "{1d6,1d6,1d6,1d6,1d6,1d6}dl3"),
        ("4d6r1", "4*1+(1d5+1d5+1d5+1d5)"),
        ("10wod7", "10d10>7f1"),
        ("2d6r6", "2d5"),
        ("3d6>1", "3"),
        ("300d20kh1", "{300d20kh1}"),
        ("d100", "(1d10-1)*10+1d10"),
        ("50d4=4", "50d4>4"),
    ],
)
def test_two_writings_of_one_thing_have_one_distribution(one: str, other: str) -> None:
    assert _all(one) == _all(other)


def test_exploding_sums_and_compounded_ones_are_the_same() -> None:
    assert _all("3d6!") == _all("3d6!!")


def test_a_compounded_die_counts_as_a_success_test_does() -> None:
    compounded, exact = parse("6d6!!>5").distribution(), parse("6d6!!6>5").distribution()
    assert compounded.mean > 6
    assert max(abs(exact.p(hits) - p) for hits, p in values_of(SuccessTest(6, 5), 0, 6).items()) < 1e-15


def test_a_comparison_after_an_exploding_mark_says_what_explodes() -> None:
    assert parse("6d6!>5").distribution().mean == pytest.approx(31.5)
    assert parse("6d6!>5").node == parse("6d6!5!6").node or _all("6d6!>5") == _all("6d6!5!6")


def test_shorthands_are_the_rule_sets_tests() -> None:
    assert _all("6sr5") == values_of(SuccessTest(6, 5), 0, 6)
    assert _all("3sr-3") == values_of(SuccessTest(3, 2), 0, 3)
    assert _all("0sr4") == {0: 1}
    assert _all("0open") == {0: 1}
    assert _all("5wod7") == values_of(PoolTest(5, 7), -5, 5)


def test_disaster_and_botch_stand_beside_the_distribution() -> None:
    assert parse("2sr4").distribution().mishap == Fraction(1, 36)
    assert parse("1wod6").distribution().mishap == Fraction(1, 10)
    assert parse("e8").distribution().mishap == Fraction(1, 8)
    assert parse("2d6").distribution().mishap == 0


@pytest.mark.parametrize(
    ("text", "size", "wild", "modifier"),
    [("s8+2", 8, 6, 2), ("e8-3", 8, 0, -3), ("s4-2", 4, 6, -2), ("e12+1-2", 12, 0, -1)],
)
def test_a_trait_test_shows_totals_and_marks(text: str, size: int, wild: int, modifier: int) -> None:
    distribution = parse(text).distribution()
    totals = values_of(TotalTest(size, wild, modifier), -5, 30)
    assert {value: share for value, share in totals.items() if value < 30} == {
        value: share for value, share in distribution.items() if value < 30
    }
    marks = distribution.marks
    assert marks is not None
    expected = values_of(TraitTest(size, wild, modifier), 0, 6)
    assert all(marks.p(value) == expected[value] for value in range(6) if value in expected)
    assert 0 < distribution.cut == marks.cut < Fraction(1, 10**12)


def test_the_wild_cards_shorthand_is_the_group_it_stands_for() -> None:
    group, shorthand = parse("{1d8!,1d6!}kh1+2").distribution(), parse("s8+2").distribution()
    assert all(group.p(value) == shorthand.p(value) for value in range(40))


def test_open_tests_are_cut_far_out_and_say_so() -> None:
    distribution = parse("4open").distribution()
    assert distribution.p(5) == Fraction(41, 144)
    assert distribution.p(6) == 0
    assert 0 < distribution.cut < Fraction(1, 10**12)


def test_a_distribution_is_sorted_and_exact() -> None:
    distribution = parse("2d6").distribution()
    assert list(distribution) == list(range(2, 13))
    assert distribution[7] == distribution.p(7) == Fraction(1, 6)
    assert distribution.p(1) == 0
    assert distribution.mean == 7
    assert distribution.whole == 36
    assert len(distribution) == 11
    assert distribution.marks is None
    with pytest.raises(KeyError):
        distribution[1]
    assert Distribution({2: 1, 1: 3, 5: 0}).weights == {1: 3, 2: 1}


def test_a_tests_values_can_be_cut_at_the_cap() -> None:
    closed = spread_test(TraitTest(6), 0, 2)
    cut = spread_test(TraitTest(6), 0, 2, cut_beyond=True)
    assert closed.cut == 0
    assert cut.cut == closed.p(2)
    assert cut.p(1) == closed.p(1)
    assert cut.mishap == Fraction(1, 6)
