"""Rounds: how many a scene takes, followed round by round.

One round is a net of its own: mass leaves the nodes that open a round and runs until it comes to the next
such node. What comes to where no round can follow has had its last one.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import numpy as np

from contrecoup.odds.components import Components
from contrecoup.odds.net import Ints, Net, reached
from contrecoup.odds.order import Order
from contrecoup.odds.schedule import Schedule
from contrecoup.odds.table import Floats

LEFT: Final = 1e-15
"""Mass still going on that is no longer followed."""
MOST_ROUNDS: Final = 10_000


class Lap:
    """One round of a route, as a schedule whose entries are first the route's own, then all openers.

    `openers` and `exits` are the nodes that open a round and the ports, `out` and `left` the rows where
    their mass arrives; `done` is the row of mass that has had its last round.
    """

    def __init__(self, order: Order, schedule: Schedule, rounds: Ints, ports: Ints) -> None:
        net = order.net
        seen = np.zeros(net.size, dtype=np.bool_)
        seen[schedule.nodes] = True
        self.openers: Ints = rounds[seen[rounds]]
        self.exits: Ints = ports[seen[ports]]
        lap, self._done = _cut(net, np.concatenate((self.openers, self.exits)), self.openers)
        self.order = Order(lap, order.signatures)
        self.entries = tuple(self._arrival(net, schedule.entries))
        leaving = tuple(self.openers.tolist())
        self.schedule = Schedule(self.order, (*self.entries, *leaving))
        arrivals = np.arange(net.size, net.size + len(self.openers))
        self.out: Ints = self.schedule.row[arrivals]
        self.left: Ints = self.schedule.row[self.exits]

    def _arrival(self, net: Net, entries: tuple[int, ...]) -> Iterator[int]:
        """Mass that enters at an opener arrives there; it leaves in the round to come."""
        places = {node: net.size + place for place, node in enumerate(self.openers.tolist())}
        for node in entries:
            yield places.get(node, node)

    @cached_property
    def done(self) -> Ints:
        """The rows of nodes from which no round and no port can be reached."""
        rows = self.schedule.row[self._done]
        return rows[rows >= 0]


def _cut(net: Net, ahead: Ints, openers: Ints) -> tuple[Net, Ints]:
    """The net with an arrival of its own for each opener, and nodes that lead to none ahead made ends."""
    size, count = net.size, len(openers)
    order = np.argsort(net.target, kind="stable")
    backward = np.searchsorted(net.target[order], np.arange(size + 1))
    leads = reached(backward, net.source[order], ahead.tolist()) if len(ahead) else np.zeros(size, bool)
    arrival = np.arange(size)
    arrival[openers] = np.arange(size, size + count)
    kept = leads[net.source]
    kept[np.isin(net.source, openers)] = True
    first = np.concatenate((np.concatenate(([0], np.cumsum(kept)))[net.first], np.full(count, kept.sum())))
    target = arrival[net.target[kept]]
    components = Components()
    components.extend(first.tolist(), target.tolist())
    resting = np.concatenate((net.is_resting | ~leads, np.ones(count, dtype=np.bool_)))
    lap = Net(
        source=net.source[kept],
        target=target,
        signature=net.signature[kept],
        first=first,
        component=np.array(components.of, dtype=np.int64),
        height=np.array(components.height, dtype=np.int64),
        is_resting=resting,
    )
    return lap, np.flatnonzero(~leads)


def follow(lap: Lap, weights: Floats, inflow: Floats) -> tuple[Floats, Floats, float]:
    """Round by round: the mass that has had its last round, by rounds, and the mass at each exit.

    `inflow[n]` is the mass that enters after n rounds, by entry. The third is what was no longer followed.
    """
    schedule = lap.schedule
    matrices = schedule.matrices(weights)
    factors = np.concatenate((weights, matrices))[schedule.factor]
    entries = len(lap.entries)
    rows = np.zeros(schedule.rows)
    done, left = [], []
    for played in range(MOST_ROUNDS):
        going = rows[lap.out].copy()
        if played >= len(inflow) and going.sum() < LEFT:
            break
        rows[:entries] = inflow[played] if played < len(inflow) else 0.0
        rows[entries : entries + len(going)] = going
        schedule.run(weights, factors, rows)
        done.append(rows[lap.done].sum())
        left.append(rows[lap.left].copy())
    else:
        going = rows[lap.out]
    return np.array(done), np.array(left).reshape(len(left), len(lap.left)), float(going.sum())
