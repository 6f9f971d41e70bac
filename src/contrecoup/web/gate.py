"""The gate: what stands before every route, whether there is one or not."""

from time import perf_counter
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from contrecoup.web.languages import language_of
from contrecoup.web.limits import Buckets, network
from contrecoup.web.logs import LOGGER, masked
from contrecoup.web.metrics import Metrics
from contrecoup.web.problems import MEDIA_TYPE, Fault, headers_of, problem_of
from contrecoup.web.security import check, with_ours
from contrecoup.web.settings import Settings

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Gate:
    """Checks, counts, limits and logs every request, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._buckets = Buckets(settings.limits.everything)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:  # no route is a web socket: the server refuses the handshake
            await self._serve(scope, receive, send)

    async def _serve(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        start = perf_counter()
        status, is_secure = 500, scope["scheme"] == "https"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = with_ours(message.get("headers", ()), is_secure)
            await send(message)

        try:
            await self._answer(scope, receive, sending)
        finally:
            self._note(scope, status, perf_counter() - start)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        try:
            check(scope, self._settings)
            client = scope.get("client")
            self._buckets.take(network(client[0]) if client else "")
        except Fault as fault:
            await _refuse(scope, send, fault)
        else:
            await self._app(scope, receive, send)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        route = str(scope.get("path_template", ""))
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        self._metrics.note_request(method, route, status, seconds)
        fields = {
            "method": method,
            "route": route or masked(scope["path"])[:200],
            "status": status,
            "ms": round(seconds * 1000, 2),
        }
        LOGGER.info("request", extra={"fields": fields})


async def _refuse(scope: HTTPScope, send: Send, fault: Fault) -> None:
    """Answer without the application."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    problem = problem_of(fault, language_of(connection))
    body = msgspec.json.encode(problem)
    headers = {
        **headers_of(fault, problem.status),
        "content-type": MEDIA_TYPE,
        "content-length": str(len(body)),
    }
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": pairs})
    await send({"type": "http.response.body", "body": body, "more_body": False})
