"""What is asked counts once, in order, and whoever comes second gets what stands."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from contrecoup.kernel import GM, Refused, refusal
from contrecoup.storage import Batch, MemoryStorage, Outcome, Row, Storage, Unavailable
from contrecoup.storage.opening import open_storage
from contrecoup.storage.writer import Writer
from contrecoup.table import commands as do
from contrecoup.table import desk as desks
from contrecoup.table.commands import Asked, Receipt
from contrecoup.table.desk import Desk
from contrecoup.table.draft import Draft
from contrecoup.table.fold import folded
from contrecoup.table.refusals import OutOfTurn, Reused, Settled, Unknown
from contrecoup.table.room import Room
from tests.table.desks import Group, a_group, desk_over, in_loop, session, until_thrown, watched


async def outcome(group: Group, command: do.Command, seat: str, turn: int) -> Receipt | Refused:
    try:
        return await group.ask(command, seat, turn=turn)
    except Refused as refused:
        return refused


@in_loop
async def test_of_two_devices_that_answer_at_once_one_counts_and_the_other_gets_what_stands() -> None:
    async with a_group() as group:
        await group.begin()
        one, other = await asyncio.gather(
            outcome(group, do.Choose(option="connect"), group.ana, 0),
            outcome(group, do.Choose(option="stop"), group.ana, 0),
        )
        assert isinstance(one, Receipt)
        assert isinstance(other, Settled)
        assert (other.status, other.stands.turn, other.stands.told) == (409, one.turn, one.told)
        assert len((await session(group)).steps) == 1


@pytest.fixture(params=["memory", "sqlite"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    storage = open_storage(tmp_path / "group.db" if request.param == "sqlite" else None, None)
    yield storage
    storage.close()


@in_loop
async def test_two_processes_answering_at_once_settle_a_question_once(storage: Storage) -> None:
    async with a_group(storage) as group, desk_over(storage) as other:
        await group.begin()
        node_turn = await group.turn(group.ana)
        results = await asyncio.gather(
            group.ask(do.Choose(option="connect"), group.ana, turn=node_turn),
            group.ask(do.Choose(option="stop"), group.ana, turn=node_turn, desk=other),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Receipt", "Settled"]
        kinds = [record.event.kind for record in group.records()]
        assert kinds.count("played") == len((await session(group)).records)
        seen = [await each.seen(group.table, group.ana, "en") for each in (group.desk, other)]
        assert seen[0] == seen[1]


@in_loop
async def test_a_request_that_is_sent_again_is_done_once_and_answered_the_same() -> None:
    async with a_group() as group:
        await group.begin()
        first = await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="one")
        await group.answer()
        again = await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="one")
        assert again == first
        async with desk_over(group.storage) as other:
            third = await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="one", desk=other)
            assert third == first


@in_loop
async def test_a_request_sent_twice_at_once_is_done_once(storage: Storage) -> None:
    async with a_group(storage) as group, desk_over(storage) as other:
        before = len(group.records())
        receipts = await asyncio.gather(
            *(
                group.ask(do.PassTime(minutes=5), request="once", desk=desk)
                for desk in (None, other, None, other)
            )
        )
        assert len(set(receipts)) == 1
        assert len(group.records()) == before + 1
        assert (await group.campaign()).minutes == 5


@in_loop
async def test_a_links_key_is_sent_once_even_where_the_request_is_sent_again() -> None:
    async with a_group() as group:
        command = do.MakeSeat(role="player", name="Bo")
        first = await group.ask(command, request="bo")
        again = await group.ask(command, request="bo")
        assert first.key
        assert again.key == ""
        assert again.made == first.made


@in_loop
async def test_a_request_id_that_was_anothers_is_refused_whatever_is_asked() -> None:
    async with a_group() as group:
        await group.ask(do.PassTime(minutes=5), request="mine")
        for command in (do.PassTime(minutes=6), do.DropNote(note="none")):
            with pytest.raises(Reused) as fault:
                await group.ask(command, request="mine")
            assert fault.value.status == 422
        await group.begin()
        await group.ask(do.Choose(option="connect"), group.ana, request="mine")


@in_loop
async def test_a_command_that_comes_to_nothing_is_answered_the_same_again() -> None:
    async with a_group() as group:
        await group.begin()
        same = do.SetAuto(seat="system", auto=False)
        before = len(group.records())
        first = await group.ask(same, request="auto")
        await group.answer()
        assert await group.ask(same, request="auto") == first
        assert len(group.records()) == before + 1


@in_loop
async def test_a_refusal_changes_nothing_and_is_tried_anew() -> None:
    async with a_group() as group:
        await group.begin()
        await until_thrown(group)
        before = group.records()
        with pytest.raises(Refused):
            await group.ask(do.TypeDice(numbers=(99, 99)), request="typed")
        assert group.records() == before
        await group.ask(do.TypeDice(numbers=(5,)), request="typed2")


@in_loop
async def test_a_secret_modifier_makes_no_command_stale_for_a_player() -> None:
    async with a_group() as group:
        await group.begin()
        turn = await group.turn(group.ana)
        await group.ask(do.Adjust(by=1, reason="luck", secret=True))
        assert await group.turn(group.ana) == turn
        await group.ask(do.Choose(option="connect"), group.ana, turn=turn)


@in_loop
async def test_all_that_happened_is_rebuilt_from_the_log_alone(storage: Storage) -> None:
    async with a_group(storage) as group:
        await group.begin()
        await group.play_out()
        await group.ask(do.Fork(to=3))
        campaign = await group.campaign()
        assert folded(group.records()) == campaign
        room = Room.of(group.table, group.records())
        live = await session(group)
        assert room.session(group.scene).state == live.state
        assert room.session(group.scene).records == live.records


class FaultyWriter:
    """Fails as often as it is told to: before anything is kept, or after."""

    def __init__(self, storage: MemoryStorage) -> None:
        self._writer = Writer(storage)
        self.before = 0
        self.after = 0

    async def append(self, batch: Batch) -> Outcome:
        if self.before:
            self.before -= 1
            raise Unavailable("down")
        outcome = await self._writer.append(batch)
        if self.after:
            self.after -= 1
            raise Unavailable("the answer got lost")
        return outcome

    async def close(self) -> None:
        await self._writer.close()


@in_loop
async def test_what_isnt_kept_doesnt_count_and_what_is_counts_even_where_the_answer_got_lost() -> None:
    storage = MemoryStorage()
    writer = FaultyWriter(storage)
    desk = Desk(storage, writer)
    table, key = await desk.found("Storm", "en")
    group = Group(storage, desk, table, key)
    await group.gather()
    await group.begin()
    seen = await desk.seen(table, group.ana, "en")
    writer.before = 1
    with pytest.raises(Unavailable):
        await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="x")
    assert await desk.seen(table, group.ana, "en") == seen
    writer.after = 1
    with pytest.raises(Unavailable):
        await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="x")
    receipt = await group.ask(do.Choose(option="connect"), group.ana, turn=0, request="x")
    assert receipt.turn == 1
    assert len((await session(group)).steps) == 1
    await desk.close()
    await writer.close()


@in_loop
async def test_a_command_that_is_broken_off_leaves_no_trace_but_what_was_kept() -> None:
    async with a_group() as group:
        await group.begin()
        task = asyncio.create_task(group.ask(do.Choose(option="connect"), group.ana, turn=0))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        kept, live = None, await session(group)
        for _ in range(100):  # what was handed to the writer is kept a moment later, and then counts
            kept, live = Room.of(group.table, group.records()), await session(group)
            if kept.session(group.scene).records == live.records:
                return
            await asyncio.sleep(0.02)
        assert kept is not None
        assert kept.session(group.scene).records == live.records


@in_loop
async def test_seats_that_play_on_go_on_in_batches_until_the_end() -> None:
    async with a_group() as group:
        await group.begin()
        for seat in ("hacker", "system"):
            await group.ask(do.SetAuto(seat=seat, auto=True))
        for _ in range(200):
            if (await session(group)).is_over():
                break
            await asyncio.sleep(0.01)
        assert (await session(group)).is_over()
        assert folded(group.records()) == await group.campaign()


@in_loop
async def test_a_table_that_isnt_there_is_unknown() -> None:
    async with a_group() as group:
        with pytest.raises(Unknown):
            await group.desk.seen("nowhere", GM, "en")
        with pytest.raises(Unknown):
            await group.desk.do("nowhere", GM, Asked(request="x", command=do.PassTime(minutes=1)))


@in_loop
async def test_a_dropped_table_lets_nobody_do_anything() -> None:
    async with a_group() as group:
        group.storage.drop(group.table)
        await asyncio.sleep(0.01)
        with pytest.raises(Unknown):
            await group.desk.seen(group.table, GM, "en")


@pytest.mark.parametrize("title", ["", " ", "x" * 121, "bell\x07"])
@in_loop
async def test_a_campaign_has_a_title_that_can_be_read(title: str) -> None:
    async with a_group() as group:
        with pytest.raises(Refused):
            await group.desk.found(title, "en")
        with pytest.raises(Refused):
            await group.desk.found("Night", "de")


@in_loop
async def test_a_whole_log_founds_a_table_again_with_a_new_key() -> None:
    async with a_group() as group:
        await group.begin()
        await group.answer()
        table, key = await group.desk.adopt(group.records())
        token = await group.desk.enter(key)
        assert await group.desk.seat_of(token) == (table, GM)
        seen = await group.desk.seen(table, GM, "en")
        assert seen.scene is not None
        assert seen.scene.turn == 1


@in_loop
async def test_a_desk_gives_up_where_others_are_always_faster() -> None:
    storage = MemoryStorage()
    async with a_group(storage) as group, desk_over(storage) as other:
        rival = iter(range(1, 100))

        class Racing(Writer):
            async def append(self, batch: Batch) -> Outcome:
                await group.ask(do.PassTime(minutes=next(rival)), desk=other)
                return await super().append(batch)

        writer = Racing(storage)
        slow = Desk(storage, writer)
        with pytest.raises(Unavailable):
            await group.ask(do.PassTime(minutes=1), desk=slow)
        assert next(rival) == desks.TRIES + 1
        await slow.close()
        await writer.close()


@in_loop
async def test_whoever_asks_for_a_turn_that_has_gone_learns_what_a_rewind_left() -> None:
    async with a_group() as group:
        await group.begin()
        await group.answer()
        await group.ask(do.Rewind(to=2))
        with pytest.raises(OutOfTurn) as fault:
            await group.ask(do.Choose(option="connect"), group.ana, turn=0)
        assert isinstance(fault.value, Settled)
        assert (fault.value.stands.turn, fault.value.stands.told) == (2, ())


class Silent(MemoryStorage):
    """Doesn't answer while it is down."""

    is_down = False

    def read(self, table: str, after: int = 0, most: int | None = None) -> Sequence[Row]:
        if self.is_down:
            raise Unavailable("down")
        return super().read(table, after, most)


@in_loop
async def test_watchers_outlast_a_storage_that_doesnt_answer() -> None:
    storage = Silent()
    async with a_group(storage) as group, desk_over(storage) as other:
        stream = watched(other, group.table, group.ana)
        await anext(stream)
        storage.is_down = True
        await group.ask(do.PassTime(minutes=5))
        await asyncio.wait_for(anext(stream), 2)
        with pytest.raises(Unavailable):
            await other.seen(group.table, group.ana, "en")
        storage.is_down = False
        assert (await other.seen(group.table, group.ana, "en")).clock == 5
        await stream.aclose()


@in_loop
async def test_a_command_for_the_campaign_may_name_a_scene_whose_session_isnt_at_hand(
    storage: Storage,
) -> None:
    async with a_group(storage) as group, desk_over(storage) as other:
        await group.begin()
        note = do.Note(text="They know.")
        receipt = await group.ask(note, request="n", desk=other)
        assert (receipt.turn, receipt.told) == (0, ())
        assert await group.ask(note, request="n") == receipt


@in_loop
async def test_what_cant_be_written_down_is_refused() -> None:
    async with a_group() as group:
        await group.begin()
        with pytest.raises(Refused):
            await group.ask(do.Choose(option="connect", values={"\ud800": 1}), group.ana)


@in_loop
async def test_a_command_that_is_refused_halfway_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(self: Draft, seat: str, minutes: int, held: bytes | None) -> None:
        raise Refused([refusal("table.no_seat")])

    async with a_group() as group:
        before = len((await group.campaign()).seats)
        with monkeypatch.context() as patch:
            patch.setattr(Draft, "make_key", broken)
            with pytest.raises(Refused):
                await group.ask(do.MakeSeat(role="player", name="Bo"))
        assert len((await group.campaign()).seats) == before
        await group.ask(do.PassTime(minutes=1))
        assert folded(group.records()) == await group.campaign()
