"""What happened between two states, in words that every scene has of its own."""

from typing import cast

from contrecoup.kernel import Answer, Message
from contrecoup.rulesets.machines.flow import AnySetup, AnyState
from contrecoup.rulesets.machines.setup import Attack, Fight
from contrecoup.rulesets.machines.state import AttackState, CheckState, FightState
from contrecoup.rulesets.machines.told import attack, check, fight


def tell(setup: AnySetup, before: AnyState, answer: Answer, after: AnyState) -> tuple[Message, ...]:
    """The messages of one step."""
    if isinstance(setup, Fight):
        return tuple(fight.say(setup, cast(FightState, before), answer, cast(FightState, after)))
    if isinstance(setup, Attack):
        return tuple(attack.say(setup, cast(AttackState, before), answer, cast(AttackState, after)))
    return tuple(check.say(setup, cast(CheckState, before), answer, cast(CheckState, after)))
