"""The site: pages for people. Each module is one page, or one thing that pages do, and lists its routes."""

from typing import Any, Final

from contrecoup.web.site import (
    building,
    corrections,
    files,
    help,
    importing,
    joining,
    log,
    odds,
    opposition,
    preferences,
    rules,
    scenes,
    seats,
    settings,
    sheets,
    start,
    table,
    workshop,
)

ROUTES: Final[tuple[Any, ...]] = (
    *building.ROUTES,
    *corrections.ROUTES,
    *files.ROUTES,
    *help.ROUTES,
    *importing.ROUTES,
    *joining.ROUTES,
    *log.ROUTES,
    *odds.ROUTES,
    *opposition.ROUTES,
    *preferences.ROUTES,
    *rules.ROUTES,
    *scenes.ROUTES,
    *seats.ROUTES,
    *settings.ROUTES,
    *sheets.ROUTES,
    *start.ROUTES,
    *table.ROUTES,
    *workshop.ROUTES,
)
"""Every route that browsers call."""
