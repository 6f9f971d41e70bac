"""Graphs: all that a scene's states of one shape lead to, walked once with the rules that referee it.

A graph holds no weights: its edges name readings of results, a question lays its distributions over them
and solves. A state whose shape is finer belongs to another graph; here it is a *port*, where mass leaves.
"""

import gc
from array import array
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from contrecoup.kernel import Choice, End, Node, Option, RuleSet, Throw
from contrecoup.odds.certainty import Certainty
from contrecoup.odds.components import Components
from contrecoup.odds.net import Ints, Net
from contrecoup.odds.order import Order
from contrecoup.odds.readings import CERTAIN, Layout, Readings

Follow = Callable[[Choice], Sequence[Option]]
"""Which options of a choice a plan follows."""

Rules = RuleSet[Any, Any]

_NO_KIND = -1


def push(choice: Choice) -> Sequence[Option]:
    """Plan push: the one option that goes on."""
    return (choice.push,)


class TooMany(Exception):
    """More states than a walk was allowed. The graph is as it was before."""


class Names:
    """What the ends and ports of a graph are called: columns of nodes, and the numbers of their names."""

    def __init__(self, ends: Mapping[int, End], ports: Mapping[int, Any]) -> None:
        self.outcomes: dict[str, int] = {}
        self.tallies: dict[tuple[str, str, int | str], int] = {}
        self.ends: Ints = np.array([*ends], dtype=np.int64)
        outcomes = [self.outcomes.setdefault(end.outcome, len(self.outcomes)) for end in ends.values()]
        self.outcome: Ints = np.array(outcomes, dtype=np.int64)
        counted = [
            (node, self.tallies.setdefault((tally.kind, tally.of, tally.value), len(self.tallies)))
            for node, end in ends.items()
            for tally in end.tallies
        ]
        pairs = np.array(counted, dtype=np.int64).reshape(-1, 2)
        self.tallied, self.tally = pairs[:, 0], pairs[:, 1]
        self.kinds = _by_kind(self.tallies)
        self.ports: Ints = np.array([*ports], dtype=np.int64)
        self.states: tuple[Any, ...] = tuple(ports.values())

    def shown(self, end: End, figure: str | None) -> Iterator[int]:
        """The numbers of the names that an end has in a figure: its outcome (None) or a kind of tally."""
        if figure is None:
            yield self.outcomes[end.outcome]
            return
        for tally in end.tallies:
            if tally.kind == figure:
                yield self.tallies[tally.kind, tally.of, tally.value]


class Kind(NamedTuple):
    """The tallies of one kind: their numbers, and of whom and what each is."""

    places: Ints
    names: tuple[tuple[str, int | str], ...]


def _by_kind(tallies: Mapping[tuple[str, str, int | str], int]) -> dict[str, Kind]:
    found: dict[str, list[tuple[int, tuple[str, int | str]]]] = {}
    for (kind, of, value), place in tallies.items():
        found.setdefault(kind, []).append((place, (of, value)))
    return {
        kind: Kind(np.array([place for place, _ in each], dtype=np.int64), tuple(name for _, name in each))
        for kind, each in found.items()
    }


class Frozen:
    """A graph as arrays, at one moment of its growth.

    `key` is what each node throws, -1 for none; `ceiling` the signature of the results that the kernel's
    ceiling holds up there, -1 for none; `rounds` the nodes that open a round, `held` those with a ceiling.
    """

    def __init__(self, graph: "Graph") -> None:
        self.states, self.ends = graph.states, graph.ends
        self.layout: Layout = graph.readings.layout()
        self.names = Names(graph.ends, graph.ports)
        self.net = _net_of(graph)
        self.order = Order(self.net, len(self.layout.starts))
        kinds = np.array(graph.kind_of, dtype=np.int64)
        self.key: Ints = np.array([*(kind.key for kind in graph.readings.kinds), _NO_KIND])[kinds]
        self.ceiling: Ints = np.array([*(kind.ceiling for kind in graph.readings.kinds), -1])[kinds]
        self.rounds: Ints = np.flatnonzero(np.array(graph.is_round, dtype=np.bool_))
        self.held: Ints = np.flatnonzero(self.ceiling >= 0)
        self.certainty = Certainty(self.net, dict(graph.ends))


def _net_of(graph: "Graph") -> Net:
    first = np.array(graph.first, dtype=np.int64)
    resting = np.zeros(len(graph.states), dtype=np.bool_)
    resting[[*graph.ends, *graph.ports]] = True
    return Net(
        source=np.repeat(np.arange(len(first) - 1), np.diff(first)),
        target=np.array(graph.to, dtype=np.int64),
        signature=np.array(graph.signature, dtype=np.int64),
        first=first,
        component=np.array(graph.components.of, dtype=np.int64),
        height=np.array(graph.components.height, dtype=np.int64),
        is_resting=resting,
    )


class Graph:
    """The states of one shape that were reached so far. Columns by node, edges by source; both only grow."""

    def __init__(self, ruleset: Rules, shape: Hashable, follow: Follow = push) -> None:
        self.ruleset, self.shape, self.follow = ruleset, shape, follow
        self.readings = Readings()
        self.components = Components()
        self.states: list[Any] = []
        self.nodes: list[Node | None] = []
        self.ends: dict[int, End] = {}
        self.ports: dict[int, Any] = {}
        self.kind_of = array("i")
        self.is_round = array("b")
        self.first = array("i", [0])
        self.to = array("i")
        self.signature = array("i")
        self.place: dict[Any, int] = {}

    @cached_property
    def frozen(self) -> Frozen:
        """The graph as arrays, as far as it has grown."""
        return Frozen(self)

    def reach(self, setup: Any, states: Iterable[Any], bound: int) -> tuple[int, ...]:
        """The nodes of these states, with all that they lead to walked.

        Raises TooMany, and leaves the graph as it was, where more than `bound` states would be new.
        """
        old, places, edges = len(self.states), len(self.place), len(self.to)
        walk = _Walk(self, setup)
        try:
            with _uncollected():
                entries = tuple(walk.find(state) for state in states)
                walk.grow(old, old + bound)
        except BaseException:
            self._forget(old, places, edges)
            raise
        if len(self.states) > old:
            self.components.extend(self.first, self.to)
            self.__dict__.pop("frozen", None)
        return entries

    def _forget(self, nodes: int, places: int, edges: int) -> None:
        while len(self.place) > places:
            self.place.popitem()
        for node in range(nodes, len(self.states)):
            self.ends.pop(node, None)
            self.ports.pop(node, None)
        del self.states[nodes:], self.nodes[nodes:], self.kind_of[nodes:], self.is_round[nodes:]
        del self.first[nodes + 1 :], self.to[edges:], self.signature[edges:]


@contextmanager
def _uncollected() -> Generator[None]:
    """Without garbage collection: a walk makes many objects and no garbage, and looking for it takes a
    quarter of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Walk:
    """One growth of a graph, with the rules asked for one setup."""

    def __init__(self, graph: Graph, setup: Any) -> None:
        self.graph, self.setup = graph, setup
        self.node, self.apply = graph.ruleset.node, graph.ruleset.apply

    def grow(self, start: int, bound: int) -> None:
        """Take the edges of each node from `start` on, in order, until none is new."""
        graph = self.graph
        node = start
        while node < len(graph.states):
            if len(graph.states) > bound:
                raise TooMany
            asks = graph.nodes[node]
            if isinstance(asks, Throw):
                self._take_throw(node)
            elif isinstance(asks, Choice):
                self._take_choice(node, asks)
            graph.first.append(len(graph.to))
            node += 1

    def _take_throw(self, node: int) -> None:
        graph, setup, apply = self.graph, self.setup, self.apply
        state, place = graph.states[node], graph.place
        kind = graph.readings.kinds[graph.kind_of[node]]
        targets = []
        for answer in kind.answers:
            after = apply(setup, state, answer)
            target = place.get(after)
            targets.append(self.find(after) if target is None else target)
        if len(set(targets)) == len(targets):
            graph.to.extend(targets)
            graph.signature.extend(kind.signatures)
        else:
            merged = graph.readings.merge(kind, targets)
            graph.to.extend(merged)
            graph.signature.extend(merged.values())

    def _take_choice(self, node: int, choice: Choice) -> None:
        for option in self.graph.follow(choice):
            after = self.apply(self.setup, self.graph.states[node], option)
            self.graph.to.append(self.find(after))
            self.graph.signature.append(CERTAIN)

    def find(self, state: Any) -> int:
        """The node of a state, taken in if it is new.

        A choice with one way on and no round to count is no node: its state stands for the next one.
        """
        place = self.graph.place
        passed: dict[Any, None] = {}
        while (known := place.get(state)) is None:
            asks = self._ask(state)
            way = self.graph.follow(asks) if isinstance(asks, Choice) and not asks.round else ()
            if len(way) != 1 or state in passed:
                known = self._enter(state, asks)
                break
            passed[state] = None
            state = self.apply(self.setup, state, way[0])
        for each in passed:
            place.setdefault(each, known)
        return known

    def _ask(self, state: Any) -> Node | None:
        """What a state asks; None where its shape is finer, so that another graph says."""
        if self.setup.shape(state) != self.graph.shape:
            return None
        return self.node(self.setup, state)

    def _enter(self, state: Any, asks: Node | None) -> int:
        graph = self.graph
        node = graph.place[state] = len(graph.states)
        graph.states.append(state)
        graph.nodes.append(asks)
        graph.kind_of.append(graph.readings.kind(asks) if isinstance(asks, Throw) else _NO_KIND)
        graph.is_round.append(isinstance(asks, Throw | Choice) and asks.round)
        if isinstance(asks, End):
            graph.ends[node] = asks
        elif asks is None:
            graph.ports[node] = state
        return node
