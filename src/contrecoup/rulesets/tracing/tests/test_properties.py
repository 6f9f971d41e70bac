"""What holds in every session, however it goes: bounds, and that it can always end."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import Choice, End, Result
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.people import standing_barriers, tar_on
from contrecoup.rulesets.tracing.rules.ic import WOUNDS, skill_lost, staged_boxes
from contrecoup.rulesets.tracing.rules.trace import trace_tn
from contrecoup.rulesets.tracing.tests.hands import session

HELPERS = [{"side": "attackers", "computers": 3, "stealth": 4}, {"side": "defenders", "computers": 2}]
SETUP = session(helpers=HELPERS, black_ic_hits="gm", findable=[{"kind": "hunted"}])
LONGEST = 2_000


def walk(seed: int) -> tuple[list[Any], End | None]:
    """The states of a session in which everything is answered by chance."""
    chance, state = Random(seed), RULESET.start(SETUP)
    states = [state]
    for _ in range(LONGEST):
        node = RULESET.node(SETUP, state)
        if isinstance(node, End):
            return states, node
        options: Any = node.options if isinstance(node, Choice) else node.test.results(node.floor, node.cap)
        state = RULESET.apply(SETUP, state, chance.choice(options))
        states.append(state)
    return states, None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_counts_stay_within_their_bounds_and_sessions_end(seed: int) -> None:
    states, end = walk(seed)
    assert end is not None
    for state in states:
        for me, sheet in zip(state.intruders, SETUP.intruders, strict=True):
            assert 0 <= me.computers <= sheet.computers
            assert 0 <= me.pool <= 4
            assert 0 <= me.boxes <= 10
            assert 0 <= tar_on(me) <= 3
        assert 0 <= standing_barriers(SETUP, state) <= 2
        for keeper, sheet in zip(state.keepers, SETUP.keepers, strict=True):
            assert len(keeper.running) <= sheet.computers
            assert 0 <= keeper.pool <= 3


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_states_survive_being_written(seed: int) -> None:
    states, _ = walk(seed)
    last = states[-1]
    assert msgspec.json.decode(msgspec.json.encode(last), type=type(last)) == last


@given(st.integers(0, 30), st.integers(0, 30))
def test_more_resistance_never_hurts(hits: int, resisted: int) -> None:
    assert (
        staged_boxes(hits, resisted + 1) <= staged_boxes(hits, resisted) <= staged_boxes(hits + 1, resisted)
    )
    assert skill_lost(hits, resisted + 1) <= skill_lost(hits, resisted)
    assert staged_boxes(hits, resisted) in WOUNDS


@given(st.integers(0, 20), st.lists(st.integers(-6, -1), min_size=1, max_size=5), st.integers(0, 9))
def test_any_hook_is_better_than_none_and_history_is_2_each(
    stealth: int, hooks: list[int], earlier: int
) -> None:
    assert trace_tn(stealth, hooks, (), earlier, 0) < trace_tn(stealth, (), (), earlier, 0)
    assert trace_tn(stealth, hooks, (), earlier + 1, 0) == trace_tn(stealth, hooks, (), earlier, 0) + 2


def test_a_result_beyond_a_throws_bounds_is_read_as_the_bound() -> None:
    for state in walk(7)[0]:
        node = RULESET.node(SETUP, state)
        if not isinstance(node, Choice | End):
            at, beyond = (RULESET.apply(SETUP, state, Result(node.cap + more)) for more in (0, 5))
            assert at == beyond
