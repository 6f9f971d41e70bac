"""Seats are entered by keys that nobody guesses, of which only hashes are kept; a revoked one is out."""

import asyncio
import re
from datetime import timedelta

import pytest

from contrecoup.kernel import GM
from contrecoup.storage import MemoryStorage
from contrecoup.table import commands as do
from contrecoup.table import keys
from contrecoup.table.desk import Desk
from contrecoup.table.refusals import Denied, NoKey
from tests.table.desks import Group, Time, a_group, desk_over, in_loop, watched


async def is_open(group: Group, token: str) -> bool:
    try:
        await group.desk.seat_of(token)
    except NoKey:
        return False
    return True


def test_a_key_has_192_random_bits_and_no_two_are_alike() -> None:
    made = {keys.new_key() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(re.fullmatch(r"[\w-]{32}", key) for key in made)


def test_the_session_token_is_the_hmac_of_the_key() -> None:
    # printf "contrecoup session" | openssl dgst -sha256 -hmac a-key -binary | basenc --base64url
    assert keys.token_of("a-key") == "j6hniEdGzZ9Ob2coy3xXk544I-uArKy7Tywl2djrYCI"


def test_neither_is_stored_nor_can_one_be_used_as_the_other() -> None:
    key = keys.new_key()
    token = keys.token_of(key)
    assert len({keys.hash_of_key(key), keys.hash_of_token(token), keys.hash_of_key(token)}) == 3
    assert keys.hashes(key) == keys.hash_of_key(key) + keys.hash_of_token(token)


@in_loop
async def test_a_link_opens_its_seat_on_as_many_devices_as_one_likes_and_writes_nothing() -> None:
    async with a_group() as group:
        before = len(group.records())
        tokens = {await group.desk.enter(group.ana_key) for _ in range(3)}
        assert len(tokens) == 1
        assert await group.desk.seat_of(tokens.pop()) == (group.table, group.ana)
        assert await group.desk.seat_of(await group.desk.enter(group.key)) == (group.table, GM)
        assert len(group.records()) == before


@pytest.mark.parametrize("said", ["", "x", "x" * 101, "é\x00", "\ud800"])
@in_loop
async def test_what_is_no_key_opens_nothing(said: str) -> None:
    async with a_group() as group:
        for entering in (group.desk.enter, group.desk.seat_of):
            with pytest.raises(NoKey) as fault:
                await entering(said)
            assert fault.value.status == 401


@in_loop
async def test_a_key_is_no_token_and_a_token_is_no_key() -> None:
    async with a_group() as group:
        token = await group.desk.enter(group.ana_key)
        assert not await is_open(group, group.ana_key)
        with pytest.raises(NoKey):
            await group.desk.enter(token)


@in_loop
async def test_keys_and_their_hashes_stand_nowhere_in_the_log() -> None:
    async with a_group() as group:
        lines = b"\n".join(row.line for row in group.storage.read(group.table))
        token = keys.token_of(group.ana_key)
        for secret in (group.ana_key, token):
            assert secret.encode() not in lines
        for hash in (keys.hash_of_key(group.ana_key), keys.hash_of_token(token)):
            assert hash.hex().encode() not in lines
            assert hash not in lines


@in_loop
async def test_a_new_link_ends_the_old_one_and_whoever_came_by_it() -> None:
    async with a_group() as group:
        old = await group.desk.enter(group.ana_key)
        new = (await group.ask(do.RotateKey(seat=group.ana))).key
        assert not await is_open(group, old)
        with pytest.raises(NoKey):
            await group.desk.enter(group.ana_key)
        assert await is_open(group, await group.desk.enter(new))


@in_loop
async def test_a_revoked_seat_can_neither_enter_nor_ask_nor_look_and_its_chair_is_the_game_masters() -> None:
    async with a_group() as group:
        await group.begin()
        token = await group.desk.enter(group.ana_key)
        await group.ask(do.RevokeSeat(seat=group.ana))
        assert not await is_open(group, token)
        with pytest.raises(NoKey):
            await group.desk.enter(group.ana_key)
        with pytest.raises(Denied):
            await group.ask(do.Choose(option="connect"), group.ana, turn=0)
        with pytest.raises(Denied):
            await group.desk.seen(group.table, group.ana, "en")
        await group.ask(do.Choose(option="connect"))


@in_loop
async def test_a_link_with_an_end_holds_until_then() -> None:
    time = Time()
    async with a_group(clock=time) as group:
        made = await group.ask(do.MakeSeat(role="player", name="Bo", minutes=10))
        token = await group.desk.enter(made.key)
        time.now += timedelta(minutes=9)
        assert await is_open(group, token)
        time.now += timedelta(minutes=1)
        assert not await is_open(group, token)
        with pytest.raises(Denied):
            await group.desk.seen(group.table, made.made, "en")


@pytest.mark.parametrize("command", [do.RevokeSeat, do.RotateKey])
@in_loop
async def test_an_open_stream_ends_at_once_with_its_link(command: type[do.RevokeSeat | do.RotateKey]) -> None:
    async with a_group() as group:
        woken = []

        async def follow() -> None:
            async for _ in watched(group.desk, group.table, group.ana):
                woken.append(group.desk.here(group.table))

        stream = asyncio.create_task(follow())
        await asyncio.sleep(0.05)
        assert woken
        assert woken[0] == {group.ana}
        await group.ask(command(seat=group.ana))
        await asyncio.wait_for(stream, 2)
        assert group.desk.here(group.table) == frozenset()


@in_loop
async def test_an_open_stream_ends_when_its_link_does() -> None:
    time = Time()
    async with a_group(clock=time) as group:
        made = (await group.ask(do.MakeSeat(role="screen", name="Wall", minutes=10))).made
        ends = (await group.campaign()).seats[made].ends
        assert ends is not None
        time.now = ends - timedelta(seconds=2.5)
        woken = [None async for _ in watched(group.desk, group.table, made)]
        assert len(woken) <= 3


@in_loop
async def test_a_stream_ends_in_another_process_too() -> None:
    storage = MemoryStorage()
    async with a_group(storage) as group, desk_over(storage) as other:
        stream = asyncio.create_task(_to_the_end(other, group))
        await asyncio.sleep(0.05)
        assert group.desk.here(group.table) == {group.ana}
        await group.ask(do.RevokeSeat(seat=group.ana))
        await asyncio.wait_for(stream, 2)


async def _to_the_end(desk: Desk, group: Group) -> int:
    count = 0
    async for _ in watched(desk, group.table, group.ana):
        count += 1
    return count


@in_loop
async def test_a_watcher_is_woken_by_what_happens_and_several_wakings_are_one() -> None:
    async with a_group() as group:
        stream = watched(group.desk, group.table, group.ana)
        await anext(stream)
        for minutes in range(1, 6):
            await group.ask(do.PassTime(minutes=minutes))
        await asyncio.wait_for(anext(stream), 2)
        rest = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.1)
        assert not rest.done()
        await group.ask(do.PassTime(minutes=1))
        await asyncio.wait_for(rest, 2)
        await stream.aclose()
