import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from contrecoup.kernel import Refused
from contrecoup.storage import (
    Batch,
    Changed,
    Kept,
    Missed,
    Row,
    Shouted,
    Signal,
    Stale,
    Storage,
    Unavailable,
    open_storage,
)
from contrecoup.storage.port import MOST_NAME
from contrecoup.storage.wire import read, written
from tests.postgres import Server
from tests.storage.suite import Ears, StorageSuite, batch, rows


class PostgresStorageTests(StorageSuite):
    @pytest.fixture
    def storage(self, postgres_url: str) -> Iterator[Storage]:
        with closing(open_storage(None, postgres_url)) as storage:
            yield storage

    @pytest.fixture
    def other(self, storage: Storage, postgres_url: str) -> Iterator[Storage]:
        """The same database as another process has it open."""
        with closing(open_storage(None, postgres_url)) as other:
            yield other

    def test_what_one_writes_another_reads_and_hears_of(self, storage: Storage, other: Storage) -> None:
        ears = Ears()
        other.listen(ears)
        storage.append([batch("t", 1), batch("t", 2)])
        assert ears.wait(1) == {Changed("t", 2)}
        assert tuple(other.read("t")) == rows(1, 2)
        assert other.append([batch("t", 2), batch("t", 3)]) == [Stale(2), Kept(3)]

    def test_words_and_drops_cross_over(self, storage: Storage, other: Storage) -> None:
        name = "é" * MOST_NAME
        ears = Ears()
        other.listen(ears)
        storage.create(name, "")
        storage.shout(name, "é\n" * 1300)
        storage.drop(name)
        assert ears.wait(2) == {Shouted(name, "é\n" * 1300), Changed(name, 0)}

    def test_nothing_is_heard_of_what_was_not_kept(self, storage: Storage, other: Storage) -> None:
        ears = Ears()
        other.listen(ears)
        storage.append([batch("t", 5), batch("gone", 1)])
        storage.append([batch("t", 1)])
        assert ears.wait(1) == {Changed("t", 1)}

    def test_each_hears_its_own_changes_once(self, storage: Storage, other: Storage) -> None:
        ears = Ears()
        storage.listen(ears)
        storage.append([batch("t", 1)])
        other.append([batch("t", 2)])
        ears.wait(2)
        assert ears.signals == [Changed("t", 1), Changed("t", 2)]

    def test_of_two_processes_at_one_sequence_one_is_late(self, storage: Storage, other: Storage) -> None:
        with ThreadPoolExecutor(2) as pool:
            for place in range(1, 31):
                asked = [batch("t", place, request=f"{place}", asker=who) for who in "ab"]
                (first,), (second,) = pool.map(lambda at, one: at.append([one]), (storage, other), asked)
                assert {first, second} == {Kept(place), Stale(place)}
        assert [row.sequence for row in other.read("t")] == list(range(1, 31))

    def test_two_processes_with_many_tables_in_any_order_never_block_one_another(
        self, storage: Storage, other: Storage
    ) -> None:
        names = [f"table {number}" for number in range(8)]
        for name in names:
            storage.create(name, "")

        def fill(at: Storage, mine: list[str]) -> int:
            kept = 0
            for _ in range(25):
                heads = [(name, at.head(name) or 0) for name in mine]
                outcomes = at.append([Batch(name, head, rows(head + 1)) for name, head in heads])
                kept += sum(isinstance(outcome, Kept) for outcome in outcomes)
            return kept

        with ThreadPoolExecutor(2) as pool:
            kept = sum(pool.map(fill, (storage, other), (names, names[::-1])))
        assert sum(storage.head(name) or 0 for name in names) == kept
        for name in names:
            assert [row.sequence for row in other.read(name)] == list(range(1, (storage.head(name) or 0) + 1))

    def test_a_cut_line_is_noticed_mended_and_told(
        self, storage: Storage, other: Storage, postgres: Server, postgres_url: str
    ) -> None:
        ears = Ears()
        other.listen(ears)
        postgres.cut(postgres_url)
        assert ears.wait(1) == {Missed()}
        _until_healthy(storage)
        assert storage.append([batch("t", 1)]) == [Kept(1)]
        assert ears.wait(2) == {Missed(), Changed("t", 1)}

    def test_a_commit_that_fails_at_its_very_end_is_not_acknowledged(
        self, storage: Storage, postgres_url: str
    ) -> None:
        ears = Ears()
        storage.listen(ears)
        with psycopg.connect(postgres_url) as connection:
            connection.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                " $$BEGIN RAISE EXCEPTION 'too late'; END$$"
            )
            connection.execute(
                "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON rows DEFERRABLE INITIALLY DEFERRED"
                " FOR EACH ROW WHEN (NEW.scene = 'bad') EXECUTE FUNCTION refuse()"
            )
        with pytest.raises(psycopg.errors.RaiseException, match="too late"):
            storage.append([batch("t", 1), Batch("t", 1, (Row(2, "bad", b""),), request="r")])
        assert (storage.head("t"), storage.request("t", "", "r")) == (0, None)
        assert storage.append([batch("t", 1)]) == [Kept(1)]
        assert ears.wait(1) == {Changed("t", 1)}

    def test_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(
        self, postgres: Server, postgres_url: str, storage: Storage
    ) -> None:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(
                f"ALTER DATABASE {connection.info.dbname} SET synchronous_commit = off".encode()
            )
        with closing(open_storage(None, postgres_url)) as later:
            found = later._one(_setting("synchronous_commit"))  # type: ignore[attr-defined] # looked at from inside
        assert found[0] == "on"

    def test_scenes_and_ends_of_tables_are_found_by_index(self, storage: Storage, postgres_url: str) -> None:
        several = tuple(Row(place, f"s{place % 50}", b"x") for place in range(1, 2001))
        storage.append([Batch("t", 0, several)])
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("ANALYZE rows")
            for condition, index in (("sequence > 1990", "rows_pkey"), ("scene = 's7'", "rows_by_scene")):
                asked = (
                    f"EXPLAIN SELECT line FROM rows WHERE table_id = 't' AND {condition} ORDER BY sequence"
                )
                assert index in str(connection.execute(asked.encode()).fetchall())


def test_a_database_that_is_down_is_unavailable_and_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    server = Server.make()
    try:
        url = server.fresh()
        with closing(open_storage(None, url)) as storage:
            storage.create("t", "")
            ears = Ears()
            storage.listen(ears)
            storage.append([batch("t", 1)])
            server.kill()
            for call in (
                storage.tables,
                lambda: storage.append([batch("t", 2)]),
                lambda: storage.shout("t", ""),
            ):
                with pytest.raises(Unavailable):
                    call()
            assert not storage.is_healthy()
            with pytest.raises(Unavailable):
                open_storage(None, url)
            server.start()
            assert Missed() in ears.wait(2)
            _until_healthy(storage)
            assert storage.append([batch("t", 1), batch("t", 2)]) == [Stale(1), Kept(2)]
    finally:
        server.remove()


def test_processes_that_start_together_agree_on_the_schema(postgres: Server) -> None:
    url = postgres.empty()
    program = (
        "import sys; from contrecoup.storage import open_storage; open_storage(None, sys.argv[1]).close()"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program, url]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    postgres.drop(url)


def test_another_program_s_database_is_refused_and_left_as_it_is(postgres: Server) -> None:
    url = postgres.empty()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE tables (id text)")
    assert _reasons(url) == ["storage.foreign"]
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert found == [("tables",)]
    postgres.drop(url)


def test_a_newer_version_s_database_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("UPDATE contrecoup_version SET version_num = '9999'")
    assert _reasons(postgres_url) == ["storage.newer"]


def test_a_password_is_in_no_refusal(postgres_url: str) -> None:
    url = postgres_url.replace("contrecoup@", "contrecoup:hushhush@")
    with psycopg.connect(postgres_url) as connection:
        connection.execute("UPDATE contrecoup_version SET version_num = '9999'")
    with pytest.raises(Refused) as refused:
        open_storage(None, url)
    assert "hushhush" not in str(refused.value.reasons)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_each_way_to_write_its_scheme_will_do(postgres_url: str, scheme: str) -> None:
    with closing(open_storage(None, postgres_url.replace("postgresql", scheme, 1))) as storage:
        assert storage.is_healthy()


def test_a_missing_driver_is_named(postgres_url: str) -> None:
    program = (
        "import sys; sys.modules['psycopg'] = None\nfrom contrecoup.storage import open_storage\n"
        "try: open_storage(None, sys.argv[1])\nexcept Exception as e: print(type(e).__name__, e)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, postgres_url], capture_output=True, text=True, check=True
    )
    assert done.stdout == "Refused : storage.no_driver\n"


@pytest.mark.parametrize("signal", [Changed("t 1", 12), Shouted("t", ""), Shouted("é", "a\nb\n\nc")])
def test_a_signal_crosses_the_wire_as_it_is(signal: Changed | Shouted) -> None:
    assert read(written("me", signal)) == ("me", signal)


@pytest.mark.parametrize("payload", ["", "x", "a\nb", "a\nb\nc"])
def test_another_program_s_notification_is_none_of_ours(payload: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|int"):
        read(payload)


def test_another_program_s_notification_harms_nobody(postgres_url: str) -> None:
    with closing(open_storage(None, postgres_url)) as storage:
        storage.create("t", "")
        ears = Ears()
        storage.listen(ears)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("NOTIFY contrecoup, 'something else'")
            connection.execute("SELECT pg_notify('contrecoup', %s)", [written("me", Changed("t", 7))])
        signals: set[Signal] = {Changed("t", 7)}
        assert ears.wait(1) == signals


def test_the_server_of_the_tests_is_nobody_s_but_ours(postgres: Server) -> None:
    folder = Path(postgres.url("x").rpartition("host=")[2])
    assert folder.parent.stat().st_mode & 0o077 == 0


def _until_healthy(storage: Storage) -> None:
    until = time.monotonic() + 30
    while not storage.is_healthy():
        assert time.monotonic() < until
        time.sleep(0.05)


def _setting(name: str) -> object:
    from sqlalchemy import text

    return text(f"SHOW {name}")


def _reasons(url: str) -> list[str]:
    with pytest.raises(Refused) as refused:
        open_storage(None, url)
    return [reason.id for reason in refused.value.reasons]
