"""Sampling, for scenes with more states than are walked: many runs at once, counted by state.

All runs in one state are split over its results at a stroke, by a multinomial draw; so a draw costs as
many states as are met, not as many as there are runs. The seed is fixed: an answer is the same each time.
"""

from collections import Counter
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from contrecoup.kernel import CEILING, Choice, End, Result, Throw
from contrecoup.odds.graph import Follow, Rules
from contrecoup.odds.table import Floats

SEED: Final = 20_571
TARGET: Final = 0.002
"""The standard error of an end at which sampling stops."""
RUNS: Final = 20_000
"""Runs in one go."""
MOST_RUNS: Final = 400_000
MOST_DRAWS: Final = 1_500_000
"""Draws after which sampling stops even where errors are larger."""
MOST_ANSWERS: Final = 10_000
"""Answers after which a run that has not ended is given up; its mass is cut."""


class _Split(NamedTuple):
    """Where a state's runs go: the states after each result, with their chances."""

    after: tuple[Any, ...]
    chances: Floats
    ceiling: tuple[bool, ...]
    is_round: bool


class Sample:
    """How many of `runs` runs ended how; `rounds[n]` how many had n rounds, `cut` how many never ended,
    `held` how often a ceiling held a result up."""

    def __init__(self) -> None:
        self.runs = 0
        self.draws = 0
        self.cut = 0
        self.held = 0
        self.ends: Counter[End] = Counter()
        self.rounds: Counter[int] = Counter()

    def error(self, hits: int) -> float:
        """The standard error of a share; one run more each way keeps a share of none from being certain."""
        share = (hits + 1) / (self.runs + 2)
        return sqrt(share * (1 - share) / self.runs)

    def outcomes(self) -> Counter[str]:
        """How many runs ended with each outcome."""
        counted: Counter[str] = Counter()
        for end, hits in self.ends.items():
            counted[end.outcome] += hits
        return counted

    def worst(self) -> float:
        """The largest standard error of an end."""
        return max((self.error(hits) for hits in self.outcomes().values()), default=1.0)


class _Sampler:
    def __init__(self, ruleset: Rules, setup: Any, follow: Follow) -> None:
        self.ruleset, self.setup, self.follow = ruleset, setup, follow
        self.source = np.random.default_rng(SEED)
        self.splits: dict[Any, _Split | End] = {}
        self.found = Sample()

    def go(self) -> None:
        """One population, round by round, so that runs with equal rounds behind them stay together."""
        self.found.runs += RUNS
        here: Counter[Any] = Counter({self.ruleset.start(self.setup): RUNS})
        played = answers = 0
        while here:
            openers: Counter[Any] = Counter()
            while here:
                if answers == MOST_ANSWERS:
                    self.found.cut += here.total() + openers.total()
                    return
                here = self._step(here, openers, played)
                answers += 1
            here, played = self._open(openers), played + 1

    def _step(self, here: Counter[Any], openers: Counter[Any], played: int) -> Counter[Any]:
        """One answer for all; runs at a node that opens a round wait there."""
        ahead: Counter[Any] = Counter()
        for state, runs in here.items():
            split = self._split(state)
            if isinstance(split, End):
                self.found.ends[split] += runs
                self.found.rounds[played] += runs
            elif split.is_round:
                openers[state] += runs
            else:
                self._draw(split, runs, ahead)
        return ahead

    def _open(self, openers: Counter[Any]) -> Counter[Any]:
        ahead: Counter[Any] = Counter()
        for state, runs in openers.items():
            split = self._split(state)
            if isinstance(split, _Split):
                self._draw(split, runs, ahead)
        return ahead

    def _draw(self, split: _Split, runs: int, ahead: Counter[Any]) -> None:
        self.found.draws += 1
        if len(split.after) == 1:
            ahead[split.after[0]] += runs
            return
        hits = self.source.multinomial(runs, split.chances).tolist()
        for state, part, is_held in zip(split.after, hits, split.ceiling, strict=True):
            if part:
                ahead[state] += part
                self.found.held += part * is_held

    def _split(self, state: Any) -> _Split | End:
        known = self.splits.get(state)
        if known is None:
            known = self.splits[state] = self._ask(state)
        return known

    def _ask(self, state: Any) -> _Split | End:
        node = self.ruleset.node(self.setup, state)
        if isinstance(node, End):
            return node
        if isinstance(node, Choice):
            ways = self.follow(node)
            after = tuple(self.ruleset.apply(self.setup, state, way) for way in ways)
            return _Split(after, np.ones(1), (False,), node.round)
        return self._weigh(state, node)

    def _weigh(self, state: Any, node: Throw) -> _Split:
        weights = node.test.weights(node.floor, node.cap)
        whole = sum(weights.values())
        answers = [Result(value, mishap and node.mishap_matters) for value, mishap in weights]
        after = tuple(self.ruleset.apply(self.setup, state, answer) for answer in answers)
        held = tuple(value >= CEILING == node.cap for value, _ in weights)
        chances = np.array([weight / whole for weight in weights.values()])
        return _Split(after, chances, held, node.round)


def sample(ruleset: Rules, setup: Any, follow: Follow) -> tuple[Sample, int]:
    """As many runs as the target error takes, within the bounds; and how many states they met."""
    sampler = _Sampler(ruleset, setup, follow)
    found = sampler.found
    while found.runs < MOST_RUNS and found.draws < MOST_DRAWS and found.worst() > TARGET:
        sampler.go()
    return found, len(sampler.splits)
