"""Dispatch of `start`, `node` and `apply` to the scene that the setup is for."""

from typing import TypeAlias, cast

from contrecoup.kernel import Answer, Node
from contrecoup.rulesets.machines import attack, check, fight
from contrecoup.rulesets.machines.setup import Attack, Check, Fight
from contrecoup.rulesets.machines.state import AttackState, CheckState, FightState

AnySetup: TypeAlias = Fight | Attack | Check
AnyState: TypeAlias = FightState | AttackState | CheckState


def start(setup: AnySetup) -> AnyState:
    """The first state of the scene; Refused where the setup can't be."""
    if isinstance(setup, Fight):
        return fight.start(setup)
    return attack.start(setup) if isinstance(setup, Attack) else check.start(setup)


def node(setup: AnySetup, state: AnyState) -> Node:
    """The question that the state asks."""
    if isinstance(setup, Fight):
        return fight.node(setup, cast(FightState, state))
    if isinstance(setup, Attack):
        return attack.node(setup, cast(AttackState, state))
    return check.node(setup, cast(CheckState, state))


def apply(setup: AnySetup, state: AnyState, answer: Answer) -> AnyState:
    """The state after an answer."""
    if isinstance(setup, Fight):
        return fight.apply(setup, cast(FightState, state), answer)
    if isinstance(setup, Attack):
        return attack.apply(setup, cast(AttackState, state), answer)
    return check.apply(setup, cast(CheckState, state), answer)
