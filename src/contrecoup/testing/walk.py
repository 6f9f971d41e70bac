"""Walks over the states of a scene: everything that can be reached, or enough of it."""

import random
from collections import deque
from collections.abc import Hashable, Iterator
from typing import Any, Final, NamedTuple

from contrecoup.kernel import Answer, Choice, End, Node, RuleSet, Setup, Throw

_WALKS: Final = 40
_LONGEST_WALK: Final = 400


class Way(NamedTuple):
    """One answer and where it leads."""

    answer: Answer
    after: Hashable


class Explored(NamedTuple):
    """States with the questions that they ask and the ways out of them; `is_whole`: nothing is left out."""

    nodes: dict[Hashable, Node]
    ways: dict[Hashable, tuple[Way, ...]]
    is_whole: bool


def answers(node: Node) -> tuple[Answer, ...]:
    """Every answer that a node takes."""
    match node:
        case Choice():
            return node.options
        case Throw():
            return node.test.results(node.floor, node.cap)
        case End():
            return ()


def ways(ruleset: RuleSet[Any, Any], setup: Setup, state: Any, node: Node) -> tuple[Way, ...]:
    """Every way out of a state."""
    return tuple(Way(answer, ruleset.apply(setup, state, answer)) for answer in answers(node))


def reached(ruleset: RuleSet[Any, Any], setup: Setup, start: Hashable, limit: int) -> int:
    """How many states can be reached from a start; counting stops just above the limit."""
    seen = {start}
    waiting = [start]
    while waiting and len(seen) <= limit:
        state = waiting.pop()
        for way in ways(ruleset, setup, state, ruleset.node(setup, state)):
            if way.after not in seen:
                seen.add(way.after)
                waiting.append(way.after)
    return len(seen)


def explore(ruleset: RuleSet[Any, Any], setup: Setup, start: Hashable, limit: int) -> Explored:
    """The scene's states, nearest first; beyond the limit random walks to its ends stand for the rest.

    The walks choose among answers, not by weight, so that what is rare in play is met as well.
    """
    found = Explored({}, {}, False)
    waiting = deque([start])
    seen = {start}
    while waiting and len(found.nodes) < limit:
        state = waiting.popleft()
        for way in _visit(ruleset, setup, state, found):
            if way.after not in seen:
                seen.add(way.after)
                waiting.append(way.after)
    if waiting:
        for seed in range(_WALKS):
            for state in random_walk(ruleset, setup, start, seed):
                if state not in found.nodes:
                    _visit(ruleset, setup, state, found)
    return found._replace(is_whole=not waiting)


def _visit(ruleset: RuleSet[Any, Any], setup: Setup, state: Hashable, found: Explored) -> tuple[Way, ...]:
    node = ruleset.node(setup, state)
    found.nodes[state] = node
    found.ways[state] = ways(ruleset, setup, state, node)
    return found.ways[state]


def random_walk(ruleset: RuleSet[Any, Any], setup: Setup, start: Hashable, seed: int) -> Iterator[Hashable]:
    """The states of one walk by random answers, the start first, to an end or a bounded length."""
    chance = random.Random(seed)
    state = start
    for _ in range(_LONGEST_WALK):
        yield state
        possible = answers(ruleset.node(setup, state))
        if not possible:
            return
        state = ruleset.apply(setup, state, chance.choice(possible))
