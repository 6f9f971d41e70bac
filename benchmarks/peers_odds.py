"""The same intrusions by other means: icepool's fastest ways, and a recursion written by hand in NumPy.

Both know the rules of one round and nothing else: no commlink that helps, Ice and Hacking at the same
moment, natural 1s for alert and backdoor. They are here to be compared with, not to be used.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import icepool
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Question(NamedTuple):
    """An intrusion: Hacking die, Wild Card or Extra, markers of the commlink, Red or Green, Ice die."""

    hacking: int
    wild: bool
    rating: int
    red: bool
    ice: int


class Figures(NamedTuple):
    """What all of them answer: chance of control, mean rounds, markers left at the end (hacker, system)."""

    control: float
    rounds: float
    left: dict[tuple[int, int], float]


State = tuple[int, int, bool, bool]
"""Markers of hacker and system, alert, backdoor."""


class IcepoolIntrusion:
    """An intrusion in icepool; made anew for each question, so nothing is remembered between two."""

    def __init__(self, question: Question) -> None:
        hacker, system = question.rating, question.ice
        self.start: State = (hacker, system, False, False)
        self.ice = {bonus: _marks(question.ice, question.red, bonus, hacker) for bonus in (0, 2)}
        self.hack = {bonus: _marks(question.hacking, question.wild, bonus, system) for bonus in (0, 2)}
        self.round = cache(self._round)
        self.capped = cache(self._capped)
        self.finals = cache(self._finals)
        self.mean = cache(self._mean)

    def _capped(self, is_ice: bool, bonus: int, cap: int) -> Any:
        test = (self.ice if is_ice else self.hack)[bonus]
        return test.map(lambda marks, one: (min(marks, cap), one), star=True).simplify()

    def _round(self, state: State) -> Any:
        hacker, system, alert, backdoor = state

        # Any: icepool takes tuples as outcomes, which its types don't say
        def after(ice: tuple[int, bool], hack: tuple[int, bool]) -> Any:
            return hacker - ice[0], system - hack[0], alert or hack[1], backdoor or ice[1]

        ice = self.capped(True, 2 * alert, hacker)
        return icepool.map(after, ice, self.capped(False, 2 * backdoor, system), star=False).simplify()

    def _finals(self, state: State) -> Any:
        """The markers at the end; a round that changes nothing is thrown again."""
        if not (state[0] and state[1]):
            return icepool.Die([state[:2]])
        ends = self.round(state).map(
            lambda after: icepool.Reroll if after == state else self.finals(after), star=False
        )
        return ends.simplify()

    def _mean(self, state: State) -> float:
        if not (state[0] and state[1]):
            return 0.0
        whole = self.round(state).denominator()
        chances = {after: weight / whole for after, weight in self.round(state).items()}
        stay = chances.pop(state, 0.0)
        return float((1 + sum(p * self.mean(after) for after, p in chances.items())) / (1 - stay))

    def answer(self) -> Figures:
        """Memoised recursion."""
        finals = self.finals(self.start)
        left = {key: weight / finals.denominator() for key, weight in finals.items()}
        control = sum(p for (hacker, system), p in left.items() if hacker and not system)
        return Figures(control, self.mean(self.start), left)

    def rounds(self, limit: int) -> dict[int, float]:
        """The chance of each number of rounds, by `map_and_time`."""

        def step(state: State) -> Any:
            return self.round(state) if state[0] and state[1] else state

        timed = icepool.map_and_time(step, self.start, star=False, time_limit=limit)
        counted: dict[int, float] = {}
        for (_, time), weight in timed.items():
            counted[time] = counted.get(time, 0.0) + weight / timed.denominator()
        return counted


def _marks(die: int, wild: bool, bonus: int, cap: int) -> Any:
    """Marks and natural 1 of a trait test, closed at the cap."""

    def read(*totals: int) -> Any:  # a tuple, as in `after`
        total = max(totals) + bonus
        return min(cap, 0 if total < 4 else 1 + (total - 4) // 4), 1 in totals

    dice = [icepool.d(sides).explode(depth=4 * cap // sides + 1) for sides in ((die, 6) if wild else (die,))]
    return icepool.map(read, *dice).simplify()


def by_hand(questions: Sequence[Question]) -> list[Figures]:
    """Questions with equal markers, all at once: visits by diagonals, four states of alert and backdoor."""
    hacker, system = questions[0].rating, questions[0].ice
    depth = max(hacker, system) + 1
    ice = [_by_hand_marks([(q.ice, q.red) for q in questions], bonus, depth) for bonus in (0, 2)]
    hack = [_by_hand_marks([(q.hacking, q.wild) for q in questions], bonus, depth) for bonus in (0, 2)]
    kernel = _kernel(ice, hack)
    visits = _visits(kernel, hacker, system, depth)
    return _ends(visits, ice, hack, hacker, system)


FLAGS = [(0, 0), (1, 0), (0, 1), (1, 1)]


def _by_hand_marks(dice: Sequence[tuple[int, bool]], bonus: int, depth: int) -> Floats:
    """[question, natural 1, marks] of trait tests."""
    limits = np.maximum(np.arange(4, 4 * depth + 1, 4) - bonus, 1)
    sides = np.array([die for die, _ in dice])[:, None]
    whole, clean = _below(sides, limits)
    wild, wild_clean = _below(np.array([[6]]), limits)
    is_wild = np.array([each for _, each in dice])[:, None]
    whole, clean = whole * np.where(is_wild, wild, 1), clean * np.where(is_wild, wild_clean, 1)
    all_marks, clean_marks = (np.diff(each, axis=1, prepend=0) for each in (whole, clean))
    return np.stack((clean_marks, all_marks - clean_marks), axis=1)


def _below(sides: NDArray[np.int64], limits: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The chances that an acing die stays below each limit, and does so without a natural 1."""
    aces, rest = np.divmod(limits, sides)
    over = sides.astype(float) ** -aces.astype(float) * np.where(rest > 1, 1 - (rest - 1) / sides, 1.0)
    return 1 - over, 1 - over - np.where(limits > 1, 1 / sides, 0.0)


def _kernel(ice: list[Floats], hack: list[Floats]) -> Floats:
    """[question, flags before, flags after, marks on the hacker, marks on the system]."""
    count, _, depth = ice[0].shape
    kernel = np.zeros((count, 4, 4, depth, depth))
    for before, (alert, backdoor) in enumerate(FLAGS):
        for found in (0, 1):
            for seen in (0, 1):
                after = FLAGS.index((alert | seen, backdoor | found))
                kernel[:, before, after] += ice[alert][:, found, :, None] * hack[backdoor][:, seen, None, :]
    return kernel


def _visits(kernel: Floats, hacker: int, system: int, depth: int) -> Floats:
    count = len(kernel)
    padded = np.zeros((count, hacker + depth, system + depth, 4))
    padded[:, hacker, system, 0] = 1.0
    stay = np.linalg.inv(np.eye(4) - kernel[:, :, :, 0, 0])
    steps = kernel.copy()
    steps[:, :, :, 0, 0] = 0
    steps = np.moveaxis(steps, 2, 4).reshape(count, -1, 4)
    windows = sliding_window_view(padded, (depth, depth), axis=(1, 2))
    for diagonal in range(hacker + system, 1, -1):
        h = np.arange(max(1, diagonal - system), min(hacker, diagonal - 1) + 1)
        s = diagonal - h
        into = windows[:, h, s].reshape(count, len(h), -1) @ steps
        padded[:, h, s] = (padded[:, h, s] + into) @ stay
    return padded[:, : hacker + 1, : system + 1]


def _ends(visits: Floats, ice: list[Floats], hack: list[Floats], hacker: int, system: int) -> list[Figures]:
    """The last round from each state: who is out, and what the other has left."""
    whole = [each.sum(axis=1) for each in ice], [each.sum(axis=1) for each in hack]
    left = np.zeros((len(visits), hacker + 1, system + 1))
    for flag, (alert, backdoor) in enumerate(FLAGS):
        down, marks = whole[0][alert], whole[1][backdoor]
        here = visits[:, 1:, 1:, flag]
        stays = _moves(down, hacker)
        falls = _moves(marks, system)
        left += np.einsum("nhs,nhi,nsj->nij", here, stays, falls, optimize=True)
    left[:, 1:, 1:] = 0
    rounds = visits[:, 1:, 1:].sum(axis=(1, 2, 3))
    control = left[:, 1:, 0].sum(axis=1)
    return [
        Figures(float(c), float(r), _borders(each)) for c, r, each in zip(control, rounds, left, strict=True)
    ]


def _borders(left: Floats) -> dict[tuple[int, int], float]:
    named = {(hacker, 0): p for hacker, p in enumerate(left[:, 0].tolist())}
    return named | {(0, system): p for system, p in enumerate(left[0].tolist())}


def _moves(marks: Floats, most: int) -> Floats:
    """[question, markers before, markers after]; what takes the last one or more ends at none."""
    moves = np.zeros((len(marks), most, most + 1))
    for before in range(1, most + 1):
        moves[:, before - 1, 1 : before + 1] = marks[:, :before][:, ::-1]
        moves[:, before - 1, 0] = 1 - marks[:, :before].sum(axis=1)
    return moves
