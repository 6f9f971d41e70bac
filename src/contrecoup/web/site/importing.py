"""Importing: a campaign that was taken out as a file comes back, under a new link for its game master."""

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile

from contrecoup.kernel import GM, Refusal, Refused, refusal
from contrecoup.table.keys import token_of
from contrecoup.table.takeaways import adopted
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, cookies
from contrecoup.web.languages import language_of
from contrecoup.web.limits import network
from contrecoup.web.pieces import Fault, Invitation
from contrecoup.web.problems import fault
from contrecoup.web.server import Server, server_of
from contrecoup.web.settings import IMPORT_BYTES
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, home

_MOST_SHOWN: Final = 20


@get("/import", include_in_schema=False)
async def choose(request: Request[Any, Any, Any]) -> Response[Any]:
    _hold(server_of(request))
    return _page(request)


@post("/import", include_in_schema=False, request_max_body_size=IMPORT_BYTES)
async def bring(request: Request[Any, Any, Any]) -> Response[Any]:
    """Found the campaign, enter it, and show its new link once."""
    server = server_of(request)
    _hold(server)
    server.founding.take(network(request.client.host) if request.client else "")
    sent = (await request.form()).get("file")
    try:
        if not isinstance(sent, UploadFile) or not sent.filename:
            raise Refused([refusal("web.form.needed", "file")])
        table, key = await adopted(server.desk, (await sent.read()).splitlines(keepends=True))
    except Refused as refused:
        return _page(request, _faults(refused, language_of(request)), faults.status_of(refused))
    return await _brought(request, Asker(table, GM, token_of(key)), key)


def _hold(server: Server) -> None:
    if not server.settings.founding:
        raise fault(403, "web.no_founding")


async def _brought(request: Request[Any, Any, Any], asker: Asker, key: str) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    title = Texts(lang).name("web.import.title")
    return answer(
        request,
        "import.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        cookies=cookies(request, asker),
        faults=(),
        invitation=Invitation(seen.name, f"{request.base_url}join/{key}"),
        table=home(asker),
        seats=home(asker, "seats"),
    )


def _page(request: Request[Any, Any, Any], wrong: tuple[Fault, ...] = (), status: int = 200) -> Response[Any]:
    title = Texts(language_of(request)).name("web.import.title")
    return answer(request, "import.html", frame(request, title), status=status, faults=wrong, invitation=None)


def _faults(refused: Refused, lang: str) -> tuple[Fault, ...]:
    texts = Texts(lang)
    return tuple(_fault(reason, texts) for reason in refused.reasons[:_MOST_SHOWN])


def _fault(reason: Refusal, texts: Texts) -> Fault:
    said = texts.refusal(reason)
    return Fault("file", texts.text("web.form.at_line", line=reason.line, text=said) if reason.line else said)


ROUTES: Final = (choose, bring)
