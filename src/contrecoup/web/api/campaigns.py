"""Campaigns: founded, taken out and read in."""

from typing import Any, Final, Literal

import msgspec
from litestar import Request, Response, post

from contrecoup.kernel import GM
from contrecoup.table.events import Title
from contrecoup.table.keys import token_of
from contrecoup.web import bodies
from contrecoup.web.askers import Asker, cookies
from contrecoup.web.limits import network
from contrecoup.web.problems import declared, fault
from contrecoup.web.server import server_of


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign that is to be: its title, and the language that it is kept in."""

    title: Title
    lang: Literal["en", "fr"] = "en"


class Founded(msgspec.Struct, frozen=True):
    """A campaign that is there, and the game master's key of it, which nobody is told again. `link` is the
    path that opens the seat, `session` and `at` are what /join would give."""

    table: str
    seat: str
    at: str
    session: str
    key: str
    link: str


_FOUNDING: Final = msgspec.json.Decoder(Founding)


@post(
    "/campaigns",
    status_code=201,
    responses=declared(415, 422),
    summary="Found a campaign, and be its game master",
)
async def found(request: Request[Any, Any, Any]) -> Response[Founded]:
    server = server_of(request)
    if not server.settings.founding:
        raise fault(403, "web.no_founding")
    server.founding.take(network(request.client.host) if request.client else "")
    founding = await bodies.read(request, _FOUNDING)
    table, key = await server.desk.found(founding.title, founding.lang)
    asker = Asker(table, GM, token_of(key))
    founded = Founded(table, GM, asker.key, asker.token, key, f"/join/{key}")
    return Response(founded, cookies=cookies(request, asker))


ROUTES: Final = (found,)
