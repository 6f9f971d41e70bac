"""Schedules: in which order the visits of a net's nodes follow from one another, ready for any weights.

Rows are quantities to solve for: sources first (mass that enters), then inflows and visits in an order
in which each follows from earlier ones. A node on no loop has one row. In a small loop each node's visits
are a weighted sum of the loop's inflows; the weights (the loop's fundamental matrix) come with the
question. A large loop is one block, solved in its turn.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from contrecoup.odds.loops import Block, Loops
from contrecoup.odds.net import Flags, Ints, Net, reached

SMALL: Final = 8
"""The largest loop whose fundamental matrix is written out."""
TURNS: Final = 3
"""What a height has one after the other: inflows, visits in small loops, visits in blocks."""


class Pull(NamedTuple):
    """Rows `to` that are sums over edges: `source` rows times factors `edges`, a run from each of `starts`."""

    to: slice
    edges: slice
    source: Ints
    starts: Ints


class Schedule:
    """The steps for mass that enters at given nodes.

    `row[v]` is the row of node v's visits, -1 where it can't be reached. `factor` names, for each edge,
    the signature that weighs it, or from `signatures` on an entry of the loops' matrices. `stuck` are
    rows whose mass goes round for ever.
    """

    def __init__(self, net: Net, entries: Sequence[int], signatures: int) -> None:
        self.net, self.entries = net, tuple(entries)
        seen = reached(net.first, net.target, entries)
        self.nodes: Ints = np.flatnonzero(seen)
        self.loops = Loops(net, seen, signatures, SMALL)
        self._lay_rows(seen)
        self._lay_edges(seen)
        for block in self.loops.blocks:
            block.place(self.row[block.nodes], self.inflow[block.nodes])
        stuck = self.row[self.loops.closed]
        self.stuck: Ints = stuck[stuck >= 0]

    def _lay_rows(self, seen: Flags) -> None:
        """A level is a height above the ends, in three turns: inflow, small loops' visits, blocks."""
        net, loops, size = self.net, self.loops, len(self.entries)
        self._top = int(net.height.max(initial=0))
        level = TURNS * (self._top - net.height)
        into = self._entered(seen)
        nodes = np.flatnonzero(seen & (into | (loops.turn > 0)))
        visits = level[nodes] + loops.turn[nodes]
        inflows = np.flatnonzero(into & (loops.turn > 0))
        turns = np.concatenate((visits, level[inflows]))
        blocks = np.concatenate((net.component[nodes] * (loops.turn[nodes] == 2), np.zeros(len(inflows), int)))
        order = np.lexsort((blocks, turns))
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(size, size + len(order))
        self.rows = size + len(order)
        self.row: Ints = np.full(net.size, -1)
        self.row[nodes] = rank[: len(nodes)]
        self.inflow: Ints = self.row.copy()
        self.inflow[loops.turn > 0] = -1
        self.inflow[inflows] = rank[len(nodes) :]
        self._turn = np.concatenate((np.full(size, -1), turns[order]))

    def _entered(self, seen: Flags) -> Flags:
        """Which nodes mass enters from outside of their loop."""
        net = self.net
        outer = seen[net.source] & ~self.loops.is_inner
        entered = np.zeros(net.size, dtype=np.bool_)
        entered[net.target[outer]] = True
        entered[list(self.entries)] = True
        return entered

    def _lay_edges(self, seen: Flags) -> None:
        net, loops = self.net, self.loops
        outer = np.flatnonzero(seen[net.source] & ~loops.is_inner)
        size = len(self.entries)
        inside, within = self.inflow[loops.tail], self.row[loops.head]
        kept = inside >= 0
        source = np.concatenate((np.arange(size), self.row[net.source[outer]], inside[kept]))
        target = np.concatenate((self.inflow[list(self.entries)], self.inflow[net.target[outer]], within[kept]))
        factor = np.concatenate((np.zeros(size, int), net.signature[outer], loops.factor[kept]))
        order = np.argsort(target, kind="stable")
        self.source, self.target, self.factor = source[order], target[order], factor[order]
        self.steps = self._steps()

    def _steps(self) -> list[Pull | Block]:
        rows, starts = np.unique(self.target, return_index=True)
        bounds = np.flatnonzero(np.diff(self._turn[rows], prepend=-1, append=-1))
        edges = np.append(starts, len(self.target))
        steps: list[Pull | Block] = []
        for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            start, stop = int(edges[low]), int(edges[high])
            steps.append(
                Pull(
                    slice(int(rows[low]), int(rows[high - 1]) + 1),
                    slice(start, stop),
                    self.source[start:stop],
                    starts[low:high] - start,
                )
            )
            level, turn = divmod(int(self._turn[rows[low]]), TURNS)
            if turn == 0:
                steps.extend(block for block in self.loops.blocks if self._top - block.height == level)
        return steps
