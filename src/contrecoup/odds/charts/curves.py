"""Curves: how ends move with the values of a key, for a sweep along one axis and for a dial."""

from collections.abc import Iterable
from typing import Any

from contrecoup.odds.charts.figures import Figure, Point
from contrecoup.odds.charts.scenes import named
from contrecoup.registry.reasons import shown
from contrecoup.text import Texts


def curves(key: str, rows: Iterable[tuple[Any, str, float | None]], texts: Texts) -> Figure:
    """One curve for each end over the values of a key, from rows (value, end, chance).

    `end` is an outcome's id, or a text that stands for itself; values come in the order of the rows, and a
    chance that is None leaves a gap.
    """
    points = tuple(
        Point(value_text(value, texts), share, texts.percent(share) if share is not None else "–", label)
        for value, end, share in rows
        for label in [named(texts, f"outcome.{end}", end)]
    )
    title = texts.text("chart.curves", key=key)
    return Figure("curves", title, points, texts.name("chart.chance"), key, texts.name("chart.end"))


def value_text(value: Any, texts: Texts) -> str:
    """A value of a key as a label: a text as it stands, a number as the language writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return shown(value)
    return texts.number(value) if isinstance(value, int | float) else shown(value)
