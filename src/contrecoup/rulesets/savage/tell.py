"""What happened between two states, for whom, naming the rule."""

from typing import cast

from contrecoup.kernel import Answer, Message
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.state import DuelState, IntrusionState
from contrecoup.rulesets.savage.told import duel, intrusion


def tell(
    setup: Intrusion | Duel,
    before: IntrusionState | DuelState,
    answer: Answer,
    after: IntrusionState | DuelState,
) -> tuple[Message, ...]:
    """The messages of one step; `Message.rule` is an anchor of the rule page."""
    if isinstance(setup, Intrusion):
        return tuple(intrusion.say(setup, cast(IntrusionState, before), answer, cast(IntrusionState, after)))
    return tuple(duel.say(setup, cast(DuelState, before), answer, cast(DuelState, after)))
