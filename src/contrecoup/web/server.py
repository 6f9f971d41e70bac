"""What one process of the server holds, for the routes to work with."""

import asyncio
from typing import Any, Final

from litestar.connection import ASGIConnection

from contrecoup.storage import Storage
from contrecoup.web.limits import Buckets
from contrecoup.web.metrics import Metrics
from contrecoup.web.settings import Settings

_PLACE: Final = "contrecoup"
_HEALTH_SECONDS: Final = 2.0


class Server:
    """The desk behind the routes, and what is counted in front of it."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        limits = settings.limits
        self.storage = storage
        self.settings = settings
        self.metrics = Metrics()
        self.entering = Buckets(limits.entering)
        self.founding = Buckets(limits.founding)
        self.commands = Buckets(limits.commands)
        self.reads = Buckets(limits.reads)
        self.odds = Buckets(limits.odds)
        self.exports = Buckets(limits.exports)
        self.is_closing = False

    async def is_storage_healthy(self) -> bool:
        """Whether the database answers, and soon."""
        try:
            async with asyncio.timeout(_HEALTH_SECONDS):
                return await asyncio.to_thread(self.storage.is_healthy)
        except TimeoutError:
            return False


def server_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Server:
    """What the process holds that this request came to."""
    server = connection.app.state[_PLACE]
    assert isinstance(server, Server)
    return server


def state_of(server: Server) -> dict[str, Server]:
    """The server where `server_of` finds it."""
    return {_PLACE: server}
