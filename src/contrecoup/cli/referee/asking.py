"""Asking for odds at the table: what each option of a choice leads to."""

from typing import Any, Final

from contrecoup.cli.referee.desk import Desk
from contrecoup.cli.screen import printable
from contrecoup.kernel import Choice, Option

MOST: Final = 30_000
"""States that are walked for an answer while people wait."""


def show_odds(desk: Desk, wish: str) -> None:
    """Each option's ends, and with an aim ("control=1") what it is worth when its seat plays on at its best.

    Without an aim everybody goes on as planned. The odds know all that the scene file says, so they are
    the game master's alone.
    """
    node = desk.session.question()
    if not isinstance(node, Choice):
        desk.say("play.odds.no_choice")
    elif not desk.is_master:
        desk.say("play.odds.unknown")
    else:
        _show(desk, node, wish)


def _show(desk: Desk, node: Choice, wish: str) -> None:
    from contrecoup.odds.best import Aim, Best  # odds take long to import, and few ask

    scene, state = desk.session.scene, desk.session.state
    aim = Aim.read(wish) if wish else Aim({})
    afters = [scene.ruleset.apply(scene.setup, state, option) for option in node.options]
    seats = (node.seat,) if wish else ()
    best = Best(scene, seats, aim, also=(state, *afters), bound=MOST)
    desk.say("play.odds.best" if wish else "play.odds.push", who=desk.teller.who(node.seat))
    for place, (option, after) in enumerate(zip(node.options, afters, strict=True), 1):
        ends = _ends(desk, best.odds_from(after).ends)
        _show_option(desk, place, option, ends, best.value_at(after) if wish else None)


def _show_option(desk: Desk, place: int, option: Option, ends: str, value: float | None) -> None:
    texts = desk.teller.texts
    line = texts.text("play.odds.option", option=texts.option(option), ends=ends)
    if value is not None:
        line = texts.text("play.odds.worth", line=line, value=texts.number(value, 4))
    desk.screen.paragraph(printable(f"{place:>3}  {line}"))


def _ends(desk: Desk, ends: Any) -> str:
    texts = desk.teller.texts
    shares = sorted(ends.items(), key=lambda end: -end[1])
    return texts.name("best.joint").join(
        f"{desk.teller.ended(end)} {texts.percent(share)}" for end, share in shares if share
    )
