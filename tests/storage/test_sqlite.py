import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from contrecoup.kernel import Refused
from contrecoup.storage import Batch, Kept, MemoryStorage, Row, Storage, Table, Unavailable, open_storage
from contrecoup.storage.sqlite import SqliteStorage
from tests.storage.refusals import refusals
from tests.storage.suite import StorageSuite, batch, rows


class SqliteStorageTests(StorageSuite):
    @pytest.fixture
    def storage(self, path: Path) -> Iterator[Storage]:
        storage = open_storage(path, None)
        yield storage
        storage.close()

    def test_all_is_there_when_it_is_opened_again(self, storage: Storage, path: Path) -> None:
        storage.append([batch("t", 1, 2)])
        storage.close()
        with closing(open_storage(path, None)) as again:
            assert again.tables() == [Table("t", "Harbour nights", 2)]
            assert tuple(again.read("t")) == rows(1, 2)

    def test_a_second_server_is_refused_until_the_first_has_closed(
        self, storage: Storage, path: Path
    ) -> None:
        assert refusals(open_storage, path) == ["storage.locked"]
        assert "storage.locked" in _elsewhere(path)
        storage.append([batch("t", 1)])
        storage.close()
        assert "opened" in _elsewhere(path)

    def test_others_may_read_while_it_is_written(self, storage: Storage, path: Path) -> None:
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM rows").fetchone() == (0,)
            assert storage.append([batch("t", 1)]) == [Kept(1)]
            assert reader.execute("SELECT count(*) FROM rows").fetchone() == (0,)
            reader.execute("ROLLBACK")
            assert reader.execute("SELECT count(*) FROM rows").fetchone() == (1,)

    def test_every_commit_waits_for_the_disk(self, storage: SqliteStorage) -> None:
        pen = storage._opened()
        settings = {
            name: pen.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        }
        assert settings == {"journal_mode": "wal", "synchronous": 2}
        assert pen.execute("PRAGMA foreign_keys").fetchone() == (1,)

    def test_its_files_are_their_owner_s_alone(self, storage: Storage, path: Path) -> None:
        storage.append([batch("t", 1)])
        kept = [each for each in path.parent.iterdir() if each.name.startswith(path.name)]
        assert len(kept) >= 3
        assert {stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}

    def test_a_locked_database_is_unavailable_and_then_back(self, storage: SqliteStorage, path: Path) -> None:
        storage.append([batch("t", 1)])
        storage._opened().execute("PRAGMA busy_timeout = 50")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                storage.append([batch("t", 2)])
            assert storage.is_healthy()  # it can be read, and the lock will go
            other.execute("ROLLBACK")
        assert storage.append([batch("t", 2)]) == [Kept(2)]

    def test_a_full_disk_is_unavailable_and_keeps_nothing(self, storage: SqliteStorage) -> None:
        storage.append([batch("t", 1)])
        storage._opened().execute("PRAGMA max_page_count = 1")
        with pytest.raises(Unavailable, match="full"):
            storage.append([batch("t", 2), Batch("t", 2, (Row(3, "", b"x" * 1_000_000),))])
        assert [row.sequence for row in storage.read("t")] == [1]
        assert storage.append([batch("t", 2)]) == [Kept(2)]  # a new connection, without that bound

    def test_a_closed_storage_is_unavailable(self, storage: Storage) -> None:
        storage.close()
        assert not storage.is_healthy()
        for call in (storage.tables, lambda: storage.append([batch("t", 1)]), lambda: storage.shout("t", "")):
            with pytest.raises(Unavailable):
                call()

    def test_reading_after_a_sequence_or_a_scene_searches_and_never_scans(
        self, path: Path, storage: Storage
    ) -> None:
        storage.append([batch("t", 1)])
        asked = {
            "SELECT line FROM rows WHERE table_id = 't' AND sequence > 5 ORDER BY sequence": "PRIMARY KEY",
            "SELECT line FROM rows WHERE table_id = 't' AND scene = 's' AND sequence > 5 ORDER BY sequence": (
                "rows_by_scene (table_id=? AND scene=? AND sequence>?)"
            ),
        }
        with closing(sqlite3.connect(path)) as reader:
            for question, how in asked.items():
                (plan,) = [row[3] for row in reader.execute(f"EXPLAIN QUERY PLAN {question}")]
                assert plan.startswith("SEARCH")
                assert how in plan


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def test_a_url_of_a_file_opens_it(path: Path) -> None:
    with closing(open_storage(None, f"sqlite:///{path}")) as storage:
        assert storage.create("t", "")
    assert path.exists()


@pytest.mark.parametrize(
    "url", ["mysql://host/base", "nonsense", "sqlite://", "sqlite:///:memory:", "postgresql"]
)
def test_a_url_of_something_else_is_refused(url: str) -> None:
    with pytest.raises(Refused) as refused:
        open_storage(None, url)
    assert [reason.id for reason in refused.value.reasons] == ["storage.url"]


def test_a_file_and_a_url_at_once_are_refused(path: Path) -> None:
    with pytest.raises(Refused, match=r"storage\.both"):
        open_storage(path, "sqlite:///other.db")
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"not a database, but a text that is long enough to have a header" * 20, b"x"]
)
def test_another_program_s_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusals(open_storage, path) == ["storage.foreign"]
    assert path.read_bytes() == content


def test_another_program_s_database_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE tables (id TEXT)")
    assert refusals(open_storage, path) == ["storage.foreign"]
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("tables",)]


def test_a_newer_version_s_database_is_refused_and_left_as_it_is(path: Path) -> None:
    open_storage(path, None).close()
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE contrecoup_version SET version_num = '9999'")
    assert refusals(open_storage, path) == ["storage.newer"]
    with closing(sqlite3.connect(path)) as newer:
        assert newer.execute("SELECT version_num FROM contrecoup_version").fetchone() == ("9999",)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusals(open_storage, tmp_path / "no" / "tables.db") == ["storage.unwritable"]


def test_a_folder_in_place_of_a_file_is_unavailable(path: Path) -> None:
    path.mkdir()
    with pytest.raises(Unavailable, match="unable to open"):
        open_storage(path, None)


def test_an_empty_file_is_a_new_database(path: Path) -> None:
    path.touch()
    with closing(open_storage(path, None)) as storage:
        assert storage.tables() == []


def test_a_refused_opening_lets_go_of_the_lock(path: Path) -> None:
    path.write_bytes(b"x" * 2000)
    assert refusals(open_storage, path) == ["storage.foreign"]
    path.unlink()
    with closing(open_storage(path, None)) as storage:
        assert storage.is_healthy()


def test_memory_is_imported_without_sqlalchemy() -> None:
    program = "import sys, contrecoup.storage; print([name for name in sys.modules if 'sqlalchemy' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert MemoryStorage().is_healthy()


def _elsewhere(path: Path) -> str:
    """What another process says that opens the file."""
    program = "import sys, pathlib; from contrecoup.storage import open_storage\n"
    program += "open_storage(pathlib.Path(sys.argv[1]), None).close(); print('opened')"
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    return done.stdout + done.stderr
