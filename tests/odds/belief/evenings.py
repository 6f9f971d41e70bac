"""Evenings played with dice that are chosen beforehand, for tests of what a seat may believe."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import contrecoup
from contrecoup.kernel import Option, Throw
from contrecoup.log import MemoryStore
from contrecoup.odds.beliefs import Belief, believe
from contrecoup.play import Session
from contrecoup.play.hands import TypedDice

JOE: dict[str, Any] = {
    "rules": "savage",
    "scene": "intrusion",
    "hacker": {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 8}},
    "system": {"colour": "green", "ice": "d8"},
}
TRACE: dict[str, Any] = {
    "rules": "tracing",
    "scene": "session",
    "tn": 5,
    "attacker": {"computers": 4, "stealth": 3, "intelligence": 3, "body": 3},
    "defender": {"computers": 5, "stealth": 3},
    "beliefs": {"attacker": {"defender.computers": [2, 5, 8], "defender.stealth": [3]}},
    "plan": {"level": 2},
}


def begun(data: Mapping[str, Any]) -> Session:
    """A scene from its start."""
    return Session.begin(contrecoup.load(data), MemoryStore())


def play(session: Session, faces: Iterable[int], steps: int) -> Session:
    """Go on by some answers: the plan's options, and dice that all show the next face.

    A die that has no such face, or would ace on it, shows its highest other one.
    """
    showing: Iterator[int] = iter(faces)
    for _ in range(steps):
        node = session.question()
        if isinstance(node, Throw):
            face = next(showing)
            session.throw(TypedDice(tuple(min(face, die.sides - die.aces) for die in node.test.dice())))
        else:
            push: Option = node.push  # type: ignore[union-attr]  # no test goes on beyond the end
            session.choose(push)
    return session


def belief(session: Session, seat: str) -> Belief:
    """What a seat may believe of a session as it stands."""
    return believe(session.scene, seat, session.steps, session.question())


def chances(found: Belief, key: str) -> dict[Any, float]:
    """The chance of each value of a key."""
    return {value: float(chance) for value, chance in found.marginals[key]}
