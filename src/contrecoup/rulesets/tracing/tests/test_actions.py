"""Rule page, The defender's actions: what each throws against, and what it does."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from contrecoup.dice import SuccessTest
from contrecoup.kernel import Name, option
from contrecoup.rulesets.tracing.rules.ic import WOUNDS, skill_lost, staged_boxes
from contrecoup.rulesets.tracing.state import Running
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

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
LEVELS: dict[int, str] = dict(zip(WOUNDS, ("-", "L", "M", "S", "D"), strict=True))
AIM = {"target": "attacker", "dice": 0}
TINY = 1e-12


def shares(dice: int, tn: int) -> dict[int, Fraction]:
    """The exact chances of a success test."""
    weights = SuccessTest(dice, tn).weights(0, dice)
    found: Counter[int] = Counter()
    for result, weight in weights.items():
        found[result.value] += weight
    return {value: Fraction(weight, found.total()) for value, weight in found.items()}


def dodged(vector: dict[str, Any]) -> dict[int, Fraction]:
    """The successes of an IC that are left after the dodge."""
    found: dict[int, Fraction] = {}
    for hits, p in shares(vector["owner"] + vector["pool_given"], 4).items():
        for evaded, q in shares(vector["dodge"], 4).items():
            found[max(0, hits - evaded)] = found.get(max(0, hits - evaded), Fraction(0)) + p * q
    return found


@pytest.mark.parametrize("vector", VECTORS["white_ic"], ids=lambda vector: str(vector["owner"]))
def test_white_ic_takes_what_the_vectors_say(vector: dict[str, Any]) -> None:
    found: dict[str, float] = {}
    for hits, p in dodged(vector).items():
        for resisted, q in shares(vector["resist"], vector["rating"]).items():
            lost = str(skill_lost(hits, resisted))
            found[lost] = found.get(lost, 0.0) + float(p * q)
    assert found == pytest.approx(vector["p"], abs=TINY)


@pytest.mark.parametrize("vector", VECTORS["black_ic"], ids=lambda vector: str(vector["owner"]))
def test_black_ic_burns_what_the_vectors_say(vector: dict[str, Any]) -> None:
    left_over = dodged(vector)
    found = {"miss": float(left_over.pop(0))}
    for hits, p in left_over.items():
        for resisted, q in shares(vector["resist"], vector["rating"]).items():
            level = LEVELS[staged_boxes(hits, resisted)]
            found[level] = found.get(level, 0.0) + float(p * q)
    assert found == pytest.approx(vector["p"], abs=TINY)


@pytest.mark.parametrize("vector", VECTORS["staging"], ids=str)
def test_staging_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    if vector["level"] == "miss":
        setup = session()
        state = held(setup, ("black_ic", AIM), "go_through", state=exposed(setup))
        assert held(setup, vector["ic"], state=state).phase == "act"
        return
    level = LEVELS[staged_boxes(vector["ic"], vector["resist"])]
    assert level == {"none": "-"}.get(vector["level"], vector["level"])


def test_exposing_takes_stealth_and_raises_this_and_later_traces() -> None:
    setup = session({"further": 1})
    state = held(setup, ("expose", AIM), state=exposed(setup))
    assert (throw_of(setup, state).count, throw_of(setup, state).tn) == (5, 9)
    state = held(setup, 2, "go_through", state=state)
    assert (state.intruders[0].stealth, state.intruders[0].further) == (7, 2)
    attempting = held(setup, ("attempt", {"level": 1, "dice": 0}), state=state)
    assert throw_of(setup, attempting).tn == 5 + 2
    assert left(setup, held(setup, "leave", state=state))["attacker.further"] == 3


def test_identifying_goes_against_stealth_and_level_and_stays_with_the_defenders() -> None:
    setup = session({"dossier": {"3": ["Mara"]}})
    state = held(setup, ("identify", AIM | {"level": 3}), state=exposed(setup))
    assert throw_of(setup, state).tn == 9 + 3
    assert ids(setup, state, 1, "defender") == ["identified", "fact"]
    assert ids(setup, state, 1, "attacker") == ids(setup, state, 0, "attacker") == []
    over = held(setup, 1, "go_through", "leave", state=state)
    assert left(setup, over)["defender.known.3"] is True


def test_ending_the_session_is_opposed_and_easier_each_round() -> None:
    setup = session()
    state = held(setup, ("end", AIM), state=exposed(setup))
    assert throw_of(setup, state).tn == 6
    opposing = held(setup, 2, state=state)
    assert (throw_of(setup, opposing).count, throw_of(setup, opposing).tn) == (6, 5)
    assert throw_of(setup, opposing).hides_tn
    later = held(setup, 2, "go_through", ("attempt", {"level": 1, "dice": 0}), 1, 2, state=opposing)
    later = held(setup, ("end", AIM), state=later)
    assert throw_of(setup, later).tn == 5
    later = held(setup, 2, ("dice", {"count": 4}), state=later)
    assert (throw_of(setup, later).count, throw_of(setup, later).tn) == (10, 6)


def test_the_defender_needs_more_successes_and_then_nothing_is_handed_over() -> None:
    setup = session()
    state = held(setup, ("end", AIM), 2, state=exposed(setup))
    assert ended(setup, held(setup, 1, state=state)).outcome == "ended"
    assert held(setup, 2, state=state).phase == "decide"


def test_by_ruling_it_is_opposed_against_4() -> None:
    setup = session(rulings={"opposed_tn": "four"})
    state = held(setup, ("end", AIM), state=exposed(setup))
    assert throw_of(setup, state).tn == 4
    assert throw_of(setup, held(setup, 1, state=state)).tn == 4


def test_white_ic_acts_each_turn_against_4_and_takes_computers_for_the_session() -> None:
    setup = session()
    state = held(setup, ("white_ic", AIM), "go_through", state=exposed(setup))
    assert (throw_of(setup, state).count, throw_of(setup, state).tn) == (5, 4)
    resisting = held(setup, 3, state=state)
    assert (throw_of(setup, resisting).count, throw_of(setup, resisting).tn) == (6, 4)
    state = held(setup, 1, state=resisting)
    assert state.intruders[0].computers == 4
    assert state.phase == "act"
    assert (
        held(setup, ("attempt", {"level": 2, "dice": 0}), 0, 2, "wait", "go_through", state=state).phase
        == "ic"
    )


def test_dice_given_to_ic_are_its_own_for_as_long_as_it_runs() -> None:
    setup = session()
    state = held(
        setup, "wait", "go_through", ("attempt", {"level": 2, "dice": 0}), 0, 2, state=exposed(setup)
    )
    state = held(setup, ("white_ic", {"target": "attacker", "dice": 2}), "go_through", state=state)
    assert throw_of(setup, state).count == 5 + 2
    assert held(setup, 0, state=state).keepers[0].pool == 1


def test_each_success_of_a_dodge_cancels_one_and_none_left_is_a_miss() -> None:
    setup = session()
    state = held(setup, ("black_ic", AIM), "go_through", 0, state=exposed(setup))
    state = held(setup, ("attempt", {"level": 2, "dice": 0}), 0, 2, "wait", "go_through", 3, state=state)
    dodging = held(setup, ("dice", {"count": 3}), state=state)
    assert (throw_of(setup, dodging).count, throw_of(setup, dodging).tn) == (3, 4)
    assert held(setup, 3, state=dodging).phase == "act"
    resist = held(setup, 1, ("dice", {"count": 1}), state=dodging)
    assert (throw_of(setup, resist).count, throw_of(setup, resist).tn) == (6 + 4 + 1, 5)


def test_deadly_is_out_of_the_game_and_hardware_may_take_it_instead() -> None:
    for target, boxes, hardware in (("hacker", 10, 0), ("hardware", 0, 10)):
        setup = session(None, {"computers": 9}, black_ic_hits=target)
        state = held(setup, ("black_ic", AIM), "go_through", 8, 0, state=exposed(setup, hits=1))
        me = state.intruders[0]
        assert (me.status, me.boxes, me.hardware) == ("out", boxes, hardware)
        assert {tally.kind: tally.value for tally in ended(setup, state).tallies}["ended"] == "out"


def test_the_game_master_may_say_what_is_hit_each_time() -> None:
    setup = session(black_ic_hits="gm")
    state = held(setup, ("black_ic", AIM), "go_through", 2, 2, state=exposed(setup))
    assert offered(setup, state) == ["hacker", "hardware"]
    assert held(setup, "hardware", state=state).intruders[0].hardware == 3


def test_barriers_stand_up_to_half_the_rating() -> None:
    setup = session()
    state = held(setup, "barrier", state=exposed(setup))
    assert throw_of(setup, state).tn == 6
    state = held(setup, 5, "go_through", state=state)
    assert state.keepers[0].running == (Running(3, 2, 0),)


def test_a_defender_controls_as_many_programs_as_he_has_computers() -> None:
    setup = session(None, {"computers": 1})
    state = held(setup, ("white_ic", AIM), "go_through", 0, "wait", state=exposed(setup))
    assert "black_ic" not in offered(setup, state)
    more = option(
        "black_ic", number=2, program=Name("programs.black_ic"), target=Name("seat.attacker"), dice=0
    )
    assert why(setup, state, more) == ["refused.too_many_programs"]


def test_a_wounded_defender_throws_against_more_but_his_ic_does_not() -> None:
    setup = session(None, {"boxes": 3})
    state = exposed(setup)
    assert throw_of(setup, held(setup, "barrier", state=state)).tn == 6 + 2
    ic = held(setup, ("white_ic", AIM), "go_through", state=state)
    assert throw_of(setup, ic).tn == 4
