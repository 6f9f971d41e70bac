"""What happened between two states, for whom, naming the rule."""

from collections.abc import Iterator
from typing import cast

from contrecoup.kernel import Answer, Message
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.state import SessionState, TraceState
from contrecoup.rulesets.tracing.told import answers, attempts, ic, trace, turns

_SAID = {**attempts.SAID, **answers.SAID, **turns.SAID, **ic.SAID}


def tell(
    setup: Trace | Session,
    before: TraceState | SessionState,
    answer: Answer,
    after: TraceState | SessionState,
) -> tuple[Message, ...]:
    """The messages of one step; `Message.rule` is an anchor of the rule page."""
    if isinstance(setup, Trace):
        return tuple(trace.told(setup, cast("TraceState", before), cast("TraceState", after)))
    return tuple(_session(setup, cast("SessionState", before), answer, cast("SessionState", after)))


def _session(setup: Session, before: SessionState, answer: Answer, after: SessionState) -> Iterator[Message]:
    said = _SAID.get(before.phase)
    if said is not None:
        yield from said(setup, before, answer, after)
    yield from turns.information(setup, before, after)
    yield from turns.gone(setup, before, after)
    yield from turns.turn_end(setup, before, after)
