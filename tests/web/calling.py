"""Calls to an application in this process, without a network."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx
from litestar import Litestar

from contrecoup.storage import MemoryStorage
from contrecoup.web.app import create_app
from contrecoup.web.server import running
from contrecoup.web.settings import Settings

HOST = "table.example"
_T = TypeVar("_T")


def calling(
    call: Callable[[httpx.AsyncClient], Awaitable[_T]],
    settings: Settings | None = None,
    client: str = "203.0.113.5",
    scheme: str = "http",
) -> _T:
    """What a caller at this address gets from an application over an empty memory."""

    async def run() -> _T:
        app = create_app(MemoryStorage(), settings)
        transport = httpx.ASGITransport(asgi(app), client=(client, 50000))
        async with (
            running(app),
            httpx.AsyncClient(transport=transport, base_url=f"{scheme}://{HOST}") as caller,
        ):
            return await call(caller)

    return asyncio.run(run())


def get(
    path: str,
    settings: Settings | None = None,
    /,
    client: str = "203.0.113.5",
    scheme: str = "http",
    **headers: str,
) -> httpx.Response:
    """One GET; header names are written with underscores."""
    named = _named(headers)
    return calling(lambda caller: caller.get(path, headers=named), settings, client, scheme)


def post(path: str, settings: Settings | None = None, /, **headers: str) -> httpx.Response:
    """One POST without a body."""
    named = _named(headers)
    return calling(lambda caller: caller.post(path, headers=named), settings)


def _named(headers: dict[str, str]) -> httpx.Headers:
    return httpx.Headers({name.replace("_", "-"): value for name, value in headers.items()}, "latin-1")


def asgi(app: Litestar) -> Any:
    """The application as httpx's types know one."""
    return app
