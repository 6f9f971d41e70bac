"""Best play as a table: its odds, what it is worth, and its choices with every alternative; or as JSON."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from contrecoup.cli import scene_odds
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import GM, Clock, Condition, Part, Pool, Track
from contrecoup.odds.best import Best, Decision
from contrecoup.play.telling import Teller

MOST: Final = 12
"""Choices that are shown; JSON has all that best play comes to."""
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
    """The table of odds, then the value, then the choices that come up most."""
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
    decisions = best.decisions
    if not decisions:
        screen.paragraph(texts.name("best.no_choice"), "  ")
        return
    screen.print()
    screen.heading(texts.name("best.choices"))
    start = frozenset(map(repr, _parts(best, best.scene.start())))
    for decision in decisions[:MOST]:
        _show_choice(screen, teller, best, decision, start)
    if len(decisions) > MOST:
        screen.paragraph(texts.text("best.more", count=len(decisions) - MOST), "  ")


def _show_choice(
    screen: Screen, teller: Teller, best: Best, decision: Decision, start: frozenset[str]
) -> None:
    texts = teller.texts
    what = texts.text("play.question", who=teller.who(decision.seat), what=texts.name(decision.reason))
    moved = [part for part in _parts(best, decision.state) if repr(part) not in start]
    where = texts.name("best.joint").join(_features(moved, teller)) or texts.name("best.as_at_start")
    often = texts.number(decision.visits, 3)
    line = texts.text("best.choice", what=what, often=often, where=where)
    screen.paragraph(printable(line), "  ")
    for each in sorted(decision.options, key=lambda each: -each.value):
        mark = "best.taken" if each.option == decision.best else "best.other"
        value = texts.number(each.value, _DIGITS)
        line = texts.text(mark, option=texts.option(each.option), value=value)
        screen.paragraph(printable(line), "    ")


def _parts(best: Best, state: Any) -> list[Part]:
    scene = best.scene
    return list(scene.ruleset.view(scene.setup, state, GM).parts)


def _features(parts: list[Part], teller: Teller) -> Iterator[str]:
    """What counts of where the scene stands, in a few words each."""
    for part in parts:
        name = teller.texts.name(f"part.{part.id}")
        if part.of:
            name = teller.texts.text("best.of", name=name, of=teller.who(part.of))
        match part:
            case Track(now=now, most=most) | Pool(left=now, most=most):
                yield teller.texts.text("best.counted", name=name, now=now, most=most)
            case Condition(level=level):
                yield name if level == 1 else f"{name} {level}"
            case Clock(minutes=minutes):
                yield teller.texts.text("best.minutes", name=name, count=minutes)
            case _:
                pass
