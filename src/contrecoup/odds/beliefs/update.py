"""Updating: where a scene that is held possible may stand, given what a seat has seen, and how likely.

The scene is played on through the five calls with every answer that the seat doesn't see, each by its
weight: throws by their dice, decisions by the plan. What contradicts the next sight is dropped. So the mass
that is left is the chance of all that was seen. A decision that was seen is no evidence but for having been
possible; equal dice come up as often whatever is true.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, TypeAlias

from contrecoup.kernel import Answer, Choice, End, Refused, Throw, refusal
from contrecoup.odds.beliefs.sights import Asked, Sight, account, heard, question
from contrecoup.registry import Scene

Mass: TypeAlias = dict[Any, Fraction]

MOST_HIDDEN: Final = 20_000
"""Hidden answers that are followed between two sights."""


class Follower:
    """Follows one scene for one seat. `is_open`: decisions may go against the plan, and throws that are
    seen may have come to something else than they show (by a secret modifier), all ways alike."""

    def __init__(self, scene: Scene, seat: str, is_open: bool = False) -> None:
        self.rules, self.setup, self.seat, self.is_open = scene.ruleset, scene.setup, seat, is_open

    def after(self, mass: Mass, sight: Sight) -> Mass:
        """The mass of each state after a sight."""
        found: Mass = {}
        for state, weight in self._until_seen(mass, sight, found):
            for answer, share in self._answers_seen(state, sight):
                self._keep(found, state, answer, weight * share, sight)
        return found

    def asked(self, mass: Mass, now: Asked) -> Mass:
        """The mass of each state that asks what the seat sees asked now."""
        found: Mass = {}
        for state, weight in self._until_seen(mass, None, {}):
            if question(self.rules.node(self.setup, state), self.seat) == now:
                found[state] = found.get(state, Fraction(0)) + weight
        return found

    def _until_seen(self, mass: Mass, sight: Sight | None, found: Mass) -> Iterator[tuple[Any, Fraction]]:
        """States that ask something that is seen; on the way, what is only heard goes into `found`."""
        here, steps = dict(mass), 0
        while here:
            state, weight = here.popitem()
            node = self.rules.node(self.setup, state)
            if question(node, self.seat) is not None:
                yield state, weight
                continue
            for answer, share in self._answers(node):
                steps += 1
                if steps > MOST_HIDDEN:
                    raise Refused([refusal("belief.too_wide", most=MOST_HIDDEN)])
                after = self.rules.apply(self.setup, state, answer)
                if not heard(self.rules.tell(self.setup, state, answer, after), self.seat):
                    here[after] = here.get(after, Fraction(0)) + weight * share
                elif sight is not None and sight.asked is None:
                    self._keep(found, state, answer, weight * share, sight)

    def _answers(self, node: Choice | Throw) -> Iterator[tuple[Answer, Fraction]]:
        """The answers to what isn't seen, with their chances."""
        if isinstance(node, Choice):
            options = node.options if self.is_open else (node.push,)
            yield from ((each, Fraction(1, len(options))) for each in options)
            return
        weights = node.test.weights(node.floor, node.cap)
        whole = sum(weights.values())
        yield from ((result, Fraction(weight, whole)) for result, weight in weights.items())

    def _answers_seen(self, state: Any, sight: Sight) -> Iterator[tuple[Answer, Fraction]]:
        """The answer that was seen, where this state can have asked for it."""
        node = self.rules.node(self.setup, state)
        asked = question(node, self.seat, is_thrown=not sight.is_hidden)
        if isinstance(node, End) or asked != sight.asked:
            return
        if isinstance(node, Choice):
            if sight.option in node.options:
                yield sight.option, Fraction(1)
            return
        if sight.is_hidden:
            yield from self._answers(node)
            return
        test = node.test.modified(sight.by) if sight.by else node.test
        if account(node, sight.by, sight.numbers) != sight.account:
            return
        if self.is_open:
            results = node.test.results(node.floor, node.cap)
            yield from ((each, Fraction(1, len(results))) for each in results)
        else:
            yield test.read(sight.numbers), Fraction(1)

    def _keep(self, found: Mass, state: Any, answer: Answer, weight: Fraction, sight: Sight) -> None:
        """Count where an answer leads, if all that is said and shown there is what was seen."""
        after = self.rules.apply(self.setup, state, answer)
        told = heard(self.rules.tell(self.setup, state, answer, after), self.seat)
        if told != sight.said and not sight.is_hidden:
            return
        if self.rules.view(self.setup, after, self.seat) == sight.view:
            found[after] = found.get(after, Fraction(0)) + weight
