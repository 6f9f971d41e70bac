"""What a search says: success or failure and nothing else, and the target number with the success."""

from collections.abc import Iterator

from contrecoup.kernel import GM_ONLY, Message, message, only
from contrecoup.rulesets.tracing.names import name_of
from contrecoup.rulesets.tracing.setup import Trace
from contrecoup.rulesets.tracing.state import TraceState


def told(setup: Trace, before: TraceState, after: TraceState) -> Iterator[Message]:
    """The messages of one step."""
    who, audience = name_of(setup.attacker, "attacker"), only("attacker")
    if before.phase != "throw":
        return
    if after.outcome == "found":
        yield message("trace_found", rule="trace", audience=audience, who=who, tn=max(2, setup.target))
    else:
        yield message("trace_nothing", rule="trace", audience=audience, who=who)
    yield message("trace_tn", rule="trace", audience=GM_ONLY, tn=max(2, setup.target))
    if setup.missing:
        yield message("trace_missing", rule="trace", audience=GM_ONLY)
