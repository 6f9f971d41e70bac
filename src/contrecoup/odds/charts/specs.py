"""Specifications: figures as Vega-Lite dictionaries."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from contrecoup.odds.charts.figures import Figure, Kind
from contrecoup.odds.charts.themes import SCHEME, SIZE, THEMES, Colours, Theme, config

Spec: TypeAlias = dict[str, Any]

_SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
_WIDTH: Final = 520
_HEIGHT: Final = 220
_LABEL: Final = 30
"""Characters of a line of a label at the left."""
_BELOW: Final = 8
"""Characters of a line of a label below."""
_TITLE: Final = 60
_NOTE: Final = 80
_BAR: Final = 17
_LINE: Final = SIZE + 2
"""From one line of a label to the next."""
_SPARE: Final = 1.2
"""How much wider a reader's font may be than the one that a label's place was measured with, in pixels a
character."""
_FEW: Final = 12
"""Columns that have room for their numbers above them."""
_MIDDLE: Final = 0.55
"""Where a map's colours are so light that a number on them must be dark."""
_LINES: Final = "split(datum.label, '\\n')"


def spec_of(figures: Sequence[Figure], theme: Theme) -> Spec:
    """One picture of all figures, one below the other."""
    colours = THEMES[theme]
    drawn = [_drawn(figure, colours) for figure in figures]
    longest = max((len(line) for figure in figures for line in _left_labels(figure)), default=0)
    padding = {"left": 16 + round(longest * _SPARE), "right": 28, "top": 16, "bottom": 16}
    whole: Spec = {"vconcat": drawn, "spacing": 36}  # even one: a legend by itself would take on dashes
    apart = {"scale": {"color": "independent", "shape": "independent"}}
    return {"$schema": _SCHEMA, **whole, "resolve": apart, "padding": padding, "config": config(colours)}


def _drawn(figure: Figure, colours: Colours) -> Spec:
    values = [
        {"at": _label(figure, point.at), "by": point.by, "value": point.value, "shown": point.shown}
        for point in figure.points
    ]
    title: Spec = {"text": textwrap.wrap(figure.title, _TITLE)}
    if figure.note:
        title["subtitle"] = textwrap.wrap(figure.note, _NOTE)
    return {"data": {"values": values}, "title": title, **_DRAWERS[figure.kind](figure, colours)}


def _bars(figure: Figure, colours: Colours) -> Spec:
    """Lying bars, a label of several lines before each."""
    lines = max(at.count("\n") + 1 for at in map(_wrapped, figure.places))
    step = max(len(figure.series) * (_BAR + 3) + 8, lines * (SIZE + 4) + 8)
    axis = {"title": None, "labelExpr": _LINES, "labelOffset": _raised(lines), "ticks": False}
    place = _places(figure, None) | {"axis": axis}
    encoding: Spec = {"y": place | {"scale": {"paddingInner": 0.25}}, "x": _share(figure)}
    if figure.has_series:
        encoding["yOffset"] = _named("by", figure.series, None)
    return {
        "width": _WIDTH,
        "height": {"step": step, "for": "position"},
        "encoding": encoding,
        "layer": [
            {"mark": {"type": "bar"}, "encoding": {"color": _colour(figure, colours)}},
            {"mark": {"type": "text", "align": "left", "dx": 5}, "encoding": {"text": {"field": "shown"}}},
        ],
    }


def _raised(most: int) -> Spec:
    """Labels of several lines raised, so that their middle stands where one line would."""
    raised = [
        {"test": f"length({_LINES}) == {lines}", "value": (1 - lines) * _LINE / 2}
        for lines in range(2, most + 1)
    ]
    return {"condition": raised, "value": 0} if raised else {"value": 0}


def _columns(figure: Figure, colours: Colours) -> Spec:
    """Standing columns; with their numbers above them where there is room."""
    axis = {"labelAngle": 0, "ticks": False, "labelExpr": _LINES}
    encoding: Spec = {"x": _places(figure, figure.along) | {"axis": axis}, "y": _share(figure)}
    if figure.has_series:
        encoding["xOffset"] = _named("by", figure.series, None)
    layer: list[Spec] = [{"mark": {"type": "bar"}, "encoding": {"color": _colour(figure, colours)}}]
    if len(figure.points) <= _FEW:
        above = {"type": "text", "dy": -7, "fontSize": SIZE - 3}
        layer.append({"mark": above, "encoding": {"text": {"field": "shown"}}})
    return {"width": _width(figure), "height": _HEIGHT, "encoding": encoding, "layer": layer}


def _curves(figure: Figure, colours: Colours) -> Spec:
    """Lines that differ in colour, dashes and points; one legend for all three."""
    series = _named("by", figure.series, None) | {"scale": {"domain": figure.series}}
    colour = _colour(figure, colours)
    return {
        "width": _width(figure),
        "height": _HEIGHT + 40,
        "encoding": {
            "x": _places(figure, figure.along) | {"axis": {"labelAngle": 0, "labelExpr": _LINES}},
            "y": _share(figure) | {"scale": {"domain": [0, 1]}},
        },
        "layer": [
            {
                "mark": {"type": "line", "strokeWidth": 2.5},
                "encoding": {"color": colour, "strokeDash": series | {"legend": None}},
            },
            {
                "mark": {"type": "point", "size": 70, "filled": True, "opacity": 1},
                "encoding": {"color": colour, "shape": series | {"legend": _legend()}},
            },
        ],
    }


def _heat(figure: Figure, colours: Colours) -> Spec:
    """A map with its numbers in its cells."""
    values = [point.value for point in figure.points if point.value is not None]
    low, high = (0.0, 1.0) if figure.is_share else (min(values, default=0.0), max(values, default=1.0))
    middle = low + (high - low) * _MIDDLE
    size = max(9, SIZE - max(0, len(figure.places) - 8) // 2)
    dark = {"test": f"datum.value != null && datum.value < {middle!r}", "value": "#ffffff"}
    text = {"condition": [dark, {"test": "datum.value == null", "value": colours.text}], "value": "#000000"}
    cell = max(54, max(len(point.shown) for point in figure.points) * 8 + 8)
    return {
        "width": {"step": max(cell, *(_pixels(at) for at in figure.places))},
        "height": {"step": 34},
        "encoding": {
            "x": _places(figure, figure.along) | {"axis": {"labelAngle": 0, "labelExpr": _LINES}},
            "y": _named("by", figure.series, figure.across or None),
        },
        "layer": [
            {
                "mark": {"type": "rect", "invalid": None, "stroke": colours.ground, "strokeWidth": 1},
                "encoding": {"color": _scale(figure, colours, low, high)},
            },
            {
                "mark": {"type": "text", "fontSize": size},
                "encoding": {"text": {"field": "shown"}, "color": text},
            },
        ],
    }


def _scale(figure: Figure, colours: Colours, low: float, high: float) -> Spec:
    legend = {
        "title": None,
        "orient": "bottom",
        "gradientLength": 240,
        "format": ".0%" if figure.is_share else ",.3~f",
    } | ({"values": [0, 0.25, 0.5, 0.75, 1]} if figure.is_share else {})
    missing = {"test": "datum.value == null", "value": colours.ground}
    return {
        "field": "value",
        "type": "quantitative",
        "scale": {"scheme": SCHEME, "domain": [low, high]},
        "legend": legend,
        "condition": missing,
    }


def _share(figure: Figure) -> Spec:
    """The values' own axis, from 0."""
    axis = {"format": ".0%" if figure.is_share else ",.3~f", "tickCount": 5, "title": figure.measure}
    scale = {"domainMin": 0} | ({"domainMax": 1} if figure.kind == "bars" else {"nice": True})
    return {"field": "value", "type": "quantitative", "axis": axis, "scale": scale}


def _named(field: str, order: Sequence[str], title: str | None) -> Spec:
    """A field of labels in the figure's own order."""
    return {"field": field, "type": "nominal", "sort": list(order), "title": title}


def _places(figure: Figure, title: str | None) -> Spec:
    return _named("at", [_label(figure, place) for place in figure.places], title)


def _label(figure: Figure, place: str) -> str:
    """A place's label in lines, narrower where many stand side by side."""
    return _wrapped(place, _LABEL if figure.kind == "bars" else _BELOW)


def _colour(figure: Figure, colours: Colours) -> Spec:
    if not figure.has_series:
        return {"value": colours.series[0]}
    series = figure.series
    palette = [colours.series[place % len(colours.series)] for place in range(len(series))]
    return _named("by", series, None) | {
        "scale": {"domain": series, "range": palette},
        "legend": _legend(),
    }


def _legend() -> Spec:
    """Below, one name a line: names are long."""
    return {"orient": "bottom", "columns": 1, "title": None, "symbolSize": 120}


def _width(figure: Figure) -> int:
    """As wide as the labels below need it."""
    widest = max(map(_pixels, figure.places), default=0)
    return max(_WIDTH, len(figure.places) * max(widest + 8, len(figure.series) * 12))


def _pixels(label: str) -> int:
    return max(map(len, _wrapped(label, _BELOW).split("\n"))) * 8


def _left_labels(figure: Figure) -> list[str]:
    """The lines of the labels that stand left of a figure."""
    labels = {"bars": figure.places, "heat": figure.series}.get(figure.kind, [])
    return [line for label in labels for line in _wrapped(label).split("\n")]


def _wrapped(label: str, width: int = _LABEL) -> str:
    """A label in lines; spaces that don't break stay whole, and so do words."""
    held = label.replace("\N{NO-BREAK SPACE}", "\0")
    lines = textwrap.wrap(held, width, break_on_hyphens=False, break_long_words=False) or [""]
    return "\n".join(lines).replace("\0", "\N{NO-BREAK SPACE}")


_DRAWERS: Final[dict[Kind, Callable[[Figure, Colours], Spec]]] = {
    "bars": _bars,
    "columns": _columns,
    "curves": _curves,
    "heat": _heat,
}
