"""Building: a sheet filled in step by step; every step is kept in the campaign before the next is shown, so
that reloading, going back or another device loses nothing."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.kernel.form import Step
from contrecoup.table.commands import Asked, KeepSheet
from contrecoup.table.events import LONGEST_TITLE
from contrecoup.table.projection import project
from contrecoup.table.room import Room
from contrecoup.table.seen import Seen
from contrecoup.table.sheets import OpenSheet
from contrecoup.table.sheets.held import HeldSheet, grown, held_sheet, lists_of, shrunk
from contrecoup.table.sheets.naming import entry_name, kind_name, labelled
from contrecoup.text import LANGUAGES, Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Fault
from contrecoup.web.server import server_of
from contrecoup.web.site import faults, filling
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, fields_of, fresh
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Name

_Place = Annotated[int, QueryParameter(ge=0, le=100)]


@get("/at/{at:str}/sheets/{sheet:str}/build", include_in_schema=False)
async def build(request: Request[Any, Any, Any], at: At, sheet: Name, step: _Place = 0) -> Response[Any]:
    asker = await master(request, at)
    return await _page(request, asker, await held(request, asker, sheet), step)


@post("/at/{at:str}/sheets/{sheet:str}/build", include_in_schema=False)
async def built(request: Request[Any, Any, Any], at: At, sheet: Name, step: _Place = 0) -> Response[Any]:
    """Keep a step and go where the button says; stay where something can't be, or (going on) mustn't be."""
    asker = await master(request, at)
    sent = await fields_of(request)
    server_of(request).commands.take(asker.key)
    before = await held(request, asker, sheet)
    opened = await asyncio.to_thread(before.opened)
    steps = opened.forms.steps(opened.sheet, opened.content)
    here = steps[min(step, len(steps) - 1)]
    try:
        changed = _changed(filling.filled(opened, here.fields, sent), sent.text("go"))
        await keep(request, asker, before, changed)
    except Refused as refused:
        wrong = filling.at_fields(
            refused.reasons, here.fields, Texts(language_of(request), before.sheet.rules)
        )
        return await _page(request, asker, before, step, sent, wrong, faults.status_of(refused))
    steps = changed.forms.steps(changed.sheet, changed.content)
    if sent.text("go") == "on" and steps[min(step, len(steps) - 1)].faults:
        return await _page(request, asker, await held(request, asker, sheet), step, status=422)
    return go(_next(home(asker, f"sheets/{sheet}"), sent.text("go"), step, len(steps)))


async def held(request: Request[Any, Any, Any], asker: Asker, sheet: str) -> HeldSheet:
    """A sheet that the asker may read."""

    def read(room: Room, shown: str, here: frozenset[Seat]) -> HeldSheet:
        return held_sheet(room, asker.seat, sheet)

    return await server_of(request).desk.look(asker.table, asker.seat, read)


async def keep(request: Request[Any, Any, Any], asker: Asker, before: HeldSheet, changed: OpenSheet) -> None:
    """Keep a sheet as it is now. Its title goes with its name as long as nobody gave it another."""
    sheet = before.sheet
    name = str(getattr(changed.sheet, "name", ""))[:LONGEST_TITLE]
    own = {str(sheet.data.get("name", "")), *(kind_name(sheet.rules, sheet.sort, lang) for lang in LANGUAGES)}
    command = KeepSheet(
        rules=sheet.rules,
        sort=sheet.sort,
        side=sheet.side,
        title=name if name and sheet.title in own else sheet.title,
        data=changed.said(),
        sheet=sheet.id,
    )
    asked = Asked(request=fresh(), command=command)
    await server_of(request).desk.do(asker.table, asker.seat, asked, language_of(request))


def _changed(opened: OpenSheet, where: str) -> OpenSheet:
    """The sheet with an entry more or less in a list, where a button says so."""
    change, _, path = where.partition(".")
    if change not in ("more", "less"):
        return opened
    if path not in lists_of(opened):
        raise Refused([refusal("web.form.no_command", path)])
    return opened.with_data((grown if change == "more" else shrunk)(opened, path))


def _next(sheet: str, where: str, step: int, count: int) -> str:
    """Where a button leads: another step, or the sheet as it is read."""
    to, _, place = where.partition(".")
    match to:
        case "back":
            return f"{sheet}/build?step={max(step - 1, 0)}"
        case "on":
            return f"{sheet}/build?step={step + 1}" if step + 1 < count else sheet
        case "to" if place.isdecimal():
            return f"{sheet}/build?step={min(int(place), count - 1)}"
        case "more" | "less":
            return f"{sheet}/build?step={step}"
        case _:
            return sheet


async def _page(
    request: Request[Any, Any, Any],
    asker: Asker,
    before: HeldSheet,
    place: int,
    sent: Fields | None = None,
    wrong: tuple[Fault, ...] = (),
    status: int = 200,
) -> Response[Any]:
    lang = language_of(request)
    opened = await asyncio.to_thread(before.opened)
    texts = Texts(lang, before.sheet.rules)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> Seen:
        return project(room, asker.seat, lang, shown, here=here).seen

    seen = await server_of(request).desk.look(asker.table, asker.seat, read)
    steps = [labelled(each, texts) for each in opened.forms.steps(opened.sheet, opened.content)]
    place = min(place, len(steps) - 1)
    step = steps[place]
    return answer(
        request,
        "building.html",
        frame(request, before.sheet.title, asker, campaign=seen.title, seat=seen.name),
        status=status,
        domain=before.sheet.rules,
        title=before.sheet.title,
        steps=steps,
        step=msgspec.structs.replace(step, faults=()),
        place=place,
        has_points=any(each.spent or each.left for each in steps),
        lists=[
            (path, entry_name(path, texts), len(getattr(opened.sheet, path))) for path in lists_of(opened)
        ],
        sheet=home(asker, f"sheets/{before.sheet.id}"),
        faults=wrong or filling.at_fields(step.faults, step.fields, texts),
        typed=_typed(sent, step),
    )


def _typed(sent: Fields | None, step: Step) -> dict[str, Any]:
    """What was typed, by name; a box that isn't ticked isn't sent."""
    if sent is None:
        return {}
    flags = {field.path: bool(sent.text(field.path)) for field in step.fields if field.kind == "flag"}
    return {**sent.all(), **flags}


ROUTES: Final = (build, built)
