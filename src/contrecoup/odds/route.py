"""Routes: a schedule of a graph, with what to ask for its weights and what its rows say of a scene."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from contrecoup.kernel import Throw
from contrecoup.odds.graph import Frozen, Rules
from contrecoup.odds.net import Ints, Sums
from contrecoup.odds.readings import Bounds
from contrecoup.odds.rounds import Lap
from contrecoup.odds.schedule import Knot, Schedule
from contrecoup.odds.table import SECTIONS, Floats, chances


class Ask(NamedTuple):
    """A key that a schedule's nodes throw, where its table stands, and a state that asks for its test."""

    key: int
    state: Any
    bounds: Bounds
    place: slice


class Route:
    """One way through a graph, from the nodes where mass enters; kept for every question.

    `ended` and `counted` sum rows by outcome and by tally, `rounds` are the rows of nodes that open one,
    `held` the rows and signatures of what a ceiling holds up, `ports` the nodes where mass leaves with
    their states.
    """

    def __init__(self, frozen: Frozen, schedule: Schedule) -> None:
        self.frozen, self.schedule = frozen, schedule
        row, names = schedule.row, frozen.names
        self.ended = _named(row[names.ends], names.outcome, len(names.outcomes))
        self.counted = _named(row[names.tallied], names.tally, len(names.tallies))
        self.rounds: Ints = row[frozen.rounds][row[frozen.rounds] >= 0]
        held = frozen.held[row[frozen.held] >= 0]
        self.held: tuple[Ints, Ints] = (row[held], frozen.ceiling[held])
        seen = row[names.ports] >= 0
        self.ports: Ints = names.ports[seen]
        self.states = tuple(
            state for state, is_seen in zip(names.states, seen.tolist(), strict=True) if is_seen
        )
        self._lay_asks()

    def _lay_asks(self) -> None:
        frozen, nodes = self.frozen, self.schedule.nodes
        bounds = frozen.layout.bounds
        ends = np.cumsum([1, *(SECTIONS * (cap - floor + 1) for floor, cap in bounds)]).tolist()
        self._size = int(ends[-1])
        keys, places = np.unique(frozen.key[nodes], return_index=True)
        self.asks = tuple(
            Ask(key, frozen.states[nodes[place]], bounds[key], slice(ends[key], ends[key + 1]))
            for key, place in zip(keys.tolist(), places.tolist(), strict=True)
            if key >= 0
        )

    def weights(self, ruleset: Rules, setups: Sequence[Any], asks: Iterable[Ask] | None = None) -> Floats:
        """What each signature weighs, a column a setup (one dimension for one setup)."""
        laid = np.zeros(self._size if len(setups) == 1 else (self._size, len(setups)))
        laid[0] = 1.0
        for _, state, (floor, cap), place in self.asks if asks is None else asks:
            tables = [chances(test_of(ruleset, setup, state), floor, cap) for setup in setups]
            laid[place] = tables[0] if len(tables) == 1 else np.stack(tables, axis=1)
        layout = self.frozen.layout
        weights: Floats = np.add.reduceat(laid[layout.places], layout.starts, axis=0)
        return weights

    def is_left(self, ruleset: Rules, setups: Sequence[Any]) -> bool:
        """Whether all mass that enters is sure to come to an end or a port. Asks no more than that takes."""
        schedule = self.schedule
        if len(schedule.stuck) or any(isinstance(step, Knot) for step in schedule.steps):
            return False
        if not schedule.small:
            return True
        if any(each.size > 2 for each in schedule.small):
            return False
        weights = self.weights(ruleset, setups, self._loop_asks)
        return bool(np.isfinite(schedule.matrices(weights)).all())

    @cached_property
    def lap(self) -> Lap:
        """One round of this route."""
        return Lap(self.schedule.order, self.schedule, self.frozen.rounds, self.frozen.names.ports)

    @cached_property
    def _loop_asks(self) -> tuple[Ask, ...]:
        looping = np.concatenate([each.nodes.ravel() for each in self.schedule.small])
        keys = set(self.frozen.key[looping].tolist())
        return tuple(ask for ask in self.asks if ask.key in keys)

    def certain(self, figure: str | None) -> Sums | None:
        """Entering mass summed by name, where from each entry on a figure is certain; else None.

        The figure is None for the outcome, else a kind of tally.
        """
        names, ends = self.frozen.names, self.frozen.ends
        labels = self.frozen.certainty.of(figure)[list(self.schedule.entries)].tolist()
        if min(labels) < 0:
            return None
        pairs = [
            (name, place) for place, label in enumerate(labels) for name in names.shown(ends[label], figure)
        ]
        columns = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        count = len(names.outcomes) if figure is None else len(names.tallies)
        return Sums.unsorted(columns[:, 0], columns[:, 1], count)


def _named(rows: Ints, names: Ints, count: int) -> Sums:
    seen = rows >= 0
    return Sums.unsorted(names[seen], rows[seen], count)


def test_of(ruleset: Rules, setup: Any, state: Any) -> Any:
    """The test that a throwing state asks for under a setup."""
    throw = ruleset.node(setup, state)
    if not isinstance(throw, Throw):
        raise TypeError(f"a state of equal shape throws under one setup alone: {state!r}")
    return throw.test
