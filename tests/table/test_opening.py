"""A table is opened from its snapshot and the rows after it, whatever became of the snapshot."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

import msgspec
import pytest

from contrecoup.kernel import GM
from contrecoup.log import Event, Record, encode
from contrecoup.storage import Batch, MemoryStorage, Row
from contrecoup.table import commands as do
from contrecoup.table import events as ev
from contrecoup.table import opening
from contrecoup.table.campaign import Campaign
from contrecoup.table.fold import folded
from contrecoup.table.refusals import Unknown
from contrecoup.table.room import Room
from tests.table.desks import a_group, desk_over, in_loop, session
from tests.table.test_events import TIME


class Counting(MemoryStorage):
    """Counts the rows that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0

    def read(self, table: str, after: int = 0, most: int | None = None) -> Sequence[Row]:
        found = super().read(table, after, most)
        self.rows += len(found)
        return found

    def read_scene(self, table: str, scene: str, after: int = 0) -> Sequence[Row]:
        found = super().read_scene(table, scene, after)
        self.rows += len(found)
        return found


def filled(storage: MemoryStorage, count: int, snapshot: int | None = None, data: bytes | None = None) -> str:
    """A table of so many events, with a snapshot of one of them."""
    events: list[Event] = [ev.Founded(title="Long", lang="en"), ev.KeyMade(seat=GM)]
    events += [ev.NoteKept(note=f"n{number % 50}", text=str(number)) for number in range(count - 2)]
    records = [
        Record(sequence=number, time=TIME + timedelta(seconds=number), event=event)
        for number, event in enumerate(events, 1)
    ]
    storage.create("long", "Long")
    rows = tuple(Row(record.sequence, "", encode(record)) for record in records)
    storage.append([Batch(table="long", after=0, rows=rows)])
    if snapshot is not None:
        room = Room("long", folded(records[:snapshot]))
        kept = opening.snapshot_of(room) if data is None else data
        storage.keep_snapshot("long", snapshot, opening.VERSION, kept)
    return "long"


@pytest.mark.parametrize("snapshot", [None, 1, 900, 1000])
def test_a_table_is_the_same_whether_or_not_it_is_opened_from_a_snapshot(snapshot: int | None) -> None:
    storage, plain = Counting(), MemoryStorage()
    room, kept = opening.open_room(storage, filled(storage, 1000, snapshot))
    expected, _ = opening.open_room(plain, filled(plain, 1000))
    assert room.campaign == expected.campaign
    assert list(room.campaign.notes) == list(expected.campaign.notes) == [f"n{each}" for each in range(50)]
    assert kept == (snapshot or 0)
    assert storage.rows == 1000 - (snapshot or 0)


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x80", b"not a snapshot"])
def test_a_snapshot_that_cant_be_read_is_done_without(data: bytes) -> None:
    storage, plain = MemoryStorage(), MemoryStorage()
    room, kept = opening.open_room(storage, filled(storage, 100, 50, data))
    assert kept == 0
    assert room.campaign == opening.open_room(plain, filled(plain, 100))[0].campaign


def test_a_snapshot_of_another_form_or_from_beyond_the_log_is_done_without() -> None:
    storage = MemoryStorage()
    table = filled(storage, 100)
    data = opening.snapshot_of(opening.open_room(storage, table)[0])
    storage.keep_snapshot(table, 100, opening.VERSION + 1, data)
    assert opening.open_room(storage, table)[1] == 0
    other = MemoryStorage()
    filled(other, 50)
    other.keep_snapshot(table, 100, opening.VERSION, data)
    room, kept = opening.open_room(other, table)
    assert (room.campaign.sequence, kept) == (50, 0)


@pytest.mark.parametrize("table", ["nowhere", "empty"])
def test_a_table_that_isnt_there_or_was_never_founded_is_unknown(table: str) -> None:
    storage = MemoryStorage()
    storage.create("empty", "Empty")
    with pytest.raises(Unknown):
        opening.open_room(storage, table)


@in_loop
async def test_a_desk_keeps_a_snapshot_now_and_then_and_reads_little_when_it_opens_the_table_again() -> None:
    storage = Counting()
    async with a_group(storage) as group:
        await group.begin()
        while len(group.records()) < 2 * opening.EVERY + 20:
            await group.ask(do.Rewind(to=2))
            await group.play_out()
        await group.ask(do.PassTime(minutes=1))
        await asyncio.sleep(0.05)
        kept = storage.snapshot(group.table)
        assert kept is not None
        assert len(group.records()) - kept.sequence <= opening.EVERY + 10
        async with desk_over(storage) as other:
            storage.rows = 0
            group.desk, first = other, group.desk
            campaign = await group.campaign()
            assert storage.rows <= opening.EVERY + 10 + campaign.scenes[group.scene].last
            group.desk = first
            assert campaign == await group.campaign() == folded(group.records())


@in_loop
async def test_a_what_if_of_a_what_if_is_opened_with_all_that_it_shares() -> None:
    storage = MemoryStorage()
    async with a_group(storage) as group:
        await group.begin()
        for _ in range(3):
            await group.answer()
        fork = (await group.ask(do.Fork(to=4))).made
        await group.answer(fork)
        again = (await group.ask(do.Fork(to=3), scene=fork)).made
        await group.answer(again)
        await group.answer()
        live = {scene: (await session(group, scene)).records for scene in (group.scene, fork, again)}
        async with desk_over(storage) as other:
            group.desk = other
            for scene, records in live.items():
                assert (await session(group, scene)).records == records
            await group.answer(again)
            await group.answer(fork)


def test_a_campaign_of_another_form_has_another_version_of_snapshots() -> None:
    # changed? Then older snapshots mustn't be read: raise opening.VERSION, and say here what it stands for
    form = sha256(msgspec.json.encode(msgspec.json.schema(Campaign), order="deterministic")).hexdigest()
    assert {opening.VERSION: form[:16]} == {3: "a9b56a2ae4412474"}
