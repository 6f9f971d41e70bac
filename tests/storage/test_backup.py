import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from contrecoup.kernel import Refused
from contrecoup.storage import Batch, KeyChange, Row, Storage, open_storage
from contrecoup.storage.backup import back_up
from tests.storage.suite import KEY, batch, rows


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


@pytest.fixture
def storage(data: Path) -> Iterator[Storage]:
    with closing(open_storage(data, None)) as storage:
        storage.create("t", "Été")
        full = batch("t", 1, 2, request="r", asker="a", keys=(KeyChange(KEY, "gm"),), secrets=(("s", b"!"),))
        storage.append([full])
        storage.keep_snapshot("t", 2, 1, b"state")
        yield storage


def test_the_copy_holds_everything(storage: Storage, data: Path, copy: Path) -> None:
    assert back_up(data, copy) == 1
    with closing(open_storage(copy, None)) as copied:
        assert copied.tables() == storage.tables()
        assert tuple(copied.read("t")) == rows(1, 2)
        assert (copied.key(KEY), copied.request("t", "a", "r")) == (
            storage.key(KEY),
            storage.request("t", "a", "r"),
        )
        assert (copied.secret("t", "s"), copied.snapshot("t")) == (b"!", storage.snapshot("t"))
        assert copied.append([batch("t", 3)])


def test_the_copy_is_one_file_that_its_owner_alone_can_read(storage: Storage, data: Path, copy: Path) -> None:
    back_up(data, copy)
    others = {each for each in data.parent.iterdir() if not each.name.startswith(data.name)}
    assert others == {copy}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_copy_of_a_file_that_no_server_has_open_is_the_same(
    storage: Storage, data: Path, copy: Path
) -> None:
    storage.close()
    assert back_up(data, copy) == 1
    with closing(open_storage(copy, None)) as copied:
        assert tuple(copied.read("t")) == rows(1, 2)


def test_copies_made_while_a_server_writes_are_each_of_one_moment(storage: Storage, data: Path) -> None:
    is_enough = threading.Event()

    def write() -> None:
        while not is_enough.is_set():
            head = storage.head("t") or 0
            storage.append([Batch("t", head, tuple(Row(head + n, "", b"x" * 500) for n in (1, 2)))])

    writer = threading.Thread(target=write)
    writer.start()
    heads = []
    for number in range(5):
        back_up(data, data.with_name(f"copy{number}.db"))
        with closing(open_storage(data.with_name(f"copy{number}.db"), None)) as copied:
            heads.append(copied.head("t") or 0)
            assert [row.sequence for row in copied.read("t")] == list(range(1, heads[-1] + 1))
    is_enough.set()
    writer.join()
    assert all(head % 2 == 0 for head in heads)
    assert heads == sorted(heads)
    assert (storage.head("t") or 0) >= heads[-1] > 2


def test_a_file_that_is_there_is_left_alone(storage: Storage, data: Path, copy: Path) -> None:
    copy.write_bytes(b"dear to somebody")
    assert reason(data, copy) == "storage.exists"
    assert copy.read_bytes() == b"dear to somebody"
    assert reason(data, data) == "storage.exists"
    assert storage.head("t") == 2


@pytest.mark.parametrize("content", [b"", b"x", b"no database at all, whatever its name says" * 50])
def test_what_holds_no_tables_is_not_copied(data: Path, copy: Path, content: bytes) -> None:
    data.write_bytes(content)
    assert reason(data, copy) == "storage.foreign"
    assert list(data.parent.iterdir()) == [data]


def test_a_missing_file_is_named(data: Path, copy: Path) -> None:
    assert reason(data, copy) == "storage.missing"
    assert not copy.exists()


def test_a_folder_that_is_not_there_takes_no_copy(storage: Storage, data: Path, tmp_path: Path) -> None:
    assert reason(data, tmp_path / "no" / "copy.db") == "storage.unwritable"


def test_a_damaged_file_gives_no_copy(storage: Storage, data: Path, copy: Path) -> None:
    storage.append([Batch("t", 2, tuple(Row(place, "", os.urandom(400)) for place in range(3, 200)))])
    storage.close()
    with closing(sqlite3.connect(data)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'rows_by_scene'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with data.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    assert reason(data, copy) == "storage.damaged"
    assert not copy.exists()


def test_rows_without_their_table_give_no_copy(storage: Storage, data: Path, copy: Path) -> None:
    with closing(sqlite3.connect(data)) as connection, connection:
        connection.execute("UPDATE rows SET table_id = 'gone'")
    with pytest.raises(Refused) as refused:
        back_up(data, copy)
    (why,) = refused.value.reasons
    assert (why.id, dict(why.values)["fault"]) == ("storage.damaged", "rows without tables")
    assert not copy.exists()


def reason(data: Path, copy: Path) -> str:
    with pytest.raises(Refused) as refused:
        back_up(data, copy)
    (only,) = refused.value.reasons
    return only.id
