"""Stages: a route solved for one or many questions, a column each."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from contrecoup.odds.components import Components
from contrecoup.odds.net import Ints, Net
from contrecoup.odds.order import Order
from contrecoup.odds.route import Route
from contrecoup.odds.schedule import Schedule
from contrecoup.odds.table import Floats


class Stage:
    """The visits of one route's rows, for the mass that enters, a column a question."""

    def __init__(self, route: Route, weights: Floats, matrices: Floats, mass: Floats) -> None:
        self.route, self.weights = route, weights
        schedule = route.schedule
        self.factors: Floats = np.concatenate((weights, matrices))[schedule.factor]
        self.rows: Floats = np.zeros((schedule.rows, *weights.shape[1:]))
        self.rows[: len(mass)] = mass
        schedule.run(weights, self.factors, self.rows)

    @cached_property
    def ended(self) -> Floats:
        """The chance of each outcome."""
        return self.route.ended.of(self.rows)

    @cached_property
    def counted(self) -> Floats:
        """The chance of each tally."""
        return self.route.counted.of(self.rows)

    @cached_property
    def rounds(self) -> Floats:
        """The expected number of rounds."""
        return np.asarray(self.rows[self.route.rounds].sum(axis=0))

    @cached_property
    def stuck(self) -> Floats:
        """The mass that goes round for ever."""
        return np.asarray(self.rows[self.route.schedule.stuck].sum(axis=0))

    @cached_property
    def held(self) -> Floats:
        """The mass that a ceiling held up."""
        rows, signatures = self.route.held
        return np.asarray((self.rows[rows] * self.weights[signatures]).sum(axis=0))

    def visits(self, nodes: Ints) -> Floats:
        """How often each of these nodes is visited."""
        return self.rows[self.route.schedule.row[nodes]]


def solve(route: Route, ruleset: Any, setups: Sequence[Any], mass: Floats) -> list[Stage]:
    """One stage for all the setups; where loops can't be left or fall apart, one for each."""
    weights = route.weights(ruleset, setups)
    matrices = route.schedule.matrices(weights)
    if not route.schedule.may_fall_apart(weights, matrices):
        return [Stage(route, weights, matrices, mass)]
    if weights.ndim == 1:
        return [_solve_apart(route, weights, mass)]
    columns = range(len(setups))
    return [_solve_apart(route, weights[:, column], mass[:, column]) for column in columns]


def _solve_apart(route: Route, weights: Floats, mass: Floats) -> Stage:
    """The stage of one question, on the net without the edges that weigh nothing."""
    schedule = route.schedule
    order = Order(without_weightless(schedule.order.net, weights), schedule.order.signatures)
    apart = Route(route.frozen, Schedule(order, schedule.entries))
    return Stage(apart, weights, apart.schedule.matrices(weights), mass)


def without_weightless(net: Net, weights: Floats) -> Net:
    """The net without the edges that weigh nothing, with its loops found anew."""
    kept = weights[net.signature] > 0
    first = np.concatenate(([0], np.cumsum(kept)))[net.first]
    target = net.target[kept]
    components = Components()
    components.extend(first.tolist(), target.tolist())
    return net._replace(
        source=net.source[kept],
        target=target,
        signature=net.signature[kept],
        first=first,
        component=np.array(components.of, dtype=np.int64),
        height=np.array(components.height, dtype=np.int64),
    )
