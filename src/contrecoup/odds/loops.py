"""Loops: components that mass can go round in, and how often it visits each of their nodes.

With inflows b the visits x of a loop solve x = b + P'x. The diagonal of I - P' is taken as the sum of all
that leaves a node, so that no small difference of near numbers decides.
"""

from typing import Final

import numpy as np

from contrecoup.odds.net import Flags, Ints, Net, Sums
from contrecoup.odds.table import Floats

SMALL: Final = 8
"""The largest loop whose matrix is written out."""
DENSE: Final = 400
"""The largest block that is solved as a dense system."""


class Small:
    """All loops of one small size. `nodes` has a row a loop; the matrix entries go loop by loop."""

    def __init__(self, nodes: Ints, steps: tuple[Ints, Ints], out: tuple[Ints, Ints]) -> None:
        self.nodes, self.size = nodes, nodes.shape[1]
        self._steps, self._out = steps, out
        self.steps = Sums(*steps, nodes.size * self.size)
        self.out = Sums(*out, nodes.size)
        self.signatures: Ints = np.concatenate((steps[1], out[1]))

    @classmethod
    def of(cls, net: Net, nodes: Ints) -> "Small":
        """The loops of these nodes, a row each."""
        source, target, signature, inner = _edges(net, nodes.ravel())
        within = inner & (source != target)
        size = nodes.shape[1]
        cell = source[within] * size + target[within] % size
        order = np.argsort(cell, kind="stable")
        steps = (cell[order], signature[within][order])
        order = np.argsort(source[~inner], kind="stable")
        return cls(nodes, steps, (source[~inner][order], signature[~inner][order]))

    def within(self, seen: Flags) -> "Small":
        """Those of the loops that are seen."""
        kept = seen[self.nodes[:, 0]]
        if kept.all():
            return self
        place = np.cumsum(kept) - 1
        steps = _chosen(self._steps, kept, place, self.size**2)
        return Small(self.nodes[kept], steps, _chosen(self._out, kept, place, self.size))

    def matrices(self, weights: Floats) -> Floats:
        """The entry [i, j] of each loop's matrix: visits of i for each inflow of j; not finite where mass
        can't leave."""
        shape = (-1, self.size, self.size, *weights.shape[1:])
        steps, out = self.steps.of(weights).reshape(shape), self.out.of(weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.size == 1:
                return 1 / out
            out = out.reshape(-1, self.size, *weights.shape[1:])
            solved = _pairs(steps, out) if self.size == 2 else _inverses(steps, out)
        return solved.reshape(-1, *weights.shape[1:])


def _edges(net: Net, nodes: Ints) -> tuple[Ints, Ints, Ints, Flags]:
    """The edges from nodes: places of source and target among them, signature, whether in one component."""
    place = np.full(net.size, -1)
    place[nodes] = np.arange(len(nodes))
    edges = np.flatnonzero(place[net.source] >= 0)
    source, target = net.source[edges], net.target[edges]
    inner = net.component[source] == net.component[target]
    return place[source], place[target], net.signature[edges], inner


def _chosen(sums: tuple[Ints, Ints], kept: Flags, place: Ints, width: int) -> tuple[Ints, Ints]:
    loop, cell = np.divmod(sums[0], width)
    chosen = kept[loop]
    return place[loop[chosen]] * width + cell[chosen], sums[1][chosen]


def _pairs(steps: Floats, out: Floats) -> Floats:
    """Two nodes: Cramer's rule, with a determinant that has no differences in it."""
    forth, back, first, second = steps[:, 0, 1], steps[:, 1, 0], out[:, 0], out[:, 1]
    whole = first * second + first * back + forth * second
    solved = np.empty_like(steps)
    solved[:, 0, 0], solved[:, 0, 1] = second + back, back
    solved[:, 1, 0], solved[:, 1, 1] = forth, first + forth
    solved /= whole[:, None, None]
    return solved


def _inverses(steps: Floats, out: Floats) -> Floats:
    """Any size; columns, where there are, go in front for the solver and back again."""
    steps, out = np.moveaxis(steps, (0, 1, 2), (-3, -2, -1)), np.moveaxis(out, (0, 1), (-2, -1))
    matrix = -np.swapaxes(steps, -1, -2)
    places = np.arange(steps.shape[-1])
    matrix[..., places, places] = steps.sum(axis=-1) + out
    try:
        inverse: Floats = np.linalg.inv(matrix).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        inverse = np.full(matrix.shape, np.inf)
    return np.moveaxis(inverse, (-3, -2, -1), (0, 1, 2))


class Block:
    """One large loop. `nodes` are its nodes; `visits` and `inflow` (-1: nothing flows in) their rows."""

    def __init__(self, net: Net, nodes: Ints) -> None:
        self.nodes, self.size = nodes, len(nodes)
        source, target, self.signatures, inner = _edges(net, nodes)
        kept = source != target
        self.left = Sums.unsorted(source[kept], self.signatures[kept], self.size)
        inner &= kept
        self.source, self.target, self.steps = source[inner], target[inner], self.signatures[inner]

    def solve(self, weights: Floats, inflow: Floats) -> Floats:
        """The visits for these inflows."""
        left, steps = self.left.of(weights), weights[self.steps]
        solve = self._solve_sparse if self.size > DENSE else self._solve_dense
        if inflow.ndim == 1:
            return solve(left, steps, inflow)
        columns = range(inflow.shape[1])
        return np.stack([solve(left[:, c], steps[:, c], inflow[:, c]) for c in columns], axis=1)

    def _solve_dense(self, left: Floats, steps: Floats, inflow: Floats) -> Floats:
        matrix = np.zeros((self.size, self.size))
        np.subtract.at(matrix, (self.target, self.source), steps)
        matrix[np.arange(self.size), np.arange(self.size)] = left
        solved: Floats = np.linalg.solve(matrix, inflow).astype(np.float64, copy=False)
        return solved

    def _solve_sparse(self, left: Floats, steps: Floats, inflow: Floats) -> Floats:
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import spsolve

        places = np.arange(self.size)
        values = np.concatenate((-steps, left))
        at = (np.concatenate((self.target, places)), np.concatenate((self.source, places)))
        solved: Floats = spsolve(csc_array((values, at), shape=(self.size, self.size)), inflow)
        return solved
