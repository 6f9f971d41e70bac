"""The first page: a campaign is founded, the demonstration opened, or a link entered."""

from typing import Any, Final

from litestar import Request, Response, get, post

from contrecoup.kernel import GM, Refused
from contrecoup.storage import Unavailable
from contrecoup.table.demonstration import demonstrate
from contrecoup.table.keys import token_of
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, asker_of, cookies
from contrecoup.web.languages import language_of
from contrecoup.web.limits import network
from contrecoup.web.pieces import Fault
from contrecoup.web.problems import Fault as Barred
from contrecoup.web.problems import fault
from contrecoup.web.server import Server, server_of
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import fields_of


@get("/", include_in_schema=False)
async def start(request: Request[Any, Any, Any]) -> Response[str]:
    return await _page(request)


@post("/found", include_in_schema=False)
async def found(request: Request[Any, Any, Any]) -> Response[Any]:
    sent = await fields_of(request)
    server = _founder(request)
    title = sent.text("title").strip()
    try:
        table, key = await server.desk.found(title, language_of(request))
    except Refused as refused:
        return await _page(request, title, faults.of(refused, language_of(request)))
    return _entered(request, table, key)


@post("/demonstration", include_in_schema=False)
async def demonstration(request: Request[Any, Any, Any]) -> Response[Any]:
    server = _founder(request)
    shown = await demonstrate(server.desk, language_of(request))
    return _entered(request, shown.table, shown.key)


def _founder(request: Request[Any, Any, Any]) -> Server:
    """The server, where anybody may found a campaign on it and this address not too many."""
    server = server_of(request)
    if not server.settings.founding:
        raise fault(403, "web.no_founding")
    server.founding.take(network(request.client.host) if request.client else "")
    return server


def _entered(request: Request[Any, Any, Any], table: str, key: str) -> Response[Any]:
    asker = Asker(table, GM, token_of(key))
    return go(home(asker), cookies(request, asker))


async def _page(
    request: Request[Any, Any, Any], title: str = "", wrong: tuple[Fault, ...] = ()
) -> Response[str]:
    lang = language_of(request)
    frame_ = frame(request, Texts(lang).name("web.start.title"))
    return answer(
        request,
        "start.html",
        frame_,
        status=422 if wrong else 200,
        may_found=server_of(request).settings.founding,
        typed=title,
        faults=wrong,
        held=await _held(request),
    )


async def _held(request: Request[Any, Any, Any]) -> str:
    """The address of the table that was entered last in this browser; "" where there is none."""
    try:
        return home(await asker_of(request))
    except (Refused, Barred, Unavailable):
        return ""


ROUTES: Final = (start, found, demonstration)
