"""Trait and total tests: reading, natural 1s, help, closing, weights by a second method."""

from fractions import Fraction

import pytest

from contrecoup.dice import Helper, TotalTest, TraitTest, marks_of
from contrecoup.kernel import Die, Refused, Result
from contrecoup.text import Texts
from tests.dice.by_hand import shares_by_hand, shares_of, values_of


@pytest.mark.parametrize(
    ("total", "marks"), [(-1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (13, 3), (19, 4)]
)
def test_marks_are_one_at_4_and_one_more_for_each_full_4(total: int, marks: int) -> None:
    assert marks_of(total, 4) == marks


def test_damage_of_7_against_toughness_8_is_nothing() -> None:
    assert TraitTest(8, modifier=0, target=8, aces=False).read([7]) == Result(0)


def test_totals_of_3_and_of_minus_1_are_failures_and_never_below_0() -> None:
    assert TraitTest(8).read([3]) == Result(0)
    assert TraitTest(8, modifier=-6).read([5]) == Result(0)


def test_a_modifier_moves_the_total_and_not_the_marks() -> None:
    test = TraitTest(8, modifier=-1)
    assert test.read([4]) == Result(0)
    assert TraitTest(8).modified(-1) == test
    assert TraitTest(8).modified(2).read([2]) == Result(1)


def test_both_dice_ace_and_the_better_total_counts() -> None:
    assert TraitTest(8, wild=6).read([8 + 2, 5]) == Result(2)
    assert TraitTest(8, wild=6).read([4, 6 + 6 + 1]) == Result(3)


def test_an_extra_with_a_d8_succeeds_5_times_in_8() -> None:
    assert 1 - values_of(TraitTest(8), 0, 1)[0] == Fraction(5, 8)


def test_a_d6_beats_a_d8_at_8_and_a_d4_beats_a_d6_at_minus_2() -> None:
    def at_least_one(test: TraitTest) -> float:
        return float(values_of(test, 0, 1)[1])

    assert at_least_one(TraitTest(6, wild=6, target=8)) == pytest.approx(0.2585, abs=5e-5)
    assert at_least_one(TraitTest(8, wild=6, target=8)) == pytest.approx(0.2465, abs=5e-5)
    assert at_least_one(TraitTest(4, wild=6, modifier=-2)) == pytest.approx(0.3229, abs=5e-5)
    assert at_least_one(TraitTest(6, wild=6, modifier=-2)) == pytest.approx(0.3056, abs=5e-5)


def test_a_1_after_an_ace_is_a_natural_1_by_ruling_alone() -> None:
    assert TraitTest(6).read([6 + 1]) == Result(1)
    assert TraitTest(6, ones="any_face").read([6 + 1]) == Result(1, True)
    assert TraitTest(6, ones="any_face").read([6 + 6 + 1]) == Result(3, True)
    assert TraitTest(6, ones="any_face").read([6 + 2]) == Result(2)


def test_a_die_without_aces_has_one_natural_1() -> None:
    assert TraitTest(6, ones="any_face", aces=False, modifier=3).read([1]) == Result(1, True)
    assert shares_of(TraitTest(6, ones="any_face", aces=False), 0, 0)[Result(0, True)] == Fraction(1, 6)


def test_the_wild_dies_1_counts_or_not_by_ruling() -> None:
    assert TraitTest(8, wild=6).read([5, 1]) == Result(1, True)
    assert TraitTest(8, wild=6, ones_on="trait_die").read([5, 1]) == Result(1)
    assert TraitTest(8, wild=6, ones_on="trait_die").read([1, 5]) == Result(1, True)


def test_natural_ones_after_aces_weigh_1_in_5_of_a_d6() -> None:
    assert shares_of(TraitTest(6, ones="any_face"), 0, 0)[Result(0, True)] == Fraction(1, 5)


def test_helpers_add_their_marks_and_never_a_natural_1() -> None:
    test = TraitTest(8, wild=6, helpers=(Helper(8), Helper(6, wild=6, modifier=1)))
    assert test.dice() == (
        Die("die.trait", 8, True),
        Die("die.wild", 6, True),
        Die("die.helper", 8, True),
        Die("die.helper", 6, True),
        Die("die.helper_wild", 6, True),
    )
    assert test.read([3, 2, 9, 1, 2]) == Result(1)
    assert TotalTest(8, wild=6, helpers=test.helpers).read([3, 2, 9, 3, 7]) == Result(3 + 2 + 2)


def test_help_is_capped_where_the_cap_says_so() -> None:
    helpers = (Helper(12), Helper(12))
    assert TotalTest(4, helpers=helpers, assist_cap=4).read([1, 23, 23]) == Result(5, True)
    assert TotalTest(4, helpers=helpers).read([1, 23, 23]) == Result(11, True)
    assert TotalTest(4, helpers=helpers, assist_cap=0).read([1, 23, 23]) == Result(1, True)


def test_a_helpers_own_target_counts() -> None:
    assert TotalTest(4, helpers=(Helper(8, target=6),)).read([2, 5]) == Result(2)
    assert TotalTest(4, helpers=(Helper(8, target=6),)).read([2, 6]) == Result(3)


TESTS = [
    TraitTest(6),
    TraitTest(8, wild=6),
    TraitTest(4, wild=6, modifier=-2),
    TraitTest(10, wild=6, modifier=3, ones="any_face"),
    TraitTest(2, ones="any_face"),
    TraitTest(8, wild=6, modifier=-1, ones="any_face", ones_on="trait_die"),
    TraitTest(6, wild=4, target=7, aces=False),
    TraitTest(8, modifier=5, target=6, aces=False, wild=6),
    TraitTest(4, helpers=(Helper(6),)),
    TraitTest(4, wild=6, helpers=(Helper(4, wild=6, modifier=1),)),
    TraitTest(6, helpers=(Helper(4), Helper(6, target=3)), assist_cap=1),
    TraitTest(6, modifier=1, helpers=(Helper(4), Helper(6)), ones="any_face"),
    TraitTest(6, helpers=(Helper(4),), assist_cap=0),
    TotalTest(8, wild=6, modifier=-3),
    TotalTest(6, modifier=2, helpers=(Helper(6),)),
    TotalTest(4, wild=6, helpers=(Helper(8),), assist_cap=2, ones_on="trait_die"),
    TotalTest(12, aces=False, modifier=-20),
]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(("floor", "cap"), [(0, 0), (0, 1), (0, 4), (1, 3), (-4, 9)])
def test_weights_are_those_of_the_dice_thrown_every_way(
    test: TraitTest | TotalTest, floor: int, cap: int
) -> None:
    by_hand = shares_by_hand(test, floor, cap)
    shares = shares_of(test, floor, cap)
    left_out = 1 - sum(by_hand.values())
    assert by_hand.keys() <= shares.keys() or not left_out
    for result, share in shares.items():
        assert by_hand.get(result, 0) <= share <= by_hand.get(result, 0) + left_out
    assert sum(shares.values()) == 1


@pytest.mark.parametrize("test", TESTS)
def test_closing_later_and_lumping_is_closing_at_once(test: TraitTest | TotalTest) -> None:
    lumped: dict[Result, Fraction] = {}
    for (value, mishap), share in shares_of(test, 0, 12).items():
        result = Result(min(value, 3), mishap)
        lumped[result] = lumped.get(result, Fraction(0)) + share
    assert lumped == shares_of(test, 0, 3)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(("floor", "cap"), [(0, 0), (0, 5), (2, 5), (-3, 2)])
def test_every_result_with_weight_is_among_the_results(
    test: TraitTest | TotalTest, floor: int, cap: int
) -> None:
    assert set(test.weights(floor, cap)) <= set(test.results(floor, cap))
    assert test.results(floor, cap) == type(test)(20, modifier=7).results(floor, cap)


def test_weights_are_positive_and_cannot_be_changed() -> None:
    weights = TraitTest(8, wild=6).weights(0, 5)
    assert min(weights.values()) > 0
    with pytest.raises(TypeError):
        weights[Result(0)] = 1  # type: ignore[index]  # that it can't be written is what is tested


def test_a_multiple_of_its_size_is_impossible_for_an_acing_die() -> None:
    assert 12 not in values_of(TotalTest(6), 0, 20)
    with pytest.raises(Refused) as refused:
        TraitTest(6, wild=6).read([6, 12])
    assert [(reason.id, reason.where) for reason in refused.value.reasons] == [
        ("dice.multiple", "[0]"),
        ("dice.multiple", "[1]"),
    ]
    assert TraitTest(6, aces=False).read([6]) == Result(1)


def test_a_die_of_one_side_that_aces_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        TraitTest(1).weights(0, 2)
    assert refused.value.reasons[0].id == "dice.endless"


def test_the_account_names_best_die_help_modifier_total_and_marks() -> None:
    test = TraitTest(8, wild=6, modifier=2, helpers=(Helper(8),))
    english, french = Texts("en"), Texts("fr")
    told = test.account([8 + 3, 5, 4])
    assert english.say(told) == "Best die 11, help 1, modifier 2: total 14 against 4. Marks: 3."
    natural = test.account([3, 1, 2])
    assert english.say(natural) == (
        "Best die 3, help 0, modifier 2: total 5 against 4. Marks: 1. A natural 1 among the dice."
    )
    assert french.say(natural) == (
        "Meilleur dé 3, aide 0, modificateur 2\xa0: total 5 contre 4. Marques\xa0: 1. "
        "Un 1 naturel parmi les dés."
    )
    total = TotalTest(8).account([1])
    assert english.say(total) == ("Best die 1, help 0, modifier 0: total 1. A natural 1 among the dice.")


def test_weights_are_no_larger_than_the_throws_that_matter() -> None:
    assert sum(TraitTest(8).weights(0, 1).values()) == 8
    assert sum(TraitTest(8).weights(0, 2).values()) == 8
    assert sum(TraitTest(8).weights(0, 3).values()) == 64
