"""Scenes for tests, and hands that play them: options by their ids, throws by their results."""

from typing import Any

import msgspec

from contrecoup.kernel import Answer, Choice, Message, Node, Option, Result, Throw
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.sheets import Hacker
from contrecoup.rulesets.savage.state import Body, DuelState, IntrusionState

Given = str | Option | int | tuple[int, bool]
"""An option or its id, the value of a result, or value and natural 1."""

HACKER: dict[str, Any] = {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 8}}
SYSTEM: dict[str, Any] = {"colour": "green", "ice": "d8"}


def hacker(**fields: Any) -> Hacker:
    """A d8 Wild Card with Spirit d6 and a commlink of 8, changed by fields."""
    return msgspec.convert(HACKER | fields, Hacker)


def intrusion(
    who: dict[str, Any] | None = None,
    what: dict[str, Any] | None = None,
    rulings: dict[str, Any] | None = None,
    **plan: bool,
) -> Intrusion:
    """An intrusion of that hacker into a Green-8 system, changed by fields of each."""
    data = {"hacker": HACKER | (who or {}), "system": SYSTEM | (what or {}), "rulings": rulings or {}}
    return msgspec.convert(data | {"plan": plan}, Intrusion)


def duel(
    one: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    rulings: dict[str, Any] | None = None,
) -> Duel:
    """A duel between two such hackers, changed by fields of each."""
    data = {"attacker": HACKER | (one or {}), "defender": HACKER | (other or {}), "rulings": rulings or {}}
    return msgspec.convert(data, Duel)


def breach(setup: Intrusion, *given: Given, state: IntrusionState | None = None) -> IntrusionState:
    """The state of an intrusion after these answers."""
    after = play(setup, *given, state=state)
    assert isinstance(after, IntrusionState)
    return after


def clash(setup: Duel, *given: Given, state: DuelState | None = None) -> DuelState:
    """The state of a duel after these answers."""
    after = play(setup, *given, state=state)
    assert isinstance(after, DuelState)
    return after


def play(setup: Any, *given: Given, state: Any = None) -> Any:
    """The state after these answers, from the start or from a state."""
    state = RULESET.start(setup) if state is None else state
    for each in given:
        state = RULESET.apply(setup, state, answer(RULESET.node(setup, state), each))
    return state


def answer(node: Node, given: Given) -> Answer:
    """What a given answer means at a node."""
    if isinstance(given, Option):
        return given
    if isinstance(given, str):
        assert isinstance(node, Choice), f"{given}, but nobody chooses at {node}"
        return next(option for option in node.options if option.id == given)
    assert isinstance(node, Throw), f"{given}, but nothing is thrown at {node}"
    return Result(given) if isinstance(given, int) else Result(*given)


def asked(setup: Any, state: Any) -> Throw:
    """The throw that a state asks for."""
    node = RULESET.node(setup, state)
    assert isinstance(node, Throw)
    return node


def modifier(setup: Any, state: Any) -> int:
    """The modifier of the test that a state asks for."""
    test: Any = asked(setup, state).test
    return int(test.modifier)


def offered(setup: Any, state: Any) -> list[str]:
    """The ids of the options that a state offers."""
    node = RULESET.node(setup, state)
    assert isinstance(node, Choice)
    return [option.id for option in node.options]


def told(setup: Any, state: Any, given: Given) -> list[Message]:
    """What one answer says."""
    reply = answer(RULESET.node(setup, state), given)
    return list(RULESET.tell(setup, state, reply, RULESET.apply(setup, state, reply)))


def ids(setup: Any, state: Any, given: Given) -> list[str]:
    """The ids of what one answer says."""
    return [said.id for said in told(setup, state, given)]


def strike(setup: Intrusion, marks: int, body: Body | None = None) -> IntrusionState:
    """The state after a backlash of so many marks against Toughness, on a hacker in this condition."""
    state = breach(setup, "connect", "go_on", 12, 0)
    if state.phase == "benny":
        state = breach(setup, "keep", state=state)
    if body:
        state = msgspec.structs.replace(state, body=body)
    return breach(setup, marks, state=state)
