"""Orders: what the commands at a prompt do. Each gives what has to be shown again afterwards."""

from collections.abc import Callable, Mapping
from typing import Final

from contrecoup.cli.referee import powers
from contrecoup.cli.referee.asking import show_odds
from contrecoup.cli.referee.desk import Again, Desk
from contrecoup.cli.referee.words import COMMANDS, Order, modifier
from contrecoup.cli.screen import printable
from contrecoup.kernel import EVERYONE, GM_ONLY, Audience, only
from contrecoup.log import Chosen, Event, Record, Thrown
from contrecoup.play import happenings


class Left(Exception):
    """Somebody asked to leave; everything is in the log."""


def carry_out(desk: Desk, order: Order) -> Again:
    """Do what a command says."""
    return _ORDERS[order.command](desk, order.rest)


def points(desk: Desk) -> list[Record]:
    """The events that can be taken back, newest first: what somebody here decided, threw or announced."""
    steps = [step.record for step in desk.session.steps if not step.event.auto and desk.teller.knows(step)]
    announced = [record for record in desk.session.announcements if desk.teller.is_open(record.event)]
    return sorted([*steps, *announced], key=lambda record: record.sequence, reverse=True)


def _undo(desk: Desk, rest: str) -> Again:
    known = points(desk)
    if not known:
        desk.say("play.undo.nothing")
        return Again.NOTHING
    if rest and not (rest.isascii() and rest.isdigit()):
        return _list_points(desk, known)
    steps = int(rest[:6]) if rest else 1
    if not 1 <= steps <= len(known):
        desk.say("play.undo.range", most=len(known))
        return Again.NOTHING
    taken = known[steps - 1]
    desk.session.rewind(taken.sequence - 1)
    desk.say("play.undo.done", count=steps, what=described(desk, taken.event))
    return Again.TABLE


def _list_points(desk: Desk, known: list[Record]) -> Again:
    desk.say("play.undo.list")
    for steps, record in enumerate(known, 1):
        desk.screen.paragraph(printable(f"{steps:>3}  {described(desk, record.event)}"))
    return Again.NOTHING


def _modify(desk: Desk, rest: str) -> Again:
    return _adjust(desk, rest, EVERYONE)


def _modify_secretly(desk: Desk, rest: str) -> Again:
    return _adjust(desk, rest, GM_ONLY)


def _adjust(desk: Desk, rest: str, audience: Audience) -> Again:
    given = modifier(rest)
    if not desk.is_master:
        desk.say("play.mod.master")
    elif given is None:
        desk.say("play.mod.usage")
    else:
        desk.session.adjust(*given, audience)
        desk.say("play.mod.done", modifiers=desk.teller.modifiers(desk.session.pending))
    return Again.NOTHING


def _view(desk: Desk, rest: str) -> Again:
    return Again.TABLE


def _rules(desk: Desk, rest: str) -> Again:
    page = desk.teller.page
    section = page.section(rest) if rest else None
    if section is not None:
        desk.screen.heading(section.title)
        for line in section.lines:
            desk.screen.paragraph(line)
        return Again.QUESTION
    desk.say("play.rules.unknown" if rest else "play.rules.list", wanted=rest)
    for each in page.sections:
        desk.screen.paragraph(each.title, "  ")
    return Again.NOTHING


def _log(desk: Desk, rest: str) -> Again:
    live = {step.sequence for step in desk.session.steps}
    for number, record in desk.teller.numbered(desk.session.records).items():
        event = record.event
        text = described(desk, event)
        if isinstance(event, Chosen | Thrown) and record.sequence not in live:
            text = desk.teller.texts.text("play.log.undone", what=text)
        line = f"{number:>4}  {record.time:%H:%M:%S}  {text}"
        desk.screen.paragraph(printable(line))
    return Again.QUESTION


def described(desk: Desk, event: Event) -> str:
    """An event in a line."""
    return happenings.described(desk.teller, event, desk.session.records)


def _note(desk: Desk, rest: str) -> Again:
    desk.session.note(rest, GM_ONLY if desk.is_master else only(desk.viewer))
    desk.say("play.note.done")
    return Again.NOTHING


def _auto(desk: Desk, rest: str) -> Again:
    auto = rest not in desk.session.autos
    desk.session.set_auto(rest, auto)
    desk.say("play.log.auto" if auto else "play.log.by_hand", who=desk.teller.who(rest))
    return Again.QUESTION


def _odds(desk: Desk, rest: str) -> Again:
    show_odds(desk, rest)
    return Again.NOTHING


def _help(desk: Desk, rest: str) -> Again:
    desk.say("play.help")
    for command in COMMANDS:
        words = desk.teller.texts.name(f"play.words.{command}").split()[0]
        desk.say("play.help.line", "  ", command=words, text=desk.teller.texts.name(f"play.help.{command}"))
    return Again.QUESTION


def _not_now(desk: Desk, rest: str) -> Again:
    desk.say("play.not_now")
    return Again.NOTHING


def _quit(desk: Desk, rest: str) -> Again:
    raise Left


_ORDERS: Final[Mapping[str, Callable[[Desk, str], Again]]] = {
    "undo": _undo,
    "mod": _modify,
    "secret": _modify_secretly,
    "type": _not_now,
    "throw": _not_now,
    "hidden": _not_now,
    "reveal": powers.reveal,
    "fix": powers.fix,
    "reread": powers.reread,
    "view": _view,
    "rules": _rules,
    "log": _log,
    "note": _note,
    "auto": _auto,
    "odds": _odds,
    "help": _help,
    "quit": _quit,
}
