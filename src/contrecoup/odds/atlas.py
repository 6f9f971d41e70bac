"""The atlas of a scene: its graphs by shape, and the routes through them, kept from question to question."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

import msgspec

from contrecoup.kernel import Choice
from contrecoup.odds.graph import Follow, Graph, Rules, TooMany, push
from contrecoup.odds.route import Route
from contrecoup.odds.schedule import Schedule

MOST_ATLASES: Final = 8
MOST_GRAPHS: Final = 64
MOST_ROUTES: Final = 512
"""What is kept: the scenes, their graphs, and a graph's routes, those used last."""
_MOST_STEPS: Final = 100


class Chart:
    """A graph with its routes by the nodes where mass enters."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._routes: OrderedDict[tuple[int, ...], Route] = OrderedDict()
        self._given_up: dict[tuple[Any, ...], int] = {}

    def reach(self, setup: Any, states: tuple[Any, ...], bound: int) -> tuple[int, ...] | None:
        """The nodes of states, with the graph walked from there; None where more than `bound` were new.

        A walk that was given up isn't tried again.
        """
        if bound <= self._given_up.get(states, -1):
            return None
        try:
            return self.graph.reach(setup, states, bound)
        except TooMany:
            self._given_up[states] = bound
            return None

    def route(self, nodes: tuple[int, ...]) -> Route:
        """The route from these nodes. It stays right while its graph grows: nodes never lead elsewhere."""
        route = self._routes.get(nodes)
        if route is None:
            frozen = self.graph.frozen
            route = Route(frozen, Schedule(frozen.order, nodes))
            _keep(self._routes, nodes, route, MOST_ROUTES)
        self._routes.move_to_end(nodes)
        return route


class Atlas:
    """The graphs of one scene of one rule set under one plan."""

    def __init__(self, ruleset: Rules, follow: Follow) -> None:
        self.ruleset, self.follow = ruleset, follow
        self._charts: OrderedDict[Hashable, Chart] = OrderedDict()

    def chart(self, shape: Hashable) -> Chart:
        """The chart of a shape, begun if there is none."""
        key = _hashable(shape)
        chart = self._charts.get(key)
        if chart is None:
            chart = Chart(Graph(self.ruleset, shape, self.follow))
            _keep(self._charts, key, chart, MOST_GRAPHS)
        self._charts.move_to_end(key)
        return chart

    @property
    def size(self) -> tuple[int, int]:
        """How many states and edges its graphs have by now."""
        graphs = [chart.graph for chart in self._charts.values()]
        return sum(len(graph.states) for graph in graphs), sum(len(graph.to) for graph in graphs)

    def begin(self, setup: Any) -> Any:
        """The first state where something is open: the choices before it, with one way on, are made.

        What they lead to depends on ratings as a rule, so the graph of many setups begins behind them.
        """
        state = self.ruleset.start(setup)
        for _ in range(_MOST_STEPS):
            asks = self.ruleset.node(setup, state)
            way = self.follow(asks) if isinstance(asks, Choice) and not asks.round else ()
            if len(way) != 1:
                break
            state = self.ruleset.apply(setup, state, way[0])
        return state


_atlases: OrderedDict[tuple[int, str], Atlas] = OrderedDict()


def atlas_of(ruleset: Rules, scene: str) -> Atlas:
    """The atlas of a scene's plan *push*, begun if there is none."""
    key = (id(ruleset), scene)
    atlas = _atlases.get(key)
    if atlas is None:
        atlas = Atlas(ruleset, push)
        _keep(_atlases, key, atlas, MOST_ATLASES)
    _atlases.move_to_end(key)
    return atlas


def forget() -> None:
    """Begin anew: keep no graph."""
    _atlases.clear()


def _keep(kept: OrderedDict[Any, Any], key: Hashable, value: object, most: int) -> None:
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


def _hashable(shape: Any) -> Hashable:
    """A shape that holds tables, as setups may, is known by its text."""
    try:
        hash(shape)
    except TypeError:
        return (type(shape), msgspec.msgpack.encode(shape))
    return shape  # type: ignore[no-any-return]  # hashed just now
