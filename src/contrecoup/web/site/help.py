"""Help: what a table is and how to play at it, for the game master and for players."""

from typing import Any, Final

from litestar import Request, Response, get

from contrecoup.text import Texts
from contrecoup.web.askers import asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.looking import see
from contrecoup.web.server import server_of
from contrecoup.web.site.drawing import answer, frame
from contrecoup.web.site.params import At

_PLAYING: Final = ("answer", "dice", "odds", "log", "connection", "proof")
_MASTERING: Final = ("seats", "scenes", "secrets", "undo", "corrections", "evening")


@get("/at/{at:str}/help", include_in_schema=False)
async def help_at(request: Request[Any, Any, Any], at: At) -> Response[str]:
    asker = await asker_of(request, at)
    lang = language_of(request)
    seen = await see(server_of(request).desk, asker.table, asker.seat, lang)
    surrounding = frame(
        request, Texts(lang).name("web.page.help"), asker, campaign=seen.title, seat=seen.name
    )
    topics = (*_PLAYING, *(_MASTERING if seen.role == "gm" else ()))
    return answer(request, "help.html", surrounding, topics=topics, base=f"/at/{asker.key}")


ROUTES: Final = (help_at,)
