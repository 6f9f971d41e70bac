"""Corrections: the game master puts another value in the place of any that was declared, with a reason."""

from typing import Any, Final

from litestar import Request, Response, get, post

from contrecoup.kernel import Refused, Seat
from contrecoup.table.projection import corrections, project
from contrecoup.table.room import Room
from contrecoup.table.seen import Correctable, Seen
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.server import server_of
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, asked_of, fields_of
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Id


@get("/at/{at:str}/correct", include_in_schema=False)
async def correct(request: Request[Any, Any, Any], at: At, scene: Id = "") -> Response[Any]:
    return await _page(request, await master(request, at), scene)


@post("/at/{at:str}/correct", include_in_schema=False)
async def put_right(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await master(request, at)
    sent = await fields_of(request)
    server = server_of(request)
    server.commands.take(asker.key)
    try:
        await server.desk.do(asker.table, asker.seat, asked_of(sent), language_of(request))
    except Refused as refused:
        return await _page(request, asker, sent.text("scene"), sent, refused)
    return go(f"{home(asker)}?scene={sent.text('scene')}")


async def _page(
    request: Request[Any, Any, Any],
    asker: Asker,
    scene: str,
    sent: Fields | None = None,
    refused: Refused | None = None,
) -> Response[Any]:
    lang = language_of(request)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Seen, tuple[Correctable, ...]]:
        values = corrections(room.running(shown).session, lang) if shown and room.has(shown) else ()
        return project(room, asker.seat, lang, shown, here=here).seen, values

    seen, values = await server_of(request).desk.look(asker.table, asker.seat, read, scene)
    title = Texts(lang).name("web.master.correct")
    return answer(
        request,
        "corrections.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=faults.status_of(refused) if refused else 200,
        seen=seen,
        values=values,
        base=f"/at/{asker.key}",
        faults=faults.of(refused, lang) if refused else (),
        sent=sent.all() if sent else {},
    )


ROUTES: Final = (correct, put_right)
