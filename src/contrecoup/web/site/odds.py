"""Odds at the table: how the scene is likely to end after each answer, as far as the seat may know."""

from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.params import QueryParameter

from contrecoup.kernel import Refused
from contrecoup.text import Texts
from contrecoup.web.api.odds import reckon
from contrecoup.web.askers import asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.pages import render
from contrecoup.web.problems import Fault as Barred
from contrecoup.web.reckoning import SeatOdds
from contrecoup.web.server import server_of
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, is_script
from contrecoup.web.site.params import At, Id

_Place = Annotated[int, QueryParameter(ge=-1, le=1000)]


@get("/at/{at:str}/odds", include_in_schema=False)
async def odds(request: Request[Any, Any, Any], at: At, scene: Id = "", place: _Place = -1) -> Response[Any]:
    """One option's odds into the open page, or all of them on a page of their own."""
    asker = await asker_of(request, at)
    server, lang = server_of(request), language_of(request)
    server.odds.take(asker.key)
    found: SeatOdds | None = None
    why: tuple[str, ...] = ()
    try:
        found = await reckon(server, asker, lang, scene)
    except Refused as refused:
        why = tuple(fault.text for fault in faults.of(refused, lang))
    except Barred as barred:
        why = tuple(Texts(lang).refusal(reason) for reason in barred.reasons)
    if is_script(request):
        html = render("odds_part.html", lang, odds=found, place=place, why=why)
        return Response(html, media_type="text/html")
    seen = await server.desk.seen(asker.table, asker.seat, lang, scene)
    title = Texts(lang).name("web.page.workshop")
    surrounding = frame(request, title, asker, campaign=seen.title, seat=seen.name)
    return answer(
        request, "odds.html", surrounding, odds=found, why=why, base=f"/at/{asker.key}", scene=scene
    )


ROUTES: Final = (odds,)
