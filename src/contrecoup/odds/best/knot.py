"""Knots: the loops of one level, solved by improving the policies of both sides in turn."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from contrecoup.odds.best.land import CHANCE, MAX, MIN, Ground
from contrecoup.odds.net import Flags, Ints, spans
from contrecoup.odds.table import Floats

DENSE: Final = 300
"""Larger systems are solved sparsely."""
MOST_TURNS: Final = 10_000
"""Far more turns than policies are ever improved in; each gains, so the last is good whatever stops it."""


class Knot:
    """The nodes of loops and their edges; `chosen` is the place of the edge that each choice takes."""

    def __init__(self, ground: Ground, nodes: Ints, values: Floats, chosen: Ints, gain: float) -> None:
        first, last = ground.first[nodes], ground.first[nodes + 1]
        self.size, self.gain = len(nodes), gain
        self.kind = ground.kind[nodes]
        self.edges = spans(first, last)
        self.source: Ints = np.repeat(np.arange(self.size), last - first)
        self.starts: Ints = np.cumsum(last - first) - (last - first)
        to = ground.to[self.edges]
        places = np.searchsorted(np.sort(nodes), to)
        order = np.argsort(nodes)
        near = np.minimum(places, self.size - 1)
        self.is_inside: Flags = nodes[order][near] == to
        self.target: Ints = order[near]
        self.outside: Floats = np.where(self.is_inside, 0.0, values[to])
        self.is_chance: Flags = self.kind[self.source] == CHANCE
        self.weight: Floats = np.where(self.is_chance, ground.weight[self.edges], 1.0)
        offset = chosen - first
        self.chosen: Ints = np.where(self.kind == CHANCE, -1, self.starts + offset)
        self.values: Floats = np.zeros(self.size)

    def solved(self) -> tuple[Floats, Ints]:
        """The values of the nodes, and the edges that the best policies take (-1 for dice)."""
        for _ in range(MOST_TURNS):
            self._answer()
            if not self._improve(MAX, 1.0):
                break
        return self.values, np.where(self.chosen < 0, -1, self.edges[self.chosen])

    def _answer(self) -> None:
        """The opponents' best answer to the seat's policy, and what comes of both.

        Where the opponents can keep the scene from ever coming to an end that is worth something, they
        do; elsewhere every policy of theirs ends, so that improving it finds the least value.
        """
        alive = self._alive()
        self._hold(alive)
        for _ in range(MOST_TURNS):
            self.values = self._value(alive)
            if not self._improve(MIN, -1.0):
                break

    def _alive(self) -> Flags:
        """The nodes from which opponents can't keep all worth away, whatever they do."""
        alive = np.zeros(self.size, dtype=np.bool_)
        is_taken = self._is_taken() | (self.kind[self.source] == MIN)
        asks_all = self.kind == MIN
        while True:
            gets_out = np.where(self.is_inside, alive[self.target], self.outside > 0) & is_taken
            gets_out &= self.weight > 0
            hits = np.add.reduceat(gets_out.astype(np.int64), self.starts)
            wanted = np.where(asks_all, np.diff([*self.starts, len(self.edges)]), 1)
            found = hits >= wanted
            if (found == alive).all():
                return alive
            alive = found

    def _hold(self, alive: Flags) -> None:
        """Let the opponents keep worth away where they can."""
        keeps = np.where(self.is_inside, ~alive[self.target], self.outside <= 0)
        for node in np.flatnonzero((self.kind == MIN) & ~alive).tolist():
            edges = np.flatnonzero((self.source == node) & keeps)
            if self.chosen[node] not in edges:
                self.chosen[node] = edges[0]

    def _is_taken(self) -> Flags:
        taken = self.is_chance.copy()
        taken[self.chosen[self.chosen >= 0]] = True
        return taken

    def _value(self, alive: Flags) -> Floats:
        """What the nodes are worth under both policies: one linear system over those that are alive."""
        values = np.zeros(self.size)
        if not alive.any():
            return values
        counts = self._is_taken() & alive[self.source] & (self.weight > 0)
        leaving = counts & ~self.is_inside
        right = np.zeros(self.size)
        right += np.bincount(
            self.source[leaving], self.weight[leaving] * self.outside[leaving], minlength=self.size
        )
        staying = counts & self.is_inside & alive[self.target]
        place = np.cumsum(alive) - 1
        values[alive] = solve(
            place[self.source[staying]], place[self.target[staying]], self.weight[staying], right[alive]
        )
        return values

    def _improve(self, kind: int, sign: float) -> bool:
        """Let one side's choices take better edges; whether any was truly better."""
        reached = np.where(self.is_inside, self.values[self.target], self.outside)
        quality = sign * reached
        best = np.maximum.reduceat(quality, self.starts)
        better = (self.kind == kind) & (best > sign * self.values + self.gain)
        for node in np.flatnonzero(better).tolist():
            low = self.starts[node]
            high = self.starts[node + 1] if node + 1 < self.size else len(self.edges)
            self.chosen[node] = low + int(np.argmax(quality[low:high]))
        return bool(better.any())


def solve(row: Ints, column: Ints, weight: Floats, right: Floats) -> Floats:
    """The solution of x = P x + right, P given by its entries."""
    size = len(right)
    if size <= DENSE:
        matrix: NDArray[np.float64] = np.eye(size)
        np.subtract.at(matrix, (row, column), weight)
        solved: Floats = np.linalg.solve(matrix, right).astype(np.float64)
        return solved
    from scipy.sparse import coo_array, eye_array  # only for large loops: it takes long to import
    from scipy.sparse.linalg import splu

    steps = coo_array((weight, (row, column)), shape=(size, size))
    solution: Floats = splu((eye_array(size) - steps).tocsc()).solve(right)
    return solution
