"""Dispatch of `start`, `node` and `apply` to the scene that the setup is for."""

from typing import cast

from contrecoup.kernel import Answer, Node
from contrecoup.rulesets.tracing import session, trace
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.state import SessionState, TraceState


def start(setup: Trace | Session) -> TraceState | SessionState:
    """The first state of the scene; Refused where the setup can't be."""
    return trace.start(setup) if isinstance(setup, Trace) else session.start(setup)


def node(setup: Trace | Session, state: TraceState | SessionState) -> Node:
    """The question that the state asks."""
    if isinstance(setup, Trace):
        return trace.node(setup, cast(TraceState, state))
    return session.node(setup, cast(SessionState, state))


def apply(
    setup: Trace | Session, state: TraceState | SessionState, answer: Answer
) -> TraceState | SessionState:
    """The state after an answer."""
    if isinstance(setup, Trace):
        return trace.apply(setup, cast(TraceState, state), answer)
    return session.apply(setup, cast(SessionState, state), answer)
