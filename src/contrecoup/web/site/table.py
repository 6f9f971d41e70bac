"""The table: the scene as a seat sees it, live, and all that the seat may ask there."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter
from litestar.response import Stream

from contrecoup.kernel import GM, Refused
from contrecoup.table.projection import Sight
from contrecoup.table.refusals import denied
from contrecoup.table.seen import Seen
from contrecoup.web import streams
from contrecoup.web.askers import Asker, asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.pages import render
from contrecoup.web.pieces import Fault
from contrecoup.web.server import server_of
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, go, home, is_script
from contrecoup.web.site.fields import Fields, asked_of, fields_of
from contrecoup.web.site.params import At, Id, LastEvent
from contrecoup.web.streams import View

_AWAY: Final = frozenset({"fork", "drop_fork", "close"})
"""Commands after which another scene is looked at."""


class Board(msgspec.Struct, frozen=True):
    """Whose table is drawn, of which scene, and through whose eyes: all that a drawing depends on beside
    what is seen."""

    at: At
    lang: str
    scene: str = ""
    preview: str = ""

    def __call__(self, sight: Sight) -> bytes:
        """What stands in the middle of the page, as a stream sends it: without empty lines."""
        html = self.html(sight.seen)
        return "\n".join(line for line in html.splitlines() if line.strip()).encode()

    def html(self, seen: Seen, wrong: tuple[Fault, ...] = (), sent: Fields | None = None) -> str:
        """What stands in the middle of the page; `wrong` and `sent` come back with a refusal."""
        return render("table_main.html", self.lang, **self.values(seen, wrong, sent))

    def values(self, seen: Seen, wrong: tuple[Fault, ...], sent: Fields | None) -> dict[str, Any]:
        """What the template is given."""
        return {
            "seen": seen,
            "base": f"/at/{self.at}",
            "preview": self.preview,
            "faults": wrong,
            "sent": sent.all() if sent else {},
        }


@get("/at/{at:str}/table", include_in_schema=False)
async def table(request: Request[Any, Any, Any], at: At, scene: Id = "", preview: Id = "") -> Response[Any]:
    asker = await asker_of(request, at)
    server_of(request).reads.take(asker.key)
    return await _page(request, asker, scene, preview)


@get("/at/{at:str}/stream", include_in_schema=False, media_type=streams.MEDIA_TYPE)
async def stream(
    request: Request[Any, Any, Any],
    at: At,
    scene: Id = "",
    preview: Id = "",
    since: Annotated[str, QueryParameter(max_length=100)] = "",
    last: LastEvent = None,
) -> Stream:
    asker = await asker_of(request, at)
    _hold_preview(asker, preview)
    server = server_of(request)
    server.reads.take(asker.key)
    server.streams.check(asker.table, asker.seat)
    lang = language_of(request)
    view = View(asker.table, asker.seat, lang, scene, Board(asker.key, lang, scene, preview), preview, "")
    frames = server.streams.frames(view, last or since)
    return Stream(frames, media_type=streams.MEDIA_TYPE, headers=streams.HEADERS)


@post("/at/{at:str}/do", include_in_schema=False)
async def do(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await asker_of(request, at)
    sent = await fields_of(request)
    server = server_of(request)
    server.commands.take(asker.key)
    scene = sent.text("scene")
    try:
        receipt = await server.desk.do(asker.table, asker.seat, asked_of(sent), language_of(request))
    except Refused as refused:
        return await _refused(request, asker, sent, refused)
    server.metrics.note("command")
    made = sent.text("do") in _AWAY
    address = _address(asker, receipt.made if sent.text("do") == "fork" else "" if made else scene)
    if not is_script(request):
        return go(address)
    headers = {"HX-Redirect": address} if made else {}
    return Response(None, status_code=204, headers=headers)


def _hold_preview(asker: Asker, preview: str) -> None:
    if preview and asker.seat != GM:
        raise denied("table.gm_only", "preview")


def _address(asker: Asker, scene: str) -> str:
    return home(asker) + (f"?scene={scene}" if scene else "")


async def _page(
    request: Request[Any, Any, Any],
    asker: Asker,
    scene: str,
    preview: str,
    wrong: tuple[Fault, ...] = (),
    sent: Fields | None = None,
    status: int = 200,
) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang, scene, preview)
    board = Board(asker.key, lang, scene, preview)
    if is_script(request):
        headers = {"HX-Retarget": "#main", "HX-Reswap": "innerMorph"}
        return Response(
            board.html(seen, wrong, sent), status_code=status, media_type="text/html", headers=headers
        )
    live = f"/at/{asker.key}/stream?scene={scene}&preview={preview}&since={seen.stamp}"
    title = seen.scene.title if seen.scene else seen.title
    shown = frame(request, title, asker, campaign=seen.title, seat=seen.name, stream=live)
    return answer(request, "table.html", shown, status=status, **board.values(seen, wrong, sent))


async def _refused(
    request: Request[Any, Any, Any], asker: Asker, sent: Fields, refused: Refused
) -> Response[Any]:
    """The table as it is now, what was typed kept, and what was wrong with it at its field."""
    wrong = faults.of(refused, language_of(request))
    scene, preview = sent.text("scene"), sent.text("preview")
    try:
        return await _page(request, asker, scene, preview, wrong, sent, faults.status_of(refused))
    except Refused:  # the scene isn't there any more
        return await _page(request, asker, "", "", wrong, sent, faults.status_of(refused))


ROUTES: Final = (table, stream, do)
