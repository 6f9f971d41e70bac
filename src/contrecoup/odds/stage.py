"""Stages: one part of a scene's course solved for one or many questions, a column each."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from contrecoup.kernel import Throw
from contrecoup.odds.components import Components
from contrecoup.odds.graph import Frozen, Rules
from contrecoup.odds.loops import Block
from contrecoup.odds.net import Ints, Net, Sums
from contrecoup.odds.schedule import Schedule
from contrecoup.odds.table import SECTIONS, Floats, chances


class Figures:
    """What a schedule's rows say of a scene: ends, tallies, rounds, and mass whose fate isn't known."""

    def __init__(self, frozen: Frozen, schedule: Schedule) -> None:
        ends = [(int(schedule.row[node]), end) for node, end in frozen.ends.items() if schedule.row[node] >= 0]
        self.outcomes: dict[str, int] = {}
        self.tallies: dict[tuple[str, str, int | str], int] = {}
        outcomes = [self.outcomes.setdefault(end.outcome, len(self.outcomes)) for _, end in ends]
        counted = [
            (self.tallies.setdefault((tally.kind, tally.of, tally.value), len(self.tallies)), row)
            for row, end in ends
            for tally in end.tallies
        ]
        rows = np.array([row for row, _ in ends], dtype=np.int64)
        self.ended = Sums(np.array(outcomes, dtype=np.int64), rows, len(self.outcomes))
        pairs = np.array(counted, dtype=np.int64).reshape(-1, 2)
        self.counted = Sums(pairs[:, 0], pairs[:, 1], len(self.tallies))
        nodes = schedule.nodes[schedule.row[schedule.nodes] >= 0]
        self.rounds: Ints = schedule.row[nodes[frozen.is_round[nodes]]]
        held = nodes[frozen.ceiling[nodes] >= 0]
        self.held: tuple[Ints, Ints] = (schedule.row[held], frozen.ceiling[held])
        self.ports: Ints = np.array([node for node in frozen.ports if schedule.row[node] >= 0], dtype=np.int64)
        self.port_rows: Ints = schedule.row[self.ports]
        self.port_states: tuple[Any, ...] = tuple(frozen.ports[node] for node in self.ports.tolist())


class Ask(NamedTuple):
    """A key that a schedule's nodes throw, where its table stands, and a state that asks for its test."""

    state: Any
    floor: int
    cap: int
    place: slice


class Route:
    """A schedule of a graph, with what to ask for its weights and what its rows say. Kept for every question."""

    def __init__(self, frozen: Frozen, schedule: Schedule) -> None:
        self.frozen, self.schedule = frozen, schedule
        self.figures = Figures(frozen, schedule)
        keys, places = np.unique(frozen.key[schedule.nodes], return_index=True)
        bounds = frozen.layout.bounds
        ends = np.cumsum([1, *(SECTIONS * (cap - floor + 1) for floor, cap in bounds)]).tolist()
        self.size = int(ends[-1])
        self.asks = tuple(
            Ask(frozen.states[schedule.nodes[place]], *bounds[key], slice(ends[key], ends[key + 1]))
            for key, place in zip(keys.tolist(), places.tolist(), strict=True)
            if key >= 0
        )

    def weights(self, ruleset: Rules, setups: Sequence[Any]) -> Floats:
        """What each signature weighs, a column a setup (one dimension for one setup)."""
        tables = np.zeros((len(setups), self.size))
        tables[:, 0] = 1.0
        for table, setup in zip(tables, setups, strict=True):
            for state, floor, cap, place in self.asks:
                table[place] = chances(test_of(ruleset, setup, state), floor, cap)
        layout = self.frozen.layout
        laid = tables[0] if len(setups) == 1 else np.ascontiguousarray(tables.T)
        weights: Floats = np.add.reduceat(laid[layout.places], layout.starts, axis=0)
        return weights


def test_of(ruleset: Rules, setup: Any, state: Any) -> Any:
    """The test that a throwing state asks for under a setup."""
    throw = ruleset.node(setup, state)
    if not isinstance(throw, Throw):
        raise TypeError(f"a state of equal shape asks for a throw under one setup alone: {state!r}")
    return throw.test


class Stage:
    """The visits of one route's rows, for the mass that enters, a column a question."""

    def __init__(self, route: Route, weights: Floats, matrices: Floats, mass: Floats) -> None:
        self.route, self.weights = route, weights
        schedule = route.schedule
        self.factors: Floats = np.concatenate((weights, matrices))[schedule.factor]
        self.rows: Floats = np.zeros((schedule.rows, *weights.shape[1:]))
        self.rows[: len(mass)] = mass
        run(schedule, weights, self.factors, self.rows)

    @cached_property
    def ended(self) -> Floats:
        """The chance of each outcome."""
        return self.route.figures.ended.of(self.rows)

    @cached_property
    def counted(self) -> Floats:
        """The chance of each tally."""
        return self.route.figures.counted.of(self.rows)

    @cached_property
    def rounds(self) -> Floats:
        """The expected number of rounds."""
        return np.asarray(self.rows[self.route.figures.rounds].sum(axis=0))

    @cached_property
    def stuck(self) -> Floats:
        """The mass that goes round for ever."""
        return np.asarray(self.rows[self.route.schedule.stuck].sum(axis=0))

    @cached_property
    def held(self) -> Floats:
        """The mass that a ceiling held up."""
        rows, signatures = self.route.figures.held
        return np.asarray((self.rows[rows] * self.weights[signatures]).sum(axis=0))


def run(schedule: Schedule, weights: Floats, factors: Floats, rows: Floats) -> None:
    """Fill the rows after the sources, step by step."""
    for step in schedule.steps:
        if isinstance(step, Block):
            step.solve(weights, rows)
            continue
        terms = rows[step.source]
        terms *= factors[step.edges]
        np.add.reduceat(terms, step.starts, axis=0, out=rows[step.to])


def without_weightless(net: Net, weights: Floats) -> Net:
    """The net without the edges that weigh nothing, with its loops found anew."""
    kept = weights[net.signature] > 0
    first = np.concatenate(([0], np.cumsum(kept)))[net.first]
    target = net.target[kept]
    components = Components()
    components.extend(first.tolist(), target.tolist())
    return net._replace(
        source=net.source[kept],
        target=target,
        signature=net.signature[kept],
        first=first,
        component=np.array(components.of, dtype=np.int64),
        height=np.array(components.height, dtype=np.int64),
    )
