"""What every storage must do; each storage's tests subclass it."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from contrecoup.storage import (
    Absent,
    Batch,
    Changed,
    Entry,
    Kept,
    KeyChange,
    Outcome,
    Repeated,
    Row,
    Shouted,
    Signal,
    Snapshot,
    Stale,
    Storage,
    Table,
    Writer,
)
from tests.storage.model import StorageMachine

KEY = bytes(range(32))
ODD_NAMES = ("", "a\0b", "\ud800", "x" * 129, "two\nlines")


def rows(*sequences: int, scene: str = "") -> tuple[Row, ...]:
    return tuple(Row(sequence, scene, f"line {sequence}".encode()) for sequence in sequences)


def batch(table: str, *sequences: int, **more: Any) -> Batch:
    """Rows of no scene, after the one before the first."""
    return Batch(table, sequences[0] - 1, rows(*sequences), **more)


class StorageSuite:
    """The port's promises, one by one."""

    runs = 12
    """Runs against the model; a database takes its time."""

    @pytest.fixture
    def storage(self) -> Storage:
        raise AssertionError("each storage's tests give it")

    @pytest.fixture(autouse=True)
    def table(self, storage: Storage) -> str:
        assert storage.create("t", "Harbour nights")
        return "t"

    def test_a_new_table_stands_at_sequence_0(self, storage: Storage) -> None:
        assert storage.tables() == [Table("t", "Harbour nights", 0)]
        assert (storage.head("t"), storage.read("t")) == (0, [])

    def test_an_id_is_given_once(self, storage: Storage) -> None:
        assert not storage.create("t", "Other")
        assert storage.tables() == [Table("t", "Harbour nights", 0)]

    def test_titles_are_any_text_and_tables_come_by_id(self, storage: Storage) -> None:
        titles = {"Z": "Été « Σ » 🎲", "a": "'; DROP TABLE rows; --", "é": "%s %(x)s :x ? \n"}
        assert all(storage.create(id, title) for id, title in titles.items())
        assert [(each.id, each.title) for each in storage.tables() if each.id != "t"] == sorted(
            titles.items()
        )

    @pytest.mark.parametrize(
        ("table", "title"), [*((name, "") for name in ODD_NAMES), ("u", "\0"), ("u", "\udfff")]
    )
    def test_what_no_database_keeps_names_no_table(self, storage: Storage, table: str, title: str) -> None:
        with pytest.raises(ValueError, match="not a"):
            storage.create(table, title)

    def test_rows_come_back_in_order_as_they_were(self, storage: Storage) -> None:
        lines = [b"", b"\x00\xff", "é🎲".encode(), b"x" * 300_000]
        kept = tuple(Row(place, "", line) for place, line in enumerate(lines, start=1))
        assert storage.append([Batch("t", 0, kept)]) == [Kept(4)]
        assert tuple(storage.read("t")) == kept
        assert storage.head("t") == storage.tables()[0].head == 4

    def test_a_batch_may_be_longer_than_one_value_of_a_database(self, storage: Storage) -> None:
        long = tuple(Row(place, "", bytes([place]) * 3_000_000) for place in range(1, 8))
        assert storage.append([Batch("t", 0, long, request="r")]) == [Kept(7)]
        assert tuple(storage.read("t")) == long
        assert (storage.head("t"), storage.request("t", "", "r")) == (7, Repeated(1, 7, b""))

    def test_reading_begins_after_a_sequence_and_ends_where_asked(self, storage: Storage) -> None:
        storage.append([batch("t", *range(1, 21))])
        assert [row.sequence for row in storage.read("t", 7, 5)] == [8, 9, 10, 11, 12]
        assert [row.sequence for row in storage.read("t", 18)] == [19, 20]
        assert storage.read("t", 20) == storage.read("t", 2**70) == storage.read("t", 0, 0) == []
        assert len(storage.read("t", -3, 2**70)) == 20

    def test_a_scene_is_read_by_itself(self, storage: Storage) -> None:
        mixed = (
            Row(1, "", b"a"),
            Row(2, "s1", b"b"),
            Row(3, "s2", b"c"),
            Row(4, "s1", b"d"),
            Row(5, "", b"e"),
        )
        storage.append([Batch("t", 0, mixed)])
        assert [row.line for row in storage.read_scene("t", "s1")] == [b"b", b"d"]
        assert [row.line for row in storage.read_scene("t", "s1", 2)] == [b"d"]
        assert [row.line for row in storage.read_scene("t", "")] == [b"a", b"e"]
        assert storage.read_scene("t", "s3") == []

    def test_who_comes_late_is_told_where_the_table_is_and_changes_nothing(self, storage: Storage) -> None:
        storage.append([batch("t", 1, 2)])
        late = batch("t", 2, 3, request="r", asker="a", keys=(KeyChange(KEY, "joe"),), secrets=(("s", b"!"),))
        early = batch("t", 4, request="r", asker="a")
        assert storage.append([late, early]) == [Stale(2), Stale(2)]
        assert [row.sequence for row in storage.read("t")] == [1, 2]
        assert (storage.request("t", "a", "r"), storage.key(KEY), storage.secret("t", "s")) == (
            None,
            None,
            None,
        )

    def test_one_batch_s_fault_does_not_hurt_the_others(self, storage: Storage) -> None:
        storage.create("u", "")
        batches = [batch("t", 1), batch("t", 1), batch("gone", 1), batch("u", 1), batch("t", 2, 3)]
        assert storage.append(batches) == [Kept(1), Stale(1), Absent(), Kept(1), Kept(3)]
        assert (storage.head("t"), storage.head("u"), storage.head("gone")) == (3, 1, None)

    def test_a_request_is_done_once_and_its_repeat_gets_the_first_answer(self, storage: Storage) -> None:
        first = batch("t", 1, 2, request="r", asker="a", digest=b"\x01\x02")
        again = batch("t", 3, request="r", asker="a", digest=b"other")
        assert storage.append([first, again]) == [Kept(2), Repeated(1, 2, b"\x01\x02")]
        assert storage.append([first]) == [Repeated(1, 2, b"\x01\x02")]
        assert storage.request("t", "a", "r") == Repeated(1, 2, b"\x01\x02")
        assert storage.head("t") == 2

    def test_requests_of_other_askers_and_tables_are_others(self, storage: Storage) -> None:
        storage.create("u", "")
        asked = [batch("t", 1, request="r", asker="a"), batch("t", 2, request="r", asker="b")]
        assert storage.append([*asked, batch("u", 1, request="r", asker="a")]) == [Kept(1), Kept(2), Kept(1)]
        assert storage.request("t", "c", "r") is None

    def test_a_stale_request_may_be_made_anew(self, storage: Storage) -> None:
        storage.append([batch("t", 1)])
        assert storage.append([batch("t", 1, request="r", asker="a")]) == [Stale(1)]
        assert storage.append([batch("t", 2, request="r", asker="a")]) == [Kept(2)]

    def test_what_changes_no_row_is_remembered_too(self, storage: Storage) -> None:
        nothing = Batch("t", 0, request="r", asker="a", keys=(KeyChange(KEY, "joe"),))
        assert storage.append([nothing, nothing]) == [Kept(0), Repeated(1, 0, b"")]
        assert storage.key(KEY) == Entry("t", "joe")

    def test_a_key_opens_its_seat_until_it_is_dropped(self, storage: Storage) -> None:
        storage.create("u", "")
        storage.append([batch("t", 1, keys=(KeyChange(KEY, "joe"), KeyChange(KEY[::-1], "gm")))])
        storage.append([batch("u", 1, keys=(KeyChange(KEY),))])
        assert storage.key(KEY) == Entry("t", "joe")
        storage.append([batch("t", 2, keys=(KeyChange(KEY, "ann"), KeyChange(KEY[::-1])))])
        assert (storage.key(KEY), storage.key(KEY[::-1]), storage.key(b"")) == (Entry("t", "ann"), None, None)

    def test_secrets_are_kept_by_scene_and_not_among_rows(self, storage: Storage) -> None:
        storage.append([batch("t", 1, secrets=(("s1", b"\x00one"), ("s2", b"two")))])
        storage.append([batch("t", 2, secrets=(("s2", b"new"),))])
        assert [storage.secret("t", scene) for scene in ("s1", "s2", "s3")] == [b"\x00one", b"new", None]
        assert all(b"one" not in row.line for row in storage.read("t"))

    def test_the_newest_snapshot_is_kept(self, storage: Storage) -> None:
        storage.keep_snapshot("t", 5, 1, b"five")
        storage.keep_snapshot("t", 3, 1, b"three")
        assert storage.snapshot("t") == Snapshot(5, 1, b"five")
        storage.keep_snapshot("t", 9, 1, b"nine")
        storage.keep_snapshot("t", 4, 2, b"other")
        assert storage.snapshot("t") == Snapshot(4, 2, b"other")

    def test_a_snapshot_without_a_table_is_not_kept(self, storage: Storage) -> None:
        storage.keep_snapshot("gone", 1, 1, b"x")
        assert storage.snapshot("gone") is None

    def test_a_dropped_table_leaves_nothing(self, storage: Storage) -> None:
        full = batch("t", 1, request="r", asker="a", keys=(KeyChange(KEY, "joe"),), secrets=(("s", b"!"),))
        storage.append([full])
        storage.keep_snapshot("t", 1, 1, b"x")
        assert storage.drop("t")
        assert not storage.drop("t")
        assert storage.create("t", "Again")
        assert (storage.tables(), storage.read("t")) == ([Table("t", "Again", 0)], [])
        assert (storage.key(KEY), storage.secret("t", "s"), storage.snapshot("t")) == (None, None, None)
        assert storage.append([full]) == [Kept(1)]

    @pytest.mark.parametrize("odd", ODD_NAMES)
    def test_what_can_be_no_name_is_not_found(self, storage: Storage, odd: str) -> None:
        storage.append([batch("t", 1, request="r")])
        assert (storage.head(odd), storage.read(odd), storage.read_scene(odd, "")) == (None, [], [])
        assert (storage.request(odd, "", "r"), storage.request("t", "", odd)) == (None, None)
        assert (storage.secret(odd, ""), storage.snapshot(odd), storage.drop(odd)) == (None, None, False)
        storage.keep_snapshot(odd, 1, 1, b"")
        if odd:
            assert (storage.read_scene("t", odd), storage.secret("t", odd)) == ([], None)
            assert storage.request("t", odd, "r") is None

    def test_listeners_hear_of_each_table_until_they_are_closed(self, storage: Storage) -> None:
        storage.create("u", "")
        first, second = Ears(), Ears()
        closable = storage.listen(first)
        storage.listen(second)
        storage.append([batch("t", 1, 2), batch("t", 1), batch("u", 1)])
        assert first.wait(2) == {Changed("t", 2), Changed("u", 1)}
        closable.close()
        storage.append([batch("t", 3), Batch("u", 1, request="r")])
        assert second.wait(3) == {Changed("t", 2), Changed("u", 1), Changed("t", 3)}
        assert len(first.signals) == 2

    def test_a_listener_s_fault_keeps_nothing_from_the_others(
        self, storage: Storage, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(signal: Signal) -> None:
            raise RuntimeError("a fault of its own")

        storage.listen(fail)
        ears = Ears()
        storage.listen(ears)
        assert storage.append([batch("t", 1)]) == [Kept(1)]
        assert ears.wait(1) == {Changed("t", 1)}
        assert "a fault of its own" in caplog.text

    def test_a_dropped_table_is_heard_of(self, storage: Storage) -> None:
        ears = Ears()
        storage.listen(ears)
        storage.drop("t")
        assert ears.wait(1) == {Changed("t", 0)}

    def test_a_word_is_shouted_whole_and_kept_nowhere(self, storage: Storage) -> None:
        ears = Ears()
        storage.listen(ears)
        words = ['{"seat": "Zoé"}\n\r\n\t', "", "é" * 2000]
        for word in words:
            storage.shout("t", word)
        assert ears.wait(3) == {Shouted("t", word) for word in words}
        assert (storage.head("t"), storage.read("t")) == (0, [])

    @pytest.mark.parametrize("word", ["é" * 2001, "a\0b", "\ud800"])
    def test_no_other_word_is_shouted(self, storage: Storage, word: str) -> None:
        with pytest.raises(ValueError, match="not a word"):
            storage.shout("t", word)

    def test_of_two_who_write_at_once_one_is_late(self, storage: Storage) -> None:
        others = [
            [batch("t", place, request=f"{place}", asker=who)] for place in range(1, 21) for who in "ab"
        ]
        with ThreadPoolExecutor(4) as pool:
            for first, second in zip(others[::2], others[1::2], strict=True):
                outcomes = [each[0] for each in pool.map(storage.append, (first, second))]
                head = first[0].last
                assert sorted(map(str, outcomes)) == [str(Kept(head)), str(Stale(head))]
        assert [row.sequence for row in storage.read("t")] == list(range(1, 21))

    def test_threads_of_many_tables_end_with_every_row_in_order(self, storage: Storage) -> None:
        names = [f"table {number}" for number in range(6)]
        for name in names:
            storage.create(name, "")

        def fill(start: int) -> None:
            mine = names[start:] + names[:start]
            for _ in range(15):
                storage.append([Batch(name, head, rows(head + 1)) for name, head in _heads(storage, mine)])

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(fill, range(4)))
        for name in names:
            assert [row.sequence for row in storage.read(name)] == list(
                range(1, 1 + (storage.head(name) or 0))
            )
            assert 15 <= (storage.head(name) or 0) <= 60

    def test_the_writer_answers_each_batch_with_its_own_outcome(self, storage: Storage) -> None:
        async def run() -> list[Outcome]:
            writer = Writer(storage)
            asked = [batch("t", 1), batch("t", 1), batch("gone", 1), batch("t", 2)]
            outcomes = await asyncio.gather(*map(writer.append, asked))
            await writer.close()
            return outcomes

        assert asyncio.run(run()) == [Kept(1), Stale(1), Absent(), Kept(2)]

    def test_it_does_what_a_plain_model_does(self, storage: Storage) -> None:
        runs = settings(max_examples=self.runs, stateful_step_count=25, deadline=None, derandomize=True)
        machine = type("Machine", (StorageMachine,), {"storage": storage})
        run_state_machine_as_test(machine, settings=runs)

    def test_it_is_healthy(self, storage: Storage) -> None:
        assert storage.is_healthy()

    def test_it_may_be_closed_twice(self, storage: Storage) -> None:
        storage.close()
        storage.close()


class Ears:
    """A listener that remembers, and waits for so many signals."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self._changed = threading.Condition()

    def __call__(self, signal: Signal) -> None:
        with self._changed:
            self.signals.append(signal)
            self._changed.notify_all()

    def wait(self, count: int, within: float = 10.0) -> set[Signal]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.signals) >= count, within), self.signals
            return set(self.signals)


def _heads(storage: Storage, names: list[str]) -> list[tuple[str, int]]:
    return [(name, storage.head(name) or 0) for name in names]
