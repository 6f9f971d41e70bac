"""Nets: a graph, or a part of one, as the arrays that orders and schedules are made of."""

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
    """Sums of rows of an array by target: `rows[target[i]] += values[source[i]]`; targets come sorted.

    Each use is a gather and one `reduceat`, for one question or a column each.
    """

    def __init__(self, target: Ints, source: Ints, size: int) -> None:
        self.source, self.size = source, size
        self.starts: Ints = np.flatnonzero(np.diff(target, prepend=-1))
        self.targets: Ints = target[self.starts]

    @classmethod
    def unsorted(cls, target: Ints, source: Ints, size: int) -> "Sums":
        """The same from targets in any order."""
        order = np.argsort(target, kind="stable")
        return cls(target[order], source[order], size)

    def of(self, values: Floats) -> Floats:
        """The sums of the values that the sources name."""
        rows = np.zeros((self.size, *values.shape[1:]))
        if len(self.targets):
            rows[self.targets] = np.add.reduceat(values[self.source], self.starts, axis=0)
        return rows


def reached(first: Ints, target: Ints, starts: Iterable[int]) -> Flags:
    """Which nodes can be reached from these, themselves included."""
    seen = np.zeros(len(first) - 1, dtype=np.bool_)
    front = np.array(sorted(set(starts)), dtype=np.int64)
    seen[front] = True
    while len(front):
        ahead = target[spans(first[front], first[front + 1])]
        ahead = ahead[~seen[ahead]]
        seen[ahead] = True
        front = distinct(ahead)
    return seen


def distinct(numbers: Ints) -> Ints:
    """The numbers in order, each once (NumPy's own way imports masked arrays first, which takes longer)."""
    ordered = np.sort(numbers)
    found: Ints = ordered[np.diff(ordered, prepend=ordered[:1] - 1) != 0]
    return found


def spans(starts: Ints, stops: Ints) -> Ints:
    """The numbers of all the ranges start..stop, one range after the other."""
    lengths = stops - starts
    ends = np.cumsum(lengths)
    numbers: Ints = np.arange(ends[-1]) + np.repeat(starts - ends + lengths, lengths)
    return numbers
