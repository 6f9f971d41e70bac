"""What leaves a table as a file, and campaigns that come back."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from contrecoup.kernel import GM
from contrecoup.table.keys import token_of
from contrecoup.table.takeaways import adopted, exported, recapped
from contrecoup.web.api.campaigns import Founded
from contrecoup.web.askers import Asker, cookies
from contrecoup.web.limits import network
from contrecoup.web.problems import declared, fault
from contrecoup.web.server import server_of
from contrecoup.web.settings import IMPORT_BYTES

LINES: Final = "application/jsonl"
FORMS: Final = {"markdown": "text/markdown", "html": "text/html"}


@get(
    "/recap",
    media_type="text/markdown",
    responses={200: ResponseSpec(str, media_type="text/markdown"), **declared(401)},
    summary="What happened, as the seat may know it, as Markdown or a page",
)
async def recap(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    form: Annotated[Literal["markdown", "html"], QueryParameter()] = "markdown",
) -> Response[str]:
    server = server_of(request)
    server.exports.take(asker.key)
    page = await recapped(server.desk, asker.table, asker.seat, asker.lang, form)
    return Response(page, media_type=FORMS[form])


@get(
    "/export",
    media_type=LINES,
    responses={200: ResponseSpec(str, media_type=LINES), **declared(401)},
    summary="The game master's whole campaign, or all that another seat has, as JSON Lines",
)
async def export(request: Request[Any, Any, Any], asker: NamedDependency[Asker]) -> Stream:
    server = server_of(request)
    server.exports.take(asker.key)
    pieces = exported(server.desk, asker.table, asker.seat, asker.lang)
    return Stream(_joined(await anext(pieces), pieces), media_type=LINES)


@post(
    "/import",
    status_code=201,
    request_max_body_size=IMPORT_BYTES,
    responses=declared(415, 422),
    summary="Found a campaign from an export",
)
async def bring(request: Request[Any, Any, Any]) -> Response[Founded]:
    server = server_of(request)
    if not server.settings.founding:
        raise fault(403, "web.no_founding")
    server.founding.take(network(request.client.host) if request.client else "")
    if request.headers.get("content-type", LINES).partition(";")[0].strip().lower() != LINES:
        raise fault(415, "web.media_lines")
    body = await request.body()
    table, key = await adopted(server.desk, body.splitlines(keepends=True))
    asker = Asker(table, GM, token_of(key))
    founded = Founded(table, GM, asker.key, asker.token, key, f"/join/{key}")
    return Response(founded, cookies=cookies(request, asker))


async def _joined(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """What was read already, so that a refusal comes before the answer begins, and what comes after it."""
    yield first
    async for piece in rest:
        yield piece


ROUTES: Final = (recap, export, bring)
