"""Settings: the campaign's title, game time and notes, what the group settled of the rules, its packs, and
what leaves the table as a file. The game master's alone."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from contrecoup import registry
from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.registry import documents
from contrecoup.table import clock
from contrecoup.table.events import LONGEST_PASSAGE, SheetKept
from contrecoup.table.projection import sheet
from contrecoup.table.room import Room
from contrecoup.table.seen import SheetSeen
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Fault
from contrecoup.web.problems import Fault as Barred
from contrecoup.web.server import Server, server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.site import faults, rulings
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, asked_of, fields_of, fresh
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Id
from contrecoup.web.workbench import SceneOdds

_Sheets = Annotated[str | None, QueryParameter(max_length=2_000)]
_UNITS: Final[Mapping[str, int]] = {"minutes": 1, "hours": 60, "days": 24 * 60}
_NEEDED: Final[Mapping[str, str]] = {"rename_campaign": "title", "keep_pack": "title", "note": "text"}
"""The field that a command can't do without."""
_SECTIONS: Final[Mapping[str, str]] = {
    "rename_campaign": "campaign",
    "pass_time": "time",
    "note": "notes",
    "drop_note": "notes",
    "rulings": "rulings",
    "keep_pack": "packs",
    "drop_pack": "packs",
}
"""What this page's forms ask for, and where the page goes on afterwards."""


class Weighed(msgspec.Struct, frozen=True):
    """What the rulings of a rule set weigh in a scene, or why that isn't known."""

    rules: str
    scene: str
    odds: SceneOdds | None = None
    why: tuple[str, ...] = ()


class Changed(msgspec.Struct, frozen=True):
    """A sheet that time changed, and what stands there now."""

    sheet: str
    title: str
    now: tuple[str, ...]


@get("/at/{at:str}/settings", include_in_schema=False)
async def settings(
    request: Request[Any, Any, Any], at: At, weigh: Id = "", of: Id = "", changed: _Sheets = None
) -> Response[Any]:
    """`weigh`: the rule set whose rulings are weighed in the scene `of`; `changed`: sheets that time did."""
    asker = await master(request, at)
    server = server_of(request)
    if weigh:
        return await _page(request, asker, weighed=await _weighed(request, asker, weigh, of))
    server.reads.take(asker.key)
    return await _page(request, asker, changed=changed)


@post("/at/{at:str}/settings", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def change(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await master(request, at)
    sent = await fields_of(request)
    server = server_of(request)
    server.commands.take(asker.key)
    do = sent.text("do")
    try:
        if do not in _SECTIONS:
            raise Refused([refusal("web.form.no_command", "do")])
        query = await _DOERS.get(do, _ask)(server, asker, sent, language_of(request))
    except Refused as refused:
        return await _page(request, asker, sent=sent, refused=refused)
    return go(f"{home(asker, 'settings')}{query}#{_SECTIONS[do]}")


async def _ask(server: Server, asker: Asker, sent: Fields, lang: str) -> str:
    """Ask for what the form says as it stands."""
    needed = _NEEDED.get(sent.text("do"), "")
    if needed and not sent.text(needed).strip():
        raise Refused([refusal("web.form.needed", needed)])
    await server.desk.do(asker.table, asker.seat, asked_of(sent), lang)
    return ""


async def _settle(server: Server, asker: Asker, sent: Fields, lang: str) -> str:
    """Make the rulings of a rule set what the form says."""

    def read(room: Room, shown: str, here: frozenset[Seat]) -> list[Any]:
        return list(rulings.settled(room, sent))

    for asked in await server.desk.look(asker.table, asker.seat, read):
        await server.desk.do(asker.table, asker.seat, asked, lang)
    return ""


async def _pass_time(server: Server, asker: Asker, sent: Fields, lang: str) -> str:
    """Let game time pass; the sheets that it changes are named on the page afterwards."""
    count, unit = sent.text("count").strip(), _UNITS.get(sent.text("unit"), 1)
    if not count.isdecimal() or not 0 < int(count[:10]) * unit <= LONGEST_PASSAGE:
        raise Refused([refusal("web.settings.no_time", "count", most=LONGEST_PASSAGE // unit)])
    minutes = int(count) * unit

    def read(room: Room, shown: str, here: frozenset[Seat]) -> str:
        return ".".join(_changed(room, kept) for kept in clock.later(room.campaign, minutes))

    changed = await server.desk.look(asker.table, asker.seat, read)
    await server.desk.do(asker.table, asker.seat, asked_of(sent.put("minutes", str(minutes))), lang)
    return f"?changed={changed[:_LONGEST_CHANGED]}"


async def _keep_pack(server: Server, asker: Asker, sent: Fields, lang: str) -> str:
    """Keep a pack that was typed in or sent as a file."""
    file = await sent.file("file")
    given = sent.put("toml", file) if file else sent
    reasons = [refusal("web.form.needed", each) for each in ("title", "toml") if not given.text(each).strip()]
    if reasons:
        raise Refused(reasons)
    try:
        return await _ask(server, asker, given, lang)
    except Refused as refused:
        raise _placed(refused, given.text("toml")) from None


def _placed(refused: Refused, toml: str) -> Refused:
    """The reasons with their lines in the text."""
    try:
        lines = documents.parsed(toml).lines()
    except Refused:
        return refused
    reasons = (
        each
        if each.line or each.where == "title"
        else msgspec.structs.replace(each, line=lines.line(each.where))
        for each in refused.reasons
    )
    return Refused(reasons, refused.domain)


_Doer: TypeAlias = Callable[[Server, Asker, Fields, str], Awaitable[str]]
_DOERS: Final[Mapping[str, _Doer]] = {"rulings": _settle, "pass_time": _pass_time, "keep_pack": _keep_pack}
_LONGEST_CHANGED: Final = 1_900


async def _weighed(request: Request[Any, Any, Any], asker: Asker, rules: str, scene: str) -> Weighed:
    lang = language_of(request)
    try:
        odds = await rulings.weighed(server_of(request), asker, rules, scene, lang)
    except Refused as refused:
        return Weighed(rules, scene, why=tuple(fault.text for fault in faults.of(refused, lang)))
    except Barred as barred:
        return Weighed(rules, scene, why=tuple(Texts(lang).refusal(each) for each in barred.reasons))
    return Weighed(rules, scene, odds)


async def _page(
    request: Request[Any, Any, Any],
    asker: Asker,
    *,
    sent: Fields | None = None,
    refused: Refused | None = None,
    weighed: Weighed | None = None,
    changed: str | None = None,
) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    title = Texts(lang).name("web.page.settings")
    return answer(
        request,
        "settings.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=faults.status_of(refused) if refused else 200,
        seen=seen,
        action=home(asker, "settings"),
        base=f"/at/{asker.key}",
        fresh=fresh,
        houses=tuple(rulings.houses(seen, lang)),
        packs=[
            (manifest.id, manifest.title[lang])
            for manifest in registry.find().values()
            if _has_packs(manifest.id)
        ],
        weighed=weighed,
        passed=None if changed is None else await _shown(request, asker, changed),
        faults=_faults(refused, lang, sent.text("do")) if refused and sent else (),
        sent=sent.all() if sent else {},
        readers=sent.texts("audience") if sent else [],
    )


def _has_packs(rules: str) -> bool:
    return registry.get(rules).content is not None


def _changed(room: Room, kept: SheetKept) -> str:
    """A sheet and the entries that an event changes on it, as the page's address names them."""
    before = room.campaign.sheets[kept.sheet].data
    return "-".join((kept.sheet, *(key for key, value in kept.data.items() if before.get(key) != value)))


async def _shown(request: Request[Any, Any, Any], asker: Asker, changed: str) -> tuple[Changed, ...]:
    """The sheets that an address names, with their entries as they stand now."""
    lang, named = language_of(request), [each.split("-") for each in changed.split(".") if each]

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[Changed, ...]:
        return tuple(
            _entries(sheet(room, asker.seat, lang, id), keys, lang)
            for id, *keys in named
            if id in room.campaign.sheets
        )

    return await server_of(request).desk.look(asker.table, asker.seat, read)


def _entries(seen: SheetSeen, keys: Iterable[str], lang: str) -> Changed:
    texts = Texts(lang, seen.listed.rules)
    now = tuple(
        texts.text("web.settings.entry", name=_called(key, texts), value=_value(seen.data[key], texts))
        for key in keys
        if isinstance(seen.data.get(key), int | str)
    )
    return Changed(seen.listed.id, seen.listed.title, now)


def _called(key: str, texts: Texts) -> str:
    return texts.name(f"part.{key}") if texts.has(f"part.{key}") else key


def _value(value: int | str, texts: Texts) -> int | str:
    if isinstance(value, bool):
        return texts.name("web.settings.yes" if value else "web.settings.no")
    return value


def _faults(refused: Refused, lang: str, do: str) -> tuple[Fault, ...]:
    """Every reason at the field of the form that was sent: fields of one name stand in several forms."""
    if do == "keep_pack":
        wrong = faults.in_text(refused, lang, "toml", ("title", "rules", "file"))
    else:
        wrong = faults.of(refused, lang)
    return tuple(Fault(f"{do}.{fault.where}" if fault.where else "", fault.text) for fault in wrong)


ROUTES: Final = (settings, change)
