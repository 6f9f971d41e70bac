"""Odds by two plain ways that share nothing with `contrecoup.odds`: mass pushed forward, and playing."""

import random
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from contrecoup.dice import throw_test
from contrecoup.kernel import Answer, Choice, End, RuleSet, Setup, Test, Throw

_NOTHING: Final = 1e-13
_MOST_STEPS: Final = 5_000

_Move: TypeAlias = tuple[int, int, float]
"""To a place, from a place, what part of the mass."""


class Chance:
    """A dice source with a fixed seed, for tests that must come out the same every time."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def face(self, sides: int, /) -> int:
        """One face, of a fraction of 53 bits: even enough, in half the time of random whole numbers."""
        return 1 + int(self._random.random() * sides)


def pushed(ruleset: RuleSet[Any, Any], setup: Setup, state: Hashable) -> dict[str, float]:
    """The probability of each outcome under plan *push*: all mass moved step by step until it has ended."""
    places: dict[Hashable, int] = {state: 0}
    outcomes: dict[int, str] = {}
    moves: list[_Move] = []
    waiting: list[Any] = [state]
    for at in waiting:
        ways = _ways(ruleset, setup, at)
        if isinstance(ways, str):
            outcomes[places[at]] = ways
            continue
        for after, part in ways:
            if after not in places:
                places[after] = len(places)
                waiting.append(after)
            moves.append((places[after], places[at], part))
    return _ended(outcomes, moves, len(places))


def _ended(outcomes: Mapping[int, str], moves: Sequence[_Move], size: int) -> dict[str, float]:
    """All mass on place 0, moved until it lies on outcomes."""
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    step = csr_array(
        ([part for *_, part in moves], ([to for to, *_ in moves], [start for _, start, _ in moves])),
        shape=(size, size),
    )
    mass: NDArray[np.float64] = np.zeros(size)
    ended: NDArray[np.float64] = np.zeros(size)
    mass[0] = 1.0
    last = np.array(sorted(outcomes), dtype=int)
    for _ in range(_MOST_STEPS):
        ended[last] += mass[last]
        mass[last] = 0.0
        if mass.sum() < _NOTHING:
            break
        mass = np.asarray(step @ mass, dtype=np.float64)
    found: dict[str, float] = {}
    for place, outcome in outcomes.items():
        found[outcome] = found.get(outcome, 0.0) + float(ended[place])
    return {outcome: found[outcome] for outcome in sorted(found) if found[outcome]}


def rounded(ends: Mapping[str, float]) -> dict[str, float]:
    """Probabilities as people compare them: to nine digits."""
    return {end: round(p, 9) for end, p in ends.items()}


def _ways(ruleset: RuleSet[Any, Any], setup: Setup, state: Any) -> Sequence[tuple[Hashable, float]] | str:
    """Where a state leads with which probability; the outcome where it ends."""
    node = ruleset.node(setup, state)
    if isinstance(node, End):
        return node.outcome
    if isinstance(node, Choice):
        return [(ruleset.apply(setup, state, node.push), 1.0)]
    weights = node.test.weights(node.floor, node.cap)
    whole = sum(weights.values())
    return [(ruleset.apply(setup, state, result), weight / whole) for result, weight in weights.items()]


def played(ruleset: RuleSet[Any, Any], setup: Setup, state: Any, chance: Chance) -> str:
    """The outcome of one scene played with thrown dice under plan *push*; "" where it does not end."""
    for _ in range(_MOST_STEPS):
        node = ruleset.node(setup, state)
        if isinstance(node, End):
            return node.outcome
        answer: Answer = node.push if isinstance(node, Choice) else thrown(node, chance)
        state = ruleset.apply(setup, state, answer)
    return ""


def thrown(node: Throw, chance: Chance) -> Answer:
    """The result of a node's test, its dice thrown and read."""
    return node.test.read([sum(faces) for faces in throw_test(node.test, chance)])


def frequencies(test: Test, floor: int, cap: int, throws: int, seed: int) -> Counter[tuple[int, bool]]:
    """How often each result (closed at the bounds) comes when the dice are thrown and read."""
    chance = Chance(seed)
    found: Counter[tuple[int, bool]] = Counter()
    for _ in range(throws):
        value, mishap = test.read([sum(faces) for faces in throw_test(test, chance)])
        found[min(max(value, floor), cap), mishap] += 1
    return found


def is_likely(found: Mapping[Any, int], shares: Mapping[Any, float], least: float = 1e-6) -> bool:
    """Whether counts could come from these probabilities, at a tiny level.

    Pearson's chi-square over what is expected five times or more; the rest is counted together and held
    to a Poisson tail. Anything of probability 0 must not occur.
    """
    from scipy.stats import chi2, poisson

    whole = sum(found.values())
    if any(key not in shares or not shares[key] for key in found):
        return False
    rare = [key for key, share in shares.items() if share * whole < 5]
    common = [(found.get(key, 0), share * whole) for key, share in shares.items() if share * whole >= 5]
    seen, expected = sum(found.get(key, 0) for key in rare), sum(shares[key] for key in rare) * whole
    if rare and float(poisson.sf(seen - 1, expected)) < least:
        return False
    statistic = sum((count - mean) ** 2 / mean for count, mean in common)
    freedom = len(common) - (0 if expected >= 1 else 1)
    return freedom < 1 or float(chi2.sf(statistic, freedom)) > least
