"""A sweep's rows are each cell's own odds, in the order of the grid, the same whoever answers them."""

import random
from collections.abc import Iterator
from importlib import import_module
from math import isclose
from typing import Any

import pytest

import contrecoup
from contrecoup.odds.sweeps import grid as grids
from contrecoup.odds.sweeps import workers
from contrecoup.odds.sweeps.arrangement import arranged
from contrecoup.odds.sweeps.cells import answered
from contrecoup.odds.sweeps.table import Table, in_order, table_of
from tests.odds.sweeps.grids import BASE, GRID


@pytest.fixture(scope="module")
def table() -> Table:
    return contrecoup.sweep(GRID, workers=1)


def test_cells_come_in_the_grid_s_order_the_last_axis_fastest(table: Table) -> None:
    assert table.axes == ("system.ice", "hacker.wild_card", "system.colour", "hacker.bennies")
    assert [tuple(row[key] for key in table.axes) for row in table.rows[:4]] == [
        ("d4", True, "green", 0),
        ("d4", True, "red", 2),
        ("d4", False, "green", 0),
        ("d4", False, "red", 2),
    ]
    assert len(table.rows) == 12


def test_each_row_holds_the_odds_of_its_own_scene(table: Table) -> None:
    for row in table.rows:
        if row["system.ice"] == "d7":
            continue
        scene = contrecoup.load(BASE, {key: str(row[key]).lower() for key in table.axes})
        odds = contrecoup.odds(scene)
        assert isclose(row["ends.control"], odds.ends["control"], rel_tol=1e-12)
        assert isclose(row["rounds.mean"], odds.rounds.mean, rel_tol=1e-12)
        for key in [column for column in table.columns if column.startswith("left.hacker.")]:
            assert isclose(row[key], odds.left["hacker"].get(int(key.rpartition(".")[2]), 0), abs_tol=1e-13)
        for key in [column for column in table.columns if column.startswith("harm.")]:
            assert isclose(row[key], odds.harm.get(key.removeprefix("harm."), 0), abs_tol=1e-13)
        assert (row["sampled"], row["error"], row["refused"]) == (0, 0.0, "")


def test_columns_are_axes_kind_ends_rounds_tallies_and_how_it_was_answered(table: Table) -> None:
    columns = [*table.axes, "rules", "scene", "ends.control", "ends.ejected", "rounds.mean"]
    assert list(table.columns[: len(columns)]) == columns
    assert table.columns[-4:] == ("cut", "sampled", "error", "refused")
    left = [column for column in table.columns if column.startswith("left.system.")]
    assert left == sorted(left, key=lambda column: int(column.rpartition(".")[2]))


def test_a_cell_that_can_not_be_is_a_row_with_its_reason_in_the_reader_s_language(table: Table) -> None:
    assert table.refused == 4
    row = table.rows[4]
    assert row["refused"].startswith('system.ice: "d7" isn’t accepted. Accepted: "d4"')
    assert row["ends.control"] is None
    assert row["sampled"] is None
    french = contrecoup.sweep(GRID | {"axes": {"system.ice": ["d7"]}}, workers=1, lang="fr")
    assert "n’est pas accepté" in french.rows[0]["refused"]


def test_a_fault_in_one_cell_s_rules_costs_no_other_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    from contrecoup.odds.sweeps import cells

    solved = contrecoup.odds_many

    def breaking(scenes: list[contrecoup.Scene]) -> tuple[contrecoup.Odds, ...]:
        if any(scene.data["system"]["ice"] == "d8" for scene in scenes):
            raise ZeroDivisionError("broken rule")
        return solved(scenes)

    monkeypatch.setattr(cells, "odds_many", breaking)
    table = contrecoup.sweep(
        {"base": BASE, "axes": {"system.ice": ["d4", "d8", "d6"]}, "chunk": 3}, workers=1
    )
    assert ["broken rule" in row["refused"] for row in table.rows] == [False, True, False]
    assert table.rows[2]["ends.control"] > 0


def test_a_chunk_is_the_same_to_the_last_bit_whatever_was_answered_before(table: Table) -> None:
    grid = arranged(grids.read(GRID))
    order = list(range(grid.chunks))
    random.Random(5).shuffle(order)
    found = {chunk: answered(grid.base, grid.cells(chunk)) for chunk in order}
    assert table_of(grid, in_order(grid, found), "en") == table


def test_cells_that_share_a_start_are_answered_together_and_each_once() -> None:
    axes = {
        "hacker.hacking": ["d4", "d6"],
        "system.ice": ["d4", "d6", "d8"],
        "hacker.wild_card": [True, False],
    }
    grid = arranged(grids.read({"base": BASE, "axes": axes}))
    assert grid.axes[grid.order[0]].keys == ("system.ice",)
    assert sorted(place for chunk in range(grid.chunks) for place in grid.places(chunk)) == list(range(12))
    assert grid.places(0) == [0, 1, 6, 7]
    whole = arranged(grids.read({"base": BASE, "axes": axes, "chunk": 3}))
    assert whole.places(0) == [0, 1, 6]


def test_what_moves_the_shape_goes_slower_than_what_moves_the_start() -> None:
    axes = {
        "system.ice": ["d4", "d6"],
        "hacker.hacking": ["d4", "d6"],
        "rulings": {"both_out": ["ejected", "control"]},
    }
    grid = arranged(grids.read({"base": BASE, "axes": axes}))
    assert [grid.axes[place].keys for place in grid.order] == [
        ("rulings.both_out",),
        ("system.ice",),
        ("hacker.hacking",),
    ]
    assert grid.places(0) == [0, 2, 4, 6]


def test_a_pool_of_processes_gives_the_same_rows(table: Table) -> None:
    told: list[tuple[int, int]] = []
    assert contrecoup.sweep(GRID, workers=2, progress=lambda done, cells: told.append((done, cells))) == table
    assert told == [(0, 12), (3, 12), (6, 12), (9, 12), (12, 12)]


def test_two_workers_of_a_dask_cluster_give_the_same_rows(table: Table, cluster: str) -> None:
    assert contrecoup.sweep(GRID, cluster=cluster) == table


@pytest.fixture
def cluster() -> Iterator[str]:
    local_cluster: Any = import_module("distributed").LocalCluster  # its own annotations are wrong
    with local_cluster(
        n_workers=2, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp"
    ) as local:
        yield local.scheduler_address


def test_the_sheets_of_an_axis_may_lie_in_files(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    for name, die in (("ada", "d6"), ("bob", "d10")):
        (folder / f"{name}.toml").write_text(
            f'hacking = "{die}"\nspirit = "d6"\ncommlink = {{ rating = 4 }}\n', "utf-8"
        )
    (folder / "grid.toml").write_text(
        'axes.hacker = ["ada.toml", "bob.toml"]\n[base]\nrules = "savage"\nscene = "intrusion"\n'
        '[base.system]\ncolour = "green"\nice = "d6"\n',
        "utf-8",
    )
    table = contrecoup.sweep(folder / "grid.toml", workers=1)
    assert [row["hacker"] for row in table.rows] == ["ada.toml", "bob.toml"]
    assert table.rows[0]["ends.control"] < table.rows[1]["ends.control"]


def test_columns_of_several_types_become_texts_and_numbers_stay_numbers() -> None:
    grid = {
        "base": BASE,
        "axes": {"hacker.commlink": [{"rating": 4}, {"rating": 6}], "plan.soak": [True, "x"]},
    }
    rows = contrecoup.sweep(grid, workers=1).rows
    assert [row["hacker.commlink"] for row in rows][1:3] == ['{"rating":4}', '{"rating":6}']
    assert [row["plan.soak"] for row in rows][:2] == ["true", "x"]


def test_as_many_workers_as_cores_are_taken_and_no_more_than_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    from contrecoup.odds.sweeps import running

    asked: list[int] = []

    def pool(grid: grids.Grid, chunks: list[int], most: int) -> Iterator[tuple[int, list[object]]]:
        asked.append(most)
        return iter(workers.chunks_here(grid, chunks))  # type: ignore[arg-type]  # rows are passed through

    monkeypatch.setattr(running, "chunks_in_pool", pool)
    monkeypatch.setattr(running, "cores", lambda: 3)
    contrecoup.sweep(GRID)
    contrecoup.sweep(GRID, workers=100)
    contrecoup.sweep(GRID | {"chunk": 12}, workers=5)
    assert asked == [3, 4]
