"""Sheets: how each kind is filled in, and those of the campaign, whole."""

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from contrecoup.kernel import GM, Seat
from contrecoup.table.projection import sheet as sheet_seen
from contrecoup.table.refusals import denied
from contrecoup.table.room import Room
from contrecoup.table.seen import SheetSeen
from contrecoup.table.sheets.described import Packs, SheetForm, blank_forms, described
from contrecoup.table.sheets.held import HeldSheet, held_sheet, packs_for
from contrecoup.web.askers import Asker
from contrecoup.web.problems import declared
from contrecoup.web.server import server_of

_Sheet = Annotated[str, PathParameter(max_length=100, description="A sheet of the campaign")]


@get(
    "/sheets/forms",
    responses=declared(401),
    summary="How every kind of sheet is filled in, as a new one begins; for the game master under his packs",
)
async def forms(request: Request[Any, Any, Any], asker: NamedDependency[Asker]) -> list[SheetForm]:
    server = server_of(request)
    server.reads.take(asker.key)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> Packs:
        return packs_for(room, asker.seat)

    packs = await server.desk.look(asker.table, asker.seat, read)
    return list(await asyncio.to_thread(blank_forms, asker.lang, packs))


@get(
    "/sheets/{sheet:str}",
    responses=declared(401, 404),
    summary="A sheet that the seat may read, as it is shown and as a file would hold it",
)
async def sheet(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    sheet: _Sheet,
) -> SheetSeen:
    server = server_of(request)
    server.reads.take(asker.key)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> SheetSeen:
        return sheet_seen(room, asker.seat, asker.lang, sheet)

    return await server.desk.look(asker.table, asker.seat, read)


@get(
    "/sheets/{sheet:str}/form",
    responses=declared(401, 404, 422),
    summary="For the game master: how a sheet is filled in as it stands, with points and broken limits",
)
async def form(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    sheet: _Sheet,
) -> SheetForm:
    server = server_of(request)
    server.reads.take(asker.key)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> HeldSheet:
        if asker.seat != GM:
            raise denied("table.gm_only")
        return held_sheet(room, asker.seat, sheet)

    held = await server.desk.look(asker.table, asker.seat, read)
    return await asyncio.to_thread(lambda: described(held.opened(), asker.lang))


ROUTES: Final = (forms, sheet, form)
