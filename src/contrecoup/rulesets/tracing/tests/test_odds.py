"""Odds of sessions and searches: the vectors, a second method, and what the attacker may reckon with."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Refused
from contrecoup.odds.graph import push
from contrecoup.odds.sample import sample
from contrecoup.testing.chances import pushed

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
TINY = 1e-12
PROGRAMS = [{"kind": kind, "rating": 4} for kind in ("white_ic", "black_ic", "tar_bomb", "barrier")]


def scene(actions: list[str], **given: Any) -> dict[str, Any]:
    """A session of typical size under a plan."""
    return {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": {"computers": 6, "stealth": 5, "body": 4, "tech_pool": 4},
        "defender": {"computers": 5, "stealth": 3, "tech_pool": 3, "programs": PROGRAMS},
        "plan": {"level": 3, "pool": {"computers": 2, "stealth": 2}, "defender": {"actions": actions}},
    } | given


def of_vector(vector: dict[str, Any]) -> dict[str, Any]:
    """A vector's session as a scene."""
    attacker, defender = dict(vector["attacker"]), dict(vector["defender"])
    pool, actions = attacker.pop("pool"), defender.pop("actions")
    plan = {"level": vector["level"], "pool": pool, "defender": {"actions": actions}}
    attacker["tech_pool"] = sum(pool.values())
    return scene(actions, attacker=attacker, defender=defender, tn=vector["tn"], plan=plan)


@pytest.mark.parametrize("vector", VECTORS["sessions"], ids=lambda vector: str(vector["level"]))
def test_sessions_end_as_in_the_vectors(vector: dict[str, Any]) -> None:
    found = contrecoup.odds(contrecoup.load(of_vector(vector)))
    assert dict(found.ends) == pytest.approx(vector["ends"], abs=TINY)


@pytest.mark.parametrize(
    "actions",
    [
        ["end"],
        ["white_ic", "black_ic", "end"],
        ["tar_bomb", "end"],
        ["expose", "identify", "end"],
        ["barrier", "end"],
    ],
    ids=" ".join,
)
def test_a_plain_walk_of_the_whole_session_comes_to_the_same(actions: list[str]) -> None:
    loaded = contrecoup.load(
        scene(
            actions,
            attacker={"computers": 3, "stealth": 2, "body": 2, "tech_pool": 2},
            defender={"computers": 2, "stealth": 2, "tech_pool": 1, "programs": PROGRAMS},
            plan={"level": 2, "defender": {"actions": actions}},
        )
    )
    found = contrecoup.odds(loaded)
    fewer = loaded.setup.pushed()
    assert dict(found.ends) == pytest.approx(
        pushed(loaded.ruleset, fewer, loaded.ruleset.start(fewer)), abs=1e-9
    )
    assert sum(found.ends.values()) == pytest.approx(1, abs=1e-9)


def test_sampled_runs_agree_with_what_is_solved() -> None:
    loaded = contrecoup.load(scene(["white_ic", "tar_bomb", "end"]))
    exact = contrecoup.odds(loaded)
    found = sample(loaded.ruleset, loaded.setup.pushed(), push)
    assert found.worst() < 0.002
    for end, hits in found.outcomes().items():
        assert abs(hits / found.runs - float(exact.ends[end])) < 0.01


def test_what_only_weighs_shares_a_graph_and_still_counts() -> None:
    base = contrecoup.load(scene(["end"]))
    harder = contrecoup.load(scene(["end"], tn=8))
    start = base.ruleset.start(base.setup)
    assert base.setup.shape(start) == harder.setup.shape(start)
    assert contrecoup.odds(harder).ends != contrecoup.odds(base).ends


def test_a_session_counts_level_exposure_end_skill_harm_and_rounds() -> None:
    found = contrecoup.odds(contrecoup.load(scene(["white_ic", "black_ic", "end"])))
    assert set(found.tallies) == {"level", "exposed", "ended", "skill_lost", "harm"}
    assert found.tallies["exposed"]["no"] == pytest.approx(found.ends["found_unnoticed"], abs=TINY)
    assert found.rounds.mean > 1


def test_a_search_finds_as_often_as_its_dice_reach_the_target() -> None:
    given = {
        "rules": "tracing",
        "scene": "trace",
        "attacker": {"computers": 4},
        "defender": {"computers": 1, "stealth": 0},
        "hooks": [{"kind": "system_contact"}],
        "defences": [{"kind": "protected", "rating": 3}],
    }
    found = contrecoup.odds(contrecoup.load(given), exact=True)
    assert Fraction(found.ends["found"]) == 1 - Fraction(2, 3) ** 4
    missing = contrecoup.odds(contrecoup.load(given | {"missing": True}))
    assert dict(missing.ends) == {"nothing": 1.0}


ASSUMED = {"assumed": {"computers": 4, "tech_pool": 2, "actions": ["end"]}}


@pytest.mark.parametrize(
    "hidden",
    [
        {"defender": {"computers": 9, "stealth": 9, "tech_pool": 6}},
        {"defences": [{"kind": "protected", "rating": 6}]},
        {"dossier": {"3": ["Somebody else"]}},
        {"findable": [{"kind": "hunted"}], "helpers": [{"side": "defenders", "computers": 8}]},
        {"plan": {"level": 3, "defender": {"actions": ["tar_bomb", "black_ic"]}} | ASSUMED},
    ],
)
def test_two_hidden_truths_that_look_alike_give_the_attacker_equal_odds(hidden: dict[str, Any]) -> None:
    plan = {"level": 3, "defender": {"actions": ["end"]}} | ASSUMED
    one = contrecoup.load(scene([], plan=plan)).known_to("attacker")
    other = contrecoup.load(scene([], plan=plan) | hidden).known_to("attacker")
    assert one.setup == other.setup
    assert dict(contrecoup.odds(one).ends) == dict(contrecoup.odds(other).ends)
    assert contrecoup.odds(one).ends != contrecoup.odds(contrecoup.load(scene([], plan=plan))).ends


def test_a_missing_trace_is_nothing_that_the_attackers_odds_know() -> None:
    given = {
        "rules": "tracing",
        "scene": "trace",
        "attacker": {"computers": 4},
        "defender": {"computers": 1, "stealth": 2},
        "hooks": [{"kind": "known_well"}],
        "plan": {"assumed": {"computers": 3, "stealth": 3}},
    }
    there, missing = (
        contrecoup.load(given | {"missing": each}).known_to("attacker") for each in (False, True)
    )
    assert there.setup == missing.setup
    assert not missing.data


def test_without_an_assumption_or_for_another_seat_there_are_no_own_odds() -> None:
    loaded = contrecoup.load(scene(["end"]))
    with pytest.raises(Refused, match="not_assumed"):
        loaded.known_to("attacker")
    with pytest.raises(Refused, match=r"odds\.seat"):
        loaded.known_to("defender")
