"""Tables: a sweep's rows under columns that are the same whatever was answered first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from contrecoup.kernel import Refusal
from contrecoup.odds.sweeps.cells import Answered
from contrecoup.odds.sweeps.grid import Grid
from contrecoup.registry.reasons import shown
from contrecoup.text import Texts

Row: TypeAlias = dict[str, Any]

KIND: Final = ("rules", "scene")
"""The columns after the axes."""
MEAN: Final = "rounds.mean"
ENDS: Final = "ends."
LAST: Final = ("cut", "sampled", "error", "refused")
"""The columns after all figures."""


class Table(msgspec.Struct, frozen=True):
    """A sweep's answer: one row a cell, in the order of the grid.

    `columns` are the axes' keys (`axes`), `rules` and `scene`, `ends.<outcome>`, `rounds.mean`, what ends
    count (`left.<seat>.<n>`, `harm.<value>` …), `cut`, `sampled` (runs; 0 where solved), `error` (the
    largest standard error of an end) and `refused`, the reasons why a row has no figures ("" where it has).
    """

    axes: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def ends(self) -> tuple[str, ...]:
        """The columns of ends."""
        return tuple(column for column in self.columns if column.startswith(ENDS))

    @property
    def refused(self) -> int:
        """How many rows have no figures."""
        return sum(1 for row in self.rows if row["refused"])


def table_of(grid: Grid, answers: Iterable[Answered], lang: str) -> Table:
    """The table of a grid whose cells are all answered; reasons in a language."""
    found = list(answers)
    figures = _figures(found)
    kind = {key: grid.base.get(key) for key in KIND}
    axes = _axes(grid)
    said: dict[str, Texts] = {}
    rows = []
    for cell, answer in enumerate(found):
        row = axes[cell] | kind
        if answer.refused:
            row |= dict.fromkeys((*figures, *LAST[:-1]))
            row["refused"] = _reasons(answer, said.setdefault(answer.domain, Texts(lang, answer.domain)))
        else:
            row |= {column: answer.figures.get(column, 0.0) for column in (*figures, *LAST[:-1])}
            row["refused"] = ""
        rows.append(row)
    return Table(grid.keys, (*grid.keys, *KIND, *figures, *LAST), tuple(rows))


def in_order(grid: Grid, found: Mapping[int, Sequence[Answered]]) -> list[Answered]:
    """The answers of all chunks in the order of the grid."""
    placed = {
        place: answer
        for chunk, answers in found.items()
        for place, answer in zip(grid.places(chunk), answers, strict=True)
    }
    return [placed[place] for place in range(grid.size)]


def _axes(grid: Grid) -> list[Row]:
    """The axes' values of all cells, each column of one type: texts where the grid's are of several."""
    cells = [grid.shown(cell) for cell in range(grid.size)]
    for key in grid.keys:
        kinds = {type(cell[key]) for cell in cells}
        if kinds == {int, float}:
            for cell in cells:
                cell[key] = float(cell[key])
        elif len(kinds) > 1 or not kinds <= {str, bool, int, float}:
            for cell in cells:
                cell[key] = _text(cell[key])
    return cells


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping | list | tuple):
        return msgspec.json.encode(value).decode()
    return shown(value)


def _reasons(answer: Answered, texts: Texts) -> str:
    return " ".join(_reason(reason, texts) for reason in answer.refused)


def _reason(reason: Refusal, texts: Texts) -> str:
    said = texts.refusal(reason)
    return f"{reason.where}: {said}" if reason.where else said


def _figures(answers: Sequence[Answered]) -> list[str]:
    """The columns of figures: ends, mean rounds, then the tallies kind by kind, numbers in their order."""
    seen = dict.fromkeys(column for answer in answers for column in answer.figures)
    ends = [column for column in seen if column.startswith(ENDS)]
    counted = [column for column in seen if column not in {*ends, MEAN, *LAST}]
    kinds = dict.fromkeys(_family(column)[0] for column in counted)
    families = dict.fromkeys(_family(column) for column in counted)
    grouped = [family for kind in kinds for family in families if family[0] == kind]
    return [*ends, MEAN, *(column for family in grouped for column in _in_order(family, counted))]


def _family(column: str) -> tuple[str, ...]:
    return tuple(column.split(".")[:-1])


def _in_order(family: tuple[str, ...], columns: Iterable[str]) -> list[str]:
    own = [column for column in columns if _family(column) == family]
    values = [column.rpartition(".")[2] for column in own]
    if all(value.lstrip("-").isdecimal() for value in values):
        return [column for _, column in sorted(zip(map(int, values), own, strict=True))]
    return own
