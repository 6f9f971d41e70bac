"""Rule page, Intrusion: connecting, rounds, alert, backdoor, control, ejection, disconnecting."""

import pytest

from contrecoup.kernel import GM_ONLY, Change, End, Name, Refused, Result, Tally, option
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.tests.hands import (
    asked,
    breach,
    ids,
    intrusion,
    modifier,
    offered,
    told,
)

JOE = intrusion()


def end_of(setup: object, state: object) -> End:
    node = RULESET.node(setup, state)  # type: ignore[arg-type]  # both scenes go through here
    assert isinstance(node, End)
    return node


# Rounds


def test_each_mark_takes_one_marker_from_the_other_side() -> None:
    state = breach(JOE, "connect", "go_on", 2, 3)
    assert (state.hacker, state.system, state.phase) == (6, 5, "round")


def test_a_natural_1_of_this_round_does_not_count_in_it() -> None:
    state = breach(JOE, "connect", "go_on", (0, True))
    assert modifier(JOE, state) == 0
    state = breach(JOE, (0, True), "go_on", state=state)
    assert modifier(JOE, state) == 2  # the alert, in the next Ice test
    assert modifier(JOE, breach(JOE, 0, state=state)) == 2  # the backdoor, in the next Hacking test


def test_a_hacker_without_markers_still_throws_in_this_round() -> None:
    state = breach(JOE, "connect", "go_on", 8)
    assert (state.phase, state.hacker) == ("hacking", 0)
    assert ids(JOE, breach(JOE, "connect", "go_on"), 8) == ["ice_takes", "last_throw"]


def test_rounds_are_counted_by_ice_tests() -> None:
    assert asked(JOE, breach(JOE, "connect", "go_on")).round
    assert not asked(JOE, breach(JOE, "connect", "go_on", 0)).round


def test_marks_are_told_with_both_tallies() -> None:
    (said,) = told(JOE, breach(JOE, "connect", "go_on", 2), 3)
    assert (said.id, said.rule) == ("hacker_takes", "rounds")
    assert said.values == (("who", Name("who.hacker")), ("count", 3), ("hacker", 6), ("system", 5))


def test_more_marks_than_markers_take_what_is_there() -> None:
    (said, _) = told(JOE, breach(JOE, "connect", "go_on", 0), 11)
    assert dict(said.values)["count"] == 8


# Alert


def test_the_alert_gives_the_system_2_on_all_its_rolls_and_does_not_add_up() -> None:
    state = breach(JOE, "connect", "go_on", 0, (0, True), "go_on", 0, (0, True), "go_on")
    assert modifier(JOE, state) == 2
    state = breach(JOE, 8, 0, state=state)
    assert modifier(JOE, state) == 2 + 8  # backlash included, with 8 markers


def test_the_alert_outlasts_the_attempt_and_stays_on_the_sheet() -> None:
    state = breach(JOE, "connect", "go_on", 0, (0, True), "disconnect", "connect", "go_on")
    assert modifier(JOE, state) == 2
    state = breach(JOE, 0, 0, "disconnect", "stop", state=state)
    alert = (Change("system", "alert", True), Change("system", "alert_minutes", 360))
    assert end_of(JOE, state).aftermath == alert


@pytest.mark.parametrize(
    "sheet", [{"alert": True}, {"alert_minutes": 20}, {"alert": True, "alert_minutes": 20}]
)
def test_an_alert_of_the_sheet_is_on_from_the_first_roll(sheet: dict[str, object]) -> None:
    setup = intrusion(None, sheet)
    assert modifier(setup, breach(setup, "connect", "go_on")) == 2
    assert ids(setup, RULESET.start(setup), "connect") == ["connected", "alert_stands"]


def test_a_new_1_starts_the_six_hours_anew() -> None:
    setup = intrusion(None, {"alert_minutes": 20})
    state = breach(setup, "connect", "go_on", 0)
    assert ids(setup, state, (0, True)) == ["hacker_fails", "alert_renewed"]
    state = breach(setup, (0, True), "disconnect", "stop", state=state)
    assert Change("system", "alert_minutes", 360) in end_of(setup, state).aftermath


def test_without_a_new_1_the_sheets_alert_is_left_alone() -> None:
    setup = intrusion(None, {"alert_minutes": 20})
    assert end_of(setup, breach(setup, "connect", "disconnect", "stop")).aftermath == ()


def test_of_a_running_alert_only_its_minutes_change() -> None:
    setup = intrusion(None, {"alert": True, "alert_minutes": 20})
    state = breach(setup, "connect", "go_on", 0, (0, True), "disconnect", "stop")
    assert end_of(setup, state).aftermath == (Change("system", "alert_minutes", 360),)


def test_an_alert_that_has_just_begun_changes_nothing_on_the_sheet() -> None:
    setup = intrusion(None, {"alert": True})
    state = breach(setup, "connect", "go_on", 0, (0, True), "disconnect", "stop")
    assert end_of(setup, state).aftermath == ()


def test_the_line_for_outside_the_matrix_is_told_the_game_master_alone_and_once() -> None:
    setup = intrusion(None, {"consequences": "Doors lock."})
    state = breach(setup, "connect", "go_on", 0)
    said = told(setup, state, (0, True))
    assert [(each.id, each.audience == GM_ONLY) for each in said] == [
        ("hacker_fails", False),
        ("alert_starts", False),
        ("alert_consequences", True),
    ]
    assert said[-1].values == (("text", "Doors lock."),)
    state = breach(setup, (0, True), "go_on", 0, state=state)
    assert ids(setup, state, (0, True)) == ["hacker_fails", "alert_renewed"]


# Backdoor


def test_a_backdoor_gives_2_on_all_his_tests_of_this_attempt() -> None:
    state = breach(JOE, "connect", "go_on", (0, True), 0, "go_on", (0, True))
    assert modifier(JOE, state) == 2  # it does not add up
    state = breach(JOE, 8, "act", state=state)
    assert modifier(JOE, state) == 2


@pytest.mark.parametrize("way", [("disconnect",), ("go_on", 0, 8, "disconnect")])
def test_a_backdoor_is_lost_with_the_connection(way: tuple[str | int, ...]) -> None:
    state = breach(JOE, "connect", "go_on", (0, True), 0, *way, "connect", "go_on", 0)
    assert modifier(JOE, state) == 0


def test_a_backdoor_is_lost_with_the_ejection() -> None:
    state = breach(JOE, "connect", "go_on", (0, True), 0, "go_on", 8, 0, 0, "connect", "go_on", 0)
    assert modifier(JOE, state) == 0


def test_finding_using_and_knowing_a_backdoor_is_told() -> None:
    state = breach(JOE, "connect", "go_on")
    assert ids(JOE, state, (1, True)) == ["ice_takes", "backdoor_found"]
    state = breach(JOE, (1, True), state=state)
    assert ids(JOE, state, 1) == ["hacker_takes", "backdoor_opens"]
    state = breach(JOE, 1, "go_on", state=state)
    assert ids(JOE, state, (0, True)) == ["ice_fails", "backdoor_known"]


# Control and ejection


def test_a_system_without_markers_is_under_control() -> None:
    state = breach(JOE, "connect", "go_on", 7, 8)
    assert (state.phase, state.hacker, state.outcome) == ("control", 1, "control")


def test_acting_under_control_takes_one_success_as_often_as_he_likes() -> None:
    state = breach(JOE, "connect", "go_on", 0, 8, "act")
    assert ids(JOE, state, 0) == ["act_fails"]
    assert ids(JOE, state, 1) == ids(JOE, state, 5) == ["act_done"]
    assert offered(JOE, breach(JOE, 0, "act", 1, state=state)) == ["act", "disconnect"]


def test_acting_still_alerts_on_a_natural_1() -> None:
    state = breach(JOE, "connect", "go_on", 0, 8, "act")
    assert ids(JOE, state, (1, True)) == ["act_done", "alert_starts"]
    assert breach(JOE, (0, True), state=state).alert


def test_a_hacker_without_markers_is_ejected_and_suffers_backlash() -> None:
    state = breach(JOE, "connect", "go_on", 8, 5)
    assert (state.phase, state.outcome, state.system) == ("backlash", "ejected", 3)
    assert ids(JOE, breach(JOE, "connect", "go_on", 8), 5)[-1] == "ejected"


def test_ends_tally_the_markers_of_who_is_left() -> None:
    won = end_of(JOE, breach(JOE, "connect", "go_on", 3, 8, "disconnect", "stop"))
    assert (won.outcome, won.tallies[0]) == ("control", Tally("left", 5, "hacker"))
    assert not [tally for tally in won.tallies if tally.of == "system"]
    lost = end_of(JOE, breach(JOE, "connect", "go_on", 8, 2, 0, "stop"))
    assert (lost.outcome, lost.tallies[0]) == ("ejected", Tally("left", 6, "system"))


@pytest.mark.parametrize(("ruling", "phase"), [("ejected", "backlash"), ("control", "control")])
def test_both_out_goes_by_its_ruling(ruling: str, phase: str) -> None:
    setup = intrusion(None, None, {"both_out": ruling})
    state = breach(setup, "connect", "go_on", 8, 8)
    assert (state.phase, state.outcome) == (phase, ruling)
    assert ids(setup, breach(setup, "connect", "go_on", 8), 8)[-1] == f"both_out_{ruling}"


def test_both_out_adds_no_marker_to_the_damage() -> None:
    state = breach(JOE, "connect", "go_on", 8, 8)
    assert modifier(JOE, state) == 0


# Disconnecting


def test_leaving_takes_no_roll_by_default() -> None:
    state = breach(JOE, "connect", "disconnect")
    assert (state.phase, state.outcome) == ("offline", "disconnected")
    assert end_of(JOE, breach(JOE, "stop", state=state)).outcome == "disconnected"


def test_coming_back_starts_from_the_beginning() -> None:
    state = breach(JOE, "connect", "go_on", 2, 3, "disconnect", "connect")
    assert (state.hacker, state.system, state.backdoor, state.outcome) == (8, 8, 0, "")


def test_after_ice_the_system_still_rolls_once() -> None:
    setup = intrusion(None, None, {"disconnect": "after_ice"})
    state = breach(setup, "connect", "disconnect")
    assert (state.phase, state.leaving) == ("ice", True)
    assert ids(setup, state, (2, True)) == ["ice_takes", "disconnected"]
    gone = breach(setup, (2, True), state=state)
    assert (gone.phase, gone.hacker, gone.backdoor, gone.leaving) == ("offline", 6, 0, False)


def test_after_ice_the_last_marks_may_eject() -> None:
    setup = intrusion(None, None, {"disconnect": "after_ice"})
    state = breach(setup, "connect", "disconnect")
    assert ids(setup, state, 8) == ["ice_takes", "ejected"]
    out = breach(setup, 8, state=state)
    assert (out.phase, out.outcome, out.leaving) == ("backlash", "ejected", False)


def test_out_of_control_he_leaves_without_a_roll_under_either_ruling() -> None:
    setup = intrusion(None, None, {"disconnect": "after_ice"})
    state = breach(setup, "connect", "go_on", 0, 8, "disconnect")
    assert (state.phase, state.outcome) == ("offline", "control")


def test_a_second_ejection_after_a_first_is_told_as_such() -> None:
    setup = intrusion(None, None, {"disconnect": "after_ice"})
    state = breach(setup, "connect", "go_on", 8, 0, 0, "connect", "disconnect")
    assert ids(setup, state, 1) == ["ice_takes", "disconnected"]


def test_with_once_the_scene_is_one_attempt() -> None:
    setup = intrusion(once=True)
    for way in (("disconnect",), ("go_on", 0, 8, "disconnect"), ("go_on", 8, 0, 0)):
        assert breach(setup, "connect", *way).phase == "over"


def test_push_connects_goes_on_and_stops() -> None:
    def pushed(state: object) -> str:
        node = RULESET.node(JOE, state)  # type: ignore[arg-type]  # states of an intrusion only
        return node.push.id  # type: ignore[union-attr]  # choices only

    assert pushed(RULESET.start(JOE)) == "connect"
    assert pushed(breach(JOE, "connect")) == "go_on"
    assert pushed(breach(JOE, "connect", "go_on", 0, 8)) == "disconnect"
    assert pushed(breach(JOE, "connect", "go_on", 0, 8, "disconnect")) == "stop"
    assert pushed(breach(JOE, "connect", "go_on", 8, 0, 1)) == "stop"  # Shaken


def test_what_is_not_offered_is_refused_and_nothing_changes() -> None:
    state = RULESET.start(JOE)
    with pytest.raises(Refused):
        RULESET.apply(JOE, state, option("go_on"))
    with pytest.raises(Refused):
        RULESET.apply(JOE, state, Result(1))
    with pytest.raises(Refused):
        RULESET.apply(JOE, breach(JOE, "connect", "go_on"), option("connect"))
