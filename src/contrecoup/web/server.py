"""What one process of the server holds, for the routes to work with."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar
from litestar.connection import ASGIConnection

from contrecoup.storage import Storage, Writer
from contrecoup.table.desk import Desk
from contrecoup.table.room import Clock, now
from contrecoup.web import garbage
from contrecoup.web.limits import Buckets
from contrecoup.web.metrics import Metrics
from contrecoup.web.reckoning import Reckoner
from contrecoup.web.settings import Settings
from contrecoup.web.streams import Streams

_PLACE: Final = "contrecoup"
_HEALTH_SECONDS: Final = 2.0


class Server:
    """The desk behind the routes, and what is counted in front of it. `desk` is there while it runs."""

    desk: Desk
    streams: Streams

    def __init__(self, storage: Storage, settings: Settings, clock: Clock = now) -> None:
        limits = settings.limits
        self.storage = storage
        self.clock = clock
        self.settings = settings
        self.metrics = Metrics()
        self.entering = Buckets(limits.entering)
        self.founding = Buckets(limits.founding)
        self.commands = Buckets(limits.commands)
        self.reads = Buckets(limits.reads)
        self.odds = Buckets(limits.odds)
        self.exports = Buckets(limits.exports)
        self.reckoner = Reckoner(settings.odds_seconds)
        self.workbench = Reckoner(settings.odds_seconds)  # so that no workshop holds up a table
        self.is_closing = False

    def close(self) -> None:
        """Take no new streams and end those that are open; what is being done is still done."""
        self.is_closing = True
        self.streams.close()

    async def is_storage_healthy(self) -> bool:
        """Whether the database answers, and soon."""
        try:
            async with asyncio.timeout(_HEALTH_SECONDS):
                return await asyncio.to_thread(self.storage.is_healthy)
        except TimeoutError:
            return False


@asynccontextmanager
async def running(app: Litestar) -> AsyncGenerator[None]:
    """The desk is open as long as the application runs."""
    server = server_in(app)
    writer = Writer(server.storage)
    server.desk = Desk(server.storage, writer, server.clock)
    server.streams = Streams(server.desk, server.settings, server.metrics)
    sweeping = asyncio.create_task(garbage.sweep(server.metrics))
    try:
        yield
    finally:
        sweeping.cancel()
        server.close()
        await server.desk.close()
        server.reckoner.close()
        server.workbench.close()
        await writer.close()


def server_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Server:
    """What the process holds that a request came to."""
    return server_in(connection.app)


def server_in(app: Litestar) -> Server:
    """What the process holds that an application runs in."""
    server = app.state[_PLACE]
    assert isinstance(server, Server)
    return server


def state_of(server: Server) -> dict[str, Server]:
    """The server where `server_in` finds it."""
    return {_PLACE: server}
