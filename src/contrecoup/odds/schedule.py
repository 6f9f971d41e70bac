"""Schedules: the steps by which mass that enters a net at given nodes is followed, for any weights."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from contrecoup.odds.loops import Block
from contrecoup.odds.net import Flags, Ints, reached
from contrecoup.odds.order import Order
from contrecoup.odds.table import Floats


class Pull(NamedTuple):
    """Rows `to` that are sums over edges: `source` rows times factors `edges`, a run each from `starts`."""

    to: slice
    edges: slice
    source: Ints
    starts: Ints


class Knot(NamedTuple):
    """A block with the rows of its visits and of its inflows; the last row of all is never flowed into."""

    block: Block
    visits: Ints
    inflow: Ints


Step: TypeAlias = Pull | Knot


class Schedule:
    """An order's rows and edges that matter for these entries, numbered anew.

    Rows begin with one for each entry (mass that enters) and close with an empty one. `row[v]` is node
    v's row of visits, -1 where none can come. `factor` names for each edge the signature that weighs it,
    or from `order.signatures` on an entry of the matrices of `small`. `stuck`: rows whose mass goes round
    for ever.
    """

    def __init__(self, order: Order, entries: tuple[int, ...]) -> None:
        self.order, self.entries = order, entries
        seen = reached(order.net.first, order.net.target, entries)
        self.small = [each.within(seen) for each in order.small]
        self._choose(seen)
        self.nodes: Ints = np.flatnonzero(seen)
        self.stuck: Ints = self.row[self.nodes[order.is_closed[self.nodes]]]
        self.stuck = self.stuck[self.stuck >= 0]
        self.steps = list(self._steps(seen))

    def _choose(self, seen: Flags) -> None:
        order, size = self.order, len(self.entries)
        doors = order.inflow[list(self.entries)]
        live = np.zeros(order.rows, dtype=np.bool_)
        live[doors] = True
        kept = seen[order.owner]
        live[order.target[kept & ~order.is_matrix]] = True
        kept &= ~order.is_matrix | live[order.source]
        live[order.visit[seen & (order.loop_turn > 0)]] = True
        place = np.where(live, np.cumsum(live) + (size - 1), -1)
        self.rows = size + int(live.sum()) + 1
        self.row: Ints = np.where(seen, place[order.visit], -1)
        self._place, self._turn = place, np.concatenate((np.full(size, -1), order.turn[live]))
        self._lay(kept, self._renumbered(seen), place[doors])

    def _renumbered(self, seen: Flags) -> Ints:
        """The factors, with the matrix entries of the loops that are seen counted from the start."""
        order = self.order
        entries = np.cumsum(seen[order.entry_owner]) - 1
        factor = order.factor.copy()
        if len(entries):
            factor[order.is_matrix] = order.signatures + entries[factor[order.is_matrix] - order.signatures]
        return factor

    def _lay(self, kept: Flags, factor: Ints, doors: Ints) -> None:
        order = self.order
        source, target = self._place[order.source[kept]], self._place[order.target[kept]]
        sorting = np.argsort(doors, kind="stable")
        gaps = np.searchsorted(target, doors[sorting])
        self.source: Ints = np.insert(source, gaps, sorting)
        self.target: Ints = np.insert(target, gaps, doors[sorting])
        self.factor: Ints = np.insert(factor[kept], gaps, 0)

    def _steps(self, seen: Flags) -> Iterator[Step]:
        starts = np.flatnonzero(np.diff(self.target, prepend=-1))
        rows = self.target[starts]
        bounds = np.flatnonzero(np.diff(self._turn[rows], prepend=-1, append=-1)).tolist()
        edges = np.append(starts, len(self.target))
        knots = self._knots(seen)
        for low, high in pairwise(bounds):
            start, stop = int(edges[low]), int(edges[high])
            to = slice(int(rows[low]), int(rows[high - 1]) + 1)
            yield Pull(to, slice(start, stop), self.source[start:stop], starts[low:high] - start)
            yield from knots.get(int(self._turn[rows[low]]), ())

    def _knots(self, seen: Flags) -> dict[int, list[Knot]]:
        """The blocks by the turn after which they can be solved."""
        order = self.order
        knots: dict[int, list[Knot]] = {}
        for block in order.blocks:
            if seen[block.nodes[0]]:
                knot = Knot(block, self.row[block.nodes], self._place[order.inflow[block.nodes]])
                knots.setdefault(order.height_turn(block), []).append(knot)
        return knots

    def matrices(self, weights: Floats) -> Floats:
        """The entries of the small loops' matrices for these weights."""
        entries = [each.matrices(weights) for each in self.small]
        return np.concatenate(entries) if entries else np.zeros((0, *weights.shape[1:]))

    def may_fall_apart(self, weights: Floats, matrices: Floats) -> bool:
        """Whether some loop can't be left, or a larger one has edges of no weight, with these weights."""
        if not np.isfinite(matrices).all():
            return True
        larger = [each.signatures for each in self.small if each.size > 2]
        larger += [step.block.signatures for step in self.steps if isinstance(step, Knot)]
        return any(bool((weights[each] == 0).any()) for each in larger)

    def run(self, weights: Floats, factors: Floats, rows: Floats) -> None:
        """Fill the rows after the entries', step by step."""
        for step in self.steps:
            if isinstance(step, Knot):
                rows[step.visits] = step.block.solve(weights, rows[step.inflow])
                continue
            terms = rows[step.source]
            terms *= factors[step.edges]
            np.add.reduceat(terms, step.starts, axis=0, out=rows[step.to])
