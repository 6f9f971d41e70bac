"""What happened between two states, for whom (rule page)."""

from contrecoup.kernel import Answer, Message
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.state import DuelState, IntrusionState


def tell(
    setup: Intrusion | Duel,
    before: IntrusionState | DuelState,
    answer: Answer,
    after: IntrusionState | DuelState,
) -> tuple[Message, ...]:
    """The messages of one step."""
    return ()
