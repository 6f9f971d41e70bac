"""Setups for best play leave out of states what can't matter: fewer states, the same values."""

from collections.abc import Mapping
from typing import Any

import pytest

from contrecoup import load
from contrecoup.kernel import Refused
from contrecoup.odds.best import Best, best
from contrecoup.odds.best.land import Land
from contrecoup.odds.best.own import own_aim
from contrecoup.registry import Scene
from contrecoup.rulesets.savage import comparing, intrusion
from contrecoup.rulesets.savage.rules import trait
from contrecoup.rulesets.tracing import opening, turns
from contrecoup.testing.claims.deciding import worths


def session(actions: tuple[str, ...], tech_pool: int) -> Scene:
    """A small session in which two levels are still to be gained."""
    programs = [{"kind": kind, "rating": 2} for kind in ("white_ic", "black_ic", "tar_bomb", "barrier")]
    known = {"1": True, "3": True}
    return load(
        {
            "rules": "tracing",
            "scene": "session",
            "tn": 4,
            "attacker": {"computers": 1, "stealth": 1, "body": 1, "tech_pool": tech_pool, "known": known},
            "defender": {"computers": 1, "stealth": 1, "tech_pool": 1, "programs": programs},
            "plan": {"level": 2, "defender": {"actions": actions}},
        }
    )


def breach(bennies: int, hacker: Mapping[str, Any], system: Mapping[str, Any], **rulings: Any) -> Scene:
    """A small intrusion."""
    own = {"hacking": "d4", "spirit": "d4", "vigor": "d4", "bennies": bennies, "commlink": {"rating": 4}}
    there = {"ice": "d4", "colour": "green"}
    given = {"rules": "savage", "scene": "intrusion", "rulings": rulings}
    return load({**given, "hacker": {**own, **hacker}, "system": {**there, **system}})


def assert_alike(scene: Scene, seat: str, times: int) -> None:
    """Both setups give every worth, from the start and from states in the midst; one has far fewer states."""
    whole = Land(scene.ruleset, scene.setup, (seat,), "push", 200_000)
    fewer = Land(scene.ruleset, scene.setup.played(frozenset((seat,))), (seat,), "push", 200_000)
    assert len(fewer.graph.states) * times < len(whole.graph.states)
    states = whole.graph.states[:: len(whole.graph.states) // 50]
    fewer.reach(states)
    for number in range(2):
        here, there = worths(whole, number), worths(fewer, number)
        for state in states:
            same = pytest.approx(here[whole.graph.place[state]], abs=1e-9)
            assert there[fewer.graph.place[state]] == same, state


@pytest.mark.parametrize(("actions", "tech_pool"), [(("white_ic", "end"), 1), (("expose", "end"), 0)])
def test_a_session_is_worth_the_same_without_what_cant_matter(
    actions: tuple[str, ...], tech_pool: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_STEALTH", 1)
    monkeypatch.setattr(turns, "MOST_ROUNDS", 1)
    assert_alike(session(actions, tech_pool), "attacker", times=10)


def test_an_intrusion_is_worth_the_same_with_totals_compared_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hacker = {"mode": "hot_sim", "wounds": 3}  # the next Wound is the last: fewer states
    scene = breach(1, hacker, {"colour": "red"}, both_out="control", natural_one="any_face")
    for module in (trait, intrusion, comparing):
        monkeypatch.setattr(module, "HIGHEST", 17)
    assert_alike(scene, "hacker", times=2)


def test_a_seat_plays_for_what_its_rules_say() -> None:
    scene = load("examples/fast-joe.toml", {"hacker.bennies": "0"})
    found = best(scene, "hacker")
    assert (str(found.aim), found.aim.is_own) == ("control=1", True)
    assert found.value == best(scene, "hacker", "control=1").value


def test_a_fighter_plays_for_his_side() -> None:
    assert str(own_aim(load("examples/machines-duel.toml"), ("fighter_2",))).endswith("=1")


def test_who_has_no_aim_and_who_differ_have_to_be_told_theirs() -> None:
    scene = load("examples/fast-joe.toml")
    for seats, reason in ((("gm",), "best.aim.none"), (("hacker", "system"), "best.aim.differ")):
        with pytest.raises(Refused) as refused:
            own_aim(scene, seats)
        assert [each.id for each in refused.value.reasons] == [reason]


def test_states_of_play_are_known_to_a_smaller_setup() -> None:
    """Luck asks for the worth of states as they were played."""
    scene = load("examples/fast-joe.toml", {"hacker.bennies": "0"})
    state = scene.ruleset.apply(
        scene.setup, scene.start(), scene.ruleset.node(scene.setup, scene.start()).push
    )
    found = Best(scene, ("hacker",), own_aim(scene, ("hacker",)), also=(state,))
    assert found.value_at(state) == pytest.approx(found.value, abs=1e-12)
