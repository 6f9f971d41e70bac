"""Rule page, Bennies: a new throw of a Hacking test, the better one kept."""

from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.state import Kept
from contrecoup.rulesets.savage.tests.hands import asked, breach, ids, intrusion, offered, told

SETUP = intrusion({"bennies": 2})
THROWN = breach(SETUP, "connect", "go_on", 0, (5, True))


def test_a_new_throw_is_offered_before_marks_are_taken() -> None:
    assert (THROWN.phase, THROWN.system, THROWN.kept) == ("benny", 8, Kept(5, True))
    assert offered(SETUP, THROWN) == ["keep", "reroll"]


def test_keeping_takes_the_marks_and_costs_nothing() -> None:
    state = breach(SETUP, "keep", state=THROWN)
    assert (state.system, state.body.bennies, state.alert, state.kept) == (7, 2, True, None)


def test_a_lower_throw_leaves_the_better_total_and_its_natural_1() -> None:
    state = breach(SETUP, "reroll", 3, state=THROWN)
    assert (state.kept, state.body.bennies) == (Kept(5, True), 1)
    state = breach(SETUP, "keep", state=state)
    assert (state.system, state.alert) == (7, True)


def test_a_better_throw_replaces_total_and_natural_1() -> None:
    state = breach(SETUP, "reroll", 8, "keep", state=THROWN)
    assert (state.system, state.alert) == (6, False)
    worse = breach(SETUP, "connect", "go_on", 0, 5, "reroll", (8, True), "keep")
    assert worse.alert


def test_the_last_benny_is_not_asked_again() -> None:
    state = breach(SETUP, "reroll", 3, "reroll", 9, state=THROWN)
    assert (state.phase, state.body.bennies, state.system) == ("round", 0, 6)


def test_without_a_benny_or_by_the_ruling_nothing_is_asked() -> None:
    for setup in (intrusion(), intrusion({"bennies": 2}, None, {"benny_reroll": False})):
        assert breach(setup, "connect", "go_on", 0, 1).phase == "round"


def test_acting_under_control_is_no_round() -> None:
    state = breach(SETUP, "connect", "go_on", 0, 35, "keep", "act")
    assert breach(SETUP, 0, state=state).phase == "control"


def test_the_new_throw_is_the_same_test() -> None:
    first = asked(SETUP, breach(SETUP, "connect", "go_on", 0))
    again = asked(SETUP, breach(SETUP, "reroll", state=THROWN))
    assert (first.test, first.key) == (again.test, again.key)


def test_bennies_are_told_with_what_is_kept_and_left() -> None:
    state = breach(SETUP, "connect", "go_on", 0)
    (said,) = told(SETUP, state, 5)
    assert (said.id, dict(said.values)["total"], dict(said.values)["count"]) == ("may_reroll", 5, 2)
    assert ids(SETUP, THROWN, "reroll") == ["benny_rerolls"]
    state = breach(SETUP, "reroll", state=THROWN)
    (said,) = told(SETUP, state, 4)
    assert (said.id, dict(said.values)["total"]) == ("reroll_lower", 5)
    (said,) = told(SETUP, state, 9)
    assert (said.id, dict(said.values)["total"]) == ("reroll_better", 9)
    last = breach(SETUP, 4, "reroll", state=state)
    assert ids(SETUP, last, 2) == ["reroll_lower", "hacker_takes", "alert_starts"]


def test_under_push_bennies_stay_but_for_soak_where_the_plan_says_so() -> None:
    wasteful = intrusion({"bennies": 2}, None, None, soak=True)
    assert SETUP.pushed().hacker.bennies == 0
    assert wasteful.pushed().hacker.bennies == 2
    assert not wasteful.pushed().rulings.benny_reroll
    assert RULESET.node(SETUP, THROWN).push.id == "keep"  # type: ignore[union-attr]  # a choice
