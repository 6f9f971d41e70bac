"""A sitting: one session at one terminal, from the greeting to how to go on another time."""

import shlex
import sys
from pathlib import Path

from contrecoup.cli.referee.aftermath import write_aftermath
from contrecoup.cli.referee.board import Board
from contrecoup.cli.referee.desk import Desk, DiceFrom
from contrecoup.cli.referee.keyboard import Keyboard
from contrecoup.cli.referee.loop import Loop
from contrecoup.cli.referee.orders import Left
from contrecoup.cli.referee.results import result, write_recap
from contrecoup.cli.referee.words import Words
from contrecoup.cli.reports import report_refused, write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import GM, Refused
from contrecoup.log import MemoryStore
from contrecoup.play import Session, SystemDice, Unkept
from contrecoup.play.evenings import Evening, Retold
from contrecoup.play.recap import recap
from contrecoup.play.telling import Teller

DONE, UNFINISHED, INTERRUPTED = 0, 1, 130


def seated(session: Session, teller: Teller, dice: DiceFrom, as_json: bool) -> Desk:
    """Somebody at the terminal; with JSON the talk goes to the error stream and the result to the output."""
    stream = sys.stderr if as_json else sys.stdout
    screen = Screen(stream)
    words, board = Words(teller.texts), Board(teller, screen)
    return Desk(session, teller, screen, Keyboard(stream), board, words, SystemDice(), dice)


def sit(
    desk: Desk, evening: Evening, summary: Path | None, as_json: bool, aftermath: Path | None = None
) -> int:
    """Play, then say what came of it. Whatever ends the sitting, the log holds every answer."""
    try:
        _greet(desk, evening)
        code = _played(desk)
    except KeyboardInterrupt:
        desk.screen.print()
        code = INTERRUPTED
    if desk.session.is_over():
        desk.screen.print()
    if summary is not None:
        write_recap(summary, desk.session, desk.teller)
        desk.say("play.recap.written", file=str(summary))
    elif desk.session.is_over():
        desk.screen.print(printable(recap(desk.session, desk.teller)).rstrip())
    _keep(desk, aftermath)
    if not desk.session.is_over():
        desk.say("play.saved", file=str(evening.path))
        desk.screen.print(f"  {_command(desk, evening.path)}")
    if as_json:
        write_json(result(desk.session, desk.teller, evening.path))
    return code


def _played(desk: Desk) -> int:
    """The exit code: nothing went wrong, the input ended too early, or an event couldn't be kept."""
    try:
        Loop(desk).play()
    except Left:
        return DONE
    except EOFError:
        desk.screen.print()
        return UNFINISHED
    except Unkept as refused:
        report_refused(Refused(refused.reasons), desk.teller.texts.lang, False)
        return UNFINISHED
    return DONE


def _greet(desk: Desk, evening: Evening) -> None:
    teller = desk.teller
    desk.screen.heading(teller.full_title())
    for notice in evening.notices:
        desk.screen.paragraph(printable(teller.texts.say(notice)))
    desk.say("play.log.place", file=str(evening.path))
    desk.say("play.help.hint")


def retell(
    desk: Desk,
    told: Retold,
    summary: Path | None,
    path: Path,
    as_json: bool,
    aftermath: Path | None = None,
) -> int:
    """Tell a log from its beginning without asking anything."""
    teller = desk.teller
    desk.screen.heading(teller.full_title())
    for notice in told.notices:
        desk.screen.paragraph(printable(teller.texts.say(notice)))
    Loop(desk).replay()
    if summary is not None:
        write_recap(summary, desk.session, teller)
        desk.say("play.recap.written", file=str(summary))
    _keep(desk, aftermath)
    if as_json:
        write_json(result(desk.session, teller, path))
    if told.faults:
        report_refused(Refused(told.faults), teller.texts.lang, False)
    return UNFINISHED if told.faults else DONE


def _keep(desk: Desk, aftermath: Path | None) -> None:
    """The scene with what stays on sheets in its file, once it is over."""
    if aftermath is not None:
        is_kept = write_aftermath(aftermath, desk.session)
        desk.say(f"play.aftermath.{'written' if is_kept else 'unfinished'}", file=str(aftermath))


def replaying(told: Retold) -> Session:
    """A session over a log that isn't written to."""
    return Session(told.fold, MemoryStore(told.fold.records))


def _command(desk: Desk, path: Path) -> str:
    """How to go on another time."""
    seat = ["--seat", desk.viewer] if desk.viewer != GM else []
    dice = ["--dice", desk.dice] if desk.dice == "typed" else []
    return shlex.join(["contrecoup", "play", "--resume", str(path), *seat, *dice])
