"""Luck and skill: what the dice of a played scene gave and took, and what its choices cost.

Everything is measured in what the scene was worth to a seat that plays best for an aim, the others going
on as planned. A throw moves that worth: luck. A choice can only lose some of it for the seat itself: the
difference to its best option. Another seat's choice is measured against its plan, and may lose or give.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from contrecoup.kernel import Choice, End, Option, Refused, Seat, Throw, refusal
from contrecoup.odds.best.aim import Aim
from contrecoup.odds.best.answer import Best, hold
from contrecoup.registry import Scene

NONE = Fraction(0)


class Passed(NamedTuple):
    """One answered question of a played scene: what was asked in which state, and where it led."""

    node: Choice | Throw
    before: object
    after: object
    sequence: int = 0


class Move(NamedTuple):
    """What one answer did: `luck` of a throw, `loss` of a choice (negative where another seat gave
    something away), and the option that would have lost nothing (None for throws)."""

    sequence: int
    seat: Seat
    reason: str
    before: Fraction
    after: Fraction
    best: Option | None
    is_throw: bool

    @property
    def luck(self) -> Fraction:
        """How far a throw moved the expected value."""
        return self.after - self.before if self.is_throw else NONE

    @property
    def loss(self) -> Fraction:
        """What a choice cost."""
        return NONE if self.is_throw else self.before - self.after


class Sum(NamedTuple):
    """What one seat's throws brought and its choices cost."""

    luck: Fraction
    loss: Fraction


class Luck(NamedTuple):
    """A played scene in terms of one aim: `start` + all luck - all losses = `result`, exactly.

    `result` is what the scene came to; where it isn't over, what it is worth as it stands.
    """

    seat: Seat
    aim: Aim
    start: Fraction
    result: Fraction
    is_over: bool
    moves: tuple[Move, ...]

    @property
    def luck(self) -> Fraction:
        """The luck of all throws."""
        return sum((move.luck for move in self.moves), NONE)

    @property
    def loss(self) -> Fraction:
        """What all choices cost."""
        return sum((move.loss for move in self.moves), NONE)

    @property
    def adjusted(self) -> Fraction:
        """The result without luck: what these choices would have come to with dice that change nothing."""
        return self.result - self.luck

    @property
    def sums(self) -> dict[Seat, Sum]:
        """Luck and losses of each seat that threw or decided, in the order in which they first did."""
        found: dict[Seat, Sum] = {}
        for move in self.moves:
            luck, loss = found.get(move.seat, Sum(NONE, NONE))
            found[move.seat] = Sum(luck + move.luck, loss + move.loss)
        return found


def measure(
    scene: Scene, passed: Sequence[Passed], last: object, seat: Seat | None = None, value: str | None = None
) -> Luck:
    """The luck and skill of a played scene, for a seat and an aim, `last` being the state where it stands.

    By default the seat is the first that decided something, and the aim the outcome that the scene came
    to. Refused where there is neither, for what best play refuses, and for scenes that are too large.
    """
    end = scene.ruleset.node(scene.setup, last)
    seat = _seat(passed) if seat is None else seat
    hold(scene, (seat,))
    aim = _aim(end) if value is None else Aim.read(value)
    states = [scene.start(), *(state for each in passed for state in (each.before, each.after)), last]
    best = Best(scene, (seat,), aim, also=states)
    return Luck(
        seat,
        aim,
        Fraction(best.value),
        Fraction(best.value_at(last)),
        isinstance(end, End),
        tuple(_moves(best, passed)),
    )


def _moves(best: Best, passed: Iterable[Passed]) -> Iterable[Move]:
    for node, before, after, sequence in passed:
        is_throw = isinstance(node, Throw)
        yield Move(
            sequence,
            node.seat,
            node.reason,
            Fraction(best.value_at(before)),
            Fraction(best.value_at(after)),
            None if isinstance(node, Throw) else best.advised(before) or node.push,
            is_throw,
        )


def _seat(passed: Iterable[Passed]) -> Seat:
    seats = (each.node.seat for each in passed if isinstance(each.node, Choice))
    seat = next(seats, None)
    if seat is None:
        raise Refused([refusal("luck.no_choice", "seat")])
    return seat


def _aim(end: object) -> Aim:
    if not isinstance(end, End):
        raise Refused([refusal("luck.not_over", "value")])
    return Aim({end.outcome: Fraction(1)})
