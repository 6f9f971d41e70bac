"""Orders: how all the quantities of a net follow from one another, whatever mass enters where.

Each node has a row, its visits. A node in a loop has two, inflow and visits: in a small loop visits are
sums of the loop's inflows times a matrix that comes with the weights; a large loop is a block, solved in
its turn. Rows and edges are sorted, so that a schedule for some entries only has to choose among them.
"""

from typing import Final

import numpy as np

from contrecoup.odds.loops import SMALL, Block, Small
from contrecoup.odds.net import Flags, Ints, Net, distinct

TURNS: Final = 3
"""What each height has one after the other: inflows, visits in small loops, visits in blocks."""


class Order:
    """The rows and edges of a net, sorted.

    `visit[v]` and `inflow[v]` are node v's rows (equal where it is in no loop), `turn` says of rows when
    they are due. Edge columns: `source` and `target` rows, `owner` the node that it leaves, `factor` its
    signature, or from `signatures` on an entry of the small loops' matrices. `is_closed` marks nodes of
    components that nothing leaves and that are no ends.
    """

    def __init__(self, net: Net, signatures: int) -> None:
        self.net, self.signatures = net, signatures
        self._find_loops()
        self._lay_rows()
        self._lay_edges()

    def _find_loops(self) -> None:
        net, component = self.net, self.net.component
        self._inner: Flags = component[net.source] == component[net.target]
        count = int(component.max(initial=-1)) + 1
        inner, outer = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        inner[component[net.source[self._inner]]] = True
        outer[component[net.source[~self._inner]]] = True
        self.is_closed: Flags = ~net.is_resting & ~outer[component]
        size = np.bincount(component, minlength=count)[component]
        looping = (inner & outer)[component]
        self.loop_turn: Ints = looping * (1 + (size > SMALL))
        self.small = [
            Small.of(net, self._by_component(looping & (size == each)).reshape(-1, each))
            for each in distinct(size[self.loop_turn == 1]).tolist()
        ]
        larger = self._by_component(self.loop_turn == 2)
        cuts = np.flatnonzero(np.diff(component[larger])) + 1
        self.blocks = [Block(net, nodes) for nodes in np.split(larger, cuts) if len(nodes)]

    def _by_component(self, chosen: Flags) -> Ints:
        nodes = np.flatnonzero(chosen)
        return nodes[np.argsort(self.net.component[nodes], kind="stable")]

    def _lay_rows(self) -> None:
        net = self.net
        self._top = int(net.height.max(initial=0))
        level = TURNS * (self._top - net.height)
        looping = np.flatnonzero(self.loop_turn)
        turns = np.concatenate((level + self.loop_turn, level[looping]))
        order = np.argsort(turns, kind="stable")
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        self.turn: Ints = turns[order]
        self.visit: Ints = rank[: net.size]
        self.inflow: Ints = self.visit.copy()
        self.inflow[looping] = rank[net.size :]
        self.rows = len(order)

    def _lay_edges(self) -> None:
        net = self.net
        outer = np.flatnonzero(~self._inner)
        heads = [np.repeat(each.nodes, each.size, axis=1).ravel() for each in self.small]
        tails = [np.tile(each.nodes, (1, each.size)).ravel() for each in self.small]
        head, tail = (np.concatenate([np.zeros(0, dtype=np.int64), *each]) for each in (heads, tails))
        self.entry_owner: Ints = tail
        source = np.concatenate((self.visit[net.source[outer]], self.inflow[tail]))
        target = np.concatenate((self.inflow[net.target[outer]], self.visit[head]))
        factor = np.concatenate((net.signature[outer], self.signatures + np.arange(len(tail))))
        owner = np.concatenate((net.source[outer], tail))
        order = np.argsort(target, kind="stable")
        self.source, self.target, self.factor = source[order], target[order], factor[order]
        self.owner: Ints = owner[order]
        self.is_matrix: Flags = self.factor >= self.signatures

    def height_turn(self, block: Block) -> int:
        """The turn in which a block's inflows are due."""
        return TURNS * (self._top - int(self.net.height[block.nodes[0]]))
