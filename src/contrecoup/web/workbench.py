"""The workbench: odds of throws and of scenes that somebody puts together, as the workshop shows them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from contrecoup.kernel import Seat
from contrecoup.text import Texts, texts_of
from contrecoup.web.pieces import Share

if TYPE_CHECKING:  # the process that reckons imports them, nobody else
    from contrecoup.odds.answer import Ends, Odds
    from contrecoup.odds.charts import Figure
    from contrecoup.registry import Scene

LONGEST_NOTATION: Final = 200
LONGEST_TOML: Final = 200_000
MOST_VALUES: Final = 60
"""Values of a throw that are shown each by itself."""
_LITTLE: Final = 0.0005
"""Half of a tenth of a percent: what is shown neither of a tail nor of what a ruling moves."""


class Bars(msgspec.Struct, frozen=True):
    """A table of shares under a heading; `figure` names it for programs ("ends", "left.hacker")."""

    figure: str
    title: str
    shares: tuple[Share, ...]


class RollOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A throw's exact distribution: `notation` as it is best written, successes and raises beside the totals
    (none for all but trait tests), the mean, the chance of a mishap, and what was left out far away."""

    notation: str
    values: tuple[Share, ...]
    marks: tuple[Share, ...]
    mean: float
    mishap: float
    cut: float


class Moved(msgspec.Struct, frozen=True):
    """An end under another answer of a ruling: its share then, and how many points more or less that is."""

    text: str
    p: float
    points: float


class Weight(msgspec.Struct, frozen=True):
    """What a ruling's other answer would do to the ends; `shift` is the most that it moves one."""

    ruling: str
    value: str
    text: str
    shift: float
    ends: tuple[Moved, ...]

    @property
    def is_felt(self) -> bool:
        """Whether any end moves as far as figures show."""
        return self.shift >= _LITTLE


class Alternative(msgspec.Struct, frozen=True):
    """An option and what it is worth with best play from there on."""

    text: str
    value: float
    is_best: bool


class Advice(msgspec.Struct, frozen=True):
    """A choice that best play comes to: what is asked, how often on average, what has happened by then."""

    text: str
    often: float
    where: tuple[str, ...]
    options: tuple[Alternative, ...]


class BestOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What best play is worth to whom, for which aim; `more`: how many choices aren't shown."""

    who: str
    aim: str
    is_own: bool
    value: float
    states: int
    advice: tuple[Advice, ...]
    more: int


class SceneOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A scene's odds: what `bars` say of ends, rounds and all that ends count.

    `sampled`: how many runs they come from (0: solved), with the largest standard `error` of an end. `cut`:
    the share whose fate isn't known. `picture`: the figures as their picture's address holds them ("" for
    none). `weights` are there where they were asked for, `best` likewise.
    """

    rules: str
    title: str
    scene: str
    bars: tuple[Bars, ...]
    states: int
    sampled: int
    error: float
    cut: float
    picture: str = ""
    weights: tuple[Weight, ...] | None = None
    best: BestOdds | None = None


class RollJob(msgspec.Struct, frozen=True):
    """A notation whose distribution is asked for."""

    notation: str
    lang: str

    def reckoned(self) -> RollOdds:
        """The distribution; Refused where the notation can't be read or costs too much."""
        from contrecoup.dice.notation import parse

        roll, texts = parse(self.notation), texts_of(self.lang)
        found = roll.distribution()
        return RollOdds(
            notation=roll.notation,
            values=numbered(found, texts),
            marks=numbered(found.marks, texts) if found.marks is not None else (),
            mean=float(found.mean),
            mishap=float(found.mishap),
            cut=float(found.cut),
        )


class SceneJob(msgspec.Struct, frozen=True, kw_only=True):
    """A scene whose odds are asked for: its data, or the text of its file.

    `weigh`: with what each ruling moves. `seat`: played best for this seat ("": everybody goes by the plan),
    for the aim `value` ("": what the rules say that it plays for).
    """

    lang: str
    data: Mapping[str, Any] = {}
    toml: str = ""
    weigh: bool = False
    seat: Seat = ""
    value: str = ""

    def reckoned(self) -> SceneOdds:
        """The odds; Refused with every fault of the scene, and its line where it came as a text."""
        from contrecoup.table.campaign import Campaign
        from contrecoup.table.preparing import loaded, scene_data

        scene = loaded(self.data or scene_data(Campaign(), {}, self.toml, {}))
        texts = texts_of(self.lang, scene.rules)
        if self.seat:
            from contrecoup.web.advice import played_best

            odds, best = played_best(scene, self.seat, self.value, self.lang)
            return _scene_odds(scene, odds, texts, self.weigh, best)
        from contrecoup.odds import odds as solved

        return _scene_odds(scene, solved(scene), texts, self.weigh)


def numbered(shares: Mapping[int, Any], texts: Texts) -> tuple[Share, ...]:
    """Numbers in order; a tail of next to nothing, or of too many, is one line."""
    ordered = [(value, float(share)) for value, share in sorted(shares.items())]
    end = min(len(ordered), MOST_VALUES)
    while end > 1 and ordered[end - 1][1] < _LITTLE:
        end -= 1
    if end + 1 >= len(ordered):
        end = len(ordered)
    lines = [Share(texts.number(value), share) for value, share in ordered[:end]]
    if end < len(ordered):
        rest = sum(share for _, share in ordered[end:])
        lines.append(Share(texts.text("chart.from", value=ordered[end][0]), rest))
    return tuple(lines)


def _scene_odds(
    scene: "Scene", odds: "Odds", texts: Texts, weigh: bool, best: BestOdds | None = None
) -> SceneOdds:
    from contrecoup.odds.charts.scenes import of_scene
    from contrecoup.web.pictures import written

    figures = {
        part: figure
        for part in ("ends", "rounds", *odds.tallies)
        for figure in of_scene(odds, (part,), texts, scene.called)
    }
    return SceneOdds(
        rules=scene.rules,
        title=scene.manifest.title[texts.lang],
        scene=_named(texts, f"scene.{scene.name}", scene.name),
        bars=tuple(bars for part, figure in figures.items() for bars in _tables(part, figure, texts)),
        states=odds.states,
        sampled=odds.sampled,
        error=float(odds.error),
        cut=float(odds.cut),
        picture=written(figures.values()),
        weights=tuple(_weights(odds, texts)) if weigh else None,
        best=best,
    )


def _tables(part: str, figure: "Figure", texts: Texts) -> Iterator[Bars]:
    """A table for the scene, or one for each seat; a name that never comes up there is left out."""
    for number, by in enumerate(figure.series):
        title = texts.text("web.workshop.of", name=figure.title, of=by) if by else figure.title
        points = [point for point in figure.points if point.by == by and point.value]
        shares = tuple(Share(point.at, point.value or 0.0) for point in points)
        yield Bars(f"{part}.{number}" if by else part, title, shares)


def _weights(odds: "Odds", texts: Texts) -> Iterator[Weight]:
    """What each ruling's other answers move, those that move most first."""
    found = [
        _weight(odds.ends, ends, ruling, value, texts)
        for ruling, others in odds.rulings_weight.items()
        for value, ends in others.items()
    ]
    yield from sorted(found, key=lambda weight: -weight.shift)


def _weight(now: "Ends", then: "Ends", ruling: str, value: Any, texts: Texts) -> Weight:
    key = str(value).lower()
    moved = {end: float(then.get(end, 0)) - float(now.get(end, 0)) for end in {**now, **then}}
    return Weight(
        ruling=ruling,
        value=key,
        text=texts.text(
            "web.workshop.ruling",
            ruling=_named(texts, f"ruling.{ruling}", ruling),
            value=_named(texts, f"ruling.{ruling}.{key}", key),
        ),
        shift=max(map(abs, moved.values()), default=0.0),
        ends=tuple(
            Moved(_named(texts, f"outcome.{end}", end), float(then.get(end, 0)), points * 100)
            for end, points in moved.items()
        ),
    )


def _named(texts: Texts, id: str, otherwise: str) -> str:
    return texts.name(id) if texts.has(id) else otherwise
