"""The application: routes behind a gate."""

import logging
from importlib.metadata import version
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig

from contrecoup.storage import Storage
from contrecoup.table.room import Clock, now
from contrecoup.web import api, site
from contrecoup.web.askers import asker_of
from contrecoup.web.description import Description
from contrecoup.web.gate import Gate
from contrecoup.web.lane import Lane
from contrecoup.web.logs import LOGGER
from contrecoup.web.problems import answer_problem
from contrecoup.web.server import Server, running, state_of
from contrecoup.web.settings import SMALL_BYTES, Settings
from contrecoup.web.site.troubles import answer_on_page

_DESCRIPTION: Final = "/api/v1"
"""Below it lies openapi.json."""
_FOR_PROGRAMS: Final = ("/api/", "/health", "/metrics", "/static/")


def create_app(storage: Storage, settings: Settings | None = None, clock: Clock = now) -> Litestar:
    """The application over an open storage, which stays the caller's to close."""
    server = Server(storage, settings or Settings(), clock)
    app = Litestar(
        route_handlers=[*api.ROUTES, *site.ROUTES],
        dependencies={"asker": Provide(asker_of)},
        exception_handlers={Exception: _answer},
        lifespan=[running],
        request_max_body_size=SMALL_BYTES,
        state=State(state_of(server)),
        openapi_config=OpenAPIConfig(
            title="Contrecoup",
            version=version("contrecoup"),
            path=_DESCRIPTION,
            render_plugins=[Description()],
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Gate(Lane(app, _answer), server.settings, server.metrics)
    return app


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A problem, on a page for people; what nobody foresaw is logged with where it happened."""
    wants_page = "text/html" in request.headers.get("accept", "")
    is_page = wants_page and not request.url.path.startswith(_FOR_PROGRAMS)
    response: Response[Any] = answer_on_page(request, error) if is_page else answer_problem(request, error)
    if response.status_code == 500:
        LOGGER.log(logging.ERROR, "failed", exc_info=error)
    return response
