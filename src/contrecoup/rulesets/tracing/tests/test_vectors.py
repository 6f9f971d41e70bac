"""Values of an independent calculation: IC through its phases, staging, target numbers, whole sessions."""

from collections import defaultdict
from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Choice, Throw
from contrecoup.rulesets.tracing import flow
from contrecoup.rulesets.tracing.rules.ic import staged_boxes
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.state import Deed, Intruder, Keeper, Running, SessionState

TINY = 1e-12
IC_PHASES = frozenset({"ic", "dodge", "dodging", "resist", "resisting"})

WHITE_IC: list[tuple[dict[str, int], dict[int, float]]] = [
    (
        {"owner": 6, "given": 2, "dodge": 3, "computers": 5, "rating": 5},
        {
            0: 0.4297779224537037,
            1: 0.19970301247427982,
            2: 0.17141083140432098,
            3: 0.11392224472736626,
            4: 0.05748858667695473,
            5: 0.021299511316872428 + 0.005465534979423869 + 0.0008680555555555555 + 6.430041152263375e-05,
        },
    ),
    (
        {"owner": 4, "given": 0, "dodge": 0, "computers": 6, "rating": 3},
        {
            0: 0.9479595336076817,
            1: 0.04080932784636488,
            2: 0.00977366255144033,
            3: 0.0013717421124828531,
            4: 8.573388203017832e-05,
        },
    ),
]
"""Skill lost; five of five is all that there is to lose, so more counts as five."""


SESSIONS: list[tuple[dict[str, int], int, dict[str, float]]] = [
    (
        {"computers": 2, "stealth": 2},
        3,
        {
            "found_unnoticed": 0.07690767158046402,
            "found_exposed": 0.8154361326126267,
            "ended": 0.1076561958069093,
        },
    ),
    (
        {"computers": 4, "stealth": 0},
        1,
        {
            "found_unnoticed": 0.1850951865177252,
            "found_exposed": 0.7198660514177627,
            "ended": 0.09503876206451203,
        },
    ),
]


def under_ic(
    kind: str, owner: int, given: int, dodge: int, computers: int, rating: int, body: int = 0
) -> Any:
    """A session at the moment when the only IC acts; the pool goes into the dodge."""
    scene: dict[str, Any] = {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": {"computers": computers, "body": body, "tech_pool": dodge},
        "defender": {"computers": owner, "programs": [{"kind": kind, "rating": rating}]},
    }
    setup = contrecoup.load(scene).setup
    intruder = Intruder("in", computers=computers, stealth=20, pool=dodge)
    keeper = Keeper("in", running=(Running(0, given, 0),))
    deed = Deed(0, 0, 0, given)
    state = SessionState(
        "ic", (intruder,), (keeper,), opened=True, exposed=True, rounds=1, queue=1, deed=deed
    )
    return setup, state


def after_ic(setup: Any, state: SessionState) -> dict[SessionState, float]:
    """Where it leads once the IC has acted, with the chances."""
    here, there = {state: 1.0}, defaultdict[SessionState, float](float)
    while here:
        ahead = defaultdict[SessionState, float](float)
        for each, chance in here.items():
            for after, share in ways(setup, each):
                (ahead if after.phase in IC_PHASES else there)[after] += chance * share
        here = ahead
    return there


def ways(setup: Any, state: SessionState) -> list[tuple[SessionState, float]]:
    """Every answer of a throw, the plan's of a choice."""
    asked: Any = flow.node(setup, state)
    if isinstance(asked, Choice):
        return [(flow.apply(setup, state, asked.push), 1.0)]  # type: ignore[list-item]  # a session's state
    assert isinstance(asked, Throw)
    weights = asked.test.weights(asked.floor, asked.cap)
    whole = sum(weights.values())
    return [
        (flow.apply(setup, state, result), weight / whole)  # type: ignore[misc]  # a session's state
        for result, weight in weights.items()
    ]


@pytest.mark.parametrize(("given", "expected"), WHITE_IC)
def test_white_ic_takes_skill_as_often_as_calculated(
    given: dict[str, int], expected: dict[int, float]
) -> None:
    setup, state = under_ic("white_ic", **given)
    lost = defaultdict[int, float](float)
    for after, share in after_ic(setup, state).items():
        lost[given["computers"] - after.intruders[0].computers] += share
    assert dict(lost) == pytest.approx(expected, abs=TINY)


def test_black_ic_hits_as_hard_as_calculated() -> None:
    setup, state = under_ic("black_ic", 6, 2, 3, 4, 5, body=4)
    boxes = defaultdict[int, float](float)
    for after, share in after_ic(setup, state).items():
        boxes[after.intruders[0].boxes] += share
    expected = {
        0: 0.11328125 + 0.01921510631001372,
        1: 0.1480394923601585,
        3: 0.5012321268670934,
        6: 0.17922548963572627,
        10: 0.039006534827008076,
    }
    assert dict(boxes) == pytest.approx(expected, abs=TINY)


@pytest.mark.parametrize(
    ("successes", "resisted", "boxes"), [(2, 3, 3), (2, 4, 1), (3, 0, 6), (1, 5, 0), (2, 2, 3), (9, 0, 10)]
)
def test_black_ic_is_staged_by_twos(successes: int, resisted: int, boxes: int) -> None:
    assert staged_boxes(successes, resisted) == boxes


@pytest.mark.parametrize(
    ("hooks", "defences", "previous", "target"),
    [
        ([{"kind": "personal_information"}, {"kind": "digital_contact"}], [], 1, 1),
        ([], [], 0, 13),
        ([{"kind": "system_contact"}], [{"kind": "fake_id", "rating": 4}], 1, 9),
        ([{"kind": "known_well"}], [{"kind": "protected", "rating": 3}], 0, 4),
        ([{"kind": "hunted", "value": -6}], [{"kind": "sheltered", "value": 6}], 0, 7),
    ],
)
def test_the_target_number_sums_hooks_defences_and_history(
    hooks: list[dict[str, Any]], defences: list[dict[str, Any]], previous: int, target: int
) -> None:
    scene = {
        "rules": "tracing",
        "scene": "trace",
        "attacker": {"computers": 6, "previous": previous},
        "defender": {"computers": 5, "stealth": 3},
        "hooks": hooks,
        "defences": defences,
    }
    setup = contrecoup.load(scene).setup
    assert isinstance(setup, Trace)
    assert setup.target == target


@pytest.mark.parametrize(("split", "level", "ends"), SESSIONS)
def test_sessions_end_as_often_as_calculated(
    split: dict[str, int], level: int, ends: dict[str, float]
) -> None:
    scene = contrecoup.load(
        {
            "rules": "tracing",
            "scene": "session",
            "tn": 5,
            "attacker": {"computers": 6, "stealth": 5, "tech_pool": 4},
            "defender": {"computers": 5, "stealth": 3, "tech_pool": 3},
            "plan": {"level": level, "pool": split, "defender": {"actions": ["end"]}},
        }
    )
    assert isinstance(scene.setup, Session)
    found = {end: share for end, share in contrecoup.odds(scene).ends.items() if share}
    assert found == pytest.approx(ends, abs=TINY)
