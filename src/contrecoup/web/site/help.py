"""Help: what a table is and how to play at it, for the game master and for players."""

from collections.abc import Mapping
from typing import Any, Final

from litestar import Request, Response, get

from contrecoup.text import Texts
from contrecoup.web.askers import asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.server import server_of
from contrecoup.web.site.drawing import answer, frame
from contrecoup.web.site.params import At

_PLAYING: Final[Mapping[str, str]] = {
    "answer": "table",
    "dice": "",
    "help": "",
    "odds": "",
    "workshop": "workshop",
    "log": "log",
    "turns": "",
    "connection": "",
    "device": "",
    "proof": "",
}
"""What everybody is told about, each with the page that it leads to ("" for none)."""
_MASTERING: Final[Mapping[str, str]] = {
    "first": "scenes",
    "seats": "seats",
    "sheets": "sheets",
    "scenes": "scenes",
    "secrets": "",
    "undo": "log",
    "corrections": "",
    "absent": "",
    "settings": "settings",
    "evening": "log",
}
"""What the game master is told beside it."""


@get("/at/{at:str}/help", include_in_schema=False)
async def help_at(request: Request[Any, Any, Any], at: At) -> Response[str]:
    asker = await asker_of(request, at)
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    surrounding = frame(
        request, Texts(lang).name("web.page.help"), asker, campaign=seen.title, seat=seen.name
    )
    mastering = _MASTERING if seen.role == "gm" else {}
    parts = [(part, topics) for part, topics in (("mastering", mastering), ("playing", _PLAYING)) if topics]
    return answer(request, "help.html", surrounding, parts=parts, base=f"/at/{asker.key}")


ROUTES: Final = (help_at,)
