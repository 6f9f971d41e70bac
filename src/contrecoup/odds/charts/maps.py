"""Maps: a sweep's table as curves along one axis, or as a heat map of two."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.charts.curves import curves, value_text
from contrecoup.odds.charts.figures import Figure, Point
from contrecoup.odds.charts.scenes import named
from contrecoup.odds.sweeps.table import ENDS, KIND, LAST, MEAN, Row, Table
from contrecoup.registry.overrides import value_of
from contrecoup.registry.reasons import not_accepted
from contrecoup.text import Texts

MOST: Final = 2_500
"""Cells that a map may show."""
NONE: Final = "–"


class Look(msgspec.Struct, frozen=True):
    """How a table is looked at: the axes along and across, the column shown, the values of other axes.

    "" stands for the first axis, the second one, the first end; an axis that isn't named keeps its first
    value.
    """

    x: str = ""
    y: str = ""
    of: str = ""
    at: Mapping[str, str] = {}


def of_table(table: Table, look: Look, texts: Texts) -> Figure:
    """A heat map of two axes; curves of all ends where there is one axis, or only one is named."""
    look = _held(table, look)
    x = look.x or table.axes[0]
    others = [key for key in table.axes if key != x]
    y = look.y or ("" if look.x and not look.of else next(iter(others), ""))
    rows = _fixed(table, (x, y) if y else (x,), look.at)
    if not rows:
        raise Refused([refusal("chart.nothing_there", "at")])
    if not y and not look.of:
        ends = [(row[x], end.removeprefix(ENDS), row[end]) for row in rows for end in table.ends]
        return _noted(curves(x, ends, texts), rows, table, (x,), texts)
    if not y:
        y = x
    return _map(table, rows, x, y, look.of or next(iter(table.ends), MEAN), texts)


def _held(table: Table, look: Look) -> Look:
    """The look with its column's whole name; Refused with all that isn't in the table."""
    faults: list[Refusal] = []
    for option, key in [("x", look.x), ("y", look.y), *(("at", key) for key in look.at)]:
        if key and key not in table.axes:
            faults.append(not_accepted(option, key, table.axes))
    if look.x and look.x == look.y:
        faults.append(refusal("chart.same_axis", "y", key=look.x))
    of = f"{ENDS}{look.of}" if f"{ENDS}{look.of}" in table.columns else look.of
    figures = [column for column in table.columns if column not in {*table.axes, *KIND, *LAST[1:]}]
    if of and of not in figures:
        faults.append(not_accepted("of", look.of, figures))
    if faults:
        raise Refused(faults)
    return msgspec.structs.replace(look, of=of)


def _fixed(table: Table, free: Sequence[str], at: Mapping[str, str]) -> list[Row]:
    """The rows in which every other axis has the value asked for, or its first one.

    An axis that moves together with those shown is left to move.
    """
    rows = [row for row in table.rows if all(_is_at(row[key], text) for key, text in at.items())]
    for key in table.axes:
        if key in free or key in at or len({tuple(row[each] for each in free) for row in rows}) == len(rows):
            continue
        rows = [row for row in rows if row[key] == rows[0][key]]
    return rows


def _is_at(value: Any, text: str) -> bool:
    return bool(value == text or value == value_of(text))


def _map(table: Table, rows: Sequence[Row], x: str, y: str, column: str, texts: Texts) -> Figure:
    if len(rows) > MOST:
        raise Refused([refusal("chart.too_many", cells=len(rows), most=MOST)])
    is_share = column != MEAN
    points = tuple(
        Point(
            value_text(row[x], texts),
            row[column],
            _shown(row[column], is_share, texts),
            value_text(row[y], texts) if y != x else "",
        )
        for row in rows
    )
    measure = column_text(column, texts)
    figure = Figure("heat", measure, points, measure, x, y if y != x else "", is_share)
    return _noted(figure, rows, table, (x, y), texts)


def _noted(figure: Figure, rows: Sequence[Row], table: Table, free: Sequence[str], texts: Texts) -> Figure:
    """The figure with the values that axes it doesn't show have in all of it as its note."""
    fixed = [
        f"{key} = {value_text(rows[0][key], texts)}"
        for key in table.axes
        if key not in free and _values(table.rows, key) > _values(rows, key) == 1
    ]
    return msgspec.structs.replace(figure, note=", ".join(fixed))


def _values(rows: Sequence[Row], key: str) -> int:
    return len({row[key] for row in rows})


def column_text(column: str, texts: Texts) -> str:
    """What a column of figures is called."""
    kind, *rest = column.split(".")
    if column == MEAN:
        return texts.name("chart.mean_rounds")
    if kind == "ends":
        return named(texts, f"outcome.{rest[0]}", rest[0])
    if column == LAST[0]:
        return texts.name("chart.cut")
    value = rest[-1] if rest[-1].lstrip("-").isdecimal() else named(texts, f"tally.{column}", rest[-1])
    name = named(texts, f"tally.{kind}", kind)
    if len(rest) == 1:
        return texts.text("chart.tally", name=name, value=value)
    if not rest[-1].lstrip("-").isdecimal():
        value = named(texts, f"tally.{kind}.{rest[-1]}", rest[-1])
    of = named(texts, f"seat.{rest[0]}", rest[0])
    return texts.text("chart.tally_of", name=name, of=of, value=value)


def _shown(value: float | None, is_share: bool, texts: Texts) -> str:
    if value is None:
        return NONE
    return texts.percent(value) if is_share else texts.number(value, 2)
