"""Rule page, Backlash: damage against Toughness, Soak, Shaken, Incapacitation."""

import json
from pathlib import Path
from typing import Any

import pytest

from contrecoup.kernel import CEILING, Change, Choice, End, Result
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.rules.backlash import levels_of, most_levels, suffer, system_damage, toughness
from contrecoup.rulesets.savage.setup import Intrusion
from contrecoup.rulesets.savage.sheets import Rulings, System
from contrecoup.rulesets.savage.state import Body
from contrecoup.rulesets.savage.tests.hands import (
    asked,
    breach,
    hacker,
    ids,
    intrusion,
    modifier,
    offered,
    strike,
)

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
RED: dict[str, Any] = {"colour": "red"}


def red(**who: Any) -> Intrusion:
    return intrusion(who, RED)


def green(**who: Any) -> Intrusion:
    return intrusion(who)


# Damage


@pytest.mark.parametrize("vector", VECTORS["backlash"])
def test_damage_weighs_what_the_vectors_say(vector: dict[str, Any]) -> None:
    alert = vector["modifier"] == 2
    colour = "red" if vector["red"] else "green"
    system = System(colour=colour, ice=f"d{vector['ice']}")  # type: ignore[arg-type]  # a die of the rules
    spirit = vector["toughness"] if vector["toughness"] in (4, 6, 8, 10, 12) else 4
    victim = hacker(spirit=f"d{spirit}", commlink={"rating": 4, "armour": vector["toughness"] - spirit})
    test = system_damage(system, Rulings(), alert, vector["markers_left"], victim)
    assert toughness(victim) == vector["toughness"]
    weights, found = test.weights(0, 10), dict[str, float]()
    for (marks, _), weight in weights.items():
        label = f"{marks - 1} wounds" if marks else "below"
        found[label] = found.get(label, 0.0) + weight / sum(weights.values())
    for label, share in vector["p"].items():
        assert found.get(label, 0.0) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize(("damage", "marks"), [(5, 0), (6, 1), (9, 1), (10, 2), (13, 2), (14, 3)])
def test_each_full_4_above_toughness_is_a_level(damage: int, marks: int) -> None:
    test = system_damage(System(colour="red", ice="d12"), Rulings(), False, damage - 5, hacker())
    assert test.read([5, 4]).value == marks
    assert levels_of(marks, is_shaken=False) == max(0, marks - 1)


def test_damage_7_against_toughness_8_is_nothing() -> None:
    victim = hacker(commlink={"rating": 8, "armour": 2})
    test = system_damage(System(colour="green", ice="d8"), Rulings(), False, 3, victim)
    assert test.read([4]).value == 0


def test_a_green_system_throws_without_aces_and_a_red_one_aces() -> None:
    for colour, aces in (("green", False), ("red", True)):
        system = System(colour=colour, ice="d8")  # type: ignore[arg-type]  # one of the two
        dice = system_damage(system, Rulings(), False, 0, hacker()).dice()
        assert [die.aces for die in dice] == [aces] * len(dice)
        assert len(dice) == 1 + aces


def test_a_red_backlash_loses_its_wild_die_by_the_ruling() -> None:
    rulings = Rulings(backlash_wild_die=False)
    assert len(system_damage(System(colour="red", ice="d8"), rulings, False, 0, hacker()).dice()) == 1


def test_damage_adds_alert_and_markers_left() -> None:
    setup = intrusion(None, {"alert": True})
    assert modifier(setup, breach(setup, "connect", "go_on", 8, 3)) == 2 + 5


def test_the_already_shaken_take_one_level_at_least() -> None:
    assert [levels_of(marks, is_shaken=True) for marks in (0, 1, 2, 3)] == [0, 1, 1, 2]


def test_below_toughness_there_is_nothing_but_the_ejection() -> None:
    state = strike(red(), 0)
    assert (state.phase, state.body) == ("offline", Body())


def test_reaching_toughness_leaves_shaken() -> None:
    assert strike(red(), 1).body == Body(shaken=True)
    assert strike(green(), 1).body == Body(shaken=True)


def test_red_wounds_and_green_tires() -> None:
    assert strike(red(), 3).body == Body(shaken=True, wounds=2)
    assert strike(green(), 3).body == Body(shaken=True, fatigue=2)


def test_fatigue_shakes_only_by_its_ruling() -> None:
    setup = intrusion(None, None, {"fatigue_shakes": False})
    assert strike(setup, 1).body == Body()
    assert strike(setup, 2).body == Body(fatigue=1)
    assert strike(intrusion(None, RED, {"fatigue_shakes": False}), 1).body == Body(shaken=True)


@pytest.mark.parametrize(
    ("setup", "marks", "said"),
    [
        (red(), 0, ["backlash_nothing"]),
        (red(), 1, ["backlash_shakes"]),
        (intrusion(None, None, {"fatigue_shakes": False}), 1, ["backlash_harmless"]),
        (red(), 2, ["backlash_wounds", "takes_wounds", "is_shaken"]),
        (green(), 2, ["backlash_fatigue", "takes_fatigue", "is_shaken"]),
        (red(), 5, ["backlash_wounds", "takes_wounds", "is_shaken", "incapacitated_wounds"]),
        (green(), 4, ["backlash_fatigue", "takes_fatigue", "is_shaken", "incapacitated_fatigue"]),
        (red(wild_card=False), 2, ["backlash_wounds", "takes_wounds", "is_shaken", "extra_out"]),
        (red(bennies=1), 3, ["backlash_wounds"]),
    ],
)
def test_a_blow_tells_what_it_does(setup: Intrusion, marks: int, said: list[str]) -> None:
    state = breach(setup, "connect", "go_on", 8, 0)
    if state.phase == "benny":
        state = breach(setup, "keep", state=state)
    assert ids(setup, state, marks) == said


def test_results_are_told_apart_as_far_as_they_differ() -> None:
    blow = asked(red(), breach(red(), "connect", "go_on", 8, 0))
    assert (blow.reason, blow.cap, blow.mishap_matters) == ("throw.backlash", 1 + 4, False)
    tiring = asked(green(fatigue=1), breach(green(fatigue=1), "connect", "go_on", 8, 0))
    assert tiring.cap == 1 + 2
    setup = red(bennies=1)
    assert asked(setup, breach(setup, "connect", "go_on", 8, 0, "keep")).cap == CEILING
    assert strike(setup, 40) == strike(setup, CEILING)
    soak = asked(setup, breach(setup, "soak", state=strike(setup, 3)))
    assert (soak.reason, soak.cap, soak.mishap_matters) == ("throw.soak", 2, False)
    vigor = asked(red(), strike(red(), 5))
    assert (vigor.reason, vigor.cap, vigor.mishap_matters) == ("throw.vigor", 1, True)
    bleeding = asked(red(), breach(red(), 0, state=strike(red(), 5)))
    assert (bleeding.reason, bleeding.cap, bleeding.mishap_matters) == ("throw.bleeding", 2, False)


# Soak


@pytest.mark.parametrize(
    ("old", "marks", "vigor", "wounds", "shaken"),
    [
        (1, 3, 5 - 1, 2, True),  # one old wound, hit for 2, Vigor 5 - 1 = 4: one soaked
        (1, 3, 9 - 1, 1, False),  # 9 - 1 = 8: both soaked
        (2, 2, 14 - 2, 2, False),  # hit for 1, 12: the new one goes, the old ones stay
        (0, 3, 3, 2, True),  # nothing soaked
    ],
)
def test_each_mark_soaks_one_of_the_new_levels(
    old: int, marks: int, vigor: int, wounds: int, shaken: bool
) -> None:
    setup = red(bennies=1, wounds=old, vigor="d8")
    state = breach(setup, "soak", state=strike(setup, marks))
    test: Any = asked(setup, state).test
    assert test.modifier == -old
    best = vigor + old
    state = breach(setup, tuple(test.read([best, 1 if best != 1 else 2])), state=state)
    assert (state.body.wounds, state.body.shaken, state.body.bennies) == (wounds, shaken, 0)


def test_soaking_works_on_fatigue_too() -> None:
    setup = green(bennies=1)
    assert breach(setup, "soak", 1, state=strike(setup, 3)).body == Body(shaken=True, fatigue=1)
    assert breach(setup, "soak", 2, state=strike(setup, 3)).body == Body()


def test_soaking_is_offered_only_with_a_benny_and_a_level() -> None:
    assert offered(red(bennies=1), strike(red(bennies=1), 2)) == ["soak", "take"]
    assert strike(red(bennies=1), 1).phase == "offline"
    assert strike(red(), 2).phase == "offline"


@pytest.mark.parametrize("soaks", [True, False])
def test_a_plan_soaks_or_takes(soaks: bool) -> None:
    setup = intrusion({"bennies": 1}, RED, None, soak=soaks)
    node = RULESET.node(setup, strike(setup, 2))
    assert isinstance(node, Choice)
    assert node.push.id == ("soak" if soaks else "take")


def test_a_blow_is_soaked_once() -> None:
    setup = red(bennies=5)
    state = breach(setup, "soak", 0, state=strike(setup, 2))
    assert (state.phase, state.body.bennies, state.body.wounds) == ("offline", 4, 1)


def test_a_taken_blow_keeps_the_benny() -> None:
    setup = red(bennies=1)
    assert breach(setup, "take", state=strike(setup, 2)).body == Body(shaken=True, wounds=1, bennies=1)


def test_soaking_is_told_with_what_is_soaked_and_left() -> None:
    setup = red(bennies=2)
    state = strike(setup, 3)
    assert ids(setup, state, "soak") == ["benny_soaks"]
    assert ids(setup, state, "take") == ["takes_wounds", "is_shaken"]
    state = breach(setup, "soak", state=state)
    assert ids(setup, state, 0) == ["soaked_nothing", "takes_wounds", "is_shaken"]
    assert ids(setup, state, 1) == ["soaked_some", "takes_wounds", "is_shaken"]
    assert ids(setup, state, 2) == ids(setup, state, 7) == ["soaked_all"]


def test_soaking_may_save_from_incapacitation() -> None:
    setup = red(bennies=1, wounds=3)
    state = breach(setup, "soak", 1, state=strike(setup, 2))
    assert (state.phase, state.body.fate) == ("offline", "up")


# Shaken


def test_the_shaken_cannot_connect() -> None:
    setup = red(shaken=True)
    assert offered(setup, RULESET.start(setup)) == ["steady", "stop"]


def test_a_success_of_spirit_clears_it_and_a_failure_does_not() -> None:
    setup = red(shaken=True)
    assert offered(setup, breach(setup, "steady", 1)) == ["connect", "stop"]
    assert offered(setup, breach(setup, "steady", 0)) == ["steady", "stop"]
    assert ids(setup, breach(setup, "steady"), 0) == ["still_shaken"]
    assert ids(setup, breach(setup, "steady"), 1) == ["steadied"]


def test_a_benny_clears_it_at_once() -> None:
    setup = red(shaken=True, bennies=1)
    assert ids(setup, RULESET.start(setup), "unshake") == ["benny_unshakes"]
    state = breach(setup, "unshake")
    assert (state.body.shaken, state.body.bennies, state.phase) == (False, 0, "offline")


def test_shaken_by_a_blow_is_shaken_off_and_he_connects_again_with_his_wound() -> None:
    state = breach(red(), "steady", 1, "connect", "go_on", 0, state=strike(red(), 2))
    assert modifier(red(), state) == -1


# Incapacitation


@pytest.mark.parametrize(
    ("wounding", "wild", "levels", "fate"),
    [
        (True, True, 3, "up"),
        (True, True, 4, "dying"),
        (True, True, 9, "dying"),
        (True, False, 0, "up"),
        (True, False, 1, "incapacitated"),
        (False, True, 2, "up"),
        (False, True, 3, "incapacitated"),
        (False, False, 2, "up"),
        (False, False, 3, "incapacitated"),
    ],
)
def test_who_is_out_by_how_much(wounding: bool, wild: bool, levels: int, fate: str) -> None:
    assert suffer(Body(), levels, wounding, wild, shakes=True).fate == fate


def test_old_wounds_and_levels_count() -> None:
    assert suffer(Body(wounds=3), 1, True, True, True).fate == "dying"
    assert suffer(Body(fatigue=2), 1, False, True, True).fate == "incapacitated"
    assert suffer(Body(wounds=3), 1, False, True, True).fate == "up"


def test_counts_stop_where_they_incapacitate() -> None:
    assert suffer(Body(), 20, True, True, True).wounds == 4
    assert suffer(Body(), 20, False, True, True).fatigue == 3
    assert most_levels(Body(wounds=1), True, True) == 3
    assert most_levels(Body(wounds=9), True, True) == 1


def test_an_extra_and_the_exhausted_need_no_vigor_test() -> None:
    assert strike(red(wild_card=False), 2).phase == "over"
    assert strike(green(), 4).phase == "over"


@pytest.mark.parametrize(
    ("given", "fate", "phase"),
    [((0, True), "dead", "over"), (0, "bleeding", "bleeding"), (1, "stable", "over"), (3, "stable", "over")],
)
def test_the_vigor_test_of_an_incapacitated_wild_card(given: Any, fate: str, phase: str) -> None:
    state = strike(red(), 5)
    assert (state.phase, modifier(red(), state)) == ("vigor", -3)
    assert ids(red(), state, given) == [f"vigor_{fate}"]
    state = breach(red(), given, state=state)
    assert (state.body.fate, state.phase) == (fate, phase)


def test_all_his_dice_on_a_natural_1_are_death() -> None:
    test: Any = asked(red(), strike(red(), 5)).test
    assert test.read([1, 1]) == Result(0, True)
    assert test.read([1, 2]) == test.read([2, 1]) == Result(0)


@pytest.mark.parametrize(
    ("given", "fate", "phase"),
    [
        (0, "dead", "over"),
        ((0, True), "dead", "over"),
        (1, "bleeding", "bleeding"),
        (2, "stable", "over"),
        (4, "stable", "over"),
    ],
)
def test_each_minute_of_bleeding_out(given: Any, fate: str, phase: str) -> None:
    state = breach(red(), 0, 1, state=strike(red(), 5))
    assert ids(red(), state, given) == [f"bleeding_{fate}"]
    state = breach(red(), given, state=state)
    assert (state.body.fate, state.phase) == (fate, phase)


def end_of(setup: Intrusion, state: Any) -> End:
    node = RULESET.node(setup, state)
    assert isinstance(node, End)
    return node


def test_what_stays_on_the_sheet() -> None:
    dead = end_of(red(), breach(red(), (0, True), state=strike(red(), 5)))
    changes = {(change.field, change.value) for change in dead.aftermath if change.sheet == "hacker"}
    assert changes == {("shaken", True), ("wounds", 3), ("incapacitated", True), ("dead", True)}
    tired = end_of(green(), strike(green(), 4))
    assert tired.aftermath == (Change("hacker", "shaken", True), Change("hacker", "fatigue", 3))
    out = end_of(red(wild_card=False), strike(red(wild_card=False), 2))
    assert Change("hacker", "incapacitated", True) in out.aftermath


@pytest.mark.parametrize(
    ("setup", "marks", "harm"),
    [
        (red(), 0, "none"),
        (red(), 1, "shaken"),
        (red(), 2, "wounds_1"),
        (red(wounds=2), 2, "wounds_1"),
        (green(), 3, "fatigue_2"),
        (green(fatigue=1), 2, "fatigue_1"),
        (green(), 4, "incapacitated"),
    ],
)
def test_odds_name_the_harm_of_the_scene_alone(setup: Intrusion, marks: int, harm: str) -> None:
    state = strike(setup, marks)
    state = state if state.phase == "over" else breach(setup, "stop", state=state)
    assert harm in [tally.value for tally in end_of(setup, state).tallies if tally.kind == "harm"]


def test_an_exhausted_hacker_connects_again_after_an_hour_of_rest() -> None:
    rested = RULESET.later(hacker(fatigue=3), 60)
    setup = intrusion({"fatigue": rested.fatigue})
    assert breach(setup, "connect").phase == "round"
