"""Languages: which one a reader of this server reads."""

from typing import Any, Final

from litestar.connection import ASGIConnection

from contrecoup.text import LANGUAGES

COOKIE: Final = "contrecoup_lang"


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language asked for (?lang=), else chosen before (cookie), else the reader's first of ours."""
    for wish in (connection.query_params.get("lang", ""), connection.cookies.get(COOKIE, "")):
        if wish in LANGUAGES:
            return wish
    return accepted(connection.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language of an Accept-Language header that ranks highest among ours; else the first of ours."""
    ranked: list[tuple[float, int, str]] = []
    for place, item in enumerate(header.split(",")[:20]):
        tag, _, weight = item.strip().partition(";q=")
        code = tag.partition("-")[0].strip().lower()
        if code in LANGUAGES and (quality := _quality(weight)) > 0:
            ranked.append((-quality, place, code))
    return min(ranked)[2] if ranked else LANGUAGES[0]


def _quality(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0
