"""Courses: how a scene's mass runs from its start through the graphs of its shapes to the ends.

A scene starts in the graph of its first shape. What reaches a port goes on in the graph of the finer
shape that the setup has there. Questions that enter a graph at the same states share one solve.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from contrecoup.odds.atlas import Atlas, Chart, reach
from contrecoup.odds.graph import Rules
from contrecoup.odds.net import Ints
from contrecoup.odds.schedule import Schedule
from contrecoup.odds.stage import Route, Stage, without_weightless
from contrecoup.odds.table import Floats

MOST_AT_ONCE: Final = 4_000_000
"""Edges times columns that one solve holds in memory."""


class Part(NamedTuple):
    """One question's share of a stage. Mass entered from `ports`, rows of the part before; a start has none."""

    stage: Stage
    column: int
    before: "Part | None"
    ports: Ints | None


class Course:
    """The parts of one question, each after the one that it is fed by."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.parts: list[Part] = []
        self.states = 0


class _Entry(NamedTuple):
    """Mass of one question about to enter a graph."""

    course: Course
    states: tuple[Any, ...]
    mass: Floats
    before: Part | None
    ports: Ints | None


def run_courses(atlas: Atlas, setups: Sequence[Any], bound: int) -> list[Course | None]:
    """The course of each setup; None for one that reaches more than `bound` states."""
    courses = [Course(setup) for setup in setups]
    one = np.ones(1)
    entries = [_Entry(course, (atlas.begin(course.setup),), one, None, None) for course in courses]
    lost: set[int] = set()
    while entries:
        entries = list(_wave(atlas, entries, bound, lost))
    return [None if id(course) in lost else course for course in courses]


def _wave(atlas: Atlas, entries: Sequence[_Entry], bound: int, lost: set[int]) -> Iterator[_Entry]:
    """Let all that stands before a graph run through it; what comes out at ports is the next wave."""
    groups: dict[tuple[int, tuple[int, ...]], tuple[Chart, list[_Entry]]] = {}
    for entry in entries:
        chart = atlas.chart(entry.course.setup.shape(entry.states[0]))
        nodes = reach(chart.graph, entry.course.setup, entry.states, bound)
        if nodes is None:
            lost.add(id(entry.course))
        else:
            groups.setdefault((id(chart), nodes), (chart, []))[1].append(entry)
    for (_, nodes), (chart, group) in groups.items():
        route = chart.route(nodes)
        kept = list(_counted(group, len(route.schedule.nodes), bound, lost))
        size = max(1, MOST_AT_ONCE // len(route.schedule.factor))
        for low in range(0, len(kept), size):
            yield from _through(atlas.ruleset, route, kept[low : low + size])


def _counted(group: Sequence[_Entry], states: int, bound: int, lost: set[int]) -> Iterator[_Entry]:
    """Those whose course stays within the bound with this many states more."""
    for entry in group:
        entry.course.states += states
        if entry.course.states > bound:
            lost.add(id(entry.course))
        elif id(entry.course) not in lost:
            yield entry


def _through(ruleset: Rules, route: Route, entries: Sequence[_Entry]) -> Iterator[_Entry]:
    """Solve one route for all the questions that enter it at the same states."""
    weights = route.weights(ruleset, [entry.course.setup for entry in entries])
    matrices = route.schedule.loops.matrices(weights)
    if route.schedule.loops.may_fall_apart(weights, matrices):
        for column, entry in enumerate(entries):
            yield from _through_apart(route, weights if weights.ndim == 1 else weights[:, column], entry)
        return
    mass = entries[0].mass if len(entries) == 1 else np.stack([entry.mass for entry in entries], axis=1)
    stage = Stage(route, weights, matrices, mass)
    for column, entry in enumerate(entries):
        yield from _leave(Part(stage, column, entry.before, entry.ports), entry.course)


def _through_apart(route: Route, weights: Floats, entry: _Entry) -> Iterator[_Entry]:
    """The same for one question some of whose edges weigh nothing, so that loops fall apart or close."""
    schedule = route.schedule
    net = without_weightless(schedule.net, weights)
    apart = Route(route.frozen, Schedule(net, schedule.entries, len(route.frozen.layout.starts)))
    stage = Stage(apart, weights, apart.schedule.loops.matrices(weights), entry.mass)
    yield from _leave(Part(stage, 0, entry.before, entry.ports), entry.course)


def _leave(part: Part, course: Course) -> Iterator[_Entry]:
    """What comes out at the ports, by the shape that the setup has there."""
    course.parts.append(part)
    figures = part.stage.route.figures
    if not figures.port_states:
        return
    shapes: dict[Any, list[int]] = {}
    for place, state in enumerate(figures.port_states):
        shapes.setdefault(course.setup.shape(state), []).append(place)
    rows = part.stage.rows if part.stage.rows.ndim == 1 else part.stage.rows[:, part.column]
    for places in shapes.values():
        ports = figures.port_rows[places]
        states = tuple(figures.port_states[place] for place in places)
        yield _Entry(course, states, rows[ports], part, ports)
