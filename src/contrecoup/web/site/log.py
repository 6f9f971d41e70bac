"""The log: all that a seat was told of a scene, searched, sifted and page by page; the way back; and the
evening to take home."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
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
from contrecoup.web.pieces import Fault
from contrecoup.web.server import server_of
from contrecoup.web.site.drawing import answer, frame
from contrecoup.web.site.folding import folded, has_all
from contrecoup.web.site.params import At, Id, Search

PAGE: Final = 100
"""Lines of one page; an evening has some hundreds, a campaign's scene may have thousands."""
Kind = Literal["", "chosen", "thrown", "hidden", "other"]
KINDS: Final[tuple[Kind, ...]] = ("chosen", "thrown", "hidden", "other")
_Kind = Annotated[Kind, QueryParameter()]
_Form = Annotated[Literal["markdown", "html"], QueryParameter()]
_Number = Annotated[str, QueryParameter(max_length=20)]
_Page = Annotated[int, QueryParameter(ge=0, le=1_000_000)]


class Sieve(msgspec.Struct, frozen=True):
    """Which lines are wanted: those with all words of `q`, of a seat, of a kind, of a round (0: of any)."""

    q: str = ""
    who: str = ""
    kind: Kind = ""
    round: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it lets everything through."""
        return self == Sieve()

    def lets(self, line: Line, round: int) -> bool:
        """Whether a line of a round is wanted."""
        return (
            (not self.who or line.seat == self.who)
            and (not self.kind or self.kind in _kinds(line))
            and (not self.round or round == self.round)
            and (not self.q or _says(line, folded(self.q).split()))
        )


class Page(msgspec.Struct, frozen=True):
    """The lines of one page, its number, and how many pages and lines there are. `number` counts from 1."""

    lines: tuple[Line, ...]
    number: int
    pages: int
    count: int


@get("/at/{at:str}/log", include_in_schema=False)
async def log(
    request: Request[Any, Any, Any],
    at: At,
    scene: Id = "",
    q: Search = "",
    who: Id = "",
    kind: _Kind = "",
    round: _Number = "",
    page: _Page = 0,
) -> Response[Any]:
    """`page` 0 is the last one, where the newest lines are."""
    asker = await asker_of(request, at)
    server, lang = server_of(request), language_of(request)
    server.reads.take(asker.key)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Seen, tuple[Line, ...]]:
        seen = project(room, asker.seat, lang, shown, here=here).seen
        has_begun = seen.scene is not None and seen.scene.status != "prepared"
        return seen, lines(room, asker.seat, lang, shown) if has_begun else ()

    seen, told = await server.desk.look(asker.table, asker.seat, read, scene)
    is_number = not round.strip() or round.strip().isdecimal()
    sieve = Sieve(" ".join(q.split()), who, kind, int(round.strip() or 0) if is_number else 0)
    texts = Texts(lang)
    title = texts.name("web.page.log")
    wrong = () if is_number else (Fault("round", texts.text("web.form.whole", text=round)),)
    return answer(
        request,
        "log.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=422 if wrong else 200,
        faults=wrong,
        typed_round=round.strip(),
        seen=seen,
        base=f"/at/{asker.key}",
        sieve=sieve,
        kinds=KINDS,
        doers=list(dict.fromkeys((line.seat, line.who) for line in told if line.seat)),
        rounds=max((line.round for line in told), default=0),
        has_lines=bool(told),
        page=page_of([line for line, of in _in_rounds(told) if sieve.lets(line, of)], page),
    )


@get("/at/{at:str}/recap", include_in_schema=False)
async def recap(request: Request[Any, Any, Any], at: At, form: _Form = "html") -> Response[Any]:
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


def page_of(wanted: Sequence[Line], number: int) -> Page:
    """One page of the lines that are wanted; 0 and numbers beyond the last are the last one."""
    pages = max(1, -(-len(wanted) // PAGE))
    shown = min(number or pages, pages)
    start = (shown - 1) * PAGE
    return Page(tuple(wanted[start : start + PAGE]), shown, pages, len(wanted))


def _in_rounds(told: Iterable[Line]) -> Iterator[tuple[Line, int]]:
    """Each line with the round that it belongs to (0: before the first)."""
    round = 0
    for line in told:
        round = line.round or round
        yield line, round


def _kinds(line: Line) -> Iterator[Kind]:
    if line.is_hidden:
        yield "hidden"
    if line.kind == "chosen":
        yield "chosen"
    elif line.kind == "thrown":
        yield "thrown"
    else:
        yield "other"


def _says(line: Line, words: Sequence[str]) -> bool:
    said = folded(" ".join((line.text, *(each.text for each in line.told))))
    return has_all(said, words)


ROUTES: Final = (log, recap, export)
