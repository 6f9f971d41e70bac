"""Hacking throws that a Benny may buy again, as odds of best play ask them: no further than it matters.

The kept total decides what a new throw can change. So a new throw asks only whether it is higher, and then,
total by total, which it is: few edges for many states.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from contrecoup.dice import TotalTest
from contrecoup.kernel import Die, Message, Result, Throw
from contrecoup.rulesets.savage.rules.trait import HIGHEST, LOWEST, NOTHING, TARGET, keep
from contrecoup.rulesets.savage.state import IntrusionState, Kept

State = IntrusionState

STEP = 4
"""Each mark takes so much more; a total of as many fours as there are markers takes all of them."""


class Above(msgspec.Struct, frozen=True):
    """A test whose total is known to be above a number."""

    test: TotalTest
    above: int

    __test__ = False

    def dice(self) -> tuple[Die, ...]:
        """The dice of the test."""
        return self.test.dice()

    def read(self, numbers: Sequence[int], /) -> Result:
        """The total and the natural 1."""
        return self.test.read(numbers)

    def account(self, numbers: Sequence[int], /) -> Message:
        """As the test itself."""
        return self.test.account(numbers)

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Every total of floor..cap, each without and with a natural 1."""
        return self.test.results(floor, cap)

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """The weights of the totals above the number, all below `floor` in it."""
        found: dict[Result, int] = {}
        for result, weight in self.test.weights(self.above, cap).items():
            if result.value > self.above:
                bounded = Result(max(floor, result.value), result.mishap)
                found[bounded] = found.get(bounded, 0) + weight
        return found

    def modified(self, by: int, /) -> "Above":
        """The test made easier, with what is known of it."""
        return Above(self.test.modified(by), self.above)


def throw(state: State, test: TotalTest, reason: str, key: tuple[object, ...]) -> Throw:
    """The throw of phases `hacking`, `again` and `higher` (than the kept total).

    Once there is an alert marks alone count, so that no total is followed.
    """
    total, takes_all = (state.kept or NOTHING).total, STEP * state.system
    plain = ("total", *key)
    if state.phase == "higher":
        least, known = total + 1, ("above", total, *key)
        is_last = least >= HIGHEST or (not state.body.bennies and least >= takes_all)
        return Throw("hacker", Above(test, total), reason, known, least, least if is_last else least + 1)
    if state.alert:
        floor = min(max(total, TARGET - 1), HIGHEST - 1)
        return Throw("hacker", test, reason, plain, floor, max(floor + 1, takes_all), mishap_matters=False)
    if state.kept is None:
        lowest = max(LOWEST, min(TARGET - 1, 1 + test.modifier))
        return Throw("hacker", test, reason, plain, lowest, max(TARGET, takes_all))
    floor = min(total, HIGHEST - 1)
    return Throw("hacker", test, reason, plain, floor, floor + 1, mishap_matters=False)


def after(state: State, result: Result) -> State:
    """A throw to keep or to buy again; or one that is higher than a total, nobody knows yet by how much."""
    if state.phase == "higher":
        least = (state.kept or NOTHING).total + 1
        if result.value > least:
            return replace(state, kept=Kept(least, False))
        return replace(state, phase="benny", kept=Kept(least, result.mishap))
    takes_all = max(TARGET, STEP * state.system)
    if state.alert or (state.kept is None and result.value < takes_all):
        return replace(state, phase="benny", kept=keep(result, state.kept))
    if state.kept is None:
        return replace(state, phase="higher", kept=Kept(takes_all - 1, False))
    return replace(state, phase="higher" if result.value > state.kept.total else "benny")
