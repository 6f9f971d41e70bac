"""The lane: plain commands, answered before the framework takes a request apart.

A table's commands come by the thousand, and what the framework does for any request costs more than what most
of them ask. So a command without query goes straight to what its route does; everything else, and whatever
the description of the API says, is the route's own.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from contrecoup.web.api import table
from contrecoup.web.askers import asker_of

Answering = Callable[[Request[Any, Any, Any], Exception], Response[Any]]

PATH: Final = "/api/v1/commands"
_JSON: Final = (b"content-type", b"application/json")
_encoder: Final = msgspec.json.Encoder()


class Lane:
    """Stands before an application's routes; `answer_fault` says what is answered where something fails."""

    def __init__(self, app: Litestar, answer_fault: Answering) -> None:
        self._routes: ASGIApp = app.asgi_handler
        self._answer_fault = answer_fault
        self._route = _handler(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and _is_plain(scope):
            await self._carry(scope, receive, send)
        else:
            await self._routes(scope, receive, send)

    async def _carry(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        scope["route_handler"] = self._route  # it knows how large a body may be
        scope["path_template"] = PATH
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        try:
            receipt = await table.carried(request, await asker_of(request))
        except Exception as error:  # noqa: BLE001 - whatever went wrong is answered as the routes answer it
            response = self._answer_fault(request, error)
            await response.to_asgi_response(None, request)(scope, receive, send)
            return
        body = _encoder.encode(receipt)
        headers = [_JSON, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_plain(scope: HTTPScope) -> bool:
    return scope["path"] == PATH and scope["method"] == "POST" and not scope["query_string"]


def _handler(app: Litestar) -> Any:
    """The route of commands, as the application has it."""
    routes = (route for route in app.routes if isinstance(route, HTTPRoute) and route.path == PATH)
    return next(route.route_handler_map["POST"][0] for route in routes)
