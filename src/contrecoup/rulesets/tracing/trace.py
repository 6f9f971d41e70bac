"""Finding a trace (rule page, 1)."""

from collections.abc import Iterator

from msgspec.structs import replace

from contrecoup.kernel import (
    Answer,
    Change,
    Choice,
    End,
    Node,
    Option,
    Throw,
    only,
    option,
    pick,
    result_of,
)
from contrecoup.rulesets.tracing.obstacles import refuse_search, refuse_trace
from contrecoup.rulesets.tracing.rules.skill import search_test
from contrecoup.rulesets.tracing.setup import Trace
from contrecoup.rulesets.tracing.state import TraceState

SEARCH, STOP = option("search"), option("stop")
ATTACKER_ONLY = only("attacker")
MOST_PENALTY = 40
"""History counts no further."""
MOST = 140
"""Beyond this nothing is told apart: one die in 6 ** 23 comes so far."""
LEAST = 2
"""A target number below 2 counts as 2."""


def start(setup: Trace) -> TraceState:
    """Before the search; Refused where the setup can't be."""
    refuse_trace(setup)
    return TraceState("search")


def node(setup: Trace, state: TraceState) -> Node:
    """Search or stop; the open test; the end."""
    if state.phase == "search":
        options = (SEARCH, STOP) if setup.attacker.computers else (STOP,)
        return Choice("attacker", options, options[0], "choice.search", audience=ATTACKER_ONLY)
    if state.phase == "throw":
        return _throw(setup)
    return End(state.outcome or "nothing", (), tuple(_changes(setup, state)))


def _throw(setup: Trace) -> Throw:
    """The cap is the same whatever is hidden: the attacker sees what is asked."""
    return Throw(
        "attacker",
        search_test(setup.attacker, setup.rulings),
        "throw.search",
        "search",
        cap=MOST,
        mishap_matters=False,
        audience=ATTACKER_ONLY,
        round=True,
    )


def _changes(setup: Trace, state: TraceState) -> Iterator[Change]:
    """Each search is an earlier attempt for all that come, but for the session that follows its trace."""
    if state.outcome:
        sheet, is_found = setup.attacker, state.outcome == "found"
        yield Change("attacker", "previous", min(MOST_PENALTY, sheet.previous + 1))
        if sheet.traced != is_found:
            yield Change("attacker", "traced", is_found)


def apply(setup: Trace, state: TraceState, answer: Answer) -> TraceState:
    """Found where the highest die reaches the target number and there is a trace to find."""
    if state.phase == "search":
        if isinstance(answer, Option) and answer == SEARCH:
            refuse_search(setup)
        chosen = pick(node(setup, state), answer)
        return TraceState("throw") if chosen == SEARCH else TraceState("over")
    highest = min(MOST, result_of(answer).value)
    found = highest >= max(LEAST, setup.target) and not setup.missing
    return replace(state, phase="over", outcome="found" if found else "nothing")
