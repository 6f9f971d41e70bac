"""The workshop: odds of any throw and any scene, for whoever wants to know before it matters.

What a seat hands in stands by itself. The game master alone may ask about scenes that he has prepared: no
other seat learns here that there are any.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from contrecoup import registry
from contrecoup.kernel import GM, Refusal, Refused, Seat, refusal
from contrecoup.table import preparing
from contrecoup.table.refusals import denied, unknown
from contrecoup.table.room import Room
from contrecoup.text import Texts
from contrecoup.web.askers import Asker, asker_of
from contrecoup.web.languages import language_of
from contrecoup.web.pictures import LONGEST, PictureJob, Theme
from contrecoup.web.pieces import Fault
from contrecoup.web.problems import Fault as Barred
from contrecoup.web.problems import headers_of
from contrecoup.web.reckoning import Task
from contrecoup.web.server import server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.site import faults
from contrecoup.web.site.drawing import answer, frame, home, theme_of
from contrecoup.web.site.fields import Fields, fields_of
from contrecoup.web.site.params import At, Id
from contrecoup.web.workbench import LONGEST_NOTATION, LONGEST_TOML, RollJob, RollOdds, SceneJob, SceneOdds

T = TypeVar("T")
_Figures = Annotated[str, QueryParameter(max_length=LONGEST)]
_Theme = Annotated[Theme, QueryParameter()]
_Wish = Annotated[bool, QueryParameter()]
_Roll = Annotated[str, QueryParameter(max_length=LONGEST_NOTATION)]
_LONGEST_AIM: Final = 1_000
_LONGEST_SEAT: Final = 40
_FIELDS: Final = ("seat", "value")
"""Fields of the form that reasons may be about; all others are about the scene's text."""


class Typed(msgspec.Struct, frozen=True):
    """What was typed, and is kept when the page comes back."""

    roll: str = ""
    toml: str = ""
    scene: str = ""
    weigh: bool = False
    seat: str = ""
    value: str = ""


class Found(msgspec.Struct, frozen=True):
    """What a page shows beside the forms: odds, or why there are none."""

    roll: RollOdds | None = None
    scene: SceneOdds | None = None
    faults: tuple[Fault, ...] = ()
    status: int = 200
    headers: dict[str, str] = {}


class Role(msgspec.Struct, frozen=True):
    """A seat that may be played best: its id, and what it is called in which rules."""

    id: str
    text: str


@get("/at/{at:str}/workshop", include_in_schema=False)
async def workshop(
    request: Request[Any, Any, Any], at: At, roll: _Roll = "", scene: Id = "", weigh: _Wish = False
) -> Response[Any]:
    """The empty workshop, a throw's odds, or those of a scene that the game master has prepared."""
    asker = await asker_of(request, at)
    typed = Typed(roll=roll.strip(), scene=scene, weigh=weigh)
    if typed.roll:
        found = await _of_roll(request, asker, typed.roll)
    elif scene:
        found = await _of_scene(request, asker, typed)
    else:
        found = Found()
        server_of(request).reads.take(asker.key)
    return await _page(request, asker, typed, found)


@post("/at/{at:str}/workshop", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def reckon(request: Request[Any, Any, Any], at: At) -> Response[Any]:
    """The odds of a scene that was typed in or sent as a file."""
    asker = await asker_of(request, at)
    sent = await fields_of(request)
    try:
        typed = _typed(sent, await sent.file("file"))
    except Refused as refused:
        wrong = faults.of(refused, language_of(request))
        return await _page(request, asker, _typed(sent, None), Found(faults=wrong, status=422))
    return await _page(request, asker, typed, await _of_scene(request, asker, typed))


@get("/at/{at:str}/workshop/picture.svg", include_in_schema=False)
async def picture(
    request: Request[Any, Any, Any], at: At, of: _Figures, theme: _Theme = "light"
) -> Response[bytes]:
    """The picture of figures that the address holds."""
    asker = await asker_of(request, at)
    server = server_of(request)
    server.reads.take(asker.key)
    job = PictureJob(of, theme, language_of(request))
    drawn = await server.workbench.reckon(job)
    return Response(drawn.svg, media_type="image/svg+xml")


def _typed(sent: Fields, file: str | None) -> Typed:
    return Typed(
        toml=file or sent.text("toml").replace("\r\n", "\n"),
        scene=sent.text("scene"),
        weigh=bool(sent.text("weigh")),
        seat=sent.text("seat").strip(),
        value=sent.text("value").strip(),
    )


async def _of_roll(request: Request[Any, Any, Any], asker: Asker, notation: str) -> Found:
    lang = language_of(request)
    try:
        return Found(roll=await _reckoned(request, asker, RollJob(notation, lang)))
    except Refused as refused:
        return _unread(refused, lang)
    except Barred as barred:
        return _barred(barred, lang)


async def _of_scene(request: Request[Any, Any, Any], asker: Asker, typed: Typed) -> Found:
    lang = language_of(request)
    try:
        _hold(typed)
        job = SceneJob(
            lang=lang,
            data=await _data(request, asker, typed.scene) if typed.scene else {},
            toml="" if typed.scene else typed.toml,
            weigh=typed.weigh,
            seat=typed.seat,
            value=typed.value if typed.seat else "",
        )
        return Found(scene=await _reckoned(request, asker, job))
    except Refused as refused:
        return _refused(refused, lang, "" if typed.scene else "toml")
    except Barred as barred:
        return _barred(barred, lang)


def _hold(typed: Typed) -> None:
    """Refuse what is too long to be a scene, a seat or an aim, and nothing at all."""
    reasons = list(_bounds(typed))
    if reasons:
        raise Refused(reasons)


def _bounds(typed: Typed) -> Iterator[Refusal]:
    if not typed.scene and not typed.toml.strip():
        yield refusal("web.workshop.nothing", "toml")
    if len(typed.toml) > LONGEST_TOML:
        yield refusal("web.workshop.long", "toml", most=LONGEST_TOML)
    if len(typed.seat) > _LONGEST_SEAT:
        yield refusal("web.workshop.long", "seat", most=_LONGEST_SEAT)
    if len(typed.value) > _LONGEST_AIM:
        yield refusal("web.workshop.long", "value", most=_LONGEST_AIM)


async def _data(request: Request[Any, Any, Any], asker: Asker, scene: str) -> dict[str, Any]:
    """A prepared scene as it would begin now; Refused for all but the game master, and for other scenes."""
    if asker.seat != GM:
        raise denied("table.gm_only", "scene")

    def read(room: Room, shown: str, here: frozenset[Seat]) -> dict[str, Any]:
        held = room.campaign.scenes[shown]
        if held.status != "prepared":
            raise unknown("web.workshop.begun", "scene")
        return preparing.with_sheets(room.campaign, held.data, held.sheets)

    return await server_of(request).desk.look(asker.table, asker.seat, read, scene)


async def _reckoned(request: Request[Any, Any, Any], asker: Asker, job: Task[T]) -> T:
    server = server_of(request)
    server.odds.take(asker.key)
    return await server.workbench.reckon(job)


def _refused(refused: Refused, lang: str, field: str) -> Found:
    """Every reason at the field that it is about, with its place in what stands there."""
    wrong = faults.in_text(refused, lang, field, _FIELDS)
    return Found(faults=wrong, status=faults.status_of(refused))


def _unread(refused: Refused, lang: str) -> Found:
    """What is wrong with a notation, each reason with its column."""
    texts = Texts(lang)
    wrong = (
        texts.text("web.workshop.at_column", column=reason.column, text=texts.refusal(reason))
        if reason.column
        else texts.refusal(reason)
        for reason in refused.reasons
    )
    return Found(faults=tuple(Fault("roll", text) for text in wrong), status=faults.status_of(refused))


def _barred(barred: Barred, lang: str) -> Found:
    """Too much was asked, or it takes too long."""
    wrong = faults.of(Refused(barred.reasons), lang)
    return Found(faults=wrong, status=barred.status, headers=headers_of(barred, barred.status))


async def _page(request: Request[Any, Any, Any], asker: Asker, typed: Typed, found: Found) -> Response[Any]:
    lang = language_of(request)
    seen = await server_of(request).desk.seen(asker.table, asker.seat, lang)
    title = Texts(lang).name("web.page.workshop")
    drawn = answer(
        request,
        "workshop.html",
        frame(request, title, asker, campaign=seen.title, seat=seen.name),
        status=found.status,
        action=home(asker, "workshop"),
        base=f"/at/{asker.key}",
        typed=typed,
        theme=theme_of(request),
        found=found,
        faults=found.faults,
        scenes=[each for each in seen.scenes if each.status == "prepared"] if asker.seat == GM else [],
        roles=list(_roles(lang)),
    )
    drawn.headers.update(found.headers)
    return drawn


def _roles(lang: str) -> Iterator[Role]:
    """Every seat that any rule set's scenes have."""
    for manifest in registry.find().values():
        texts = Texts(lang, manifest.id)
        for seat in manifest.seats:
            name = texts.name(f"seat.{seat}") if texts.has(f"seat.{seat}") else seat
            yield Role(seat, texts.text("web.workshop.role", seat=name, rules=manifest.title[lang]))


ROUTES: Final = (workshop, reckon, picture)
