"""The API: JSON under /api/v1 and one stream of events a seat. Each module lists its routes."""

from collections.abc import Mapping
from typing import Any, Final

from litestar import Router

from contrecoup.table.commands import Asked, Receipt
from contrecoup.table.seen import Seen, SheetSeen
from contrecoup.table.sheets.described import SheetForm
from contrecoup.web.api import campaigns, health, odds, session, sheets, table, takeaways
from contrecoup.web.problems import Problem
from contrecoup.web.reckoning import SeatOdds

_V1: Final = Router(
    "/api/v1",
    route_handlers=[
        *campaigns.ROUTES,
        *session.ROUTES,
        *table.ROUTES,
        *sheets.ROUTES,
        *odds.ROUTES,
        *takeaways.ROUTES,
    ],
)

ROUTES: Final[tuple[Any, ...]] = (*health.ROUTES, _V1)
"""Every route that programs call."""
BODIES: Final[Mapping[str, type]] = {
    "/api/v1/commands": Asked,
    "/api/v1/campaigns": campaigns.Founding,
    "/api/v1/join": session.Entering,
}
"""What is posted where."""
SHAPES: Final[tuple[type, ...]] = (
    *BODIES.values(),
    Receipt,
    Seen,
    Problem,
    campaigns.Founded,
    session.Entered,
    session.Present,
    SeatOdds,
    SheetForm,
    SheetSeen,
)
"""What is sent to routes and answered by them, and so all that these are made of."""
