"""Mixtures: the odds of several scenes, each from a state of its own, by how likely each is."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.odds.answer import Found, Odds, Share
from contrecoup.odds.atlas import Atlas
from contrecoup.odds.course import courses_of
from contrecoup.odds.found import Exact, Sampled, Solved
from contrecoup.odds.graph import push
from contrecoup.odds.question import bound_of
from contrecoup.odds.sample import sample
from contrecoup.registry import Scene

Entry = tuple[Scene, Any, Fraction]
NameT = TypeVar("NameT")


def mixed(entries: Sequence[Entry], exact: bool = False) -> Odds:
    """The odds of scenes from states, mixed by their weights; under plan *push*.

    They are walked in graphs of their own, so that their last digits hang on nothing that was asked before.
    """
    scene = entries[0][0]
    prepared = [_prepared(each, state) for each, state, _ in entries]
    walked = [place for place, (setup, _) in enumerate(prepared) if not setup.is_vast()]
    courses = courses_of(
        Atlas(scene.ruleset, push),
        [prepared[place][0] for place in walked],
        bound_of(scene),
        [prepared[place][1] for place in walked],
    )
    solved = dict(zip(walked, courses, strict=True))
    founds: list[Found] = []
    for place, (setup, state) in enumerate(prepared):
        course = solved.get(place)
        if course is not None:
            founds.append((Exact if exact else Solved)(course.parts, course.states))
        elif exact:
            raise Refused([refusal("odds.exact_states", most=bound_of(scene))])
        else:
            rules: Any = _From(scene.ruleset, state)
            founds.append(Sampled(sample(rules, setup, push, len(entries))))
    rulings = getattr(scene.setup, "rulings", None)
    said = {} if rulings is None else msgspec.to_builtins(rulings)
    weights = [weight if exact else float(weight) for _, _, weight in entries]
    return Odds(scene.rules, scene.name, said, "push", Mixture(weights, founds), dict)


def _prepared(scene: Scene, state: Any) -> tuple[Any, Any]:
    """The setup and state to go on from: the plan's smaller setup, where it asks the same there."""
    if state == scene.start():
        setup = scene.setup.pushed()
        return setup, scene.ruleset.start(setup)
    setup, rules = scene.setup.pushed_from(state), scene.ruleset
    is_alike = setup is scene.setup or rules.node(setup, state) == rules.node(scene.setup, state)
    return (setup if is_alike else scene.setup), state


class _From:
    """Rules whose scene starts at a state in its midst."""

    def __init__(self, ruleset: Any, state: Any) -> None:
        self._state = state
        self.node, self.apply = ruleset.node, ruleset.apply

    def start(self, setup: Any) -> Any:
        """The state."""
        return self._state


class Mixture:
    """Figures of several sources, each by its weight."""

    def __init__(self, weights: Sequence[Share], founds: Sequence[Found]) -> None:
        self._parts = list(zip(weights, founds, strict=True))
        self.states = sum(found.states for found in founds)
        self.runs = sum(found.runs for found in founds)

    def outcomes(self) -> Mapping[str, Share]:
        """The chance of each outcome."""
        return _sum((weight, found.outcomes()) for weight, found in self._parts)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of tallies that some of the ends have."""
        return tuple({kind: None for _, found in self._parts for kind in found.kinds()})

    def tallies(self, kind: str) -> Mapping[tuple[str, int | str], Share]:
        """The chance of each tally of a kind."""
        return _sum((weight, found.tallies(kind)) for weight, found in self._parts)

    def mean_rounds(self) -> Share:
        """The expected number of rounds."""
        return sum(weight * found.mean_rounds() for weight, found in self._parts)

    def rounds(self) -> tuple[Mapping[int, Share], Share]:
        """The chance of each number of rounds, and the mass that was not followed."""
        parts = [(weight, *found.rounds()) for weight, found in self._parts]
        numbers = _sum((weight, shares) for weight, shares, _ in parts)
        return dict(sorted(numbers.items())), sum(weight * rest for weight, _, rest in parts)

    def cut(self) -> Share:
        """The mass whose fate isn't exactly known."""
        return sum(weight * found.cut() for weight, found in self._parts)

    def error(self, share: float) -> float:
        """A bound of the standard error of a share."""
        return sum(float(weight) * found.error(share) for weight, found in self._parts)


def _sum(parts: Iterable[tuple[Share, Mapping[NameT, Share]]]) -> dict[NameT, Share]:
    found: dict[NameT, Share] = {}
    for weight, shares in parts:
        for name, share in shares.items():
            found[name] = found.get(name, 0) + weight * share
    return found
