"""The API: JSON under /api/v1 and one stream of events a seat. Each module lists its routes."""

from typing import Any, Final

from litestar import Router

from contrecoup.web.api import campaigns, health, session, table

_V1: Final = Router("/api/v1", route_handlers=[*campaigns.ROUTES, *session.ROUTES, *table.ROUTES])

ROUTES: Final[tuple[Any, ...]] = (*health.ROUTES, _V1)
"""Every route that programs call."""
