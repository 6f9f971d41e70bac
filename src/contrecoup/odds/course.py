"""Courses: how a scene's mass runs from its start through the graphs of its shapes to the ends.

A scene starts in the graph of its first shape. What reaches a port goes on in the graph of the finer
shape that the setup has there. Questions that enter a graph at the same states are solved together, and
only once somebody asks for a figure that isn't certain without.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from contrecoup.odds.atlas import Atlas, Chart
from contrecoup.odds.graph import Names, Rules
from contrecoup.odds.net import Ints
from contrecoup.odds.route import Route
from contrecoup.odds.stage import Stage, solve
from contrecoup.odds.table import Floats

MOST_AT_ONCE: Final = 1_000_000
"""Edges times columns that one solve holds in memory."""


class Batch:
    """Questions that take one route, a column each. `feeds` says where the mass of each comes from."""

    def __init__(self, route: Route, ruleset: Rules, entries: "Sequence[_Entry]") -> None:
        self.route, self.ruleset = route, ruleset
        self.setups = [entry.course.setup for entry in entries]
        self.feeds = [(entry.before, entry.ports) for entry in entries]
        self._certain: dict[str | None, Floats | None] = {}

    @cached_property
    def mass(self) -> Floats:
        """The mass that enters."""
        mass = [np.ones(1) if before is None else before.visits(ports) for before, ports in self.feeds]
        return mass[0] if len(mass) == 1 else np.stack(mass, axis=1)

    @cached_property
    def stages(self) -> list[Stage]:
        """The batch solved: one stage for all columns, or one for each."""
        return solve(self.route, self.ruleset, self.setups, self.mass)

    @cached_property
    def is_left(self) -> bool:
        """Whether all mass is sure to come out."""
        return self.route.is_left(self.ruleset, self.setups)

    def certain(self, figure: str | None) -> Floats | None:
        """A figure by name, where it takes no solving; a start, which is solved anyway, isn't asked."""
        if figure not in self._certain:
            is_start = self.feeds[0][0] is None
            sums = None if is_start else self.route.certain(figure)
            self._certain[figure] = sums.of(self.mass) if sums and self.is_left else None
        return self._certain[figure]

    def is_settled(self) -> bool:
        """Whether every figure is certain, so that nothing has to be solved."""
        route = self.route
        if self.feeds[0][0] is None or len(route.rounds) or len(route.held[0]):
            return False
        return all(route.certain(figure) for figure in (None, *route.frozen.names.kinds)) and self.is_left

    def of_all(self, figure: Callable[[Stage], Floats]) -> Floats:
        """A figure of all questions, a column each."""
        found = [figure(stage) for stage in self.stages]
        whole = found[0] if len(found) == 1 else np.stack(found, axis=-1)
        return whole.reshape(-1, len(self.setups))


class Part:
    """One question's share of a batch."""

    def __init__(self, batch: Batch, column: int) -> None:
        self.batch, self.column = batch, column

    @property
    def setup(self) -> Any:
        """The question's setup."""
        return self.batch.setups[self.column]

    @property
    def feed(self) -> "tuple[Part | None, Ints]":
        """The part whose ports feed this one, and those ports; None where it is the start."""
        return self.batch.feeds[self.column]

    @property
    def names(self) -> Names:
        """What the figures are called."""
        return self.batch.route.frozen.names

    @property
    def stage(self) -> Stage:
        """The stage that has this part solved."""
        stages = self.batch.stages
        return stages[self.column if len(stages) > 1 else 0]

    def own(self, figures: Floats, columns: int = 1) -> Floats:
        """This question's column of figures that may have columns."""
        return figures[..., self.column] if figures.ndim == columns + 1 else figures

    def visits(self, nodes: Ints) -> Floats:
        """How often nodes of the graph are visited."""
        return self.own(self.stage.visits(nodes))

    def outcomes(self) -> Iterator[tuple[str, float]]:
        """The chance of each outcome that can be."""
        certain = self.batch.certain(None)
        chances = self.own(self.stage.ended if certain is None else certain).tolist()
        return zip(self.names.outcomes, chances, strict=True)

    def tallies(self, kind: str) -> Iterator[tuple[tuple[str, int | str], float]]:
        """The chance of each tally of a kind, by of and value."""
        known = self.names.kinds.get(kind)
        if known is None:
            return iter(())
        certain = self.batch.certain(kind)
        chances = self.own(self.stage.counted if certain is None else certain)
        return zip(known.names, chances[known.places].tolist(), strict=True)

    def rounds(self) -> float:
        """The expected number of rounds."""
        return float(self.own(self.stage.rounds, 0)) if len(self.batch.route.rounds) else 0.0

    def lost(self) -> tuple[float, float]:
        """The mass that goes round for ever, and the mass that a ceiling held up."""
        if self.batch.is_left and not len(self.batch.route.held[0]):
            return 0.0, 0.0
        return float(self.own(self.stage.stuck, 0)), float(self.own(self.stage.held, 0))


class Course:
    """The parts of one question, each after the one that feeds it, and how many states it has."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.parts: list[Part] = []
        self.states = 0


class _Entry(NamedTuple):
    """Mass of one question about to enter a graph; it comes from ports of the part before, or is all."""

    course: Course
    states: tuple[Any, ...]
    before: Part | None
    ports: Ints


def courses_of(
    atlas: Atlas, setups: Iterable[Any], bound: int, states: Iterable[Any] | None = None
) -> list[Course | None]:
    """The course of each setup; None for one that reaches more than `bound` states.

    `states`: where each begins, if not at its start.
    """
    courses = [Course(setup) for setup in setups]
    nowhere = np.zeros(0, dtype=np.int64)
    begun = (atlas.begin(course.setup) for course in courses) if states is None else states
    entries = [_Entry(course, (state,), None, nowhere) for course, state in zip(courses, begun, strict=True)]
    lost: set[int] = set()
    while entries:
        entries = list(_wave(atlas, entries, bound, lost))
    return [None if id(course) in lost else course for course in courses]


def _wave(atlas: Atlas, entries: Sequence[_Entry], bound: int, lost: set[int]) -> Iterator[_Entry]:
    """Let all that stands before a graph into it; what comes out at its ports is the next wave."""
    groups: dict[tuple[int, tuple[int, ...]], tuple[Chart, list[_Entry]]] = {}
    known: dict[tuple[int, int], tuple[int, ...] | None] = {}  # what comes from one route shares its states
    for entry in entries:
        chart = atlas.chart(entry.course.setup.shape(entry.states[0]))
        door = (id(chart), id(entry.states))
        nodes = known.get(door)
        if nodes is None:
            nodes = known[door] = chart.reach(entry.course.setup, entry.states, bound)
        if nodes is None:
            lost.add(id(entry.course))
        else:
            groups.setdefault((id(chart), nodes), (chart, []))[1].append(entry)
    for (_, nodes), (chart, group) in groups.items():
        route = chart.route(nodes)
        kept = list(_counted(group, len(route.schedule.nodes), bound, lost))
        size = max(1, MOST_AT_ONCE // len(route.schedule.factor))
        for low in range(0, len(kept), size):
            batch = Batch(route, atlas.ruleset, kept[low : low + size])
            for column, entry in enumerate(kept[low : low + size]):
                yield from _leave(Part(batch, column), entry.course)


def _counted(group: Sequence[_Entry], states: int, bound: int, lost: set[int]) -> Iterator[_Entry]:
    """Those whose course stays within the bound with this many states more."""
    for entry in group:
        entry.course.states += states
        if entry.course.states > bound:
            lost.add(id(entry.course))
        elif id(entry.course) not in lost:
            yield entry


def _leave(part: Part, course: Course) -> Iterator[_Entry]:
    """What comes out at the ports, by the shape that the setup has there."""
    course.parts.append(part)
    route = part.batch.route
    shapes: dict[Any, list[int]] = {}
    for place, state in enumerate(route.states):
        shapes.setdefault(course.setup.shape(state), []).append(place)
    for places in shapes.values():
        states = route.states if len(shapes) == 1 else tuple(route.states[place] for place in places)
        yield _Entry(course, states, part, route.ports[places])
