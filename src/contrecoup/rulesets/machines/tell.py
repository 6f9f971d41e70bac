"""What happened between two states."""

from contrecoup.kernel import Answer, Message
from contrecoup.rulesets.machines.flow import AnySetup, AnyState


def tell(setup: AnySetup, before: AnyState, answer: Answer, after: AnyState) -> tuple[Message, ...]:
    """The messages of one step."""
    return ()
