"""The site: pages for people. Each module is one page, or one thing that pages do, and lists its routes."""

from typing import Any, Final

from contrecoup.web.site import (
    corrections,
    files,
    help,
    joining,
    log,
    odds,
    preferences,
    rules,
    scenes,
    seats,
    start,
    table,
    workshop,
)

ROUTES: Final[tuple[Any, ...]] = (
    *corrections.ROUTES,
    *files.ROUTES,
    *help.ROUTES,
    *joining.ROUTES,
    *log.ROUTES,
    *odds.ROUTES,
    *preferences.ROUTES,
    *rules.ROUTES,
    *scenes.ROUTES,
    *seats.ROUTES,
    *start.ROUTES,
    *table.ROUTES,
    *workshop.ROUTES,
)
"""Every route that browsers call."""
