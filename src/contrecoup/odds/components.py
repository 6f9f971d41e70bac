"""Strongly connected components of a growing graph, with their heights above the ends."""

from collections.abc import Iterator, Sequence


class Components:
    """The component and the height of every node.

    `of[v]` is the component, `height[v]` the longest way down to a component without exits, counted in
    components. Nodes come with all that they lead to, so components once found stay as they are.
    """

    def __init__(self) -> None:
        self.of: list[int] = []
        self.height: list[int] = []
        self.count = 0

    def extend(self, first: Sequence[int], to: Sequence[int]) -> None:
        """Take in the nodes that are new; node v leads to `to[first[v]:first[v + 1]]` (Tarjan's way)."""
        old, size = len(self.of), len(first) - 1
        self.of += [-1] * (size - old)
        self.height += [0] * (size - old)
        search = _Search(self, first, to, old)
        for root in range(old, size):
            if self.of[root] < 0:
                search.run(root)


class _Search:
    """One depth-first search over the new nodes."""

    def __init__(self, found: Components, first: Sequence[int], to: Sequence[int], old: int) -> None:
        self.found, self.first, self.to, self.old = found, first, to, old
        self.order = [0] * (len(first) - 1 - old)
        self.low = list(self.order)
        self.open: list[int] = []
        self.clock = 0

    def run(self, root: int) -> None:
        way = [root]
        ahead = [self._enter(root)]
        while way:
            step = self._advance(way[-1], ahead[-1])
            if step >= 0:
                way.append(step)
                ahead.append(self._enter(step))
                continue
            ahead.pop()
            self._leave(way.pop(), way[-1] if way else -1)

    def _enter(self, node: int) -> Iterator[int]:
        self.clock += 1
        self.order[node - self.old] = self.low[node - self.old] = self.clock
        self.open.append(node)
        return iter(self.to[self.first[node] : self.first[node + 1]])

    def _advance(self, node: int, ahead: Iterator[int]) -> int:
        """The next node to enter, -1 where all that this one leads to is done."""
        of, height, order, old = self.found.of, self.found.height, self.order, self.old
        low = self.low[node - old]
        tall = height[node]
        step = -1
        for to in ahead:
            if of[to] >= 0:
                if height[to] >= tall:
                    tall = height[to] + 1
            elif not order[to - old]:
                step = to
                break
            elif order[to - old] < low:
                low = order[to - old]
        height[node] = tall
        self.low[node - old] = low
        return step

    def _leave(self, node: int, parent: int) -> None:
        found, old = self.found, self.old
        if self.low[node - old] == self.order[node - old]:
            self._close(node)
            if parent >= 0 and found.height[node] >= found.height[parent]:
                found.height[parent] = found.height[node] + 1
        elif parent >= 0:
            self.low[parent - old] = min(self.low[parent - old], self.low[node - old])

    def _close(self, node: int) -> None:
        """All nodes opened since this one are its component; the tallest says the height of all."""
        found = self.found
        start = len(self.open) - 1
        while self.open[start] != node:
            start -= 1
        members = self.open[start:]
        del self.open[start:]
        height = max(found.height[member] for member in members)
        for member in members:
            found.of[member] = found.count
            found.height[member] = height
        found.count += 1
