"""Who is here is what processes tell one another, and forgotten when they fall silent."""

import asyncio

import pytest

from contrecoup.storage import MemoryStorage
from contrecoup.table.desk import Desk
from contrecoup.table.presence import FORGET, Presence
from tests.table.desks import a_group, desk_over, in_loop, watched


def test_a_seat_is_here_while_any_device_of_it_is() -> None:
    presence = Presence("one")
    assert [presence.enter("ana"), presence.enter("ana")] == [True, False]
    assert presence.leave("ana") is False
    assert presence.here(0) == {"ana"}
    assert presence.leave("ana") is True
    assert presence.here(0) == frozenset()
    assert presence.is_empty


def test_what_another_process_says_holds_until_it_falls_silent() -> None:
    one, other = Presence("one"), Presence("other")
    other.enter("bo")
    assert not one.knows(other.word())
    assert one.hear(other.word(), 0)
    assert one.knows(other.word())
    assert not one.hear(other.word(), 1)
    assert one.here(FORGET) == {"bo"}
    assert one.here(1 + FORGET) == frozenset()
    one.hear(other.word(), 100)
    other.leave("bo")
    assert one.hear(other.word(), 101)
    assert one.here(101) == frozenset()


def test_ones_own_word_is_no_news() -> None:
    presence = Presence("one")
    presence.enter("ana")
    assert presence.knows(presence.word())
    assert not presence.hear(presence.word(), 0)


@pytest.mark.parametrize("word", ["", "{}", "[]", '{"word":"gone"}', '{"word":"here","process":1}', "\x00"])
def test_what_is_no_word_of_ours_counts_for_nothing(word: str) -> None:
    presence = Presence("one")
    assert not presence.hear(word, 0)
    assert presence.knows(word)


async def comes(desk: Desk, table: str, *seats: str) -> bool:
    """Whether soon just these seats are said to be there."""
    for _ in range(100):
        if desk.here(table) == frozenset(seats):
            return True
        await asyncio.sleep(0.02)
    return False


@in_loop
async def test_a_process_that_comes_later_learns_who_is_with_the_others() -> None:
    storage = MemoryStorage()
    async with a_group(storage) as group, desk_over(storage) as other:
        first = watched(group.desk, group.table, group.ana)
        await anext(first)
        second = watched(other, group.table, "gm")
        await anext(second)
        assert await comes(group.desk, group.table, group.ana, "gm")
        assert await comes(other, group.table, group.ana, "gm")
        seen = await other.seen(group.table, "gm", "en")
        assert {seat.id for seat in seen.seats if seat.is_here} == {group.ana, "gm"}
        await first.aclose()
        assert await comes(other, group.table, "gm")
        await second.aclose()
