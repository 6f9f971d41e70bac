"""Nets: a graph, or a part of one, as the arrays that schedules are made of."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from contrecoup.odds.table import Floats

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


class Net(NamedTuple):
    """Edges sorted by source, and nodes.

    `signature` says what weighs an edge; the edges of node v stand at `first[v]:first[v + 1]`.
    `component` and `height` as in Components; `is_resting`: mass stays here, an end or a port.
    """

    source: Ints
    target: Ints
    signature: Ints
    first: Ints
    component: Ints
    height: Ints
    is_resting: Flags

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.first) - 1


class Sums:
    """Sums of rows of an array by target: `rows[target[i]] += values[source[i]] * factors[factor[i]]`.

    Sorted once, so that each use is a gather and one `reduceat`, for one question or a column each.
    """

    def __init__(self, target: Ints, source: Ints, size: int) -> None:
        order = np.argsort(target, kind="stable")
        self.order, self.source, self.size = order, source[order], size
        self.targets, self.starts = np.unique(target[order], return_index=True)

    def of(self, values: Floats) -> Floats:
        """The sums of the values that the sources name."""
        return self.summed(values[self.source])

    def summed(self, terms: Floats) -> Floats:
        """The sums of terms that stand in this object's order already."""
        rows = np.zeros((self.size, *terms.shape[1:]))
        if len(self.targets):
            rows[self.targets] = np.add.reduceat(terms, self.starts, axis=0)
        return rows


def reached(first: Ints, target: Ints, starts: Iterable[int]) -> Flags:
    """Which nodes can be reached from these, themselves included."""
    seen = np.zeros(len(first) - 1, dtype=np.bool_)
    front = np.array(sorted(set(starts)), dtype=np.int64)
    seen[front] = True
    while len(front):
        ahead = target[spans(first[front], first[front + 1])]
        fresh = np.zeros_like(seen)
        fresh[ahead] = True
        fresh &= ~seen
        front = np.flatnonzero(fresh)
        seen |= fresh
    return seen


def spans(starts: Ints, stops: Ints) -> Ints:
    """The numbers of all the ranges start..stop, one range after the other."""
    lengths = stops - starts
    shift = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    return np.arange(len(shift)) + shift
