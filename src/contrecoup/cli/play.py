"""`contrecoup play`: referees a scene at the terminal, goes on with a log, or replays one."""

from contextlib import closing
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from contrecoup import registry
from contrecoup.cli.options import Json, Lang, Misused, Overrides, chosen, overrides
from contrecoup.cli.referee import sitting
from contrecoup.cli.referee.aftermath import hold_new
from contrecoup.cli.referee.results import hold_place
from contrecoup.kernel import GM, SCREEN, Refused, refusal
from contrecoup.play import evenings
from contrecoup.play.evenings import Evening
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene


def play(
    file: Annotated[Path | None, Parameter(help="play.option.file")] = None,
    /,
    *,
    log: Annotated[Path | None, Parameter(name="--log", help="play.option.log")] = None,
    resume: Annotated[Path | None, Parameter(name="--resume", help="play.option.resume")] = None,
    replay: Annotated[Path | None, Parameter(name="--replay", help="play.option.replay")] = None,
    seat: Annotated[str, Parameter(name="--seat", help="play.option.seat")] = GM,
    auto: Annotated[
        tuple[str, ...],
        Parameter(name="--auto", negative="", help="play.option.auto", consume_multiple=False),
    ] = (),
    dice: Annotated[Literal["thrown", "typed"], Parameter(name="--dice", help="play.option.dice")] = "thrown",
    recap: Annotated[Path | None, Parameter(name="--recap", help="play.option.recap")] = None,
    aftermath: Annotated[Path | None, Parameter(name="--aftermath", help="play.option.aftermath")] = None,
    set: Overrides = (),
    lang: Lang = None,
    json: Json = False,
) -> int:
    """The help of everything here is in the catalogues."""
    _hold_together(file, log, resume, replay, auto, set)
    hold_place(recap)
    hold_new(aftermath, seat)
    scene = None if file is None else registry.load(file, overrides(set))
    old = resume or replay
    if scene is not None and old is not None:
        evenings.hold_scene(old, scene)
    if replay is not None:
        told = evenings.retell(replay)
        teller = _teller(told.fold.scene, chosen(lang), seat)
        desk = sitting.seated(sitting.replaying(told), teller, dice, json)
        return sitting.retell(desk, told, recap, replay, json, aftermath)
    if scene is not None:
        _hold_seats(scene, seat, *auto)
    evening = _evening(file, scene, log, resume)
    with closing(evening.session) as session:
        teller = _teller(session.scene, chosen(lang), seat)
        for each in auto:
            session.set_auto(each)
        return sitting.sit(sitting.seated(session, teller, dice, json), evening, recap, json, aftermath)


def _hold_together(
    file: Path | None,
    log: Path | None,
    resume: Path | None,
    replay: Path | None,
    auto: tuple[str, ...],
    set: tuple[str, ...],
) -> None:
    """Misused where options say nothing together that can be done."""
    old = resume or replay
    if file is None and old is None:
        raise Misused("play.usage.nothing")
    if resume is not None and replay is not None:
        raise Misused("play.usage.both")
    if set and old is not None:
        raise Misused("play.usage.set")
    if replay is not None and (log is not None or auto):
        raise Misused("play.usage.replay")


def _hold_seats(scene: Scene, *seats: str) -> None:
    """Refused where a seat is none of the scene's, before anything is written."""
    known = (*scene.manifest.seats, GM, SCREEN)
    wrong = [seat for seat in seats if seat not in known]
    if wrong:
        raise Refused([refusal("play.no_seat", seat=seat, known=", ".join(known)) for seat in wrong])


def _teller(scene: Scene, lang: str, seat: str) -> Teller:
    _hold_seats(scene, seat)
    return Teller(scene, lang, seat)


def _evening(file: Path | None, scene: Scene | None, log: Path | None, old: Path | None) -> Evening:
    if old is None:
        assert file is not None
        assert scene is not None
        return evenings.begin(scene, log, file)
    return evenings.resume(old) if log is None else evenings.rescue(old, log)
