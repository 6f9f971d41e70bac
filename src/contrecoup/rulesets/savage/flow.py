"""Dispatch of `start`, `node` and `apply` to the scene that the setup is for."""

from typing import cast

from contrecoup.kernel import Answer, Node
from contrecoup.rulesets.savage import duel, intrusion
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.state import DuelState, IntrusionState


def start(setup: Intrusion | Duel) -> IntrusionState | DuelState:
    """The first state of the scene; Refused where the setup can't be."""
    return intrusion.start(setup) if isinstance(setup, Intrusion) else duel.start(setup)


def node(setup: Intrusion | Duel, state: IntrusionState | DuelState) -> Node:
    """The question that the state asks."""
    if isinstance(setup, Intrusion):
        return intrusion.node(setup, cast(IntrusionState, state))
    return duel.node(setup, cast(DuelState, state))


def apply(
    setup: Intrusion | Duel, state: IntrusionState | DuelState, answer: Answer
) -> IntrusionState | DuelState:
    """The state after an answer."""
    if isinstance(setup, Intrusion):
        return intrusion.apply(setup, cast(IntrusionState, state), answer)
    return duel.apply(setup, cast(DuelState, state), answer)
