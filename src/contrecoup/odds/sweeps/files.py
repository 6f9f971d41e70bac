"""Files: tables as Parquet, CSV or JSON Lines, numbers in full precision."""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.odds.outputs import ending, needed, written
from contrecoup.odds.sweeps.table import KIND, LAST, Row, Table

EXTRA: Final = "sweep"


def prepare(output: Path) -> None:
    """Refuse an output that can't be written by its ending, before anything is worked out for it."""
    if ending(output, WRITERS) == ".parquet":
        needed("pyarrow", EXTRA)


def write(table: Table, output: Path) -> None:
    """Write a table whole or not at all, by the output's ending."""
    writer = WRITERS[ending(output, WRITERS)]
    with written(output) as part:
        writer(table, part)


def read(path: Path) -> Table:
    """The table of a file that a sweep has written; Refused where it is none."""
    reader = _READERS[ending(path, WRITERS)]
    if not path.is_file():
        raise Refused([refusal("scene.file_missing", file=str(path))])
    try:
        columns, rows = reader(path)
    except (OSError, ValueError):
        raise Refused([refusal("sweep.no_table", file=str(path))]) from None
    if not {*KIND, *LAST} <= set(columns) or not rows:
        raise Refused([refusal("sweep.no_table", file=str(path))])
    return Table(columns[: columns.index(KIND[0])], columns, tuple(rows))


def _write_csv(table: Table, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows([_plain(row[column]) for column in table.columns] for row in table.rows)


def _plain(value: Any) -> Any:
    return str(value).lower() if value is True or value is False else value


def _write_lines(table: Table, path: Path) -> None:
    with path.open("wb") as file:
        for row in table.rows:
            file.write(msgspec.json.encode({column: row[column] for column in table.columns}) + b"\n")


def _write_parquet(table: Table, path: Path) -> None:
    arrow, parquet = needed("pyarrow", EXTRA), needed("pyarrow.parquet", EXTRA)
    types = {int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_(), str: arrow.string()}
    fields, arrays = [], []
    for column in table.columns:
        values = [row[column] for row in table.rows]
        kind = next((type(value) for value in values if value is not None), float)
        arrays.append(arrow.array(values, types[kind]))
        fields.append(arrow.field(column, types[kind]))
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=arrow.schema(fields)), path)


def _read_csv(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    with path.open(encoding="utf-8", newline="") as file:
        columns, *lines = csv.reader(file, strict=True)
    texts = {*KIND, LAST[-1]}
    rows = [
        {
            column: cell if column in texts else _value(cell)
            for column, cell in zip(columns, line, strict=True)
        }
        for line in lines
    ]
    return tuple(columns), rows


def _value(cell: str) -> Any:
    if cell in ("", "true", "false"):
        return {"": None, "true": True, "false": False}[cell]
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell


def _read_lines(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    rows = [msgspec.json.decode(line, type=dict[str, Any]) for line in path.read_bytes().splitlines()]
    columns = tuple(rows[0]) if rows else ()
    if any(tuple(row) != columns for row in rows):
        raise ValueError
    return columns, rows


def _read_parquet(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    table = needed("pyarrow.parquet", EXTRA).read_table(path)
    return tuple(table.column_names), table.to_pylist()


WRITERS: Final[Mapping[str, Callable[[Table, Path], None]]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".jsonl": _write_lines,
}
"""How a table is written, by the ending of its file."""
_READERS: Final[Mapping[str, Callable[[Path], tuple[tuple[str, ...], list[Row]]]]] = {
    ".parquet": _read_parquet,
    ".csv": _read_csv,
    ".jsonl": _read_lines,
}
