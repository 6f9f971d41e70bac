"""Sheets: everybody reads his own; the game master makes, imports, gives, copies and drops them."""

import asyncio
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post

from contrecoup import registry
from contrecoup.kernel import GM, Refused, Seat, refusal
from contrecoup.registry import documents
from contrecoup.table.commands import Asked, KeepSheet, Receipt
from contrecoup.table.events import LONGEST_TITLE
from contrecoup.table.projection import project
from contrecoup.table.projection import sheet as sheet_seen
from contrecoup.table.room import Room
from contrecoup.table.seen import Seen, SheetSeen
from contrecoup.table.sheets import open_sheet
from contrecoup.table.sheets.blanks import blank_sheet
from contrecoup.table.sheets.held import HeldSheet, packs_under
from contrecoup.table.sheets.naming import kind_name
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Fault
from contrecoup.web.server import server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.site import faults
from contrecoup.web.site.building import held
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, asked_of, fields_of, fresh
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Name

_SIDES: Final = ("character", "opposition")


class Kind(msgspec.Struct, frozen=True):
    """A kind of sheet of a rule set: what the form sends, and what it is called."""

    id: str
    rules: str
    text: str


class Limit(msgspec.Struct, frozen=True):
    """A limit that a sheet breaks, and the step that it belongs to."""

    text: str
    step: int


@get("/at/{at:str}/sheets", include_in_schema=False)
async def sheets(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker, lang = await asker_of(request, at), language_of(request)
    server_of(request).reads.take(asker.key)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    return answer(
        request,
        "sheets.html",
        _frame(request, Texts(lang).name("web.page.sheets"), asker, seen),
        seen=seen,
        rules={rules: manifest.title[lang] for rules, manifest in registry.find().items()},
        names={seat.id: seat.name for seat in seen.seats},
        base=f"/at/{asker.key}",
    )


@get("/at/{at:str}/sheets/new", include_in_schema=False)
async def new(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    return await _new(request, await master(request, at))


@post("/at/{at:str}/sheets/new", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def make(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    """Begin a sheet, or take one from a file; or the form again."""
    asker = await master(request, at)
    sent = await fields_of(request)
    server_of(request).commands.take(asker.key)
    is_import = sent.text("go") == "import"
    try:
        text = await sent.file("file")
        sent = sent if text is None else sent.put("toml", text)
        command = await _imported(request, asker, sent) if is_import else _begun(sent, language_of(request))
        made = await _keep(request, asker, sent, command)
    except Refused as refused:
        own = ("side", "file", "request") if is_import else ("side", "kind", "request")
        wrong = faults.in_text(refused, language_of(request), "toml", own)
        return await _new(request, asker, sent, wrong, faults.status_of(refused))
    return go(home(asker, f"sheets/{made.made}" if is_import else f"sheets/{made.made}/build"))


@get("/at/{at:str}/sheets/{sheet:str}", include_in_schema=False)
async def show(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    asker = await asker_of(request, at)
    server_of(request).reads.take(asker.key)
    return await _show(request, asker, sheet)


@post("/at/{at:str}/sheets/{sheet:str}", include_in_schema=False)
async def change(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    """Give, copy, rename or drop a sheet."""
    asker = await master(request, at)
    sent = await fields_of(request)
    server, lang = server_of(request), language_of(request)
    server.commands.take(asker.key)
    try:
        if sent.text("do") in ("copy", "rename"):
            command = _again((await held(request, asker, sheet)), sent, lang)
            made = await _keep(request, asker, sent, command)
            return go(home(asker, f"sheets/{made.made}"))
        await server.desk.do(asker.table, asker.seat, asked_of(sent.put("sheet", sheet)), lang)
    except Refused as refused:
        return await _show(request, asker, sheet, sent, refused)
    return go(home(asker, "sheets" if sent.text("do") == "drop_sheet" else f"sheets/{sheet}"))


@get("/at/{at:str}/sheets/{sheet:str}/file", include_in_schema=False)
async def file(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    asker = await asker_of(request, at)
    server_of(request).reads.take(asker.key)
    before = await held(request, asker, sheet)
    opened = await asyncio.to_thread(before.opened)
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(before.sheet.title)}.toml"'}
    return Response(opened.text(), media_type="application/toml; charset=utf-8", headers=headers)


@get("/at/{at:str}/sheets/{sheet:str}/text", include_in_schema=False)
async def text(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    asker = await master(request, at)
    before = await held(request, asker, sheet)
    opened = await asyncio.to_thread(before.opened)
    return await _text(request, asker, before, opened.text())


@post("/at/{at:str}/sheets/{sheet:str}/text", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def put_text(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    """Keep a sheet as its text says it."""
    asker = await master(request, at)
    sent = await fields_of(request)
    server_of(request).commands.take(asker.key)
    before = await held(request, asker, sheet)
    try:
        said = await asyncio.to_thread(
            _read, sent.text("toml"), before.packs, before.sheet.rules, before.sheet.sort
        )
        command = KeepSheet(
            rules=before.sheet.rules,
            sort=before.sheet.sort,
            side=before.sheet.side,
            title=before.sheet.title,
            data=said,
            sheet=before.sheet.id,
        )
        asked = Asked(request=fresh(), command=command)
        await server_of(request).desk.do(asker.table, asker.seat, asked, language_of(request))
    except Refused as refused:
        wrong = faults.in_text(refused, language_of(request), "toml")
        return await _text(request, asker, before, sent.text("toml"), wrong, faults.status_of(refused))
    return go(home(asker, f"sheets/{sheet}"))


# Commands


def _begun(sent: Fields, lang: str) -> KeepSheet:
    """A new sheet of a kind, with the least that it takes."""
    rules, _, sort = sent.text("kind").partition(".")
    if rules not in registry.find() or sort not in registry.get(rules).sheets:
        raise Refused([refusal("web.form.needed", "kind")])
    opened = open_sheet({"kind": sort, **blank_sheet(registry.get(rules), sort)}, (), rules)
    return _kept(rules, sort, sent, kind_name(rules, sort, lang), opened.said())


async def _imported(request: Request[Any, Any, Any], asker: Asker, sent: Fields) -> KeepSheet:
    """A sheet from the text of a file."""
    said = sent.text("toml")
    if not said.strip():
        raise Refused([refusal("web.form.needed", "toml")])
    data = documents.parsed(said).data
    rules, sort = str(data.get("rules", "")), str(data.get("kind", ""))

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Mapping[str, Any], ...]:
        return packs_under(room, asker.seat, rules)

    packs = await server_of(request).desk.look(asker.table, asker.seat, read)
    whole = await asyncio.to_thread(_read, said, packs)
    name = str(whole.get("name", "")) or kind_name(rules, sort, language_of(request))
    return _kept(rules, sort, sent, name, whole)


def _read(said: str, packs: tuple[Mapping[str, Any], ...], rules: str = "", sort: str = "") -> dict[str, Any]:
    """The sheet that a text says; Refused with lines, and where it is one of other rules or another kind."""
    document = documents.parsed(said)
    try:
        opened = open_sheet(document.data, packs, rules, sort)
        if sort and (opened.manifest.id, opened.kind) != (rules, sort):
            raise Refused([refusal("web.sheets.other_kind", "kind")])
    except Refused as refused:
        lines = document.lines()
        placed = [msgspec.structs.replace(each, line=lines.line(each.where)) for each in refused.reasons]
        raise Refused(sorted(placed, key=lambda each: each.line), refused.domain) from None
    return opened.said()


def _again(before: HeldSheet, sent: Fields, lang: str) -> KeepSheet:
    """A copy of a sheet, or the same with another title and side."""
    sheet = before.sheet
    if sent.text("do") == "copy":
        title = Texts(lang).text("web.sheets.copy_of", title=sheet.title)[:LONGEST_TITLE]
        return _kept(sheet.rules, sheet.sort, sent.put("side", sheet.side), title, sheet.data)
    if not sent.text("title").strip():
        raise Refused([refusal("web.form.needed", "title")])
    return _kept(sheet.rules, sheet.sort, sent, sent.text("title").strip(), sheet.data, sheet.id)


def _kept(
    rules: str, sort: str, sent: Fields, title: str, data: Mapping[str, Any], id: str = ""
) -> KeepSheet:
    side = sent.text("side")
    if side not in _SIDES:
        raise Refused([refusal("web.form.needed", "side")])
    is_own = side == "character"
    return KeepSheet(
        rules=rules,
        sort=sort,
        side="character" if is_own else "opposition",
        title=title[:LONGEST_TITLE],
        data=dict(data),
        sheet=id,
    )


async def _keep(request: Request[Any, Any, Any], asker: Asker, sent: Fields, command: KeepSheet) -> Receipt:
    asked = Asked(request=sent.text("request")[:64] or fresh(), command=command)
    return await server_of(request).desk.do(asker.table, asker.seat, asked, language_of(request))


# Pages


async def _new(
    request: Request[Any, Any, Any],
    asker: Asker,
    sent: Fields | None = None,
    wrong: tuple[Fault, ...] = (),
    status: int = 200,
) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    return answer(
        request,
        "sheet_new.html",
        _frame(request, Texts(lang).name("web.sheets.new"), asker, seen),
        status=status,
        kinds=list(_kinds(lang)),
        base=f"/at/{asker.key}",
        sent=sent.all() if sent else {},
        faults=wrong,
        fresh=fresh,
    )


def _kinds(lang: str) -> Iterator[Kind]:
    for rules, manifest in registry.find().items():
        for sort in registry.get(rules).sheets:
            yield Kind(f"{rules}.{sort}", manifest.title[lang], kind_name(rules, sort, lang))


async def _show(
    request: Request[Any, Any, Any],
    asker: Asker,
    id: str,
    sent: Fields | None = None,
    refused: Refused | None = None,
) -> Response[Any]:
    lang = language_of(request)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Seen, SheetSeen]:
        return project(room, asker.seat, lang, shown, here=here).seen, sheet_seen(room, asker.seat, lang, id)

    seen, sheet = await server_of(request).desk.look(asker.table, asker.seat, read)
    limits = await _limits(request, asker, id, lang) if asker.seat == GM else ()
    return answer(
        request,
        "sheet.html",
        _frame(request, sheet.listed.title, asker, seen),
        status=faults.status_of(refused) if refused else 200,
        seen=seen,
        sheet=sheet,
        rules_title=registry.find()[sheet.listed.rules].title[lang],
        limits=limits,
        base=f"/at/{asker.key}",
        action=home(asker, f"sheets/{id}"),
        sent=sent.all() if sent else {},
        faults=faults.of(refused, lang) if refused else (),
        fresh=fresh,
    )


async def _limits(request: Request[Any, Any, Any], asker: Asker, id: str, lang: str) -> tuple[Limit, ...]:
    """What the rules of creation say against the sheet, each with the step where it can be put right."""
    before = await held(request, asker, id)
    try:
        opened = await asyncio.to_thread(before.opened)
    except Refused:
        return ()
    texts = Texts(lang, before.sheet.rules)
    steps = opened.forms.steps(opened.sheet, opened.content)
    places = {fault: place for place, step in enumerate(steps) for fault in step.faults}
    return tuple(
        Limit(texts.refusal(fault), places.get(fault, 0))
        for fault in opened.forms.faults(opened.sheet, opened.content)
    )


async def _text(
    request: Request[Any, Any, Any],
    asker: Asker,
    before: HeldSheet,
    said: str,
    wrong: tuple[Fault, ...] = (),
    status: int = 200,
) -> Response[Any]:
    seen = await server_of(request).desk.seen(asker.table, asker.seat, language_of(request))
    return answer(
        request,
        "sheet_text.html",
        _frame(request, before.sheet.title, asker, seen),
        status=status,
        title=before.sheet.title,
        said=said,
        sheet=home(asker, f"sheets/{before.sheet.id}"),
        faults=wrong,
    )


def _frame(request: Request[Any, Any, Any], title: str, asker: Asker, seen: Seen) -> Any:
    return frame(request, title, asker, campaign=seen.title, seat=seen.name)


def _file_name(title: str) -> str:
    """A title as the name of a file: letters and digits of ASCII, joined."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "sheet"


ROUTES: Final = (sheets, new, make, show, change, file, text, put_text)
