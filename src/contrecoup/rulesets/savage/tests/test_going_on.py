"""Odds in the middle of a scene: fewer questions from there on, and the same ends."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Choice, End, Throw
from contrecoup.odds.atlas import Atlas
from contrecoup.odds.course import courses_of
from contrecoup.odds.found import Solved
from contrecoup.odds.graph import push
from contrecoup.registry import Scene
from contrecoup.rulesets.savage import RULESET

HACKER = {"hacking": "d6", "spirit": "d6", "vigor": "d6", "bennies": 1, "commlink": {"rating": 4}}
SCENES = [
    {"scene": "intrusion", "hacker": HACKER | {"name": "A"}, "system": {"ice": "d4", "colour": "red"}},
    {"scene": "duel", "attacker": HACKER | {"name": "A"}, "defender": HACKER | {"name": "B"}},
]


def states(scene: Scene, seed: int) -> Iterator[Any]:
    """The states that one random evening comes through, for the most part by plan."""
    chance, state = random.Random(seed), scene.start()
    setup: Any = scene.setup
    while not isinstance(node := RULESET.node(setup, state), End):
        yield state
        if isinstance(node, Choice):
            answer: Any = node.push if chance.random() < 0.8 else chance.choice(node.options)
        else:
            assert isinstance(node, Throw)
            answer = chance.choice([*node.test.weights(node.floor, node.cap)])
        state = RULESET.apply(setup, state, answer)


def ends(scene: Scene, setup: Any, state: Any) -> dict[str, float]:
    """The ends under push, walked with a setup from a state."""
    course = courses_of(Atlas(scene.ruleset, push), [setup], scene.manifest.state_bound, [state])[0]
    assert course is not None
    return {end: float(share) for end, share in Solved(course.parts, course.states).outcomes().items()}


@pytest.mark.parametrize("data", SCENES, ids=["intrusion", "duel"])
def test_without_questions_that_are_declined_a_scene_goes_on_to_the_same_ends(data: dict[str, Any]) -> None:
    scene = contrecoup.load({"rules": "savage", **data})
    compared = 0
    for seed in range(3):
        for state in [*states(scene, seed)][1::5]:
            setup: Any = scene.setup
            smaller = setup.pushed_from(state)
            if RULESET.node(smaller, state) == RULESET.node(setup, state):
                whole, fewer = ends(scene, setup, state), ends(scene, smaller, state)
                assert fewer == pytest.approx(whole, abs=1e-12), state
                compared += 1
    assert compared >= 4
