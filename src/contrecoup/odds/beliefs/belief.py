"""A seat's belief after what it has seen, and the odds that follow from it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import msgspec

from contrecoup.kernel import Node, Option, Refused, View, refusal
from contrecoup.odds.answer import Odds
from contrecoup.odds.beliefs.mixture import Entry, mixed
from contrecoup.odds.beliefs.prior import Candidate, candidates, may_be_surprised
from contrecoup.odds.beliefs.sights import Asked, Seen, Sight, question, sights
from contrecoup.odds.beliefs.update import Follower, Mass
from contrecoup.registry import Scene

MOST_STATES: Final = 3_000
"""States in which a scene may stand for all that a seat knows."""
_IMPOSSIBLE: Final = "belief.impossible"


class Possible(msgspec.Struct, frozen=True):
    """A candidate that is left: the values of what is hidden, and how likely it is now."""

    values: Mapping[str, Any]
    chance: Fraction


class Belief:
    """What a seat may believe. `sights`: how many things it has seen."""

    def __init__(self, scene: Scene, seat: str, held: "Sequence[_Held]", sights: int) -> None:
        self.scene, self.seat, self.sights = scene, seat, sights
        self._held = held

    @cached_property
    def possible(self) -> tuple[Possible, ...]:
        """What is possible, the likeliest first."""
        found = [Possible(held.candidate.values, held.whole) for held in self._held]
        return tuple(sorted(found, key=lambda each: -each.chance))

    @cached_property
    def marginals(self) -> Mapping[str, Sequence[tuple[Any, Fraction]]]:
        """The chance of each value of each hidden key, those that are impossible left out."""
        found: dict[str, list[tuple[Any, Fraction]]] = {}
        for each in (Possible(held.candidate.values, held.whole) for held in self._held):
            for key, value in each.values.items():
                entries = found.setdefault(key, [])
                place = next((place for place, (known, _) in enumerate(entries) if known == value), None)
                if place is None:
                    entries.append((value, each.chance))
                else:
                    entries[place] = (value, entries[place][1] + each.chance)
        return found

    def odds(self, exact: bool = False) -> Odds:
        """The odds from where the scene stands, as far as the seat knows; in fractions where `exact`.

        Rounds are those that are still to come.
        """
        return mixed(self._entries(), exact)

    def odds_after(self, option: Option) -> Odds:
        """The odds once what is asked now was answered by an option; it must be one that is offered."""
        return mixed(
            [
                (scene, scene.ruleset.apply(scene.setup, state, option), weight)
                for scene, state, weight in self._entries()
            ]
        )

    def _entries(self) -> list[Entry]:
        entries = [
            (held.candidate.scene, state, weight)
            for held in self._held
            for state, weight in held.mass.items()
        ]
        if len(entries) > MOST_STATES:
            raise Refused([refusal("belief.too_wide", most=MOST_STATES)])
        return entries


class _Held(msgspec.Struct, frozen=True):
    """A candidate with the mass of each state in which its scene may stand."""

    candidate: Candidate
    mass: Mass

    @property
    def whole(self) -> Fraction:
        return sum(self.mass.values(), Fraction(0))


def believe(scene: Scene, seat: str, steps: Iterable[Seen] = (), now: Node | None = None) -> Belief:
    """What a seat may believe of a scene after some steps; `now`: what is asked after them.

    Exact, by the rules themselves; see `contrecoup.odds.beliefs.update`. Refused for a seat whose knowledge
    the rules don't declare, and where what it has seen fits nothing that it held possible.
    """
    passed = list(steps)
    try:
        return _believe(scene, seat, passed, now, is_surprised=False)
    except Refused as refused:
        if refused.reasons[0].id != _IMPOSSIBLE or not may_be_surprised(scene, seat):
            raise
    return _believe(scene, seat, passed, now, is_surprised=True)


def _believe(scene: Scene, seat: str, steps: Sequence[Seen], now: Node | None, is_surprised: bool) -> Belief:
    first: View = scene.ruleset.view(scene.setup, scene.start(), seat)
    held = [_Held(each, {each.scene.start(): each.weight}) for each in candidates(scene, seat, is_surprised)]
    held = [each for each in held if _view(each, seat) == first]
    seen = list(sights(scene, seat, steps))
    for place, sight in enumerate(seen):
        held = _scaled(_after(held, seat, sight) or _after(held, seat, sight, is_open=True))
        _hold(held, seat, place + 1)
    asked = None if now is None else question(now, seat)
    if asked is not None:
        held = _asking(held, seat, asked) or _asking(held, seat, asked, is_open=True)
    held = _scaled(held)
    _hold(held, seat, len(seen))
    return Belief(scene, seat, held, len(seen))


def _hold(held: Sequence[_Held], seat: str, sight: int) -> None:
    if not held:
        raise Refused([refusal(_IMPOSSIBLE, f"beliefs.{seat}", sight=sight)])


def _view(held: _Held, seat: str) -> View:
    scene = held.candidate.scene
    view: View = scene.ruleset.view(scene.setup, scene.start(), seat)
    return view


def _after(held: Iterable[_Held], seat: str, sight: Sight, is_open: bool = False) -> list[_Held]:
    found = [
        _Held(each.candidate, Follower(each.candidate.scene, seat, is_open).after(each.mass, sight))
        for each in held
    ]
    return [each for each in found if each.mass]


def _asking(held: Iterable[_Held], seat: str, now: Asked, is_open: bool = False) -> list[_Held]:
    found = [
        _Held(each.candidate, Follower(each.candidate.scene, seat, is_open).asked(each.mass, now))
        for each in held
    ]
    return [each for each in found if each.mass]


def _scaled(held: Sequence[_Held]) -> list[_Held]:
    """All mass together is 1 again."""
    whole = sum((each.whole for each in held), Fraction(0))
    return [
        _Held(each.candidate, {state: weight / whole for state, weight in each.mass.items()}) for each in held
    ]
