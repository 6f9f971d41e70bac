"""The dial: the settings of a scene that come nearest to wished odds.

Where all settings are few enough each is solved. Beyond, one axis after the other is turned to its best
value until none gets better, which the answer says: there may be better settings that no single turn leads
to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import hypot, prod
from typing import Any, Final, TypeAlias

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.odds.answer import Odds
from contrecoup.odds.dials import wishes as wishing
from contrecoup.odds.dials.axes import Axis, axes, turned
from contrecoup.odds.dials.wishes import Figure, Wish
from contrecoup.odds.question import odds_many
from contrecoup.registry import Scene, load

MOST_SETTINGS: Final = 1_000
"""Settings that are all solved."""
FEWEST_SETTINGS: Final = 16
"""Settings that are all solved even where each takes long, or is sampled."""
MOST_STATES: Final = 4_000_000
"""States of all settings together beyond which they aren't all solved."""
_AT_ONCE: Final = 200
_STATES_AT_ONCE: Final = 400_000
_LAPS: Final = 8
SHOWN: Final = 10

Places: TypeAlias = tuple[int, ...]
"""A setting: of each axis the place of its value."""
Progress: TypeAlias = Callable[[int, int], None]
"""Told the settings tried and all that are to be tried; 0 where their number isn't known beforehand."""


class Setting(msgspec.Struct, frozen=True):
    """A setting with its odds: the value of each axis by key, the figure of each wish, how far it is off.

    `distance` is 0 where every wish is fulfilled to the letter. `changes`: how many axes were turned.
    """

    values: Mapping[str, Any]
    figures: tuple[float, ...]
    ends: Mapping[str, float]
    rounds: float
    distance: float
    is_met: bool
    changes: int


class Step(msgspec.Struct, frozen=True):
    """One axis turned by one step from the nearest setting, and where that leads."""

    key: str
    value: Any
    setting: Setting


class Reach(msgspec.Struct, frozen=True):
    """The least and the most that a wish's figure comes to in all settings tried, and whether one of them
    meets this wish taken by itself."""

    least: float
    most: float
    is_met: bool


class Dial(msgspec.Struct, frozen=True):
    """What was found: the nearest settings, the nearest first; `now`: the scene as it is.

    `rules` is the rule set's id. `steps` are the neighbours of the nearest one, `lines` all settings that
    differ from it in one axis alone, by the axis's key and in its order, itself included. `settings` could
    have been tried, `tried` were, of which the rules refused `refused`; `is_whole` where all were. `means`:
    the wishes whose figure is a mean.
    """

    rules: str
    wishes: tuple[Wish, ...]
    means: tuple[bool, ...]
    axes: tuple[Axis, ...]
    nearest: tuple[Setting, ...]
    now: Setting | None
    steps: tuple[Step, ...]
    lines: Mapping[str, tuple[Step, ...]]
    reach: tuple[Reach, ...]
    settings: int
    tried: int
    refused: int
    is_whole: bool
    sampled: bool

    @property
    def is_met(self) -> bool:
        """Whether the nearest setting meets all wishes."""
        return self.nearest[0].is_met


def dial(
    scene: Scene,
    want: Iterable[str] | Mapping[str, float],
    vary: Iterable[str] = (),
    progress: Progress | None = None,
) -> Dial:
    """The settings of a scene that come nearest to what is wanted.

    `want`: wishes as texts ("control=0.65", "rounds<=6"), or figures with the number that each should be.
    `vary`: keys to turn, each with values of its own where wanted ("system.ice=d6|d8"); without any, those
    that the rule set declares. `progress` is told how many settings were tried, of how many (0: that hangs
    on what is found). Refused for wishes and keys that can't be, and where the rules allow no
    setting at all.
    """
    texts = [f"{name}={target}" for name, target in want.items()] if isinstance(want, Mapping) else want
    wishes = wishing.read([texts] if isinstance(texts, str) else texts)
    turning = axes(scene, [vary] if isinstance(vary, str) else vary)
    search = _Search(scene, wishes, turning, progress or (lambda _tried, _all: None))
    search.go()
    return search.answer()


class _Search:
    """Settings tried so far."""

    def __init__(
        self, scene: Scene, wishes: tuple[Wish, ...], turning: tuple[Axis, ...], tell: Progress
    ) -> None:
        self.scene, self.wishes, self.axes, self.tell = scene, wishes, turning, tell
        self.size = prod(len(axis.values) for axis in turning)
        self.bound = MOST_SETTINGS
        self.odds: dict[Places, Odds] = {}
        self.found: dict[Places, Setting] = {}
        self.refused: dict[Places, Refused] = {}
        self.start = tuple(axis.start for axis in turning)

    @property
    def is_whole(self) -> bool:
        """Whether every setting is tried."""
        return self.size <= self.bound

    def go(self) -> None:
        """Try all settings, or one axis after the other."""
        self._solve([self.start])
        self.bound = self._bound()
        if self.is_whole:
            self._solve(product(*(range(len(axis.values)) for axis in self.axes)))
        if not self.odds and not self.is_whole:
            self._solve(self._along(self.start))
        if not self.odds:
            reasons = next(iter(self.refused.values()))
            raise Refused([refusal("dial.all_refused"), *reasons.reasons], reasons.domain)
        wishing.hold(self.wishes, self.odds.values())
        self._judge()
        if not self.is_whole:
            self._descend()
        self._solve(values for _, _, values in self._neighbours(self.best))
        self._judge()

    def _bound(self) -> int:
        """How many settings may be tried, by what the first one took."""
        states = max((odds.states for odds in self.odds.values() if not odds.sampled), default=0)
        many = MOST_STATES // states if states else FEWEST_SETTINGS
        return max(FEWEST_SETTINGS, min(MOST_SETTINGS, many))

    @property
    def best(self) -> Places:
        """The nearest setting tried."""
        return min(self.found, key=self._rank)

    def _rank(self, places: Places) -> tuple[float, int]:
        setting = self.found[places]
        return round(setting.distance, 9), setting.changes

    def _descend(self) -> None:
        """Turn one axis after the other to its best value, until a whole lap changes nothing."""
        for _ in range(_LAPS):
            before = self.best
            for place in range(len(self.axes)):
                self._solve(self._turns(self.best, place))
                self._judge()
            if self.best == before:
                return

    def _along(self, places: Places) -> Iterator[Places]:
        for place in range(len(self.axes)):
            yield from self._turns(places, place)

    def _turns(self, places: Places, place: int) -> Iterator[Places]:
        for turn in range(len(self.axes[place].values)):
            yield (*places[:place], turn, *places[place + 1 :])

    def _neighbours(self, places: Places) -> Iterator[tuple[Axis, Any, Places]]:
        for place, axis in enumerate(self.axes):
            for turn in axis.neighbours(places[place]):
                yield axis, axis.values[turn], (*places[:place], turn, *places[place + 1 :])

    def _solve(self, settings: Iterable[Places]) -> None:
        """Solve those settings that weren't tried yet, many at a time."""
        scenes: dict[Places, Scene] = {}
        for values in dict.fromkeys(settings):
            if values in self.odds or values in self.refused:
                continue
            try:
                scenes[values] = self._scene(values)
            except Refused as refused:
                self.refused[values] = refused
        todo, size = list(scenes), self._at_once()
        for low in range(0, len(todo), size):
            self.tell(self.tried, self.size if self.is_whole else 0)
            batch = todo[low : low + size]
            self.odds.update(zip(batch, odds_many([scenes[each] for each in batch]), strict=True))

    def _at_once(self) -> int:
        """How many are solved together, so that it is seen how far a long search is."""
        states = max((odds.states for odds in self.odds.values()), default=0)
        is_sampled = any(odds.sampled for odds in self.odds.values())
        return 1 if is_sampled else max(1, min(_AT_ONCE, _STATES_AT_ONCE // max(1, states)))

    @property
    def tried(self) -> int:
        """How many settings were solved or refused."""
        return len(self.odds) + len(self.refused)

    def _scene(self, places: Places) -> Scene:
        if places == self.start:
            return self.scene
        return load(turned(self.scene.data, self.axes, self._values(places)))

    def _values(self, places: Places) -> dict[str, Any]:
        return {axis.key: axis.at(place) for axis, place in zip(self.axes, places, strict=True)}

    def _judge(self) -> None:
        for values, odds in self.odds.items():
            if values not in self.found:
                self.found[values] = self._setting(values, odds)

    def _setting(self, places: Places, odds: Odds) -> Setting:
        figures = [self._figure(odds, wish) for wish in self.wishes]
        return Setting(
            self._values(places),
            tuple(figure.value for figure in figures),
            {end: float(share) for end, share in odds.ends.items()},
            float(odds.rounds.mean),
            hypot(*(wish.gap(figure) for wish, figure in zip(self.wishes, figures, strict=True))),
            all(wish.is_met(figure) for wish, figure in zip(self.wishes, figures, strict=True)),
            sum(place != now for place, now in zip(places, self.start, strict=True)),
        )

    def _figure(self, odds: Odds, wish: Wish) -> Figure:
        """What can't come about in a setting has no chance there."""
        return wishing.figure(odds, wish.figure) or Figure(0.0)

    def answer(self) -> Dial:
        """What was found."""
        ranked = sorted(self.found, key=self._rank)
        steps = tuple(
            Step(axis.key, value, self.found[values])
            for axis, value, values in self._neighbours(ranked[0])
            if values in self.found
        )
        return Dial(
            rules=self.scene.rules,
            wishes=self.wishes,
            means=tuple(self._is_mean(wish) for wish in self.wishes),
            axes=self.axes,
            nearest=tuple(self.found[values] for values in ranked[:SHOWN]),
            now=self.found.get(self.start),
            steps=steps,
            lines={axis.key: self._line(ranked[0], place) for place, axis in enumerate(self.axes)},
            reach=tuple(self._reach(place) for place in range(len(self.wishes))),
            settings=self.size,
            tried=self.tried,
            refused=len(self.refused),
            is_whole=self.is_whole,
            sampled=any(odds.sampled for odds in self.odds.values()),
        )

    def _line(self, best: Places, place: int) -> tuple[Step, ...]:
        axis, turns = self.axes[place], self._turns(best, place)
        return tuple(
            Step(axis.key, axis.values[values[place]], self.found[values])
            for values in turns
            if values in self.found
        )

    def _is_mean(self, wish: Wish) -> bool:
        return any(
            figure.is_mean for odds in self.odds.values() if (figure := wishing.figure(odds, wish.figure))
        )

    def _reach(self, place: int) -> Reach:
        wish, is_mean = self.wishes[place], self._is_mean(self.wishes[place])
        figures: Sequence[float] = [setting.figures[place] for setting in self.found.values()]
        return Reach(
            min(figures), max(figures), any(wish.is_met(Figure(figure, is_mean)) for figure in figures)
        )
