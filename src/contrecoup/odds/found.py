"""Figures found: a course's in doubles, the same in fractions, and a sample's."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import NamedTuple, TypeVar

import numpy as np

from contrecoup.odds import exact
from contrecoup.odds.answer import Share
from contrecoup.odds.course import Part
from contrecoup.odds.net import Ints
from contrecoup.odds.rounds import follow
from contrecoup.odds.sample import Sample
from contrecoup.odds.table import Floats

ShareT = TypeVar("ShareT", float, Fraction)
NameT = TypeVar("NameT")


def _gathered(pairs: Iterable[tuple[NameT, ShareT]], none: ShareT) -> dict[NameT, ShareT]:
    out: dict[NameT, ShareT] = {}
    for name, share in pairs:
        out[name] = out.get(name, none) + share
    return out


def kinds_of(parts: Iterable[Part]) -> tuple[str, ...]:
    """The kinds of tallies that the ends of these parts have, in order."""
    return tuple({kind: None for part in parts for kind in part.names.kinds})


class Solved:
    """The figures of a solved course."""

    runs = 0

    def __init__(self, parts: Sequence[Part], states: int) -> None:
        self.parts, self.states = parts, states

    def outcomes(self) -> Mapping[str, float]:
        """The chance of each outcome."""
        return _gathered((pair for part in self.parts for pair in part.outcomes()), 0.0)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of tallies that the scene's ends have."""
        return kinds_of(self.parts)

    def tallies(self, kind: str) -> Mapping[tuple[str, int | str], float]:
        """The chance of each tally of a kind."""
        return _gathered((pair for part in self.parts for pair in part.tallies(kind)), 0.0)

    def mean_rounds(self) -> float:
        """The expected number of rounds."""
        return inf if self._lost[0] else sum(part.rounds() for part in self.parts)

    @cached_property
    def _lost(self) -> tuple[float, float]:
        lost = [part.lost() for part in self.parts]
        return sum(stuck for stuck, _ in lost), sum(held for _, held in lost)

    def cut(self) -> float:
        """The mass that never ends, or that a ceiling held up."""
        return sum(self._lost)

    def rounds(self) -> tuple[Mapping[int, float], float]:
        """The chance of each number of rounds."""
        done: dict[int, float] = {}
        left: dict[int, _Left] = {}
        rest = 0.0
        for part in self.parts:
            before, ports = part.feed
            inflow = np.ones((1, 1)) if before is None else left[id(before)].at(ports)
            ended, left[id(part)], over = _followed(part, inflow)
            rest += over
            for number, share in enumerate(ended.tolist()):
                if share:
                    done[number] = done.get(number, 0.0) + share
        return dict(sorted(done.items())), rest

    def error(self, share: float) -> float:
        """Solved figures have none."""
        return 0.0


class _Left(NamedTuple):
    """The mass that left at ports, a row for each number of rounds behind it."""

    ports: Ints
    history: Floats

    def at(self, ports: Ints) -> Floats:
        """The columns of these ports; none comes out where a port can't be reached."""
        history = np.hstack((self.history, np.zeros((len(self.history), 1))))
        places = {port: place for place, port in enumerate(self.ports.tolist())}
        return history[:, [places.get(port, -1) for port in ports.tolist()]]


def _followed(part: Part, inflow: Floats) -> tuple[Floats, _Left, float]:
    """A part's rounds; one without any ends in the round in which it is entered."""
    route = part.batch.route
    if not len(route.rounds) and not len(route.ports):
        return inflow.sum(axis=1), _Left(route.ports, inflow[:, :0]), 0.0
    stage = part.stage
    lap = stage.route.lap
    ended, history, over = follow(lap, part.own(stage.weights), inflow)
    return ended, _Left(lap.exits, history), over


class Exact:
    """The figures of a course in fractions."""

    runs = 0

    def __init__(self, parts: Sequence[Part], states: int) -> None:
        self._parts, self.states = parts, states
        self._rows: dict[int, list[Fraction]] = {}
        self._weights: dict[int, list[Fraction]] = {}

    def _solved(self, part: Part) -> list[Fraction]:
        rows = self._rows.get(id(part))
        if rows is None:
            before, ports = part.feed
            mass = [Fraction(1)] if before is None else self._visits(before, ports)
            rows = exact.run(part.stage.route.schedule, self._weighed(part), mass)
            self._rows[id(part)] = rows
        return rows

    def _weighed(self, part: Part) -> list[Fraction]:
        weights = self._weights.get(id(part))
        if weights is None:
            weights = exact.weights_in_fractions(part.stage.route, part.batch.ruleset, part.setup)
            self._weights[id(part)] = weights
        return weights

    def _visits(self, part: Part, nodes: Ints) -> list[Fraction]:
        rows = self._solved(part)
        return [rows[row] for row in part.stage.route.schedule.row[nodes].tolist()]

    def outcomes(self) -> Mapping[str, Fraction]:
        """The chance of each outcome."""
        return _gathered(
            (
                pair
                for part in self._parts
                for pair in zip(
                    part.names.outcomes, exact.summed(part.stage.route.ended, self._solved(part)), strict=True
                )
            ),
            Fraction(0),
        )

    def kinds(self) -> tuple[str, ...]:
        """The kinds of tallies that the scene's ends have."""
        return kinds_of(self._parts)

    def tallies(self, kind: str) -> Mapping[tuple[str, int | str], Fraction]:
        """The chance of each tally of a kind."""
        return _gathered(
            (
                ((of, value), share)
                for part in self._parts
                for (each, of, value), share in zip(
                    part.names.tallies,
                    exact.summed(part.stage.route.counted, self._solved(part)),
                    strict=True,
                )
                if each == kind
            ),
            Fraction(0),
        )

    def mean_rounds(self) -> Share:
        """The expected number of rounds."""
        if self._stuck():
            return inf
        return sum(
            (self._solved(part)[row] for part in self._parts for row in part.stage.route.rounds.tolist()),
            Fraction(0),
        )

    def _stuck(self) -> Fraction:
        return sum(
            (
                self._solved(part)[row]
                for part in self._parts
                for row in part.stage.route.schedule.stuck.tolist()
            ),
            Fraction(0),
        )

    def cut(self) -> Fraction:
        """The mass that never ends, or that a ceiling held up."""
        held = Fraction(0)
        for part in self._parts:
            rows, weights = self._solved(part), self._weighed(part)
            at, signatures = part.stage.route.held
            held += exact.added(
                (rows[row], weights[signature])
                for row, signature in zip(at.tolist(), signatures.tolist(), strict=True)
            )
        return self._stuck() + held

    def rounds(self) -> tuple[Mapping[int, Share], Share]:
        """The chance of each number of rounds, in doubles: as fractions they grow beyond all use."""
        return Solved(self._parts, self.states).rounds()

    def error(self, share: float) -> float:
        """Exact figures have none."""
        return 0.0


class Sampled:
    """The figures of a sample."""

    states = 0

    def __init__(self, sample: Sample) -> None:
        self._sample, self.runs = sample, sample.runs

    def outcomes(self) -> Mapping[str, float]:
        """The share of each outcome."""
        return {end: hits / self.runs for end, hits in self._sample.outcomes().items()}

    def kinds(self) -> tuple[str, ...]:
        """The kinds of tallies that were met."""
        return tuple({tally.kind: None for end in self._sample.ends for tally in end.tallies})

    def tallies(self, kind: str) -> Mapping[tuple[str, int | str], float]:
        """The share of each tally of a kind."""
        return _gathered(
            (
                ((tally.of, tally.value), hits / self.runs)
                for end, hits in self._sample.ends.items()
                for tally in end.tallies
                if tally.kind == kind
            ),
            0.0,
        )

    def mean_rounds(self) -> float:
        """The mean over the runs that ended."""
        rounds = self._sample.rounds
        return sum(number * hits for number, hits in rounds.items()) / max(1, rounds.total())

    def rounds(self) -> tuple[Mapping[int, float], float]:
        """The share of each number of rounds, and of the runs that were given up."""
        shares = {number: hits / self.runs for number, hits in sorted(self._sample.rounds.items())}
        return shares, self._sample.cut / self.runs

    def cut(self) -> float:
        """The share of runs that were given up, or that a ceiling held up."""
        return (self._sample.cut + self._sample.held) / self.runs

    def error(self, share: float) -> float:
        """The standard error of a share."""
        return self._sample.error(round(share * self.runs))
