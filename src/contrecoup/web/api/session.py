"""Entering and leaving: a link's key becomes what a browser or program holds for its seat."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from contrecoup.table.keys import LONGEST_KEY
from contrecoup.web import bodies
from contrecoup.web.askers import Asker, cookies, crumbs
from contrecoup.web.limits import network
from contrecoup.web.problems import declared
from contrecoup.web.server import server_of


class Entering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a seat's link: what stands behind /join/."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_KEY)]


class Entered(msgspec.Struct, frozen=True):
    """The seat that was entered. `session` is what a program sends as `Authorization: Bearer` (a browser has
    its cookie), `at` what tells it from other seats that a browser holds: `?at=`."""

    table: str
    seat: str
    at: str
    session: str


class Present(msgspec.Struct, frozen=True):
    """The seat that a request speaks for."""

    table: str
    seat: str
    at: str


_ENTERING: Final = msgspec.json.Decoder(Entering)


async def enter(request: Request[Any, Any, Any], key: str) -> Asker:
    """The seat that a key opens; Refused (401) where it opens none."""
    server = server_of(request)
    server.entering.take(network(request.client.host) if request.client else "")
    token = await server.desk.enter(key)
    table, seat = await server.desk.seat_of(token)
    return Asker(table, seat, token)


@post("/join", status_code=200, responses=declared(401, 415), summary="Enter a seat by the key of its link")
async def join(request: Request[Any, Any, Any]) -> Response[Entered]:
    asker = await enter(request, (await bodies.read(request, _ENTERING)).key)
    entered = Entered(asker.table, asker.seat, asker.key, asker.token)
    return Response(entered, cookies=cookies(request, asker))


@get("/session", responses=declared(401), summary="The seat that the caller holds")
async def session(asker: NamedDependency[Asker]) -> Present:
    return Present(asker.table, asker.seat, asker.key)


@delete(
    "/session",
    status_code=204,
    responses={204: ResponseSpec(None, description="Left"), **declared(401)},
    summary="Leave the seat on this device",
)
async def leave(request: Request[Any, Any, Any], asker: NamedDependency[Asker]) -> Response[None]:
    return Response(None, status_code=204, cookies=crumbs(request, asker))


ROUTES: Final = (join, session, leave)
