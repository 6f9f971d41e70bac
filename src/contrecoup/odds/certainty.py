"""Certainty: states from which every way ends alike in some figure, so that it needs no weights.

Once a hacker is ejected, the backlash decides his wounds, but no longer how the scene ends.
"""

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Final

import numpy as np

from contrecoup.kernel import End
from contrecoup.odds.net import Ints, Net

MIXED: Final = -1
_NO_LABEL: Final = 1 << 40
_LONGEST_WAY: Final = 64
_LARGEST: Final = 20_000


class Certainty:
    """Of each node the label that all its ends bear, by figure; MIXED where they differ.

    A figure is None (the outcome) or a kind of tally. Mass that goes round for ever bears none: whoever
    asks makes sure that there is none.
    """

    def __init__(self, net: Net, ends: Mapping[int, End]) -> None:
        self._net, self._ends = net, ends
        self._known: dict[str | None, Ints] = {}

    def of(self, figure: str | None) -> Ints:
        """The labels: each the number of an end that shows the figure as all others do."""
        if figure not in self._known:
            self._known[figure] = self._settle(figure)
        return self._known[figure]

    @cached_property
    def _sources(self) -> Ints:
        return np.flatnonzero(np.diff(self._net.first))

    def _settle(self, figure: str | None) -> Ints:
        net = self._net
        low, high = np.full(net.size, _NO_LABEL), np.full(net.size, MIXED)
        examples: dict[Hashable, int] = {}
        for node, end in self._ends.items():
            low[node] = high[node] = examples.setdefault(_shown(end, figure), node)
        resting = np.flatnonzero(net.is_resting)
        ports = resting[low[resting] == _NO_LABEL]
        low[ports], high[ports] = MIXED, _NO_LABEL
        if net.size > _LARGEST or not self._spread(low, high):
            return np.full(net.size, MIXED)
        return np.where(low == high, low, MIXED)

    def _spread(self, low: Ints, high: Ints) -> bool:
        """Carry labels from ends to all that leads there; False where that takes too long."""
        net, sources = self._net, self._sources
        if not len(sources):
            return True
        starts = net.first[sources]
        for _ in range(_LONGEST_WAY):
            lower = np.minimum.reduceat(low[net.target], starts)
            higher = np.maximum.reduceat(high[net.target], starts)
            if (lower == low[sources]).all() and (higher == high[sources]).all():
                return True
            low[sources], high[sources] = lower, higher
        return False


def _shown(end: End, figure: str | None) -> Hashable:
    if figure is None:
        return end.outcome
    return frozenset(tally for tally in end.tallies if tally.kind == figure)
