"""Land: all that a scene may come to when some seats' choices are open, as arrays with weights.

The whole scene is one graph: what one best play leads to has no shape that others could share.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from contrecoup.kernel import Answer, Choice, Node, Option, Refused, Throw, refusal
from contrecoup.odds.graph import Graph, Rules, TooMany
from contrecoup.odds.net import Ints
from contrecoup.odds.readings import CERTAIN
from contrecoup.odds.table import Floats, chances

CHANCE, MAX, MIN, REST = range(4)
"""What a node is: dice decide (or a plan does), the seat decides, its opponents do, nobody does."""


class Whole(NamedTuple):
    """A setup of one single shape."""

    setup: Any

    def shape(self, state: Any, /) -> int:
        """The same everywhere, so that no graph ends before the scene does."""
        return 0


class WholeRules:
    """Rules that are asked with a `Whole`: as much of the five calls as a graph needs."""

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset

    def start(self, whole: Whole) -> Any:
        """The first state."""
        return self.ruleset.start(whole.setup)

    def node(self, whole: Whole, state: Any) -> Node:
        """The question that a state asks."""
        return self.ruleset.node(whole.setup, state)

    def apply(self, whole: Whole, state: Any, answer: Answer) -> Any:
        """The state after an answer."""
        return self.ruleset.apply(whole.setup, state, answer)


class Land:
    """The states of a scene with the choices of `seats` open, and everybody's where `against` is "best"."""

    def __init__(self, ruleset: Rules, setup: Any, seats: Sequence[str], against: str, bound: int) -> None:
        self.seats, self.against, self.bound = frozenset(seats), against, bound
        self.whole = Whole(setup)
        self.rules = WholeRules(ruleset)
        rules: Any = self.rules  # a graph asks nothing else
        self.graph = Graph(rules, 0, self.follow)
        self.start = self.rules.start(self.whole)
        self.reach((self.start,))

    def follow(self, choice: Choice) -> Sequence[Option]:
        """All options where the choice is open, else the plan's."""
        return choice.options if self.is_open(choice) else (choice.push,)

    def is_open(self, choice: Choice) -> bool:
        """Whether somebody is looking for the best option here."""
        return choice.seat in self.seats or self.against == "best"

    def reach(self, states: Iterable[Any]) -> bool:
        """Walk from these states; whether any was new. Refused where there are too many states."""
        known = len(self.graph.states)
        missing = [state for state in states if state not in self.graph.place]
        try:
            self.graph.reach(self.whole, missing, self.bound - known)
        except TooMany:
            raise Refused([refusal("best.states", most=self.bound)]) from None
        if len(self.graph.states) > known:
            self.__dict__.pop("ground", None)
        return len(self.graph.states) > known

    @cached_property
    def ground(self) -> "Ground":
        """The land as arrays, as far as it has been walked."""
        return Ground(self)


class Ground:
    """Nodes with their edges, weights, kinds and levels; `push` is the plan's edge of an open choice."""

    def __init__(self, land: Land) -> None:
        graph = land.graph
        self.first: Ints = np.array(graph.first, dtype=np.int64)
        self.to: Ints = np.array(graph.to, dtype=np.int64)
        self.weight: Floats = _weights(land)[np.array(graph.signature, dtype=np.int64)]
        self.kind, self.push = _kinds(land)
        self.component: Ints = np.array(graph.components.of, dtype=np.int64)
        self.height: Ints = np.array(graph.components.height, dtype=np.int64)
        sizes = np.bincount(self.component)
        source = np.repeat(np.arange(self.size), np.diff(self.first))
        self.is_looping = sizes[self.component] > 1
        self.is_looping[source[source == self.to]] = True

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.first) - 1

    @cached_property
    def levels(self) -> list[Ints]:
        """The nodes of each height, from the ends up: what a level leads to lies below it, or in loops."""
        order = np.argsort(self.height, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(self.height[order])) + 1)


def _kinds(land: Land) -> tuple[Ints, Ints]:
    graph = land.graph
    kind = np.full(len(graph.states), CHANCE)
    push = np.full(len(graph.states), -1)
    kind[[*graph.ends]] = REST
    for node, asks in enumerate(graph.nodes):
        if isinstance(asks, Choice):
            low, high = graph.first[node], graph.first[node + 1]
            if high - low > 1:
                kind[node] = MAX if asks.seat in land.seats else MIN
                push[node] = low + asks.options.index(asks.push)
    return kind, push


def _weights(land: Land) -> Floats:
    """What each signature weighs."""
    graph = land.graph
    layout = graph.readings.layout()
    tables: dict[int, Floats] = {}
    test: Any  # hashable, as every test is
    for node, asks in enumerate(graph.nodes):
        if isinstance(asks, Throw):
            key = graph.readings.kinds[graph.kind_of[node]].key
            if key not in tables:
                test = asks.test
                tables[key] = chances(test, *layout.bounds[key])
    laid = np.concatenate([np.ones(1), *(tables[key] for key in range(len(layout.bounds)))])
    weights: Floats = np.add.reduceat(laid[layout.places], layout.starts)
    weights[CERTAIN] = 1.0
    return weights
