"""Values: what every state is worth when the open choices are made as well as they can be.

From the ends up, level by level; the loops of a level are solved together by improving policies. Worths
are counted from that of the least end, and play that never ends is worth as little: so going round for
ever is never better than any end. Values are then the least solution of the equations of best play, and
improving a policy only where that is a true gain finds it (Puterman: positive models).
"""

from typing import Final

import numpy as np

from contrecoup.odds.best.knot import Knot
from contrecoup.odds.best.land import CHANCE, MAX, MIN, Ground
from contrecoup.odds.net import Ints, spans
from contrecoup.odds.table import Floats

GAIN: Final = 1e-12
"""A difference that counts, in parts of the span between the least and the greatest end."""


class Values:
    """`of` each node, counted from the least end (0); `edge` that the best policy takes, -1 where none is."""

    def __init__(self, ground: Ground, worth: Floats) -> None:
        self.ground = ground
        self.of: Floats = worth
        self.edge: Ints = ground.push.copy()
        self.gain = GAIN * float(worth.max(initial=0.0))
        for nodes in ground.levels:
            looping = ground.is_looping[nodes]
            if looping.any():
                self._take_loops(nodes[looping])
            plain = nodes[~looping]
            self._take_chances(plain[ground.kind[plain] == CHANCE])
            self._take_choices(plain[ground.kind[plain] == MAX], 1.0)
            self._take_choices(plain[ground.kind[plain] == MIN], -1.0)

    def _take_chances(self, nodes: Ints) -> None:
        if len(nodes):
            edges, starts = self._edges(nodes)
            weighed = self.ground.weight[edges] * self.of[self.ground.to[edges]]
            self.of[nodes] = np.add.reduceat(weighed, starts)

    def _take_choices(self, nodes: Ints, sign: float) -> None:
        """The best edge for whoever chooses; the plan's, where none is truly better."""
        if not len(nodes):
            return
        edges, starts = self._edges(nodes)
        values = sign * self.of[self.ground.to[edges]]
        best = np.maximum.reduceat(values, starts)
        is_best = np.flatnonzero(values == np.repeat(best, np.diff([*starts, len(edges)])))
        firsts = is_best[np.searchsorted(is_best, starts)]
        pushed = sign * self.of[self.ground.to[self.edge[nodes]]]
        self.edge[nodes] = np.where(best > pushed + self.gain, edges[firsts], self.edge[nodes])
        self.of[nodes] = self.of[self.ground.to[self.edge[nodes]]]

    def _take_loops(self, nodes: Ints) -> None:
        knot = Knot(self.ground, nodes, self.of, self.edge[nodes], self.gain)
        self.of[nodes], self.edge[nodes] = knot.solved()

    def _edges(self, nodes: Ints) -> tuple[Ints, Ints]:
        """The edges of nodes, one node's after the other's, and where each node's start."""
        first, last = self.ground.first[nodes], self.ground.first[nodes + 1]
        return spans(first, last), np.cumsum(last - first) - (last - first)
