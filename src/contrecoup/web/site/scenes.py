"""Scenes: the game master lists them, writes new ones from what the rule sets show or from a file, puts
sheets of the campaign into their places, and begins them."""

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post

from contrecoup.kernel import GM, Refused, Seat, refusal
from contrecoup.table import scripts
from contrecoup.table.events import LONGEST_TITLE
from contrecoup.table.projection import project
from contrecoup.table.room import Room
from contrecoup.table.scripts import Script, Spot
from contrecoup.table.seen import Seen, SheetListed
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.pieces import Fault
from contrecoup.web.server import server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, go, home
from contrecoup.web.site.fields import Fields, asked_of, fields_of, fresh
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Name

_OWN: Final = ("title", "sheets", "audience", "chairs", "file")
"""Fields of the form beside the scene's text."""


class Placed(msgspec.Struct, frozen=True):
    """A place of a scene, the sheets of the campaign that fit there, and the one that was chosen."""

    spot: Spot
    sheets: tuple[SheetListed, ...]
    chosen: str


@get("/at/{at:str}/scenes", include_in_schema=False)
async def scenes(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    return await _list(request, await master(request, at))


@post("/at/{at:str}/scenes", include_in_schema=False)
async def act(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await master(request, at)
    sent = await fields_of(request)
    server = server_of(request)
    server.commands.take(asker.key)
    try:
        await server.desk.do(asker.table, asker.seat, asked_of(sent), language_of(request))
    except Refused as refused:
        return await _list(request, asker, refused)
    begun = sent.text("do") == "begin"
    return go(f"{home(asker)}?scene={sent.text('scene')}" if begun else home(asker, "scenes"))


@get("/at/{at:str}/scenes/new", include_in_schema=False)
async def new(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    asker = await master(request, at)
    script = scripts.started(request.query_params.get("from", "")[:100], language_of(request))
    return await _form(request, asker, script)


@post("/at/{at:str}/scenes/new", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def prepare(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    return await _prepared(request, await master(request, at), "")


@get("/at/{at:str}/scenes/{scene:str}", include_in_schema=False)
async def edit(request: Request[Any, Any, Any], at: At, scene: Name) -> Response[Any]:
    asker = await master(request, at)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> Script:
        return scripts.script(room, asker.seat, scene)

    script = await server_of(request).desk.look(asker.table, asker.seat, read)
    return await _form(request, asker, script, scene)


@post("/at/{at:str}/scenes/{scene:str}", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def prepare_anew(request: Request[Any, Any, Any], at: At, scene: Name) -> Response[Any]:
    return await _prepared(request, await master(request, at), scene)


async def _prepared(request: Request[Any, Any, Any], asker: Asker, scene: str) -> Response[Any]:
    """Prepare what was sent and go to it; or the form again, with what was typed and what is wrong."""
    sent = await fields_of(request)
    server, lang = server_of(request), language_of(request)
    server.commands.take(asker.key)
    try:
        text = await sent.file("file")
        sent = sent if text is None else sent.put("toml", text)
        if sent.text("go") == "look" or text is not None:
            return await _form(request, asker, _sent(sent), scene)
        _hold_whole(sent)
        receipt = await server.desk.do(asker.table, asker.seat, asked_of(sent.put("scene", scene)), lang)
    except Refused as refused:
        wrong = faults.in_text(refused, lang, "toml", _OWN)
        return await _form(request, asker, _sent(sent), scene, wrong, faults.status_of(refused))
    return go(f"{home(asker)}?scene={receipt.made}")


def _hold_whole(sent: Fields) -> None:
    """Refuse what is missing, and a title that is too long."""
    reasons = [refusal("web.form.needed", name) for name in ("title", "toml") if not sent.text(name).strip()]
    if len(sent.text("title")) > LONGEST_TITLE:
        reasons.append(refusal("web.form.too_long", "title", most=LONGEST_TITLE))
    if reasons:
        raise Refused(reasons)


def _sent(sent: Fields) -> Script:
    """What was typed, as the form shows it."""
    return Script(
        title=sent.text("title"),
        text=sent.text("toml"),
        sheets=sent.below("sheets"),
        chairs=sent.below("chairs"),
        audience=frozenset(sent.texts("audience")),
    )


async def _list(
    request: Request[Any, Any, Any], asker: Asker, refused: Refused | None = None
) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    title = Texts(lang).name("web.page.scenes")
    return answer(
        request,
        "scenes.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=faults.status_of(refused) if refused else 200,
        seen=seen,
        base=f"/at/{asker.key}",
        starts=scripts.starts(lang),
        faults=faults.of(refused, lang) if refused else (),
        fresh=fresh,
    )


async def _form(
    request: Request[Any, Any, Any],
    asker: Asker,
    script: Script,
    scene: str = "",
    wrong: tuple[Fault, ...] = (),
    status: int = 200,
) -> Response[Any]:
    lang = language_of(request)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> Seen:
        return project(room, asker.seat, lang, shown, here=here).seen

    seen = await server_of(request).desk.look(asker.table, asker.seat, read)
    title = Texts(lang).name("web.scenes.edit" if scene else "web.scenes.new")
    return answer(
        request,
        "scene.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=status,
        title=title,
        script=script,
        spots=_places(script, seen.sheets, lang),
        others=[seat for seat in seen.seats if seat.id != GM],
        base=f"/at/{asker.key}",
        start=scene or request.query_params.get("from", "")[:100].replace(".", "-"),
        action=home(asker, f"scenes/{scene or 'new'}"),
        faults=wrong,
        fresh=fresh,
    )


def _places(script: Script, sheets: tuple[SheetListed, ...], lang: str) -> list[Placed]:
    """The places of the scene with the sheets that fit there; places that were chosen stay, even where the
    text can't be read at the moment."""
    spots = scripts.spots(script.text, lang)
    rules, known = scripts.rules_of(script.text), {spot.path for spot in spots}
    fitting = ([each for each in sheets if each.rules == rules and each.sort in spot.kinds] for spot in spots)
    placed = [
        Placed(spot, tuple(fit), script.sheets.get(spot.path, ""))
        for spot, fit in zip(spots, fitting, strict=True)
    ]
    for path, chosen in script.sheets.items():
        if chosen and path not in known:
            kept = tuple(each for each in sheets if each.id == chosen)
            placed.append(Placed(Spot(path, (), path), kept, chosen))
    return placed


ROUTES: Final = (scenes, act, new, prepare, edit, prepare_anew)
