"""Loops: components that mass can go round in, and how often it visits each of their nodes.

With inflows b the visits x of a loop solve x = b + P'x. The diagonal of I - P' is taken as the sum of all
that leaves a node, so that no small difference of near numbers decides.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from contrecoup.odds.net import Flags, Ints, Net, Sums
from contrecoup.odds.table import Floats

DENSE: Final = 400
"""The largest block that is solved as a dense system."""


class Loops:
    """The loops among the nodes seen.

    `is_inner` marks edges that stay in their component, `turn` nodes: 1 in a small loop, 2 in a block, 0
    on none. `closed`: nodes of components that nothing leaves and that are no ends. The entries of the
    small loops' matrices are numbered on from `offset`: `factor[e]` weighs inflow of `tail[e]` for the
    visits of `head[e]`.
    """

    def __init__(self, net: Net, seen: Flags, offset: int, small: int) -> None:
        self.net = net
        component = net.component
        self.is_inner: Flags = component[net.source] == component[net.target]
        count = int(component.max(initial=-1)) + 1
        inner, outer = (np.zeros(count, dtype=np.bool_) for _ in range(2))
        inner[component[net.source[self.is_inner]]] = True
        outer[component[net.source[~self.is_inner]]] = True
        self.closed: Ints = np.flatnonzero(seen & ~net.is_resting & ~outer[component])
        looping = seen & inner[component] & outer[component]
        size = np.bincount(component, minlength=count)[component]
        self.turn: Ints = looping * (1 + (size > small))
        self.small = list(self._small(looping, size, small))
        self.blocks = [Block(net, nodes) for nodes in self._by_component(self.turn == 2)]
        self._number(offset)

    def _small(self, looping: Flags, size: Ints, small: int) -> Iterator["Small"]:
        for each in range(1, small + 1):
            nodes = np.flatnonzero(looping & (size == each))
            if len(nodes):
                nodes = nodes[np.argsort(self.net.component[nodes], kind="stable")]
                yield Small(self.net, nodes.reshape(-1, each))

    def _by_component(self, chosen: Flags) -> list[Ints]:
        nodes = np.flatnonzero(chosen)
        if not len(nodes):
            return []
        nodes = nodes[np.argsort(self.net.component[nodes], kind="stable")]
        return np.split(nodes, np.flatnonzero(np.diff(self.net.component[nodes])) + 1)

    def _number(self, offset: int) -> None:
        heads = [np.repeat(each.nodes, each.size, axis=1).ravel() for each in self.small]
        tails = [np.tile(each.nodes, (1, each.size)).ravel() for each in self.small]
        empty = np.zeros(0, dtype=np.int64)
        self.head: Ints = np.concatenate([empty, *heads])
        self.tail: Ints = np.concatenate([empty, *tails])
        self.factor: Ints = offset + np.arange(len(self.head))

    def matrices(self, weights: Floats) -> Floats:
        """The entries of the small loops' matrices, in the order of `factor`."""
        entries = [each.matrices(weights) for each in self.small]
        return np.concatenate(entries) if entries else np.zeros((0, *weights.shape[1:]))

    def may_fall_apart(self, weights: Floats, matrices: Floats) -> bool:
        """Whether some loop can't be left, or a larger one has edges of no weight, with these weights."""
        if not np.isfinite(matrices).all():
            return True
        larger = [each.signatures for each in (*self.small, *self.blocks) if each.size > 2]
        return any(bool((weights[each] == 0).any()) for each in larger)


class Small:
    """All loops of one small size; `nodes` has a row a loop."""

    def __init__(self, net: Net, nodes: Ints) -> None:
        self.nodes, self.size = nodes, nodes.shape[1]
        place = np.full(net.size, -1)
        place[nodes.ravel()] = np.arange(nodes.size)
        edges = np.flatnonzero(place[net.source] >= 0)
        source, target = place[net.source[edges]], place[net.target[edges]]
        inner = net.component[net.source[edges]] == net.component[net.target[edges]]
        self.signatures = net.signature[edges]
        within, out = inner & (source != target), ~inner
        cell = source[within] * self.size + target[within] % self.size
        self.within = Sums(cell, self.signatures[within], nodes.size * self.size)
        self.out = Sums(source[out], self.signatures[out], nodes.size)

    def matrices(self, weights: Floats) -> Floats:
        """The entry [i, j] of each loop's matrix: visits of i for each inflow of j."""
        shape = (-1, self.size, self.size, *weights.shape[1:])
        steps, out = self.within.of(weights).reshape(shape), self.out.of(weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.size == 1:
                return 1 / out
            out = out.reshape(-1, self.size, *weights.shape[1:])
            solved = _pairs(steps, out) if self.size == 2 else _inverses(steps, out)
        return solved.reshape(-1, *weights.shape[1:])


def _pairs(steps: Floats, out: Floats) -> Floats:
    """Two nodes: Cramer's rule, with a determinant that has no differences in it."""
    forth, back, first, second = steps[:, 0, 1], steps[:, 1, 0], out[:, 0], out[:, 1]
    whole = first * second + first * back + forth * second
    rows = np.array([[second + back, back], [forth, first + forth]])
    return np.moveaxis(rows / whole, 2, 0)


def _inverses(steps: Floats, out: Floats) -> Floats:
    """Any size; columns, where there are, go in front for the solver and back again."""
    steps, out = np.moveaxis(steps, (0, 1, 2), (-3, -2, -1)), np.moveaxis(out, (0, 1), (-2, -1))
    try:
        inverse = np.linalg.inv(system(steps, out))
    except np.linalg.LinAlgError:
        inverse = np.full(steps.shape, np.inf)
    return np.moveaxis(inverse, (-3, -2, -1), (0, 1, 2))


def system(steps: Floats, out: Floats) -> Floats:
    """I - P' of steps [..., from, to] and what leaves each node for good."""
    matrix = -np.swapaxes(steps, -1, -2)
    places = np.arange(steps.shape[-1])
    matrix[..., places, places] = steps.sum(axis=-1) + out
    return matrix


class Block:
    """One large loop, solved in its turn."""

    def __init__(self, net: Net, nodes: Ints) -> None:
        self.nodes, self.size = nodes, len(nodes)
        self.height = int(net.height[nodes[0]])
        place = np.full(net.size, -1)
        place[nodes] = np.arange(self.size)
        edges = np.flatnonzero(place[net.source] >= 0)
        source, target = place[net.source[edges]], place[net.target[edges]]
        kept = source != target
        self.signatures = net.signature[edges]
        self._left = Sums(source[kept], self.signatures[kept], self.size)
        inner = kept & (target >= 0)
        self._source, self._target = source[inner], target[inner]
        self._steps = self.signatures[inner]
        self.visits = self.inflow = nodes

    def place(self, visits: Ints, inflow: Ints) -> None:
        """Say which rows hold the visits, and which the inflows (-1: nothing flows in)."""
        self.visits, self.inflow = visits, inflow

    def solve(self, weights: Floats, rows: Floats) -> None:
        """Fill the rows of the visits from those of the inflows."""
        inflow = np.where((self.inflow >= 0).reshape(-1, *[1] * (rows.ndim - 1)), rows[self.inflow], 0.0)
        left, steps = self._left.of(weights), weights[self._steps]
        if rows.ndim == 1:
            rows[self.visits] = self._solve(left, steps, inflow)
            return
        for column in range(rows.shape[1]):
            solved = self._solve(left[:, column], steps[:, column], inflow[:, column])
            rows[self.visits, column] = solved

    def _solve(self, left: Floats, steps: Floats, inflow: Floats) -> Floats:
        if self.size > DENSE:
            return self._solve_sparse(left, steps, inflow)
        matrix = np.zeros((self.size, self.size))
        np.subtract.at(matrix, (self._target, self._source), steps)
        matrix[np.arange(self.size), np.arange(self.size)] = left
        solved: Floats = np.linalg.solve(matrix, inflow)
        return solved

    def _solve_sparse(self, left: Floats, steps: Floats, inflow: Floats) -> Floats:
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import spsolve

        places = np.arange(self.size)
        values = np.concatenate((-steps, left))
        at = (np.concatenate((self._target, places)), np.concatenate((self._source, places)))
        solved: Floats = spsolve(csc_array((values, at), shape=(self.size, self.size)), inflow)
        return solved

