"""Rule page, Base mechanics: which dice are thrown, with what modifier, what they come to."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from contrecoup.dice import Helper, TraitTest
from contrecoup.kernel import Die, Refused, Result, Test
from contrecoup.rulesets.savage.rules.trait import (
    hacking_test,
    ice_test,
    keep,
    penalty,
    spider_test,
    spirit_test,
    vigor_test,
)
from contrecoup.rulesets.savage.sheets import Rulings, Spider, System
from contrecoup.rulesets.savage.state import Body, Kept
from contrecoup.rulesets.savage.tests.hands import hacker

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
DEFAULT = Rulings()


def shares(test: Test, cap: int) -> dict[str, Fraction]:
    weights = test.weights(0, cap)
    whole = sum(weights.values())
    return {
        f"{result.value} marks{', natural 1' if result.mishap else ''}": Fraction(weight, whole)
        for result, weight in weights.items()
    }


@pytest.mark.parametrize("vector", VECTORS["trait_tests"])
def test_hacking_tests_weigh_what_the_vectors_say(vector: dict[str, Any]) -> None:
    skill = "unskilled" if vector["unskilled"] else f"d{vector['die']}"
    who = hacker(hacking=skill, wild_card=vector["wild"] is not None, commlink=None, mode="hot_sim")
    test = hacking_test(who, DEFAULT, Body(), vector["modifier"] - 1)
    assert shares(test, vector["marks_capped_at"]) == {k: Fraction(p) for k, p in vector["p"].items()}


@pytest.mark.parametrize("vector", VECTORS["helped_tests"])
def test_helped_tests_weigh_what_the_vectors_say(vector: dict[str, Any]) -> None:
    who = hacker(hacking=f"d{vector['die']}", commlink={"rating": vector["commlink"]})
    test = hacking_test(who, DEFAULT, Body(), 0)
    assert shares(test, vector["marks_capped_at"]) == {k: Fraction(p) for k, p in vector["p"].items()}


@pytest.mark.parametrize(
    ("total", "marks"), [(-1, 0), (0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (13, 3), (29, 7)]
)
def test_a_mark_from_4_on_and_one_more_for_each_full_4(total: int, marks: int) -> None:
    test = TraitTest(12, modifier=total - 5)
    assert test.read([5]).value == marks


def test_the_better_die_counts_and_dice_are_never_added_together() -> None:
    test = hacking_test(hacker(commlink=None, mode="hot_sim"), DEFAULT, Body(), -1)
    assert test.read([10, 5]) == Result(2)
    assert test.read([4, 13]) == Result(3)


def test_an_extra_throws_no_wild_die() -> None:
    test = hacking_test(hacker(wild_card=False), DEFAULT, Body(), 0)
    assert [die.label for die in test.dice()] == ["die.hacking", "die.commlink"]
    weights = TraitTest(8).weights(0, 1)
    assert Fraction(weights[Result(1)], sum(weights.values())) == Fraction(5, 8)


def test_every_own_die_aces() -> None:
    who = hacker()
    tests = (hacking_test(who, DEFAULT, Body(), 0), vigor_test(who, Body()), spirit_test(who, Body()))
    assert all(die.aces for test in tests for die in test.dice())


def test_a_multiple_of_the_size_is_refused_with_each_reason() -> None:
    test = hacking_test(hacker(), DEFAULT, Body(), 0)
    with pytest.raises(Refused) as refused:
        test.read([16, 12, 3])
    assert [(reason.id, reason.where) for reason in refused.value.reasons] == [
        ("dice.multiple", "[0]"),
        ("dice.multiple", "[1]"),
    ]


def test_without_the_skill_a_d4_with_minus_2_and_the_wild_die() -> None:
    test = hacking_test(hacker(hacking="unskilled"), DEFAULT, Body(), 0)
    assert (test.die, test.wild, test.modifier) == (4, 6, -2)


def test_modifiers_are_added_once_to_the_better_total() -> None:
    test = hacking_test(hacker(), DEFAULT, Body(wounds=1), 0)
    assert test.read([4, 2, 1]) == Result(0)
    assert test.read([5, 2, 1]) == Result(1)


# Assistance


def test_each_mark_of_the_commlink_adds_1_to_the_total() -> None:
    test = hacking_test(hacker(), DEFAULT, Body(), 0)
    assert test.helpers == (Helper(8, label="die.commlink"),)
    assert test.read([3, 2, 3]).value == 0
    assert test.read([3, 2, 4]).value == 1
    assert test.read([6, 2, 9]).value == 2


def test_the_commlink_helps_with_one_acing_die() -> None:
    assert hacking_test(hacker(), DEFAULT, Body(), 0).dice()[2:] == (Die("die.commlink", 8, aces=True),)


def test_the_commlink_helps_only_by_its_ruling_and_not_in_hot_sim() -> None:
    assert not hacking_test(hacker(), Rulings(commlink_helps=False), Body(), 0).helpers
    assert not hacking_test(hacker(mode="hot_sim"), DEFAULT, Body(), 0).helpers
    assert not hacking_test(hacker(), DEFAULT, Body(), 0, helped=False).helpers


def test_help_has_no_limit_unless_the_ruling_caps_it() -> None:
    free = hacking_test(hacker(), DEFAULT, Body(), 0)
    capped = hacking_test(hacker(), Rulings(assist_cap=4), Body(), 0)
    assert free.read([3, 2, 23]).value == 2  # 3 + 5
    assert capped.read([3, 2, 23]).value == 1  # 3 + 4


def test_the_cap_holds_for_all_spiders_together() -> None:
    spiders = (Spider(hacking="d8"), Spider(hacking="d8"))
    system = System(colour="green", ice="d8", spiders=spiders)
    assert ice_test(system, Rulings(assist_cap=4), False, 0b11).read([3, 15, 15]).value == 1  # 3 + 4
    assert ice_test(system, DEFAULT, False, 0b11).read([3, 15, 15]).value == 2  # 3 + 3 + 3


# Natural 1


def test_any_own_die_shows_a_natural_1_even_in_a_success() -> None:
    test = hacking_test(hacker(), DEFAULT, Body(), 0)
    assert test.read([1, 5, 3]) == Result(1, True)
    assert test.read([5, 1, 3]) == Result(1, True)
    assert test.read([5, 3, 1]) == Result(1)


def test_the_wild_die_does_not_count_where_the_trait_die_alone_does() -> None:
    test = hacking_test(hacker(), Rulings(ones_on="trait_die"), Body(), 0)
    assert test.read([5, 1, 3]) == Result(1)
    assert test.read([1, 5, 3]) == Result(1, True)


def test_a_1_after_an_ace_counts_only_where_any_face_does() -> None:
    assert hacking_test(hacker(), DEFAULT, Body(), 0).read([9, 2, 3]) == Result(2)
    test = hacking_test(hacker(), Rulings(natural_one="any_face"), Body(), 0)
    assert test.read([9, 2, 3]) == Result(2, True)


def test_the_rulings_on_natural_1s_hold_for_the_ice_and_spiders_too() -> None:
    rulings = Rulings(natural_one="any_face", ones_on="trait_die")
    ice = ice_test(System(colour="red", ice="d6"), rulings, False, 0)
    spider = spider_test(Spider(hacking="d6", wild_card=True), rulings)
    for test in (ice, spider):
        assert (test.ones, test.ones_on, test.wild) == ("any_face", "trait_die", 6)


# Penalties


@pytest.mark.parametrize(
    ("body", "by"),
    [
        (Body(), 0),
        (Body(wounds=1), -1),
        (Body(wounds=3), -3),
        (Body(wounds=4), -3),
        (Body(fatigue=1), -1),
        (Body(fatigue=2), -2),
        (Body(fatigue=3), -2),
        (Body(wounds=2, fatigue=1), -3),
    ],
)
def test_wounds_and_fatigue_weigh_on_every_trait_test(body: Body, by: int) -> None:
    who = hacker()
    assert penalty(body) == by
    tests = (hacking_test(who, DEFAULT, body, 0), vigor_test(who, body), spirit_test(who, body))
    assert [test.modifier for test in tests] == [by] * 3


def test_vigor_and_spirit_tests_throw_their_own_dice() -> None:
    who = hacker(vigor="d10", spirit="d4", wild_card=False)
    assert vigor_test(who, Body()).dice() == (Die("die.vigor", 10, aces=True),)
    assert spirit_test(who, Body()).dice() == (Die("die.spirit", 4, aces=True),)
    wild = Die("die.wild", 6, aces=True)
    joker = hacker(vigor="d10", spirit="d4")
    assert vigor_test(joker, Body()).dice()[1:] == spirit_test(joker, Body()).dice()[1:] == (wild,)


def test_of_two_equal_throws_the_first_one_is_kept() -> None:
    first = Kept(5, True)
    assert keep(Result(5), first) is first
    assert keep(Result(4), first) is first
    assert keep(Result(6), first) == Kept(6, False)
    assert keep(Result(1, True), None) == Kept(1, True)
