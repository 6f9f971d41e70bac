"""The log: all that a seat was told of a scene, the way back, and the evening to take home."""

from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Stream

from contrecoup.kernel import GM, Seat
from contrecoup.table.projection import lines, project
from contrecoup.table.room import Room
from contrecoup.table.seen import Line, Seen
from contrecoup.table.takeaways import exported, recapped
from contrecoup.text import Texts
from contrecoup.web.askers import asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.server import server_of
from contrecoup.web.site.drawing import answer, frame
from contrecoup.web.site.params import At, Id, Search


@get("/at/{at:str}/log", include_in_schema=False)
async def log(request: Request[Any, Any, Any], at: At, scene: Id = "", q: Search = "") -> Response[Any]:
    asker = await asker_of(request, at)
    server, lang = server_of(request), language_of(request)
    server.reads.take(asker.key)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Seen, tuple[Line, ...]]:
        seen = project(room, asker.seat, lang, shown, here=here)
        has_begun = seen.scene is not None and seen.scene.status != "prepared"
        return seen, lines(room, asker.seat, lang, shown) if has_begun else ()

    seen, told = await server.desk.look(asker.table, asker.seat, read, scene)
    title = Texts(lang).name("web.page.log")
    return answer(
        request,
        "log.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        seen=seen,
        base=f"/at/{asker.key}",
        wanted=q,
        lines=[line for line in told if _says(line, q.casefold())],
    )


@get("/at/{at:str}/recap", include_in_schema=False)
async def recap(
    request: Request[Any, Any, Any],
    at: At,
    form: Annotated[Literal["markdown", "html"], QueryParameter()] = "html",
) -> Response[Any]:
    asker = await asker_of(request, at)
    server, lang = server_of(request), language_of(request)
    server.exports.take(asker.key)
    page = await recapped(server.desk, asker.table, asker.seat, lang, form)
    kind, name = ("text/html", "recap.html") if form == "html" else ("text/markdown", "recap.md")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(page, media_type=kind, headers=headers)


@get("/at/{at:str}/export", include_in_schema=False)
async def export(request: Request[Any, Any, Any], at: At) -> Stream:
    asker = await asker_of(request, at)
    server = server_of(request)
    server.exports.take(asker.key)
    pieces = exported(server.desk, asker.table, asker.seat, language_of(request))
    name = "campaign.jsonl" if asker.seat == GM else "log.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Stream(pieces, media_type="application/jsonl", headers=headers)


def _says(line: Line, wanted: str) -> bool:
    said = " ".join((line.text, *(each.text for each in line.told))).casefold()
    return all(word in said for word in wanted.split())


ROUTES: Final = (log, recap, export)
