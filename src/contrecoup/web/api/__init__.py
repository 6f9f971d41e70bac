"""The API: JSON under /api/v1 and one stream of events a seat. Each module lists its routes."""

from typing import Any, Final

from contrecoup.web.api import health

ROUTES: Final[tuple[Any, ...]] = (*health.ROUTES,)
"""Every route that programs call."""
