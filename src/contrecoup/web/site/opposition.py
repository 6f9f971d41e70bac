"""Opposition: the ratings of a sheet as a form whose odds move with them, and the dial that finds ratings for
wished odds. Nothing is kept before it is asked for."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post

from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.kernel.form import Field, Step
from contrecoup.table.projection import project
from contrecoup.table.room import Room
from contrecoup.table.seen import Seen
from contrecoup.table.sheets import OpenSheet
from contrecoup.table.sheets.held import HeldSheet, held_sheet
from contrecoup.table.sheets.naming import labelled, word_name
from contrecoup.table.stands import Stand, dials_of, stands, tried
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.languages import language_of
from contrecoup.web.pages import render
from contrecoup.web.pieces import Fault
from contrecoup.web.problems import Fault as Barred
from contrecoup.web.server import server_of
from contrecoup.web.settings import COMMAND_BYTES
from contrecoup.web.site import faults, filling
from contrecoup.web.site.building import keep
from contrecoup.web.site.drawing import answer, frame, go, home, is_script
from contrecoup.web.site.fields import Fields, fields_of
from contrecoup.web.site.masters import master
from contrecoup.web.site.params import At, Name
from contrecoup.web.trial import MOST_AXES, Trial, TrialOdds, Turned

_KINDS: Final = ("number", "flag", "gear")
"""Fields that are ratings; texts are too where only some words are accepted."""


class Bench(msgspec.Struct, frozen=True):
    """A sheet on the bench: all that the page and its parts are drawn from."""

    held: HeldSheet
    opened: OpenSheet
    steps: tuple[Step, ...]
    stands: tuple[Stand, ...]
    seen: Seen
    texts: Texts

    @property
    def fields(self) -> tuple[Field, ...]:
        """All ratings."""
        return tuple(field for step in self.steps for field in step.fields)

    @property
    def turnable(self) -> tuple[Field, ...]:
        """The ratings that the dial can turn."""
        return tuple(field for field in self.fields if field.kind != "gear")


class Setting(msgspec.Struct, frozen=True):
    """A setting that the dial found: what its button sends, what it changes, the share of the wished end."""

    take: str
    text: str
    p: float
    is_met: bool


class Shown(msgspec.Struct, frozen=True):
    """What came of reckoning."""

    odds: TrialOdds | None = None
    settings: tuple[Setting, ...] = ()
    faults: tuple[Fault, ...] = ()
    status: int = 200


@get("/at/{at:str}/opposition/{sheet:str}", include_in_schema=False)
async def opposition(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    asker = await master(request, at)
    server_of(request).reads.take(asker.key)
    return await _page(request, asker, await _bench(request, asker, sheet), None, Shown())


@post("/at/{at:str}/opposition/{sheet:str}", include_in_schema=False, request_max_body_size=COMMAND_BYTES)
async def turn(request: Request[Any, Any, Any], at: At, sheet: Name) -> Response[Any]:
    """Odds of what was typed, nearest settings, a setting taken over, or the sheet kept."""
    asker = await master(request, at)
    sent = await fields_of(request)
    bench = await _bench(request, asker, sheet)
    do, _, rest = sent.text("go").partition(".")
    if do == "take":
        sent = _taken(sent, rest)
    try:
        changed = filling.filled(bench.opened, bench.fields, sent)
        if do == "keep":
            server_of(request).commands.take(asker.key)
            await keep(request, asker, bench.held, changed)
            return go(home(asker, f"opposition/{sheet}"))
        shown = await _shown(request, asker, bench, changed, sent, wished=do == "dial")
    except Refused as refused:
        wrong = filling.at_fields(refused.reasons, bench.fields, _texts_of(refused, bench))
        shown = Shown(faults=wrong, status=faults.status_of(refused))
    except Barred as barred:
        wrong = tuple(Fault("", bench.texts.refusal(reason)) for reason in barred.reasons)
        shown = Shown(faults=wrong, status=barred.status)
    return await _page(request, asker, bench, sent, shown)


def _texts_of(refused: Refused, bench: Bench) -> Texts:
    return Texts(bench.texts.lang, refused.domain) if refused.domain else bench.texts


def _taken(sent: Fields, said: str) -> Fields:
    """What was typed, with a setting's values in their fields."""
    try:
        values = msgspec.json.decode(said, type=dict[str, str | int | bool])
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise Refused([refusal("web.form.no_command", "go")]) from None
    for path, value in values.items():
        sent = sent.put(path, ("yes" if value else "") if isinstance(value, bool) else str(value))
    return sent


async def _bench(request: Request[Any, Any, Any], asker: Asker, id: str) -> Bench:
    lang = language_of(request)

    def read(room: Room, shown: str, here: frozenset[Seat]) -> tuple[HeldSheet, tuple[Stand, ...], Seen]:
        held = held_sheet(room, asker.seat, id)
        return (
            held,
            stands(room, asker.seat, id, lang),
            project(room, asker.seat, lang, shown, here=here).seen,
        )

    held, places, seen = await server_of(request).desk.look(asker.table, asker.seat, read)
    opened = await asyncio.to_thread(held.opened)
    texts = Texts(lang, held.sheet.rules)
    steps = (labelled(step, texts) for step in opened.forms.steps(opened.sheet, opened.content))
    return Bench(held, opened, tuple(_ratings(steps)), places, seen, texts)


def _ratings(steps: Iterator[Step]) -> Iterator[Step]:
    """The steps with ratings alone."""
    for step in steps:
        fields = tuple(field for field in step.fields if field.kind in _KINDS or field.accepted)
        if fields:
            yield msgspec.structs.replace(step, fields=fields)


async def _shown(
    request: Request[Any, Any, Any],
    asker: Asker,
    bench: Bench,
    changed: OpenSheet,
    sent: Fields,
    *,
    wished: bool,
) -> Shown:
    """The odds of the sheet as it was typed, with the settings nearest to a wish."""
    stand = _stand(bench, sent)
    if stand is None:
        raise Refused([refusal("web.opposition.nowhere", "against")])
    trial = Trial(data=tried(stand, changed.said()), path=stand.path, lang=bench.texts.lang)
    wrong: tuple[Fault, ...] = ()
    if wished:
        try:
            trial = _wished(trial, bench, sent)
        except Refused as refused:
            wrong = faults.of(refused, bench.texts.lang)
    server = server_of(request)
    server.odds.take(asker.key)
    odds = await server.workbench.reckon(trial)
    return Shown(odds, tuple(_setting(each, bench) for each in odds.turned), wrong, 422 if wrong else 200)


def _wished(trial: Trial, bench: Bench, sent: Fields) -> Trial:
    """The trial with the wish that was typed; Refused with all that is wrong with it."""
    own = {field.path for field in bench.turnable}
    turning = tuple(path for path in sent.texts("turn") if path in own)
    wrong = (
        [] if 0 < len(turning) <= MOST_AXES else [refusal("web.opposition.turn_some", "turn", most=MOST_AXES)]
    )
    share = _share(sent)
    if share is None:
        wrong.append(refusal("web.opposition.percent", "percent"))
    if share is None or wrong:
        raise Refused(wrong)
    return msgspec.structs.replace(trial, end=sent.text("end")[:200], share=share, turn=turning)


def _share(sent: Fields) -> float | None:
    """The wished chance of an end, typed in percents; None where it can't be read."""
    text = sent.text("percent").strip().rstrip("%").strip().replace(",", ".")
    try:
        percent = float(text)
    except ValueError:
        return None
    return percent / 100 if 0 <= percent <= 100 else None


def _stand(bench: Bench, sent: Fields | None) -> Stand | None:
    """The place that was chosen, else the first."""
    chosen = sent.text("against") if sent else ""
    return next((each for each in bench.stands if each.id == chosen), next(iter(bench.stands), None))


def _setting(turned: Turned, bench: Bench) -> Setting:
    names = {field.path: bench.texts.value(field.name) for field in bench.fields}
    said = [
        bench.texts.text("web.opposition.set", name=names.get(path, path), value=_value(value, bench.texts))
        for path, value in turned.values.items()
    ]
    take = msgspec.json.encode(dict(turned.values)).decode()
    text = ", ".join(said)
    return Setting(take, text[:1].upper() + text[1:], turned.p, turned.is_met)


def _value(value: str | int | bool, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts.name("play.yes" if value else "play.no")
    return texts.number(value) if isinstance(value, int) else word_name(value, texts)


def _reasons(wrong: tuple[Fault, ...], bench: Bench) -> tuple[Fault, ...]:
    """Faults of the fields that this page has; others belong to the whole."""
    own = {*(field.path for field in bench.fields), "percent", "turn", "against"}
    return tuple(fault if fault.where in own else Fault("", fault.text) for fault in wrong)


async def _page(
    request: Request[Any, Any, Any], asker: Asker, bench: Bench, sent: Fields | None, shown: Shown
) -> Response[Any]:
    """The page, or for a script what stands in the place of the odds."""
    stand = _stand(bench, sent)
    values: dict[str, Any] = {
        "shown": shown,
        "faults": _reasons(shown.faults, bench),
        "end": sent.text("end") if sent else "",
        "percent_typed": sent.text("percent") if sent else "",
        "turning": _turning(bench, stand, sent),
        "turnable": bench.turnable,
        "may_try": stand is not None,
    }
    if is_script(request):
        html = render("opposition_odds.html", bench.texts.lang, domain=bench.held.sheet.rules, **values)
        return Response(html, media_type="text/html", status_code=shown.status)
    title = bench.held.sheet.title
    return answer(
        request,
        "opposition.html",
        frame(request, title, asker, campaign=bench.seen.title, seat=bench.seen.name),
        status=shown.status,
        domain=bench.held.sheet.rules,
        title=title,
        steps=bench.steps,
        stands=bench.stands,
        chosen=stand.id if stand else "",
        typed=_typed(bench, sent),
        action=home(asker, f"opposition/{bench.held.sheet.id}"),
        sheet=home(asker, f"sheets/{bench.held.sheet.id}"),
        **values,
    )


def _turning(bench: Bench, stand: Stand | None, sent: Fields | None) -> tuple[str, ...]:
    """The ratings to turn: those that were ticked, else the rule set's own, else the first two."""
    ticked = tuple(sent.texts("turn")) if sent else ()
    paths = [field.path for field in bench.turnable]
    own = tuple(path for path in dials_of(stand) if path in paths) if stand else ()
    return ticked or own or tuple(paths[:2])


def _typed(bench: Bench, sent: Fields | None) -> dict[str, Any]:
    if sent is None:
        return {}
    flags = {field.path: bool(sent.text(field.path)) for field in bench.fields if field.kind == "flag"}
    return {**sent.all(), **flags}


ROUTES: Final = (opposition, turn)
