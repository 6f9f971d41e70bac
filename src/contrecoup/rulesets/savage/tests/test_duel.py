"""Rule page, Hacker against hacker: rounds, faults, crashes and their blows."""

from typing import Any

import pytest

from contrecoup.kernel import Change, End, Name, Tally
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.rules.backlash import hacker_damage
from contrecoup.rulesets.savage.sheets import Rulings
from contrecoup.rulesets.savage.state import Body
from contrecoup.rulesets.savage.tests.hands import asked, clash, duel, hacker, ids, modifier, offered, told

PLAIN = duel()
ROUND = ("go_on", "go_on")


def end_of(setup: Any, state: Any) -> End:
    node = RULESET.node(setup, state)
    assert isinstance(node, End)
    return node


def test_both_get_markers_by_commlink_or_spirit() -> None:
    state = clash(duel({"commlink": {"rating": 6}}, {"mode": "hot_sim", "spirit": "d10"}))
    assert (state.attacker.markers, state.defender.markers) == (6, 5)


def test_each_mark_takes_one_marker_from_the_other() -> None:
    state = clash(PLAIN, *ROUND, 2, 3)
    assert (state.attacker.markers, state.defender.markers, state.phase) == (5, 6, "round")
    (said,) = told(PLAIN, clash(PLAIN, *ROUND), 2)
    assert (said.id, said.rule) == ("duel_takes", "duel")
    assert {"count": 2, "attacker": 8, "defender": 6}.items() <= dict(said.values).items()


def test_each_has_his_commlinks_help() -> None:
    for state in (clash(PLAIN, *ROUND), clash(PLAIN, *ROUND, 0)):
        test: Any = asked(PLAIN, state).test
        assert [helper.die for helper in test.helpers] == [8]


def test_a_round_is_counted_once() -> None:
    assert asked(PLAIN, clash(PLAIN, *ROUND)).round
    assert not asked(PLAIN, clash(PLAIN, *ROUND, 0)).round


def test_a_fault_gives_the_other_2_from_the_next_roll_on() -> None:
    state = clash(PLAIN, *ROUND, (0, True))
    assert modifier(PLAIN, state) == 0  # thrown at the same moment
    state = clash(PLAIN, 0, *ROUND, state=state)
    assert modifier(PLAIN, state) == 0  # his own next test
    state = clash(PLAIN, (0, True), state=state)
    assert modifier(PLAIN, state) == 2  # the other's, and it does not add up
    state = clash(PLAIN, 0, *ROUND, 0, state=state)
    assert modifier(PLAIN, state) == 2


def test_both_may_commit_faults() -> None:
    state = clash(PLAIN, *ROUND, (0, True), (0, True), *ROUND)
    assert modifier(PLAIN, state) == 2
    assert modifier(PLAIN, clash(PLAIN, 0, state=state)) == 2


def test_faults_are_told_naming_who_commits_them() -> None:
    state = clash(PLAIN, *ROUND)
    assert ids(PLAIN, state, (1, True)) == ["duel_takes", "fault"]
    state = clash(PLAIN, (0, True), 0, *ROUND, state=state)
    assert ids(PLAIN, state, (0, True)) == ["duel_fails", "fault_again"]


def test_the_last_marker_gone_he_still_throws() -> None:
    assert ids(PLAIN, clash(PLAIN, *ROUND), 8) == ["duel_takes", "last_throw"]
    assert clash(PLAIN, *ROUND, 8).phase == "hacking"


@pytest.mark.parametrize(
    ("first", "second", "outcome", "victim"),
    [(8, 0, "defender_crashes", "defender"), (0, 8, "attacker_crashes", "attacker")],
)
def test_who_has_no_markers_left_crashes(first: int, second: int, outcome: str, victim: str) -> None:
    state = clash(PLAIN, *ROUND, first, second)
    assert (state.phase, state.outcome, state.turn) == ("backlash", outcome, victim)
    assert asked(PLAIN, state).seat != victim


def test_the_blow_adds_the_others_markers_and_leaves_his_help_out() -> None:
    state = clash(PLAIN, *ROUND, 3, 8)
    test: Any = asked(PLAIN, state).test
    assert (test.modifier, test.helpers, test.target, test.wild) == (5, (), 6, 6)


def test_hot_sim_fault_bonus_and_penalties_are_in_the_blow() -> None:
    setup = duel(None, {"mode": "hot_sim", "wounds": 1, "fatigue": 1})
    state = clash(setup, *ROUND, (0, True), 8)
    assert modifier(setup, state) == 1 + 2 - 2 + 3


def test_a_wild_card_strikes_as_red_and_an_extra_as_green() -> None:
    wild = hacker_damage(hacker(), Rulings(), Body(), 0, 0, hacker())
    extra = hacker_damage(hacker(wild_card=False), Rulings(), Body(), 0, 0, hacker())
    assert (wild.aces, wild.wild, extra.aces, extra.wild) == (True, 6, False, 0)
    by_wild = clash(PLAIN, *ROUND, 8, 0, 3)
    assert by_wild.defender.body == Body(shaken=True, wounds=2)
    setup = duel({"wild_card": False})
    assert clash(setup, *ROUND, 8, 0, 3).defender.body == Body(shaken=True, fatigue=2)


def test_the_red_backlash_ruling_is_about_systems_alone() -> None:
    rulings = Rulings(backlash_wild_die=False)
    assert hacker_damage(hacker(), rulings, Body(), 0, 0, hacker()).wild == 6


def test_both_out_both_crash_with_no_markers_added() -> None:
    state = clash(PLAIN, *ROUND, 8, 8)
    assert (state.outcome, state.turn, modifier(PLAIN, state)) == ("both_crash", "attacker", 0)
    assert ids(PLAIN, clash(PLAIN, *ROUND, 8), 8) == ["duel_takes", "both_crash"]
    state = clash(PLAIN, 3, state=state)
    assert (state.phase, state.turn) == ("backlash", "defender")
    assert modifier(PLAIN, state) == 0  # the attacker's two new Wounds came at the same moment
    state = clash(PLAIN, 2, state=state)
    assert (state.attacker.body.wounds, state.defender.body.wounds) == (2, 1)


def test_old_wounds_weigh_on_a_blow_struck_while_crashing() -> None:
    setup = duel({"wounds": 1})
    assert modifier(setup, clash(setup, *ROUND, 8, 8, 0)) == -1


def test_the_second_blow_falls_even_if_the_first_one_kills() -> None:
    state = clash(PLAIN, *ROUND, 8, 8, 9, (0, True))
    assert (state.attacker.body.fate, state.phase, state.turn) == ("dead", "backlash", "defender")
    state = clash(PLAIN, 0, state=state)
    assert end_of(PLAIN, state).outcome == "both_crash"


def test_each_soaks_with_his_own_bennies() -> None:
    setup = duel(None, {"bennies": 1}, {"benny_reroll": False})
    state = clash(setup, *ROUND, 8, 0, 2)
    assert offered(setup, state) == ["soak", "take"]
    assert clash(setup, "soak", 1, state=state).defender.body == Body()


def test_bennies_buy_a_new_throw_for_each() -> None:
    setup = duel({"bennies": 1}, {"bennies": 1})
    state = clash(setup, *ROUND, (3, True), "reroll", 9, 2, "reroll", (2, True))
    assert (state.attacker.markers, state.defender.markers) == (8, 6)
    assert (state.attacker.bonus, state.defender.bonus) == (0, 0)
    assert (state.attacker.body.bennies, state.defender.body.bennies) == (0, 0)


@pytest.mark.parametrize(
    ("way", "outcome"), [(("leave",), "attacker_leaves"), (("go_on", "leave"), "defender_leaves")]
)
def test_either_may_leave_before_the_throws(way: tuple[str, ...], outcome: str) -> None:
    state = clash(PLAIN, *way)
    assert end_of(PLAIN, state).outcome == outcome


def test_the_shaken_shake_it_off_before_the_first_round() -> None:
    setup = duel({"shaken": True}, {"shaken": True, "bennies": 1}, {"benny_reroll": False})
    state = clash(setup)
    assert (state.phase, state.turn, offered(setup, state)) == ("shaken", "attacker", ["steady", "leave"])
    state = clash(setup, "steady", 0, "steady", 1, state=state)
    assert (state.phase, state.turn) == ("shaken", "defender")
    assert offered(setup, state) == ["steady", "unshake", "leave"]
    assert end_of(setup, clash(setup, "leave", state=state)).outcome == "defender_leaves"
    state = clash(setup, "unshake", state=state)
    assert (state.phase, state.turn, state.defender.body.bennies) == ("round", "attacker", 0)


def test_the_steadying_is_told() -> None:
    setup = duel({"shaken": True, "bennies": 1})
    state = clash(setup)
    assert ids(setup, state, "unshake") == ["benny_unshakes"]
    assert ids(setup, state, "leave") == ["leaves"]
    assert ids(setup, clash(setup, "steady"), 0) == ["still_shaken"]
    assert ids(setup, clash(setup, "steady"), 1) == ["steadied"]


def test_spirit_tests_bear_the_penalties() -> None:
    setup = duel({"shaken": True, "wounds": 2})
    assert modifier(setup, clash(setup, "steady")) == -2


def test_ends_tally_each_side() -> None:
    end = end_of(PLAIN, clash(PLAIN, *ROUND, 3, 8, 2))
    assert end.tallies == (
        Tally("left", 5, "defender"),
        Tally("harm", "wounds_1", "attacker"),
        Tally("fate", "up", "attacker"),
        Tally("harm", "none", "defender"),
        Tally("fate", "up", "defender"),
    )
    assert end.aftermath == (Change("attacker", "shaken", True), Change("attacker", "wounds", 1))


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    for name in ("Guard", ""):
        setup = duel({"name": name}, {"name": name, "wild_card": False})
        (said,) = told(setup, clash(setup, *ROUND, 0), 1)
        assert dict(said.values)["who"] == Name("who.defender")
        crashed = clash(setup, *ROUND, 8, 0, 2)
        assert (crashed.attacker.body, crashed.defender.body.fate) == (Body(), "incapacitated")
    setup = duel({"name": "Ada"}, {"name": "Guard"})
    (said,) = told(setup, clash(setup, *ROUND, 0), 1)
    assert dict(said.values)["who"] == "Guard"


def test_whoever_crashes_is_told_with_the_markers_of_the_other() -> None:
    said = told(PLAIN, clash(PLAIN, *ROUND, 3), 8)[-1]
    assert (said.id, said.rule, dict(said.values)["count"]) == ("crashes", "crash", 5)
