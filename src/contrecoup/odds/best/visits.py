"""Visits: how often each state is come to under the policies that were found."""

import numpy as np

from contrecoup.odds.best.knot import solve
from contrecoup.odds.best.land import CHANCE, Ground
from contrecoup.odds.net import Flags, Ints, spans
from contrecoup.odds.table import Floats


def visits(ground: Ground, chosen: Ints, start: int) -> Floats:
    """The expected visits of each node from one start; `chosen` is the edge that each open choice takes.

    A loop that is never left counts the mass that comes into it once.
    """
    mass = np.zeros(ground.size)
    mass[start] = 1.0
    for nodes in reversed(ground.levels):
        looping = ground.is_looping[nodes]
        for part in (nodes[looping], nodes[~looping]):
            if not mass[part].any():
                continue
            edges, source, weight = _taken(ground, chosen, part)
            to = ground.to[edges]
            if ground.is_looping[part[0]]:
                mass[part] = _circling(part, source, to, weight, mass[part])
                is_out = ~np.isin(to, part)
                to, source, weight = to[is_out], source[is_out], weight[is_out]
            np.add.at(mass, to, mass[part[source]] * weight)
    return mass


def _taken(ground: Ground, chosen: Ints, nodes: Ints) -> tuple[Ints, Ints, Floats]:
    """The edges that nodes take: which, from the how manieth node, with what chance."""
    first, last = ground.first[nodes], ground.first[nodes + 1]
    edges = spans(first, last)
    source: Ints = np.repeat(np.arange(len(nodes)), last - first)
    is_chance = ground.kind[nodes][source] == CHANCE
    weight = np.where(is_chance, ground.weight[edges], edges == chosen[nodes][source])
    counts = weight > 0
    return edges[counts], source[counts], weight[counts]


def _circling(nodes: Ints, source: Ints, to: Ints, weight: Floats, inflow: Floats) -> Floats:
    """The visits of looping nodes for what flows in from elsewhere."""
    order = np.argsort(nodes)
    near = np.minimum(np.searchsorted(nodes[order], to), len(nodes) - 1)
    is_inside = nodes[order][near] == to
    target = order[near]
    leaves = _leaving(len(nodes), source, target, is_inside)
    kept = is_inside & leaves[source] & leaves[target]
    place = np.cumsum(leaves) - 1
    found = inflow.copy()
    if leaves.any():
        found[leaves] = solve(place[target[kept]], place[source[kept]], weight[kept], inflow[leaves])
    return found


def _leaving(size: int, source: Ints, target: Ints, is_inside: Flags) -> Flags:
    """The nodes from which some way leads out."""
    leaves = np.zeros(size, dtype=np.bool_)
    while True:
        out = np.where(is_inside, leaves[target], True)
        found = np.bincount(source[out], minlength=size) > 0
        if (found == leaves).all():
            return leaves
        leaves = found
