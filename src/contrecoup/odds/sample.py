"""Sampling, for scenes with more states than are walked: many runs at once, counted by state.

All runs in one state are split over its results at a stroke, by a multinomial draw; so a draw costs as
many states as are met, not as many as there are runs. The seed is fixed: an answer is the same each time.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import accumulate
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from contrecoup.kernel import CEILING, Answer, Choice, End, Node, Result, Throw
from contrecoup.odds.graph import Follow, Rules
from contrecoup.odds.table import Floats

SEED: Final = 20_571
TARGET: Final = 0.002
"""The standard error of an end at which sampling stops."""
RUNS: Final = 5_000
"""Runs in one go."""
MOST_RUNS: Final = 400_000
MOST_DRAWS: Final = 300_000
"""Draws after which sampling stops even where errors are larger: some seconds."""
MOST_ANSWERS: Final = 10_000
"""Answers after which a run that has not ended is given up; its mass is cut."""


class _Table(NamedTuple):
    """A key's results as a node reads them, with their chances, the chances added up, and which of them
    a ceiling holds up."""

    answers: tuple[Result, ...]
    chances: Floats
    rising: tuple[float, ...]
    held: tuple[bool, ...]


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
    """The runs of one setup. What many runs lead to from a state is kept; where one comes alone, it isn't."""

    def __init__(self, ruleset: Rules, setup: Any, follow: Follow) -> None:
        self.ruleset, self.setup, self.follow = ruleset, setup, follow
        self.source = np.random.default_rng(SEED)
        self.numbers = _numbers(self.source)
        self.nodes: dict[Any, Node] = {}
        self.after: dict[tuple[Any, Answer], Any] = {}
        self.tables: dict[Hashable, _Table] = {}
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
            for state, runs in openers.items():
                self._draw(state, self._node(state, runs), runs, here)
            played += 1

    def _step(self, here: Counter[Any], openers: Counter[Any], played: int) -> Counter[Any]:
        """One answer for all; runs at a node that opens a round wait there."""
        ahead: Counter[Any] = Counter()
        for state, runs in here.items():
            if runs == 1:
                self._play_round(state, openers, played)
                continue
            node = self._node(state, runs)
            if isinstance(node, End):
                self.found.ends[node] += runs
                self.found.rounds[played] += runs
            elif node.round:
                openers[state] += runs
            else:
                self._draw(state, node, runs, ahead)
        return ahead

    def _play_round(self, state: Any, openers: Counter[Any], played: int) -> None:
        """A run that comes alone, played by itself until a round opens or it ends; nothing of it is kept."""
        for _ in range(MOST_ANSWERS):
            node = self.ruleset.node(self.setup, state)
            if isinstance(node, End):
                self.found.ends[node] += 1
                self.found.rounds[played] += 1
                return
            if node.round:
                openers[state] += 1
                return
            self.found.draws += 1
            state = self.ruleset.apply(self.setup, state, self._answer(node))
        self.found.cut += 1

    def _answer(self, node: Choice | Throw) -> Answer:
        """What a single run answers."""
        if isinstance(node, Choice):
            return self.follow(node)[0]
        table = self._table(node)
        place = self._place(table)
        self.found.held += table.held[place]
        return table.answers[place]

    def _place(self, table: _Table) -> int:
        return min(bisect_right(table.rising, next(self.numbers)), len(table.answers) - 1)

    def _node(self, state: Any, runs: int) -> Node:
        node = self.nodes.get(state)
        if node is None:
            node = self.ruleset.node(self.setup, state)
            if runs > 1:
                self.nodes[state] = node
        return node

    def _draw(self, state: Any, node: Node, runs: int, ahead: Counter[Any]) -> None:
        """Split the runs of a state over what it leads to."""
        self.found.draws += 1
        if isinstance(node, Choice):
            ahead[self._apply(state, self.follow(node)[0], runs)] += runs
        elif isinstance(node, Throw):
            table = self._table(node)
            for place, part in self._parts(table, runs):
                ahead[self._apply(state, table.answers[place], runs)] += part
                self.found.held += part * table.held[place]

    def _parts(self, table: _Table, runs: int) -> Iterable[tuple[int, int]]:
        if runs == 1:
            return ((self._place(table), 1),)
        hits = self.source.multinomial(runs, table.chances).tolist()
        return ((place, part) for place, part in enumerate(hits) if part)

    def _apply(self, state: Any, answer: Answer, runs: int) -> Any:
        if runs == 1:
            return self.ruleset.apply(self.setup, state, answer)
        key = (state, answer)
        after = self.after.get(key)
        if after is None:
            after = self.after[key] = self.ruleset.apply(self.setup, state, answer)
        return after

    def _table(self, node: Throw) -> _Table:
        key = (node.key, node.floor, node.cap, node.mishap_matters)
        table = self.tables.get(key)
        if table is None:
            table = self.tables[key] = _table_of(node)
        return table


def _numbers(source: "np.random.Generator") -> Iterator[float]:  # a text: imported by who samples alone
    """Numbers from 0 up to 1 without end; drawn by the thousand, each takes a tenth of the time."""
    while True:
        yield from source.random(1_000).tolist()


def _table_of(node: Throw) -> _Table:
    weights = node.test.weights(node.floor, node.cap)
    whole = sum(weights.values())
    chances = [weight / whole for weight in weights.values()]
    return _Table(
        tuple(Result(value, mishap and node.mishap_matters) for value, mishap in weights),
        np.array(chances),
        tuple(accumulate(chances)),
        tuple(value >= CEILING == node.cap for value, _ in weights),
    )


def sample(ruleset: Rules, setup: Any, follow: Follow, share: int = 1) -> Sample:
    """As many runs as the target error takes, within the bounds; `share` of several divide the draws."""
    sampler = _Sampler(ruleset, setup, follow)
    found = sampler.found
    while found.runs < MOST_RUNS and found.draws * share < MOST_DRAWS and found.worst() > TARGET:
        sampler.go()
    return found
