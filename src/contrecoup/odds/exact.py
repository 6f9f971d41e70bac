"""Exact answers: the same schedules in fractions.

Fractions of one sum mostly share their denominators, so numerators are added by denominator and only the
sum is reduced.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, Final

import numpy as np

from contrecoup.kernel import Refused, refusal
from contrecoup.odds.loops import Block, Small
from contrecoup.odds.net import Sums
from contrecoup.odds.route import Route, test_of
from contrecoup.odds.schedule import Knot, Schedule
from contrecoup.odds.table import weights_of

LARGEST: Final = 150
"""The largest loop that is solved in fractions."""

Fractions = list[Fraction]

_NONE: Final = Fraction(0)
_ONE: Final = Fraction(1)


def weights_in_fractions(route: Route, ruleset: Any, setup: Any) -> Fractions:
    """What each signature weighs; keys that the route never throws weigh nothing."""
    layout = route.frozen.layout
    tables: dict[int, tuple[int, int]] = {}
    for ask in route.asks:
        table, whole = weights_of(test_of(ruleset, setup, ask.state), *ask.bounds)
        tables.update((ask.place.start + place, (weight, whole)) for place, weight in enumerate(table))
    tables[0] = (1, 1)
    weights = []
    for places in np.split(layout.places, layout.starts[1:]):
        parts = [tables.get(place, (0, 1)) for place in places.tolist()]
        weights.append(Fraction(sum(weight for weight, _ in parts), parts[0][1]))
    return weights


def added(terms: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """The sum of products."""
    numerators: dict[int, int] = {}
    for one, other in terms:
        whole = one.denominator * other.denominator
        numerators[whole] = numerators.get(whole, 0) + one.numerator * other.numerator
    whole = lcm(*numerators)
    return Fraction(sum(part * (whole // each) for each, part in numerators.items()), whole)


def summed(sums: Sums, values: Sequence[Fraction]) -> Fractions:
    """What `Sums.of` gives, in fractions."""
    rows = [_NONE] * sums.size
    if not len(sums.targets):
        return rows
    for target, sources in zip(sums.targets.tolist(), np.split(sums.source, sums.starts[1:]), strict=True):
        rows[target] = added((values[source], _ONE) for source in sources.tolist())
    return rows


def run(schedule: Schedule, weights: Fractions, mass: Sequence[Fraction]) -> Fractions:
    """The rows of a schedule for the mass that enters."""
    entries = [entry for each in schedule.small for entry in _matrices(each, weights)]
    values = weights + entries
    rows = [*mass, *[_NONE] * (schedule.rows - len(mass))]
    factors = schedule.factor.tolist()
    for step in schedule.steps:
        if isinstance(step, Knot):
            inflow = [rows[row] for row in step.inflow.tolist()]
            for row, visits in zip(step.visits.tolist(), _block(step.block, weights, inflow), strict=True):
                rows[row] = visits
            continue
        sources, bounds = step.source.tolist(), [*step.starts.tolist(), len(step.source)]
        for row, (low, high) in zip(range(step.to.start, step.to.stop), pairwise(bounds), strict=True):
            edges = factors[step.edges.start + low : step.edges.start + high]
            terms = ((rows[s], values[f]) for s, f in zip(sources[low:high], edges, strict=True))
            rows[row] = added((one, other) for one, other in terms if one and other)
    return rows


def _matrices(small: Small, weights: Fractions) -> Iterable[Fraction]:
    size = small.size
    steps, out = summed(small.steps, weights), summed(small.out, weights)
    for loop in range(len(small.nodes)):
        cells = steps[loop * size * size : (loop + 1) * size * size]
        rows = [cells[row * size : (row + 1) * size] for row in range(size)]
        leaving = out[loop * size : (loop + 1) * size]
        unit = [[_ONE if i == j else _NONE for j in range(size)] for i in range(size)]
        solved = _eliminate(_system(rows, leaving), unit)
        yield from (solved[i][j] for i in range(size) for j in range(size))


def _block(block: Block, weights: Fractions, inflow: Fractions) -> Fractions:
    if block.size > LARGEST:
        raise Refused([refusal("odds.exact_loop", states=block.size, most=LARGEST)])
    steps = [[_NONE] * block.size for _ in range(block.size)]
    edges = zip(block.source.tolist(), block.target.tolist(), block.steps.tolist(), strict=True)
    for source, target, signature in edges:
        steps[source][target] += weights[signature]
    left = summed(block.left, weights)
    leaving = [whole - sum(row, _NONE) for whole, row in zip(left, steps, strict=True)]
    return [row[0] for row in _eliminate(_system(steps, leaving), [[each] for each in inflow])]


def _system(steps: Sequence[Fractions], leaving: Fractions) -> list[Fractions]:
    """I - P' of steps [from][to] and what leaves each node for good."""
    size = len(steps)
    matrix = [[-steps[j][i] for j in range(size)] for i in range(size)]
    for i in range(size):
        matrix[i][i] = leaving[i] + sum((steps[i][j] for j in range(size) if j != i), _NONE)
    return matrix


def _eliminate(matrix: list[Fractions], right: list[Fractions]) -> list[Fractions]:
    """The solution of matrix x = right; the diagonal never vanishes, for mass leaves every loop."""
    size = len(matrix)
    for k in range(size):
        inverse = 1 / matrix[k][k]
        for i in range(size):
            ratio = matrix[i][k] * inverse
            if i == k or not ratio:
                continue
            matrix[i] = _less(matrix[i], ratio, matrix[k])
            right[i] = _less(right[i], ratio, right[k])
    return [[each / matrix[i][i] for each in right[i]] for i in range(size)]


def _less(row: Fractions, ratio: Fraction, pivot: Fractions) -> Fractions:
    return [one - ratio * other if other else one for one, other in zip(row, pivot, strict=True)]
