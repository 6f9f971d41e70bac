"""The writer: groups, order, bounds, faults."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence

import pytest

from contrecoup.storage import Batch, Kept, MemoryStorage, Outcome, Row, Stale, Unavailable, Writer
from tests.storage.suite import batch


class Gate(MemoryStorage):
    """A storage whose commits wait until they are let through, and may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.create("t", "")
        self.create("u", "")
        self.is_open = threading.Event()
        self.has_begun = threading.Event()
        self.groups: list[int] = []
        self.faults: list[Exception] = []

    def append(self, batches: Sequence[Batch]) -> list[Outcome]:
        self.groups.append(len(batches))
        self.has_begun.set()
        assert self.is_open.wait(10)
        if self.faults:
            raise self.faults.pop()
        return super().append(batches)


@pytest.fixture
def gate() -> Gate:
    return Gate()


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(timed())


async def begun(gate: Gate) -> None:
    """The commit that is under way has left the queue."""
    assert await asyncio.to_thread(gate.has_begun.wait, 10)


def test_what_arrives_during_a_commit_goes_into_the_next_together(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate)
        first = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        later = [
            asyncio.create_task(writer.append(each)) for each in (batch("t", 2), batch("u", 1), batch("t", 3))
        ]
        await asyncio.sleep(0)
        assert writer.waiting == 3
        gate.is_open.set()
        assert await asyncio.gather(first, *later) == [Kept(1), Kept(2), Kept(1), Kept(3)]
        assert gate.groups == [1, 3]
        await writer.close()

    run(test)


def test_nothing_is_acknowledged_before_its_commit_has_returned(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate)
        waiting = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        done, _ = await asyncio.wait({waiting}, timeout=0.1)
        assert not done
        gate.is_open.set()
        assert await waiting == Kept(1)
        await writer.close()

    run(test)


def test_a_full_queue_refuses_at_once_and_keeps_what_it_took(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate, most_waiting=2)
        taken = [asyncio.create_task(writer.append(batch("t", 1)))]
        await begun(gate)
        taken += [asyncio.create_task(writer.append(batch("t", place))) for place in (2, 3)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="too many"):
            await writer.append(batch("t", 4))
        gate.is_open.set()
        assert await asyncio.gather(*taken) == [Kept(1), Kept(2), Kept(3)]
        assert await writer.append(batch("t", 4)) == Kept(4)
        await writer.close()

    run(test)


def test_a_group_is_bounded(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate, most_together=4)
        first = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        others = [asyncio.create_task(writer.append(batch("t", place))) for place in range(2, 12)]
        await asyncio.sleep(0)
        gate.is_open.set()
        assert await asyncio.gather(first, *others) == [Kept(place) for place in range(1, 12)]
        assert gate.groups == [1, 4, 4, 2]
        await writer.close()

    run(test)


@pytest.mark.parametrize("fault", [Unavailable("the disk is full"), MemoryError("a fault of ours")])
def test_a_commit_s_fault_reaches_all_who_wait_for_it_and_nobody_else(gate: Gate, fault: Exception) -> None:
    async def test() -> None:
        gate.faults.append(fault)
        writer = Writer(gate)
        first = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        later = asyncio.create_task(writer.append(batch("u", 1)))
        await asyncio.sleep(0)
        gate.is_open.set()
        with pytest.raises(type(fault), match=str(fault)):
            await first
        assert await later == Kept(1)
        assert gate.read("t") == []
        await writer.close()

    run(test)


def test_who_stops_waiting_hurts_nobody(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate)
        first = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        gone = asyncio.create_task(writer.append(batch("t", 2)))
        stays = asyncio.create_task(writer.append(batch("t", 3)))
        await asyncio.sleep(0)
        gone.cancel()
        gate.is_open.set()
        assert [*await asyncio.gather(first, stays)] == [Kept(1), Kept(3)]
        assert gone.cancelled()
        await writer.close()

    run(test)


def test_closing_writes_what_waits_and_takes_no_more(gate: Gate) -> None:
    async def test() -> None:
        writer = Writer(gate)
        first = asyncio.create_task(writer.append(batch("t", 1)))
        await begun(gate)
        second = asyncio.create_task(writer.append(batch("t", 2)))
        await asyncio.sleep(0)
        closing = asyncio.create_task(writer.close())
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="closing"):
            await writer.append(batch("t", 3))
        gate.is_open.set()
        await closing
        assert [*await asyncio.gather(first, second)] == [Kept(1), Kept(2)]
        assert gate.head("t") == 2

    run(test)


def test_many_hands_at_one_table_take_turns() -> None:
    storage = MemoryStorage()
    storage.create("t", "")

    async def hand(writer: Writer) -> None:
        head = 0
        for _ in range(20):
            while isinstance(
                outcome := await writer.append(Batch("t", head, (Row(head + 1, "", b"x"),))), Stale
            ):
                head = outcome.head
            assert outcome == Kept(head + 1)
            head += 1

    async def test() -> None:
        writer = Writer(storage)
        await asyncio.gather(*(hand(writer) for _ in range(5)))
        await writer.close()

    run(test)
    assert [row.sequence for row in storage.read("t")] == list(range(1, 101))
