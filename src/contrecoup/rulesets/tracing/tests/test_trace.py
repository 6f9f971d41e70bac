"""Rule page, Finding a trace: the target number, success or failure and nothing else, and what stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from contrecoup.kernel import option
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.rules.trace import trace_tn
from contrecoup.rulesets.tracing.tests.hands import (
    ended,
    ids,
    left,
    offered,
    refusals,
    searched,
    session,
    throw_of,
    told,
    trace,
    why,
)

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["trace_tn"], ids=lambda vector: str(vector["tn"]))
def test_target_numbers_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    summed = trace_tn(vector["stealth"], vector["hooks"], vector.get("defences", ()), vector["previous"], 0)
    assert max(2, summed) == vector["tn"]


def test_two_hooks_and_an_earlier_attempt_come_to_1_which_counts_as_2() -> None:
    hooks = [{"kind": "personal_information"}, {"kind": "digital_contact"}]
    setup = trace({"previous": 1}, hooks=hooks)
    assert setup.target == 1
    assert searched(setup, "search", 2).outcome == "found"
    assert searched(setup, "search", 1).outcome == "nothing"


def test_a_blind_search_is_6_harder() -> None:
    assert trace().target == 4 + 3 + 6


@pytest.mark.parametrize(
    ("kind", "value", "tn"),
    [
        ("superficial_details", None, 6),
        ("superficial_details", -2, 5),
        ("personal_information", None, 3),
        ("known_well", None, 1),
        ("hunted", None, 5),
        ("hunted", -6, 1),
        ("system_contact", None, 5),
        ("personal_system", None, 3),
        ("digital_contact", None, 3),
    ],
)
def test_each_hook_lowers_the_target_number(kind: str, value: int | None, tn: int) -> None:
    assert trace(hooks=[{"kind": kind} | ({} if value is None else {"value": value})]).target == tn


@pytest.mark.parametrize(
    ("defence", "more"),
    [
        ({"kind": "protected", "rating": 3}, 3),
        ({"kind": "fake_id", "rating": 5}, 2),
        ({"kind": "sheltered"}, 2),
        ({"kind": "sheltered", "value": 6}, 6),
    ],
)
def test_each_defence_raises_it(defence: dict[str, Any], more: int) -> None:
    assert trace(defences=[defence]).target == 13 + more


def test_known_well_is_refused_beside_what_it_stands_for() -> None:
    hooks = [{"kind": kind} for kind in ("known_well", "superficial_details", "personal_information")]
    assert refusals("trace", hooks=hooks) == [
        "hooks[1].kind: refused.stands_for",
        "hooks[2].kind: refused.stands_for",
    ]


def test_every_fault_is_told_at_once() -> None:
    faults = refusals(
        "trace",
        hooks=[{"kind": "hunted", "value": -1}, {"kind": "hunted"}, {"kind": "gossip"}],
        defences=[{"kind": "fake_id"}, {"kind": "sheltered", "rating": 2}, {"kind": "sheltered", "value": 7}],
    )
    assert faults == [
        "hooks[0].value: refused.hook_value",
        "hooks[1].kind: refused.hook_twice",
        "hooks[2].kind: refused.unknown",
        "defences[0].rating: refused.no_rating",
        "defences[1].rating: refused.other_key",
        "defences[2].value: refused.range",
    ]


def test_contact_is_a_hook_of_itself_and_counts_once() -> None:
    assert trace({"contact": True}).target == 3
    assert trace({"contact": True}, hooks=[{"kind": "digital_contact"}]).target == 3


def test_earlier_attempts_and_exposures_stay_in_the_target_number() -> None:
    assert trace({"previous": 2, "further": 3}).target == 13 + 4 + 3


def test_a_missing_trace_looks_like_a_bad_throw() -> None:
    hooks = [{"kind": "known_well"}]
    there, missing = trace(hooks=hooks), trace(hooks=hooks, missing=True)
    bad, none = searched(there, "search"), searched(missing, "search")
    assert told(there, bad, 0, "attacker") == told(missing, none, 29, "attacker")
    assert ended(there, searched(there, "search", 0)) == ended(missing, searched(missing, "search", 29))
    assert ids(missing, none, 29)[-1] == "trace_missing"


def test_the_target_number_comes_with_success_alone() -> None:
    setup = trace(hooks=[{"kind": "personal_information"}])
    state = searched(setup, "search")
    assert dict(told(setup, state, 3, "attacker")[0].values)["tn"] == 3
    assert "tn" not in dict(told(setup, state, 2, "attacker")[0].values)


def test_the_question_is_the_same_whatever_is_hidden() -> None:
    easy, hard = trace(hooks=[{"kind": "known_well"}]), trace(defences=[{"kind": "protected", "rating": 20}])
    assert RULESET.node(easy, searched(easy, "search")) == RULESET.node(hard, searched(hard, "search"))


def test_wounds_lower_the_open_test() -> None:
    setup = trace({"boxes": 3})
    assert throw_of(setup, searched(setup, "search")).read([7, 2, 2, 2, 2, 2]).value == 5


def test_somebody_without_computers_can_only_stop() -> None:
    setup = trace({"computers": 0})
    state = RULESET.start(setup)
    assert offered(setup, state) == ["stop"]
    assert why(setup, state, option("search")) == ["refused.no_computers"]
    assert left(setup, searched(setup, "stop")) == {}


def test_a_search_stays_as_an_earlier_attempt_but_not_against_its_own_session() -> None:
    hooks = [{"kind": "personal_information"}]
    setup = trace({"previous": 1}, hooks=hooks)
    assert left(setup, searched(setup, "search", 29)) == {"attacker.previous": 2, "attacker.traced": True}
    assert left(setup, searched(setup, "search", 1)) == {"attacker.previous": 2}
    follows = session({"previous": 2, "traced": True}, tn=None, hooks=hooks)
    assert follows.session_tn(0) == setup.target
    assert trace({"previous": 2, "traced": True}, hooks=hooks).target == setup.target + 2
