"""Nothing at a table grows without end, and what is let go of comes back when it is needed."""

import asyncio

import pytest

from contrecoup.kernel import GM, Refused
from contrecoup.storage import MemoryStorage
from contrecoup.table import carrying, hall, room, scene_orders
from contrecoup.table import commands as do
from contrecoup.table.fold import folded
from tests.table.desks import a_group, desk_over, in_loop, refused, session, watched


@in_loop
async def test_a_scene_whose_log_is_full_can_be_read_and_nothing_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scene_orders, "MOST_RECORDS", 12)
    async with a_group() as group:
        await group.begin()
        while (await group.campaign()).scenes[group.scene].last < 12:
            await group.answer()
        for command in (do.PassTurn(), do.Rewind(to=2), do.Pause(), do.SetAuto(seat="system", auto=True)):
            assert await refused(group, command) == ["table.scene_full"]
        assert (await group.desk.seen(group.table, group.ana, "en")).scene is not None
        await group.ask(do.PassTime(minutes=1))


@in_loop
async def test_a_full_scene_can_still_be_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_group() as group:
        await group.begin()
        await group.play_out()
        monkeypatch.setattr(scene_orders, "MOST_RECORDS", (await group.campaign()).scenes[group.scene].last)
        await group.ask(do.Close())
        assert (await group.campaign()).scenes[group.scene].status == "closed"


@in_loop
async def test_a_campaign_has_so_many_events_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_group() as group:
        monkeypatch.setattr(carrying, "MOST_EVENTS", len(group.records()))
        assert await refused(group, do.PassTime(minutes=1)) == ["table.too_many"]


@in_loop
async def test_seats_that_play_on_take_as_many_batches_as_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_orders, "MOST_STEPS", 3)
    async with a_group() as group:
        await group.begin()
        await group.ask(do.SetAuto(seat="system", auto=True))
        await group.ask(do.SetAuto(seat="hacker", auto=True))
        assert len((await session(group)).steps) == 3
        for _ in range(500):
            if (await session(group)).is_over():
                break
            await asyncio.sleep(0.01)
        assert (await session(group)).is_over()
        assert folded(group.records()) == await group.campaign()


@in_loop
async def test_seats_that_play_on_are_gone_on_with_by_whoever_opens_the_scene_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    storage = MemoryStorage()
    async with a_group(storage) as group:
        await group.begin()
        with monkeypatch.context() as patch:  # the process is killed after the first batch
            patch.setattr(scene_orders, "MOST_STEPS", 0)
            for seat in ("system", "hacker"):
                await group.ask(do.SetAuto(seat=seat, auto=True))
            await group.desk.close()
            assert (await session(group)).steps == ()
    async with desk_over(storage) as other:
        for _ in range(200):
            if (await other.seen(group.table, GM, "en", group.scene)).scene.status == "over":  # type: ignore[union-attr]  # shown
                break
            await asyncio.sleep(0.02)
        group.desk = other
        assert (await session(group)).is_over()


@in_loop
async def test_seats_that_play_on_stop_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_orders, "MOST_STEPS", 1)
    async with a_group() as group:
        await group.begin()
        await group.ask(do.SetAuto(seat="system", auto=True))
        await group.ask(do.Pause())
        await group.ask(do.SetAuto(seat="hacker", auto=True))
        await asyncio.sleep(0.05)
        assert (await session(group)).steps == ()


@in_loop
async def test_sessions_beyond_the_bound_are_let_go_of_and_folded_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "MOST_RUNNING", 2)
    async with a_group() as group:
        scenes = []
        for _ in range(4):
            scenes.append(await group.begin())
            await group.answer()
        held = [(await session(group, scene)).records for scene in scenes]
        for scene, records in zip(scenes, held, strict=True):
            assert (await session(group, scene)).records == records
            await group.answer(scene)
        kept = await group.desk.look(group.table, GM, lambda room, shown, here: [*filter(room.has, scenes)])
        assert len(kept) == 2


@in_loop
async def test_tables_beyond_the_bound_are_let_go_of_unless_they_are_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hall, "MOST_TABLES", 3)
    storage = MemoryStorage()
    async with a_group(storage) as group, desk_over(storage) as desk:
        stream = watched(desk, group.table, group.ana)
        await anext(stream)
        tables = [(await desk.found(f"Table {number}", "en"))[0] for number in range(6)]
        for table in tables:
            assert (await desk.seen(table, GM, "en")).table == table
        assert len(desk._hall._tables) <= 4
        await group.ask(do.PassTime(minutes=5))
        await asyncio.wait_for(anext(stream), 2)
        assert (await desk.seen(group.table, group.ana, "en")).clock == 5
        await stream.aclose()


@in_loop
async def test_seats_that_never_were_are_not_remembered_for_what_they_would_be_shown() -> None:
    async with a_group() as group:
        await group.begin()
        for number in range(20):
            with pytest.raises(Refused):
                await group.desk.seen(group.table, GM, "en", preview=f"nobody {number}")
        await group.desk.seen(group.table, GM, "en", preview=group.ana)
        room = await group.desk.look(group.table, GM, lambda room, shown, here: room)
        assert set(room._shown) <= {GM, group.ana}
