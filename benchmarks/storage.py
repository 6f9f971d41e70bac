"""Durable commits: ours against the standard library's sqlite3 and SQLAlchemy Core; and opening a long table.

    python benchmarks/storage.py

Each commit looks where its tables are and whether its requests were done before, then inserts a row and a
request of each and moves its table on: the same SQL three times, on the same schema and settings, in turns.
A table of 100,000 rows is opened by reading all of them, and by its snapshot and the rows after it.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final, Protocol

from sqlalchemy import bindparam, insert, select, tuple_, update

from contrecoup.storage import Batch, Row
from contrecoup.storage.schema import REQUESTS, ROWS, TABLES
from contrecoup.storage.sqlite import SqliteStorage

LINE: Final = b"x" * 250
DIGEST: Final = b"d" * 32
COMMITS: Final = 60
ROUNDS: Final = 5
LONG: Final = 100_000
AFTER: Final = 50


class Way(Protocol):
    """A way to keep the same thing in so many tables at once."""

    def keep(self, tables: list[str], after: int) -> None: ...


class Ours:
    def __init__(self, storage: SqliteStorage) -> None:
        self._storage = storage

    def keep(self, tables: list[str], after: int) -> None:
        row = Row(after + 1, "s", LINE)
        asked = f"r{after}"
        batches = [Batch(table, after, (row,), request=asked, asker="a", digest=DIGEST) for table in tables]
        self._storage.append(batches)


class Plain:
    """The standard library alone."""

    def __init__(self, path: Path) -> None:
        self._pen = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for setting in ("synchronous = FULL", "foreign_keys = ON"):
            self._pen.execute(f"PRAGMA {setting}")

    def keep(self, tables: list[str], after: int) -> None:
        pen, asked = self._pen, f"r{after}"
        pen.execute("BEGIN IMMEDIATE")
        for table in tables:
            pen.execute("SELECT head FROM tables WHERE id = ?", (table,)).fetchall()
            named = "SELECT first FROM requests WHERE table_id = ? AND asker = ? AND request = ?"
            pen.execute(named, (table, "a", asked)).fetchall()
        pen.executemany(
            "INSERT INTO rows VALUES (?, ?, ?, ?)", [(each, after + 1, "s", LINE) for each in tables]
        )
        new = [(each, "a", asked, after + 1, after + 1, DIGEST) for each in tables]
        pen.executemany("INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?)", new)
        pen.executemany("UPDATE tables SET head = ? WHERE id = ?", [(after + 1, each) for each in tables])
        pen.execute("COMMIT")


class Core:
    """SQLAlchemy Core, as one would write it."""

    def __init__(self, storage: SqliteStorage) -> None:
        self._engine = storage._engine

    def keep(self, tables: list[str], after: int) -> None:
        asked = f"r{after}"
        of_table = {"sequence": after + 1, "scene": "s", "line": LINE}
        new = {"asker": "a", "request": asked, "first": after + 1, "last": after + 1, "digest": DIGEST}
        key = tuple_(REQUESTS.c.table_id, REQUESTS.c.asker, REQUESTS.c.request)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.execute(select(TABLES.c.id, TABLES.c.head).where(TABLES.c.id.in_(tables))).all()
            connection.execute(select(REQUESTS).where(key.in_([(each, "a", asked) for each in tables]))).all()
            connection.execute(insert(ROWS), [{"table_id": each, **of_table} for each in tables])
            connection.execute(insert(REQUESTS), [{"table_id": each, **new} for each in tables])
            moved = update(TABLES).where(TABLES.c.id == bindparam("of")).values(head=bindparam("now"))
            connection.execute(moved, [{"of": each, "now": after + 1} for each in tables])


def commits(folder: Path) -> None:
    """Microseconds a commit of 1 and of 20 tables, each way."""
    path = folder / "tables.db"
    with closing(SqliteStorage.open(path)) as storage:
        ways: dict[str, Way] = {"sqlite3": Plain(path), "ours": Ours(storage), "core": Core(storage)}
        for many in (1, 20):
            tables = {name: [f"{name} {many} {number}" for number in range(many)] for name in ways}
            for names in tables.values():
                for name in names:
                    storage.create(name, "")
            wall: dict[str, list[float]] = {name: [] for name in ways}
            work: dict[str, list[float]] = {name: [] for name in ways}
            for start in range(0, COMMITS * ROUNDS, COMMITS):
                for name, way in ways.items():
                    wall_time, work_time = timed(way, tables[name], start)
                    wall[name].append(wall_time)
                    work[name].append(work_time)
            for name in ways:
                print(
                    f"{many:>2} tables a commit, {name:<8} {median(wall[name]):6.0f} µs,"
                    f" of them {median(work[name]):5.0f} µs processor;"
                    f" to sqlite3 {median(work[name]) / median(work['sqlite3']):.2f}"
                )


def timed(way: Way, tables: list[str], start: int) -> tuple[float, float]:
    """Microseconds a commit: by the wall, and of the processor."""
    wall, work = time.perf_counter(), time.process_time()
    for after in range(start, start + COMMITS):
        way.keep(tables, after)
    return (time.perf_counter() - wall) / COMMITS * 1e6, (time.process_time() - work) / COMMITS * 1e6


def opening(folder: Path) -> None:
    """Milliseconds to read a long table whole, and its snapshot with what came after."""
    with closing(SqliteStorage.open(folder / "long.db")) as storage:
        storage.create("t", "")
        for after in range(0, LONG, 5_000):
            rows = tuple(Row(place, f"s{place // 400}", LINE) for place in range(after + 1, after + 5_001))
            storage.append([Batch("t", after, rows)])
        storage.keep_snapshot("t", LONG - AFTER, 1, b"x" * 500_000)

        def by_snapshot() -> int:
            kept = storage.snapshot("t")
            return len(storage.read("t", kept.sequence if kept else 0))

        whole = best(lambda: len(storage.read("t")), LONG)
        short = best(by_snapshot, AFTER)
        scene = best(lambda: len(storage.read_scene("t", "s200")), 400)
        print(
            f"{LONG} rows: all {whole:.0f} ms; snapshot and {AFTER} rows {short:.1f} ms;"
            f" a scene {scene:.1f} ms"
        )


def best(read: Callable[[], int], expected: int) -> float:
    """Milliseconds of the quickest of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        if read() != expected:
            raise RuntimeError("not what was kept")
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        commits(Path(name))
        opening(Path(name))
