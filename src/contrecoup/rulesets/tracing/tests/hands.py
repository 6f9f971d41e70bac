"""Scenes for tests, and hands that play them: options by their ids, throws by their results."""

from typing import Any

import contrecoup
from contrecoup.kernel import Answer, Choice, Message, Name, Node, Option, Refused, Result, Throw, may_see
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.state import SessionState, TraceState

Given = str | tuple[str, dict[str, Any]] | int
"""An option's id, with values where several have it, or the value of a result."""

PROGRAMS = [
    {"kind": "white_ic", "rating": 4},
    {"kind": "black_ic", "rating": 5},
    {"kind": "tar_bomb", "rating": 3},
    {"kind": "barrier", "rating": 5},
]
ATTACKER: dict[str, Any] = {"computers": 6, "stealth": 5, "intelligence": 5, "body": 4, "tech_pool": 4}
DEFENDER: dict[str, Any] = {"computers": 5, "stealth": 3, "tech_pool": 3, "programs": PROGRAMS}


def trace(who: dict[str, Any] | None = None, whom: dict[str, Any] | None = None, **given: Any) -> Any:
    """The setup of a search by that attacker for that defender, changed by fields of each."""
    return _setup("trace", who, whom, given)


def session(who: dict[str, Any] | None = None, whom: dict[str, Any] | None = None, **given: Any) -> Any:
    """The setup of a session at TN 5 (`tn=None`: summed), changed by fields of each."""
    given = {"tn": 5} | given
    return _setup("session", who, whom, {key: value for key, value in given.items() if value is not None})


def _setup(scene: str, who: Any, whom: Any, given: dict[str, Any]) -> Any:
    people = {"attacker": ATTACKER | (who or {}), "defender": DEFENDER | (whom or {})}
    return contrecoup.load({"rules": "tracing", "scene": scene, **people, **given}).setup


def refusals(scene: str, **given: Any) -> list[str]:
    """Why a scene can't be: the places and ids of every reason."""
    people = {"attacker": ATTACKER, "defender": DEFENDER}
    try:
        contrecoup.load({"rules": "tracing", "scene": scene, **people, **given}).start()
    except Refused as refused:
        return [f"{reason.where}: {reason.id}" for reason in refused.reasons]
    return []


def play(setup: Any, *given: Given, state: Any = None) -> Any:
    """The state after these answers, from the start or from a state."""
    state = RULESET.start(setup) if state is None else state
    for each in given:
        state = RULESET.apply(setup, state, answer(RULESET.node(setup, state), each))
    return state


def held(setup: Any, *given: Given, state: Any = None) -> SessionState:
    """The same for a session."""
    after = play(setup, *given, state=state)
    assert isinstance(after, SessionState)
    return after


def searched(setup: Any, *given: Given) -> TraceState:
    """The same for a search."""
    after = play(setup, *given)
    assert isinstance(after, TraceState)
    return after


def exposed(setup: Any, stealth: int = 9, level: int = 1, hits: int = 1) -> SessionState:
    """The state in which the defender answers: noticed at the first attempt, stealth not worn."""
    return held(setup, ("split", {}), stealth, ("attempt", {"level": level}), hits, 2, 1)


def answer(node: Node, given: Given) -> Answer:
    """What a given answer means at a node."""
    if isinstance(given, int):
        assert isinstance(node, Throw), f"{given}, but nothing is thrown at {node}"
        return Result(given)
    id, values = given if isinstance(given, tuple) else (given, {})
    assert isinstance(node, Choice), f"{given}, but nobody chooses at {node}"
    return next(option for option in node.options if option.id == id and _has(option, values))


def _has(option: Option, values: dict[str, Any]) -> bool:
    plain = {name: _plain(value) for name, value in option.values}
    return all(plain.get(name) == value for name, value in values.items())


def _plain(value: Any) -> Any:
    return value.id.split(".")[-1] if isinstance(value, Name) else value


def asked(setup: Any, state: Any) -> Throw:
    """The throw that a state asks for."""
    node = RULESET.node(setup, state)
    assert isinstance(node, Throw)
    return node


def throw_of(setup: Any, state: Any) -> Any:
    """The test of that throw."""
    return asked(setup, state).test


def offered(setup: Any, state: Any) -> list[str]:
    """The ids of the options that a state offers, each once."""
    node = RULESET.node(setup, state)
    assert isinstance(node, Choice)
    return list(dict.fromkeys(option.id for option in node.options))


def told(setup: Any, state: Any, given: Given, viewer: str = "gm") -> list[Message]:
    """What one answer says to a viewer."""
    reply = answer(RULESET.node(setup, state), given)
    said = RULESET.tell(setup, state, reply, RULESET.apply(setup, state, reply))
    return [message for message in said if may_see(message.audience, viewer)]


def ids(setup: Any, state: Any, given: Given, viewer: str = "gm") -> list[str]:
    """The ids of that."""
    return [message.id for message in told(setup, state, given, viewer)]


def why(setup: Any, state: Any, option: Option) -> list[str]:
    """Why an option is refused; the state stays."""
    try:
        RULESET.apply(setup, state, option)
    except Refused as refused:
        return [reason.id for reason in refused.reasons]
    return []


def ended(setup: Any, state: Any) -> Any:
    """The end that a state is."""
    return RULESET.node(setup, state)


def left(setup: Any, state: Any) -> dict[str, Any]:
    """What stays on sheets, by its place."""
    return {f"{change.sheet}.{change.field}": change.value for change in ended(setup, state).aftermath}
