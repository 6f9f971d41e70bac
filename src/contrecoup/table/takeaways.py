"""Takeaways: what leaves a table as a file, and what comes back: exports, recaps, campaigns that move in."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Literal, TypeAlias

from contrecoup.kernel import GM, Seat
from contrecoup.play.recap import Block, as_html, as_markdown
from contrecoup.table import archive
from contrecoup.table.desk import Desk
from contrecoup.table.extract import extract_head, extract_scene
from contrecoup.table.recap import campaign_blocks, scene_blocks
from contrecoup.table.room import Room, now

Form: TypeAlias = Literal["markdown", "html"]

_PAGE = 5_000


async def exported(desk: Desk, table: str, seat: Seat, lang: str) -> AsyncIterator[bytes]:
    """The game master's export is the whole campaign (`archive`), another's what his seat has (`extract`)."""
    if seat == GM:
        async for line in _whole(desk, table):
            yield line
        return
    yield await desk.look(table, seat, lambda room, shown, here: extract_head(room, seat, lang))
    for scene in await _scenes(desk, table, seat):
        yield await desk.look(
            table, seat, lambda room, shown, here: extract_scene(room, seat, lang, shown), scene
        )


async def recapped(desk: Desk, table: str, seat: Seat, lang: str, form: Form = "markdown") -> str:
    """The whole campaign as a page for a seat."""
    page: list[Block] = await desk.look(
        table, seat, lambda room, shown, here: campaign_blocks(room, seat, lang)
    )
    for scene in await _scenes(desk, table, seat):
        page += await desk.look(
            table, seat, lambda room, shown, here: scene_blocks(room, seat, lang, shown), scene
        )
    return as_html(page, lang) if form == "html" else as_markdown(page)


async def adopted(desk: Desk, lines: Iterable[bytes]) -> tuple[str, str]:
    """Found a campaign from an export; its table's id and the new key of its game master.

    Refused with every reason and its line. No other seat has a link before it is given one.
    """
    records, secrets = await asyncio.to_thread(lambda: archive.moved(archive.read(lines), now))
    return await desk.adopt(records, secrets)


async def _scenes(desk: Desk, table: str, seat: Seat) -> list[str]:
    """The scenes that have begun and that a seat knows of, in the order in which they began; no what-ifs."""

    def read(room: Room, shown: str, here: frozenset[Seat]) -> list[str]:
        known = [held for held in room.campaign.known_scenes(seat) if held.begun and not held.is_what_if]
        return [held.id for held in sorted(known, key=lambda held: (held.begun is None, held.begun))]

    return await desk.look(table, seat, read)


async def _whole(desk: Desk, table: str) -> AsyncIterator[bytes]:
    title, events = await desk.look(
        table, GM, lambda room, shown, here: (room.campaign.title, room.campaign.sequence)
    )
    yield archive.head(title, events)
    done = 0
    while done < events and (rows := await desk.history(table, done, min(_PAGE, events - done))):
        for row in rows:
            yield row.line + b"\n"
        done = rows[-1].sequence
