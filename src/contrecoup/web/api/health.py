"""Health and metrics: what the machine that keeps this server running asks."""

import hmac
from ipaddress import ip_address
from typing import Any, Final, Literal

import msgspec
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from contrecoup.storage import Unavailable
from contrecoup.web import metrics
from contrecoup.web.problems import declared, fault
from contrecoup.web.server import Server, server_of

_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")


class Health(msgspec.Struct, frozen=True):
    """This server answers, and so does its storage."""

    status: Literal["ok"] = "ok"


@get("/health", responses=declared(503), summary="Whether this server can do its work")
async def health(request: Request[Any, Any, Any]) -> Health:
    server = server_of(request)
    if server.is_closing or not await server.is_storage_healthy():
        raise Unavailable
    return Health()


@get(
    "/metrics",
    media_type="text/plain",
    responses={200: ResponseSpec(str, media_type="text/plain"), **declared(403)},
    summary="Counts of this process, for this machine or with the token",
)
async def counts(request: Request[Any, Any, Any]) -> Response[str]:
    server = server_of(request)
    if not _may_know(request, server):
        raise fault(403, "web.metrics_local")
    return Response(server.metrics.text(), media_type=metrics.MEDIA_TYPE)


def _may_know(request: Request[Any, Any, Any], server: Server) -> bool:
    """Whether the request brings the token, or comes from this machine and not through a proxy on it."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    token = server.settings.token
    if token and scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode()):
        return True
    if any(name in request.headers for name in _FORWARDED) or request.client is None:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


ROUTES: Final = (health, counts)
