"""Joining: a link's key becomes a cookie, and the way to the table."""

from typing import Annotated, Any, Final

from litestar import Request, Response, get, post
from litestar.params import PathParameter

from contrecoup.kernel import Refused
from contrecoup.table.keys import LONGEST_KEY
from contrecoup.text import Texts
from contrecoup.web.api.session import enter
from contrecoup.web.askers import asker_of, cookies, crumbs
from contrecoup.web.languages import language_of
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import fields_of
from contrecoup.web.site.params import At

_Key = Annotated[str, PathParameter(max_length=LONGEST_KEY)]


@get("/join/{key:str}", include_in_schema=False)
async def join(request: Request[Any, Any, Any], key: _Key) -> Response[Any]:
    return await _joined(request, key)


@post("/join", include_in_schema=False)
async def join_by_words(request: Request[Any, Any, Any]) -> Response[Any]:
    """A link that was typed or pasted, whole or its last part."""
    said = (await fields_of(request)).text("key").strip()
    return await _joined(request, said.rstrip("/").rpartition("/")[2])


@post("/at/{at:str}/leave", include_in_schema=False)
async def leave(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    """Leave the seat on this device."""
    asker = await asker_of(request, at)
    return go("/", crumbs(request, asker))


async def _joined(request: Request[Any, Any, Any], key: str) -> Response[Any]:
    try:
        asker = await enter(request, key)
    except Refused:
        return gone(request)
    kept = cookies(request, asker)
    if request.headers.get("sec-fetch-site") != "cross-site":
        return go(home(asker), kept)
    # browsers send strict cookies on no way that began on another site: the page goes on by itself
    texts = Texts(language_of(request))
    surrounding = frame(request, texts.name("web.entered.title"))
    return answer(request, "entered.html", surrounding, cookies=kept, address=home(asker))


def gone(request: Request[Any, Any, Any]) -> Response[str]:
    """What a link that opens nothing says, and nothing else."""
    texts = Texts(language_of(request))
    return answer(request, "gone.html", frame(request, texts.name("web.gone.title")), status=401)


ROUTES: Final = (join, join_by_words, leave)
