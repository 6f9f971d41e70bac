"""Best play as a table: its odds, what it is worth, and its choices with every alternative; or as JSON."""

from typing import Any, Final

import msgspec

from contrecoup.cli import scene_odds
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import GM
from contrecoup.odds.best import Best, Decision
from contrecoup.odds.best.words import MOST_TOLD, ChoiceTold, told
from contrecoup.play.telling import Teller
from contrecoup.text import Texts

_DIGITS: Final = 4


def write(best: Best) -> None:
    """The JSON of odds, with `best` beside."""
    scene_odds.write(best.scene, "best", best.odds, {"best": plain(best)})


def plain(best: Best) -> dict[str, Any]:
    """What best play is worth and decides, as JSON takes it."""
    return {
        "for": list(best.seats),
        "against": best.against,
        "aim": {name: float(worth) for name, worth in best.aim.worths.items()},
        "own_aim": best.aim.is_own,
        "value": best.value,
        "states": best.states,
        "choices": [choice(best, decision) for decision in best.decisions],
    }


def choice(best: Best, decision: Decision) -> dict[str, Any]:
    """A choice with its alternatives, and where the scene stands there."""
    scene = best.scene
    return {
        "seat": decision.seat,
        "reason": decision.reason,
        "visits": decision.visits,
        "view": msgspec.to_builtins(scene.ruleset.view(scene.setup, decision.state, GM).parts),
        "options": [
            {
                "id": each.option.id,
                "values": msgspec.to_builtins(dict(each.option.values)),
                "value": each.value,
                "best": each.option == decision.best,
            }
            for each in decision.options
        ],
    }


def show(best: Best, lang: str) -> None:
    """The table of odds, then the value, then the choices that come up most; JSON has all of them."""
    scene_odds.show(best.scene, best.odds, lang)
    teller, screen = Teller(best.scene, lang), Screen()
    texts = teller.texts
    screen.print()
    seats = texts.list(map(teller.who, best.seats))
    screen.heading(
        printable(texts.text("best.heading", seats=seats, value=texts.number(best.value, _DIGITS)))
    )
    aim = "best.aim.own" if best.aim.is_own else "best.aim.given"
    screen.paragraph(printable(texts.text(aim, aim=str(best.aim))), "  ")
    screen.paragraph(texts.text(f"best.against.{best.against}"), "  ")
    screen.paragraph(texts.text("best.walked", count=best.states), "  ")
    if not best.decisions:
        screen.paragraph(texts.name("best.no_choice"), "  ")
        return
    screen.print()
    screen.heading(texts.name("best.choices"))
    for each in told(best, texts, teller.who):
        _show_choice(screen, texts, each)
    if (more := len(best.decisions) - MOST_TOLD) > 0:
        screen.paragraph(texts.text("best.more", count=more), "  ")


def _show_choice(screen: Screen, texts: Texts, choice: ChoiceTold) -> None:
    where = texts.name("best.joint").join(choice.where) or texts.name("best.as_at_start")
    often = texts.number(choice.often, 3)
    line = texts.text("best.choice", what=choice.text, often=often, where=where)
    screen.paragraph(printable(line), "  ")
    for each in choice.options:
        mark = "best.taken" if each.is_best else "best.other"
        line = texts.text(mark, option=each.text, value=texts.number(each.value, _DIGITS))
        screen.paragraph(printable(line), "    ")
