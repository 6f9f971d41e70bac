"""Asking for odds at the table: what each option of a choice leads to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from contrecoup.cli.referee.desk import Desk
from contrecoup.cli.screen import printable
from contrecoup.kernel import Choice

MOST: Final = 30_000
"""States that are walked for an answer while people wait."""


def show_odds(desk: Desk, wish: str) -> None:
    """Each option's ends, and with an aim ("control=1") what it is worth.

    The game master's odds know all that the scene file says; with an aim the choice's seat then plays on at
    its best. Anybody else's follow from what his seat may know, and everybody goes on as planned: the best
    play that they could show would know what he can't.
    """
    node = desk.session.question()
    if not isinstance(node, Choice):
        desk.say("play.odds.no_choice")
    elif desk.is_master:
        _show_all(desk, node, wish)
    elif node.seat == desk.viewer:
        _show_believed(desk, node, wish)
    else:
        desk.say("play.odds.not_yours", who=desk.teller.who(node.seat))


def _show_all(desk: Desk, node: Choice, wish: str) -> None:
    from contrecoup.odds.best import Aim, Best  # odds take long to import, and few ask

    scene, state = desk.session.scene, desk.session.state
    aim = Aim.read(wish) if wish else Aim({})
    afters = [scene.ruleset.apply(scene.setup, state, option) for option in node.options]
    seats = (node.seat,) if wish else ()
    best = Best(scene, seats, aim, also=(state, *afters), bound=MOST)
    desk.say("play.odds.best" if wish else "play.odds.push", who=desk.teller.who(node.seat))
    values = [best.value_at(after) for after in afters] if wish else ()
    _show(desk, node, [best.odds_from(after).ends for after in afters], values)


def _show_believed(desk: Desk, node: Choice, wish: str) -> None:
    from contrecoup.odds.beliefs import believe
    from contrecoup.odds.beliefs.worth import worths
    from contrecoup.odds.best import Aim

    aim = Aim.read(wish) if wish else None
    belief = believe(desk.session.scene, desk.viewer, desk.session.steps, node)
    odds = [belief.odds_after(option) for option in node.options]
    values = worths(odds, aim, desk.teller.texts.has) if aim else ()
    desk.say("play.odds.belief", who=desk.teller.who(node.seat))
    _show(desk, node, [each.ends for each in odds], values)


def _show(desk: Desk, node: Choice, ends: Sequence[Mapping[str, Any]], values: Sequence[float]) -> None:
    """A line for each option; `values` are empty where nobody asked what it is worth."""
    texts = desk.teller.texts
    for place, (option, shares) in enumerate(zip(node.options, ends, strict=True)):
        line = texts.text("play.odds.option", option=texts.option(option), ends=_ends(desk, shares))
        if values:
            line = texts.text("play.odds.worth", line=line, value=texts.number(values[place], 4))
        desk.screen.paragraph(printable(f"{place + 1:>3}  {line}"))


def _ends(desk: Desk, ends: Mapping[str, Any]) -> str:
    texts = desk.teller.texts
    shares = sorted(ends.items(), key=lambda end: -end[1])
    return texts.name("best.joint").join(
        f"{desk.teller.ended(end)} {texts.percent(share)}" for end, share in shares if share
    )
