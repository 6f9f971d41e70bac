"""Finding a trace (rule page, 1)."""

from msgspec.structs import replace

from contrecoup.dice import OpenTest
from contrecoup.kernel import Answer, Change, Choice, End, Node, Throw, option, pick, result_of
from contrecoup.rulesets.tracing.obstacles import refuse_trace
from contrecoup.rulesets.tracing.rules.skill import added_dice, wound_modifier
from contrecoup.rulesets.tracing.setup import Trace
from contrecoup.rulesets.tracing.state import TraceState

SEARCH, STOP = option("search"), option("stop")
LEAST = 2
"""A target number below 2 counts as 2."""


def start(setup: Trace) -> TraceState:
    """Before the search; Refused where the setup can't be."""
    refuse_trace(setup)
    return TraceState("search")


def node(setup: Trace, state: TraceState) -> Node:
    """Search or stop; the open test; the end."""
    if state.phase == "search":
        return Choice("attacker", (SEARCH, STOP), SEARCH, "choice.search")
    if state.phase == "throw":
        return _throw(setup)
    changes = (Change("attacker", "previous", setup.attacker.previous + 1),) if state.outcome else ()
    return End(state.outcome or "nothing", (), changes)


def _throw(setup: Trace) -> Throw:
    attacker, rulings = setup.attacker, setup.rulings
    test = OpenTest(attacker.computers + added_dice(attacker, rulings))
    # The cap is the same whatever is hidden: the attacker sees what is asked.
    return Throw("attacker", test, "throw.search", "search", cap=MOST, mishap_matters=False, round=True)


MOST = 140
"""No target number that a scene file can give is higher."""


def apply(setup: Trace, state: TraceState, answer: Answer) -> TraceState:
    """Found where the highest die reaches the target number and there is a trace to find."""
    if state.phase == "search":
        chosen = pick(node(setup, state), answer)
        return TraceState("throw") if chosen == SEARCH else TraceState("over")
    highest = result_of(answer).value - wound_modifier(setup.attacker.boxes)
    found = highest >= max(LEAST, setup.target) and not setup.missing
    return replace(state, phase="over", outcome="found" if found else "nothing")
