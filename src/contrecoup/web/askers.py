"""Askers: which seat a request speaks for, by the token that a browser or program holds.

A browser may hold several seats, so each has a cookie of its own; `?at=TABLE.SEAT` says which one is meant,
else it is the one that was entered last. Programs may send a token as `Authorization: Bearer`.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.params import QueryParameter

from contrecoup.text import LANGUAGES
from contrecoup.web.languages import language_of
from contrecoup.web.problems import fault
from contrecoup.web.server import server_of

_NAME: Final = "contrecoup"
_SECURE: Final = "__Host-"
_SECONDS: Final = 180 * 24 * 3600


class Asker(msgspec.Struct, frozen=True):
    """A seat of a table, the token by which it is held, and the language in which it is answered."""

    table: str
    seat: str
    token: str
    lang: str = LANGUAGES[0]

    @property
    def key(self) -> str:
        """What its requests are counted by."""
        return f"{self.table}.{self.seat}"


async def asker_of(
    request: Request[Any, Any, Any],
    at: Annotated[str | None, QueryParameter(max_length=100, description="Which seat of those held")] = None,
    lang: Annotated[Literal["en", "fr"] | None, QueryParameter(description="The language of texts")] = None,
) -> Asker:
    """The seat that a request speaks for; Fault or Refused (401) where its token opens none."""
    token = _token(request, at or "")
    if not token:
        raise fault(401, "web.not_entered")
    table, seat = await server_of(request).desk.seat_of(token)
    return Asker(table, seat, token, lang or language_of(request))


def cookies(connection: ASGIConnection[Any, Any, Any, Any], asker: Asker) -> list[Cookie]:
    """What a browser keeps once it has entered."""
    return [_cookie(connection, name, asker.token, _SECONDS) for name in _names(connection, asker)]


def crumbs(connection: ASGIConnection[Any, Any, Any, Any], asker: Asker) -> list[Cookie]:
    """What takes a seat's cookies away again; the cookie of the last seat only where it was this one's."""
    last, own = _names(connection, asker)
    names = [last, own] if connection.cookies.get(last) == asker.token else [own]
    return [_cookie(connection, name, "", 0) for name in names]


def _token(request: Request[Any, Any, Any], at: str) -> str:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme:
        return given.strip() if scheme.lower() == "bearer" else ""
    name = _prefix(request) + (f"{_NAME}-{at.replace('.', '-')}" if at else _NAME)
    return request.cookies.get(name, "")


def _names(connection: ASGIConnection[Any, Any, Any, Any], asker: Asker) -> tuple[str, str]:
    prefix = _prefix(connection)
    return f"{prefix}{_NAME}", f"{prefix}{_NAME}-{asker.table}-{asker.seat}"


def _prefix(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Browsers take a cookie with this prefix from the host itself alone, and only by https."""
    return _SECURE if connection.scope["scheme"] == "https" else ""


def _cookie(connection: ASGIConnection[Any, Any, Any, Any], name: str, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="strict",
        secure=connection.scope["scheme"] == "https",
    )
