"""Seats: the game master makes, renames, relinks and closes them; a link is shown once, with its code."""

from typing import Any, Final

from litestar import Request, Response, get, post

from contrecoup.kernel import Refused
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, cookies
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Fault, Invitation
from contrecoup.web.server import server_of
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, asked_of, fields_of, fresh
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At


@get("/at/{at:str}/seats", include_in_schema=False)
async def seats(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    return await _page(request, await master(request, at))


@post("/at/{at:str}/seats", include_in_schema=False)
async def change(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await master(request, at)
    sent = await fields_of(request)
    server = server_of(request)
    server.commands.take(asker.key)
    try:
        receipt = await server.desk.do(asker.table, asker.seat, asked_of(sent), language_of(request))
    except Refused as refused:
        return await _page(request, asker, sent=sent, refused=refused)
    if not receipt.key:
        return go(home(asker, "seats"))
    asker = await _still(request, asker, receipt.key)
    return await _page(request, asker, made=receipt.made or sent.text("seat"), key=receipt.key)


async def _still(request: Request[Any, Any, Any], asker: Asker, key: str) -> Asker:
    """The game master, who stays in by his new link where it was his own that he changed."""
    desk = server_of(request).desk
    token = await desk.enter(key)
    table, seat = await desk.seat_of(token)
    return Asker(table, seat, token) if seat == asker.seat else asker


async def _page(
    request: Request[Any, Any, Any],
    asker: Asker,
    *,
    made: str = "",
    key: str = "",
    sent: Fields | None = None,
    refused: Refused | None = None,
) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    title = Texts(lang).name("web.page.seats")
    wrong: tuple[Fault, ...] = faults.of(refused, lang) if refused else ()
    name = next((seat.name for seat in seen.seats if seat.id == made), "")
    address = f"{request.base_url}join/{key}"
    return answer(
        request,
        "seats.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=faults.status_of(refused) if refused else 200,
        cookies=cookies(request, asker) if key else (),
        seen=seen,
        action=home(asker, "seats"),
        fresh=fresh,
        invitation=Invitation(name, address) if key else None,
        faults=wrong,
        sent=sent.all() if sent else {},
    )


ROUTES: Final = (seats, change)
