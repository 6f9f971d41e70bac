"""Curves: how ends move with the values of a key, for a sweep along one axis and for a dial."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from contrecoup.odds.charts.figures import Figure, Point
from contrecoup.odds.charts.scenes import named
from contrecoup.odds.dials import Dial
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


def of_dial(dial: Dial, texts: Texts) -> Iterator[Figure]:
    """The curves of each key that was turned, the other ones as in the nearest setting."""
    for key, line in dial.lines.items():
        ends = dict.fromkeys(end for step in line for end in step.setting.ends)
        if len(line) < 2:
            continue
        rows = [(step.value, end, step.setting.ends.get(end, 0.0)) for step in line for end in ends]
        others = dial.nearest[0].values.items()
        note = ", ".join(f"{other} = {value_text(value, texts)}" for other, value in others if other != key)
        yield msgspec.structs.replace(curves(key, rows, texts), note=note)


def value_text(value: Any, texts: Texts) -> str:
    """A value of a key as a label: a text as it stands, a number as the language writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return "–"
    if isinstance(value, bool):
        return shown(value)
    return texts.number(value) if isinstance(value, int | float) else shown(value)
