"""Figures of one scene's odds: ends, rounds, markers left, harm."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Final

from contrecoup.odds.answer import HARM, LEFT, Odds, Share
from contrecoup.odds.charts.figures import Figure, Kind, Point
from contrecoup.text import Texts

PARTS: Final = ("ends", "rounds", LEFT, HARM)
"""The figures that a scene may have, in the order in which people ask."""
_LITTLE: Final = 0.0005
"""What a tail has left where its numbers are shown as one: half of a tenth of a percent."""
_MOST: Final = 40
"""Numbers that are shown each by itself."""


def of_scene(
    odds: Odds, parts: Iterable[str], texts: Texts, called: Callable[[str], str]
) -> Iterator[Figure]:
    """The figures of these parts; one that a scene doesn't have is left out. `called`: a seat's own name."""
    for part in parts:
        if part == "ends":
            yield _ends(odds, texts)
        elif part == "rounds":
            if odds.rounds.p:
                yield _rounds(odds, texts)
        elif odds.tallies.get(part):
            yield _tally(part, odds.tallies[part], texts, called)


def named(texts: Texts, id: str, otherwise: str) -> str:
    """An entry's text; where there is none, what stands for it."""
    return texts.name(id) if texts.has(id) else otherwise


def _ends(odds: Odds, texts: Texts) -> Figure:
    ordered = sorted(odds.ends.items(), key=lambda item: -item[1])
    points = tuple(point(named(texts, f"outcome.{end}", end), share, texts) for end, share in ordered)
    title, end = texts.name("chart.ends"), texts.name("chart.end")
    return Figure("bars", title, points, texts.name("chart.chance"), end)


def _rounds(odds: Odds, texts: Texts) -> Figure:
    mean = odds.rounds.mean
    title = texts.text("chart.rounds", mean=texts.number(mean, 2)) if isfinite(mean) else ""
    points = tuple(_numbered({"": odds.rounds.p}, texts))
    taken = texts.name("chart.rounds_taken")
    return Figure("columns", title or taken, points, texts.name("chart.chance"), taken)


def _tally(kind: str, found: Mapping[Any, Any], texts: Texts, called: Callable[[str], str]) -> Figure:
    """What ends count, by whose it is or of the scene."""
    name = named(texts, f"tally.{kind}", kind)
    owned = {
        called(of) or named(texts, f"seat.{of}", of): part
        for of, part in found.items()
        if isinstance(part, Mapping)
    }
    across = texts.name("chart.whose") if owned else ""
    owned = owned or {"": found}
    is_number = all(isinstance(value, int) for part in owned.values() for value in part)
    points = tuple(_numbered(owned, texts) if is_number else _named(kind, owned, texts))
    shape: Kind = "columns" if is_number else "bars"
    return Figure(shape, name, points, texts.name("chart.chance"), name, across)


def _named(kind: str, owned: Mapping[str, Mapping[str, Share]], texts: Texts) -> Iterator[Point]:
    """Names in the order in which they came, each with all whose it is."""
    for value in dict.fromkeys(value for part in owned.values() for value in part):
        label = named(texts, f"tally.{kind}.{value}", str(value))
        for by, part in owned.items():
            yield point(label, part.get(value, 0), texts, by)


def _numbered(owned: Mapping[str, Mapping[int, Share]], texts: Texts) -> Iterator[Point]:
    """Numbers in order; a tail of next to nothing, or beyond the fortieth number, is one."""
    values = sorted({value for part in owned.values() for value in part})
    end = min(len(values), _MOST)
    while end > 1 and all(part.get(values[end - 1], 0) < _LITTLE for part in owned.values()):
        end -= 1
    if end + 1 >= len(values):
        end = len(values)
    for value in values[:end]:
        for by, part in owned.items():
            yield point(texts.number(value), part.get(value, 0), texts, by)
    if end < len(values):
        label = texts.text("chart.from", value=values[end])
        for by, part in owned.items():
            yield point(label, sum(float(part.get(value, 0)) for value in values[end:]), texts, by)


def point(label: str, share: Share, texts: Texts, by: str = "") -> Point:
    """A share of one with its label."""
    return Point(label, float(share), texts.percent(share), by)
