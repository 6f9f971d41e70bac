"""Rule page, A system and A hacker: markers, dice, hot sim, time between scenes."""

import pytest
from msgspec.structs import replace

from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.rules.backlash import toughness
from contrecoup.rulesets.savage.rules.markers import after_marks, hacker_markers, system_markers
from contrecoup.rulesets.savage.rules.trait import hacking_test, ice_test
from contrecoup.rulesets.savage.sheets import DieSize, Rulings, System
from contrecoup.rulesets.savage.state import Body
from contrecoup.rulesets.savage.tests.hands import breach, hacker, intrusion


@pytest.mark.parametrize(("ice", "markers"), [("d4", 4), ("d6", 6), ("d8", 8), ("d10", 10), ("d12", 12)])
def test_a_system_has_as_many_markers_as_its_ice_has_faces(ice: DieSize, markers: int) -> None:
    assert system_markers(System(colour="green", ice=ice)) == markers


@pytest.mark.parametrize("rating", [4, 6, 8, 10, 12])
def test_a_hacker_has_as_many_markers_as_the_commlinks_rating(rating: int) -> None:
    assert hacker_markers(hacker(commlink={"rating": rating})) == rating


@pytest.mark.parametrize(("spirit", "markers"), [("d4", 2), ("d6", 3), ("d8", 4), ("d10", 5), ("d12", 6)])
def test_hot_sim_gives_markers_for_half_the_spirit_die(spirit: str, markers: int) -> None:
    counted = hacker_markers(hacker(mode="hot_sim", spirit=spirit))
    assert (counted, type(counted)) == (markers, int)  # 3.0 would equal 3 and be shown as 3.0
    assert hacker_markers(hacker(mode="hot_sim", spirit=spirit, commlink=None)) == markers


def test_hot_sim_gives_1_on_hacking_and_bypasses_the_commlink() -> None:
    hot = hacking_test(hacker(mode="hot_sim"), Rulings(), Body(), 0)
    assert (hot.modifier, hot.helpers) == (1, ())


def test_hot_sim_loses_the_commlinks_armour() -> None:
    link = {"rating": 8, "armour": 4}
    assert toughness(hacker(commlink=link)) == 10
    assert toughness(hacker(commlink=link, mode="hot_sim")) == 6
    assert toughness(hacker(commlink=None, mode="hot_sim")) == 6


def test_a_red_system_throws_a_wild_die_and_a_green_one_none() -> None:
    red, green = (ice_test(System(colour=c, ice="d8"), Rulings(), False, 0) for c in ("red", "green"))
    assert [die.label for die in red.dice()] == ["die.ice", "die.wild"]
    assert [die.label for die in green.dice()] == ["die.ice"]


def test_markers_never_fall_below_0() -> None:
    assert (after_marks(5, 2), after_marks(5, 5), after_marks(5, 9)) == (3, 0, 0)


def test_both_sides_get_their_markers_on_connecting() -> None:
    state = breach(intrusion({"commlink": {"rating": 6}}, {"ice": "d10"}), "connect")
    assert (state.hacker, state.system) == (6, 10)


# Time between scenes


@pytest.mark.parametrize(
    ("minutes", "left"), [(0, 3), (59, 3), (60, 2), (119, 2), (120, 1), (180, 0), (10_000, 0)]
)
def test_an_hour_of_rest_takes_a_level_of_fatigue(minutes: int, left: int) -> None:
    assert RULESET.later(hacker(fatigue=3), minutes).fatigue == left


def test_wounds_shaken_and_bennies_do_not_pass_with_time() -> None:
    who = hacker(wounds=2, shaken=True, bennies=2, incapacitated=True)
    assert RULESET.later(who, 100_000) == who


@pytest.mark.parametrize(("minutes", "left"), [(1, 359), (359, 1), (360, 0), (361, 0)])
def test_an_alert_runs_out_after_six_hours(minutes: int, left: int) -> None:
    for system in (
        System(colour="red", ice="d8", alert=True, alert_minutes=360),
        System(colour="red", ice="d8", alert=True),
    ):
        later = RULESET.later(system, minutes)
        assert (later.alert, later.alert_minutes) == (left > 0, left)


def test_a_quiet_system_stays_quiet_and_no_time_changes_nothing() -> None:
    quiet = System(colour="green", ice="d4")
    assert RULESET.later(quiet, 500) == quiet
    given = replace(quiet, alert=True)
    assert RULESET.later(given, 0) == given
