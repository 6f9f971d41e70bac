"""The table as a seat sees it, and what it asks of it."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from contrecoup.table.commands import Asked, Receipt
from contrecoup.table.seen import Seen
from contrecoup.web import bodies, streams
from contrecoup.web.askers import Asker
from contrecoup.web.problems import declared
from contrecoup.web.server import server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.streams import View, as_json

SceneId = Annotated[str, QueryParameter(max_length=40, description="A scene; by default the table's")]
Stamp = Annotated[str, QueryParameter(max_length=100, description="The stamp of what is had already")]
_KNOWN = Annotated[str | None, HeaderParameter(name="If-None-Match", max_length=1000)]
_LAST = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=100)]


_ASKED: Final = msgspec.json.Decoder(Asked)


@get(
    "/table",
    responses={304: ResponseSpec(None, description="As it was"), **declared(401, 404)},
    summary="All that the seat sees now; its stamp is the ETag",
)
async def table(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    scene: SceneId = "",
    preview: Annotated[
        str, QueryParameter(max_length=40, description="For the game master: through this seat’s eyes")
    ] = "",
    known: _KNOWN = None,
) -> Response[Seen]:
    server = server_of(request)
    server.reads.take(asker.key)
    seen = await server.desk.seen(asker.table, asker.seat, asker.lang, scene, preview)
    etag = f'"{seen.stamp}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in (known or ""):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]  # as it was: no body
    return Response(seen, headers=headers)


@post(
    "/commands",
    status_code=200,
    request_max_body_size=COMMAND_BYTES,
    responses=declared(401, 404, 409, 415, 422),
    summary="Ask something of the table; the same request again gives the same answer",
)
async def command(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
) -> Receipt:
    return await carried(request, asker)


async def carried(request: Request[Any, Any, Any], asker: Asker) -> Receipt:
    """The receipt of the command that a request brings."""
    server = server_of(request)
    server.commands.take(asker.key)
    asked = await bodies.read(request, _ASKED)
    receipt = await server.desk.do(asker.table, asker.seat, asked, asker.lang)
    server.metrics.note("command")
    return receipt


@get(
    "/stream",
    media_type=streams.MEDIA_TYPE,
    responses={200: ResponseSpec(str, media_type=streams.MEDIA_TYPE), **declared(401, 404)},
    summary="What the seat sees, sent whenever it changes, as Server-Sent Events with the stamp as their id",
)
async def stream(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    scene: SceneId = "",
    since: Stamp = "",
    last: _LAST = None,
) -> Stream:
    server = server_of(request)
    server.reads.take(asker.key)
    server.streams.check(asker.table, asker.seat)
    await server.desk.seen(asker.table, asker.seat, asker.lang, scene)  # what can't be seen is refused here
    view = View(asker.table, asker.seat, asker.lang, scene, as_json)
    frames = server.streams.frames(view, last or since)
    return Stream(frames, media_type=streams.MEDIA_TYPE, headers=streams.HEADERS)


ROUTES: Final = (table, command, stream)
