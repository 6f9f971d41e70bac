"""Tables are written whole, and come back as they were, to the last digit."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import contrecoup
from contrecoup.odds.sweeps.files import read, write
from contrecoup.odds.sweeps.table import Table
from tests.odds.sweeps.grids import BASE, GRID


@pytest.fixture(scope="module")
def table() -> Table:
    return contrecoup.sweep(GRID, workers=1)


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet", ".CSV"])
def test_a_table_comes_back_as_it_was(table: Table, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out{ending}"
    path.write_text("an older one", "utf-8")
    assert contrecoup.sweep(GRID, path, workers=1) == table
    assert read(path) == table
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_every_format_holds_a_mean_without_end_as_nothing(tmp_path: Path) -> None:
    endless = Table(
        ("a",),
        ("a", "rules", "scene", "ends.x", "rounds.mean", "cut", "sampled", "error", "refused"),
        ({"a": 1.5, "rules": "r", "scene": "s", "ends.x": 0.1 + 0.2, "rounds.mean": None, "cut": 0.7,
          "sampled": 0, "error": 0.0, "refused": ""},),
    )  # fmt: skip
    for ending in (".csv", ".jsonl", ".parquet"):
        path = tmp_path / f"out{ending}"
        write(endless, path)
        assert read(path) == endless


def test_a_write_that_fails_leaves_what_was_there(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.csv"
    path.write_text("an older one", "utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(import_module("contrecoup.odds.outputs").os, "fsync", full)
    with pytest.raises(contrecoup.Refused) as caught:
        write(table, path)
    assert caught.value.reasons[0].id == "output.unwritable"
    assert path.read_text("utf-8") == "an older one"
    assert [each.name for each in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", '{"a": 1}\n', "rules,scene\n"])
@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_what_is_no_table_is_refused(tmp_path: Path, content: str, ending: str) -> None:
    path = tmp_path / f"some{ending}"
    path.write_text(content, "utf-8")
    with pytest.raises(contrecoup.Refused) as caught:
        read(path)
    assert caught.value.reasons[0].id == "sweep.no_table"


def test_a_missing_extra_is_named_before_anything_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pyarrow", "distributed", "vl_convert"):
        monkeypatch.setitem(sys.modules, module, None)
    asks: dict[str, Callable[[], object]] = {
        "sweep": lambda: contrecoup.sweep(GRID, tmp_path / "out.parquet"),
        "cluster": lambda: contrecoup.sweep(GRID, cluster="tcp://127.0.0.1:9"),
        "charts": lambda: contrecoup.chart(BASE, tmp_path / "out.svg"),
    }
    for extra, ask in asks.items():
        with pytest.raises(contrecoup.Refused) as caught:
            ask()
        (reason,) = caught.value.reasons
        assert (reason.id, dict(reason.values)["extra"]) == ("extra.missing", f"contrecoup[{extra}]")
    assert list(tmp_path.iterdir()) == []
