"""A file that is only read: by whoever, while whoever else writes it, and never changed by it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

import contrecoup.storage.migrations.migration as migration
from contrecoup.kernel import Refused
from contrecoup.storage import Entry, Kept, KeyChange, Storage, Table, Unavailable, open_storage, open_to_read
from contrecoup.storage.reader import SqliteReader
from tests.storage.refusals import refusals
from tests.storage.suite import batch, rows

HASH = b"h" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables #1?.db"


@pytest.fixture
def storage(path: Path) -> Iterator[Storage]:
    """One that a server has open, with two rows of a table."""
    with closing(open_storage(path, None)) as storage:
        assert storage.create("t", "Harbour nights")
        storage.append([batch("t", 1, 2, keys=(KeyChange(HASH, "gm"),), secrets=(("s", b"dice"),))])
        storage.keep_snapshot("t", 2, 1, b"state")
        yield storage


@pytest.fixture
def reader(storage: Storage, path: Path) -> Iterator[Storage]:
    with closing(open_to_read(path, None)) as reader:
        yield reader


def test_all_that_is_kept_is_read(storage: Storage, reader: Storage) -> None:
    assert reader.tables() == storage.tables() == [Table("t", "Harbour nights", 2)]
    assert tuple(reader.read("t")) == rows(1, 2)
    assert list(reader.read("t", 1, 1)) == list(rows(2))
    assert reader.read_scene("t", "s") == storage.read_scene("t", "s")
    assert reader.head("t") == 2
    assert reader.key(HASH) == Entry("t", "gm")
    assert reader.secret("t", "s") == b"dice"
    assert reader.snapshot("t") == storage.snapshot("t")
    assert reader.is_healthy()


def test_what_is_written_meanwhile_waits_for_the_next_reader(
    storage: Storage, reader: Storage, path: Path
) -> None:
    assert storage.append([batch("t", 3)]) == [Kept(3)]
    assert storage.create("u", "")
    assert (reader.head("t"), tuple(reader.read("t")), len(reader.tables())) == (2, rows(1, 2), 1)
    with closing(open_to_read(path, None)) as next_one:
        assert (next_one.head("t"), len(next_one.tables())) == (3, 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda reader: reader.create("u", ""),
        lambda reader: reader.drop("t"),
        lambda reader: reader.append([batch("t", 3)]),
        lambda reader: reader.shout("t", "word"),
    ],
)
def test_nothing_is_written_through_it(
    storage: Storage, reader: Storage, write: Callable[[Storage], object]
) -> None:
    with pytest.raises(Unavailable, match="only opened to be read"):
        write(reader)
    assert storage.tables() == [Table("t", "Harbour nights", 2)]


def test_a_snapshot_is_left_to_those_who_write(storage: Storage, reader: Storage) -> None:
    before = storage.snapshot("t")
    reader.keep_snapshot("t", 3, 1, b"newer")
    assert storage.snapshot("t") == before


def test_not_even_its_connection_could_write(reader: Storage) -> None:
    assert isinstance(reader, SqliteReader)
    with pytest.raises(OperationalError, match="readonly"):
        reader._moment.exec_driver_sql("DELETE FROM rows")


def test_a_server_opens_the_file_while_it_is_read(storage: Storage, reader: Storage, path: Path) -> None:
    storage.close()
    with closing(open_storage(path, None)) as server:
        assert server.append([batch("t", 3)]) == [Kept(3)]
    assert reader.head("t") == 2


def test_a_closed_reader_is_unavailable(reader: Storage) -> None:
    reader.close()
    reader.close()
    assert not reader.is_healthy()
    with pytest.raises(Unavailable):
        reader.tables()


def test_the_bytes_of_a_file_at_rest_stay_as_they_are(path: Path) -> None:
    with closing(open_storage(path, None)) as storage:
        storage.create("t", "")
        storage.append([batch("t", 1)])
    before = path.read_bytes()
    with closing(open_to_read(None, f"sqlite:///{path}".replace("#", "%23").replace("?", "%3F"))) as reader:
        assert tuple(reader.read("t")) == rows(1)
    assert path.read_bytes() == before


def test_an_older_version_s_file_is_refused_and_not_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_storage(path, None).close()
    _leave_behind(monkeypatch)
    assert refusals(open_to_read, path) == ["storage.older"]
    assert _version(path) == "0001"


def test_a_newer_version_s_file_is_refused(path: Path) -> None:
    open_storage(path, None).close()
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE contrecoup_version SET version_num = '9999'")
    assert refusals(open_to_read, path) == ["storage.newer"]
    assert _version(path) == "9999"


@pytest.mark.parametrize("content", [b"not a database, but a long text" * 40, b"x", b""])
def test_another_program_s_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusals(open_to_read, path) == ["storage.foreign"]
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_another_program_s_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE tables (id TEXT)")
    assert refusals(open_to_read, path) == ["storage.foreign"]


def test_a_file_that_is_missing_is_refused_and_not_made(path: Path) -> None:
    assert refusals(open_to_read, path) == ["storage.missing"]
    assert list(path.parent.iterdir()) == []


def test_a_file_and_a_url_at_once_are_refused(path: Path) -> None:
    with pytest.raises(Refused, match=r"storage\.both"):
        open_to_read(path, "sqlite:///other.db")


def test_memory_has_nothing_to_read() -> None:
    with pytest.raises(ValueError, match="memory"):
        open_to_read(None, None)


def test_a_database_server_s_tables_are_read_and_not_brought_up_to_date(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_storage(None, postgres_url)) as storage:
        storage.create("t", "")
        storage.append([batch("t", 1)])
        with closing(open_to_read(None, postgres_url)) as reader:
            assert tuple(reader.read("t")) == rows(1)
    _leave_behind(monkeypatch)
    with pytest.raises(Refused, match=r"storage\.older"):
        open_to_read(None, postgres_url)


def _leave_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a program whose schema is a step newer than what was kept."""
    newer = migration._script()
    monkeypatch.setattr(newer, "get_current_head", lambda: "0002")
    monkeypatch.setattr(migration, "_script", lambda: newer)


def _version(path: Path) -> str:
    with closing(sqlite3.connect(path)) as kept:
        return str(kept.execute("SELECT version_num FROM contrecoup_version").fetchone()[0])
