"""Rule page, Turns, Tech pool, Tar bomb, Summoning help, Leaving: what may be done, and when."""

from typing import Any

import pytest

from contrecoup.kernel import Name, option
from contrecoup.rulesets.tracing.state import Tar
from contrecoup.rulesets.tracing.tests.hands import (
    ended,
    exposed,
    held,
    ids,
    left,
    offered,
    session,
    throw_of,
    why,
)

HELPERS = [
    {"side": "defenders", "computers": 4, "tech_pool": 2, "programs": [{"kind": "white_ic", "rating": 3}]},
    {"side": "attackers", "computers": 3, "stealth": 4, "tech_pool": 3, "boxes": 1},
]
BOMB = {"target": "attacker", "dice": 0}


def turn(setup: Any, *given: Any) -> Any:
    """The first turn after an answer that was waiting."""
    return held(setup, "wait", "go_through", *given, state=exposed(setup))


def test_the_defender_answers_at_once_and_the_dice_that_noticed_are_spent() -> None:
    setup = session()
    state = exposed(setup)
    assert (state.phase, state.rounds, state.keepers[0].pool) == ("answer", 0, 0)


def test_after_the_answer_the_attempt_is_dropped_or_gone_through_with() -> None:
    setup = session()
    state = held(setup, "wait", state=exposed(setup))
    assert offered(setup, state) == ["go_through", "drop"]
    assert ended(setup, held(setup, "drop", state=state)).outcome == "left"
    assert held(setup, "go_through", state=state).intruders[0].known == 1


def test_there_is_no_detection_any_more_and_attempts_still_wear() -> None:
    setup = session()
    state = turn(setup, ("attempt", {"level": 2, "dice": 4}), 1, 1)
    assert (state.phase, state.intruders[0].stealth) == ("answer", 7)


def test_pools_are_spent_anew_each_turn_or_by_ruling_once() -> None:
    for ruling, left_over in (("each_turn", 4), ("session", 1)):
        setup = session(rulings={"pool_refresh": ruling})
        state = turn(setup)
        assert state.intruders[0].pool == 4
        assert state.keepers[0].pool == 3
        state = held(setup, ("attempt", {"level": 2, "dice": 3}), 0, 2, "wait", "go_through", state=state)
        assert state.intruders[0].pool == left_over


def test_more_pool_dice_than_are_left_are_refused() -> None:
    setup = session()
    state = turn(setup)
    assert why(setup, state, option("attempt", level=2, dice=5)) == ["refused.pool"]
    answering = held(setup, "wait", state=state)
    assert why(setup, answering, option("expose", target=Name("seat.attacker"), dice=4)) == ["refused.pool"]


def test_successes_must_reach_1_and_the_barriers_as_they_stand() -> None:
    setup = session()
    state = held(setup, "barrier", 1, "go_through", state=exposed(setup, hits=1))
    assert (state.intruders[0].known, state.intruders[0].stealth) == (0, 8)
    state = held(setup, "barrier", 1, "go_through", state=exposed(setup, hits=2))
    assert state.intruders[0].known == 1


def test_leaving_is_an_action_and_ends_the_session() -> None:
    setup = session()
    over = turn(setup, "leave")
    assert over.phase == "over"
    assert ended(setup, over).outcome == "found_exposed"
    assert left(setup, over) == {
        "attacker.previous": 1,
        "attacker.contact": True,
        "attacker.known.1": True,
        "defender.contact": True,
    }


def test_tar_sticks_up_to_its_rating_hinders_and_holds() -> None:
    setup = session()
    state = held(setup, ("tar_bomb", BOMB), 9, state=exposed(setup))
    assert state.intruders[0].tar == (Tar(3, 3),)
    assert offered(setup, state) == ["go_through"]
    assert why(setup, state, option("drop")) == ["refused.tar_holds"]
    acting = held(setup, "go_through", state=state)
    assert acting.intruders[0].tar == (Tar(3, 2),)
    assert "leave" not in offered(setup, acting)
    assert why(setup, acting, option("leave")) == ["refused.tar_holds"]
    attempting = held(setup, ("attempt", {"level": 1, "dice": 0}), state=acting)
    assert throw_of(setup, attempting).tn == 5 + 2


def test_tar_fades_by_1_a_turn_and_each_success_against_its_rating_takes_1_off() -> None:
    setup = session()
    state = held(setup, ("tar_bomb", BOMB), 3, "go_through", state=exposed(setup))
    fighting = held(setup, ("fight_tar", {"dice": 2}), state=state)
    assert (throw_of(setup, fighting).count, throw_of(setup, fighting).tn) == (6 + 2, 3 + 2)
    assert throw_of(setup, fighting).hides_tn
    assert held(setup, 1, "wait", state=fighting).intruders[0].tar == ()
    assert held(setup, 0, "wait", state=fighting).intruders[0].tar == (Tar(3, 1),)


def test_a_tar_bomb_is_used_once_whether_it_sticks_or_not() -> None:
    setup = session()
    state = held(setup, ("tar_bomb", BOMB), 0, "go_through", "wait", state=exposed(setup))
    again = option(
        "tar_bomb", number=3, program=Name("programs.tar_bomb"), target=Name("seat.attacker"), dice=0
    )
    assert why(setup, state, again) == ["refused.tar_bomb_used"]


def test_two_bombs_add_up_and_are_fought_one_by_one() -> None:
    bombs = [{"kind": "tar_bomb", "rating": 3}, {"kind": "tar_bomb", "rating": 2}]
    setup = session(None, {"programs": bombs})
    state = held(setup, ("tar_bomb", BOMB | {"number": 1}), 3, "go_through", "wait", state=exposed(setup))
    state = held(setup, ("tar_bomb", BOMB | {"number": 2}), 2, state=state)
    assert state.intruders[0].tar == (Tar(3, 1), Tar(2, 1))
    setup_turn = held(setup, state=state)
    assert setup_turn.phase == "act"


def test_at_computers_0_under_tar_one_waits_until_it_has_faded() -> None:
    setup = session({"computers": 1})
    state = held(
        setup, ("white_ic", BOMB), "go_through", 0, "wait", ("tar_bomb", BOMB), 3, state=exposed(setup)
    )
    state = held(setup, 5, ("dice", {"count": 0}), ("dice", {"count": 0}), 0, state=state)
    assert state.intruders[0].computers == 0
    assert offered(setup, state) == ["wait"]
    state = held(setup, "wait", "wait", 0, "wait", "wait", 0, state=state)
    assert offered(setup, state) == ["leave"]


def test_help_of_both_sides_comes_with_the_next_turn() -> None:
    setup = session(helpers=HELPERS)
    state = held(setup, ("help", {"helper": "helper_1"}), state=exposed(setup))
    assert state.keepers[1].status == "coming"
    state = held(setup, "go_through", ("help", {"helper": "helper_2"}), "wait", "wait", state=state)
    assert (state.keepers[1].status, state.phase, state.actor) == ("in", "opening", 1)
    assert throw_of(setup, state).count == 4
    assert throw_of(setup, state).modifier == -1
    state = held(setup, 7, ("attempt", {"level": 2, "dice": 0}), 1, 2, state=state)
    assert (state.phase, state.actor) == ("act", 1)
    state = held(setup, "leave", "wait", "wait", "go_through", "leave", state=state)
    after = left(setup, state)
    assert (after["helpers[0].contact"], after["helpers[1].contact"]) == (True, True)


def test_a_helper_hears_nothing_before_he_has_come() -> None:
    setup = session(helpers=HELPERS)
    state = exposed(setup)
    assert ids(setup, state, "wait", "helper_1") == ids(setup, state, "wait", "helper_2") == []


def test_the_session_goes_on_until_every_attacker_has_left() -> None:
    setup = session(helpers=HELPERS)
    state = turn(setup, ("help", {"helper": "helper_2"}), "wait", 5, "leave")
    assert (state.phase, state.actor) == ("act", 1)
    assert held(setup, "leave", state=state).phase == "over"


@pytest.mark.parametrize(("boxes", "more"), [(0, 0), (1, 1), (3, 2), (6, 3)])
def test_wounds_hinder_every_test_but_resistance(boxes: int, more: int) -> None:
    setup = session({"boxes": boxes})
    attempting = turn(setup, ("attempt", {"level": 2, "dice": 0}))
    assert throw_of(setup, attempting).tn == 5 + more
    state = held(setup, ("black_ic", BOMB), "go_through", 2, state=exposed(setup))
    assert throw_of(setup, state).tn == 5
