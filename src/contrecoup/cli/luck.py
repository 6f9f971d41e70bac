"""`contrecoup luck`: what the dice of a played scene gave and took, and what its choices cost."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.kernel import GM, Refused
from contrecoup.odds.luck import Luck, Move, Passed, measure
from contrecoup.play import Step
from contrecoup.play.evenings import retell
from contrecoup.play.fold import Fold
from contrecoup.play.telling import Teller, signed
from contrecoup.text import Texts

_DIGITS: Final = 4
_LITTLE: Final = Fraction(1, 20_000)
"""Half of the last digit that is shown: what moves less isn't shown."""


def luck(
    log: Annotated[Path, Parameter(help="luck.option.log")],
    /,
    *,
    seat: Annotated[str | None, Parameter(name="--for", metavar="SEAT", help="luck.option.for")] = None,
    value: Annotated[str | None, Parameter(name="--value", metavar="AIM", help="luck.option.value")] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    told = retell(log)
    if told.faults:
        raise Refused(told.faults)
    fold = told.fold
    found = measured(fold, seat, value)
    if json:
        write_json(plain(fold, found))
    else:
        show(fold, found, chosen(lang))


def measured(fold: Fold, seat: str | None, value: str | None) -> Luck:
    """The luck of a log's steps that count."""
    steps = fold.standing.steps()
    passed = [Passed(step.node, step.before, step.after, step.sequence) for step in steps]
    return measure(fold.scene, passed, fold.standing.state, seat, value)


def plain(fold: Fold, found: Luck) -> dict[str, Any]:
    """Luck as JSON takes it."""
    return {
        "rules": fold.scene.rules,
        "scene": fold.scene.name,
        "for": found.seat,
        "aim": {name: float(worth) for name, worth in found.aim.worths.items()},
        "finished": found.is_over,
        "start": float(found.start),
        "luck": float(found.luck),
        "losses": float(found.loss),
        "result": float(found.result),
        "adjusted": float(found.adjusted),
        "seats": {
            seat: {"luck": float(each.luck), "losses": float(each.loss)} for seat, each in found.sums.items()
        },
        "moves": [_plain_move(move) for move in found.moves],
    }


def _plain_move(move: Move) -> dict[str, Any]:
    head = {"event": move.sequence, "seat": move.seat, "reason": move.reason}
    worth = {"before": float(move.before), "after": float(move.after)}
    if move.best is None:
        return {**head, **worth, "luck": float(move.luck)}
    best = {"id": move.best.id, "values": msgspec.to_builtins(dict(move.best.values))}
    return {**head, **worth, "loss": float(move.loss), "best": best}


def show(fold: Fold, found: Luck, lang: str) -> None:
    """The sum, each seat's share, and the answers that moved something."""
    teller, screen = Teller(fold.scene, lang, GM), Screen()
    texts = teller.texts
    screen.heading(printable(teller.full_title()))
    aim = ", ".join(f"{name}={worth}" for name, worth in found.aim.worths.items())
    screen.paragraph(printable(texts.text("luck.heading", who=teller.who(found.seat), aim=aim)))
    if not found.is_over:
        screen.paragraph(texts.name("luck.unfinished"))
    screen.print()
    figures = {"start": found.start, "luck": found.luck, "losses": -found.loss, "result": found.result}
    for name, figure in (figures | {"adjusted": found.adjusted}).items():
        shown = _signed(figure, texts) if name in ("luck", "losses") else texts.number(figure, _DIGITS)
        screen.paragraph(texts.text(f"luck.{name}", value=shown), "  ")
    screen.print()
    for seat, each in found.sums.items():
        values = {"luck": _signed(each.luck, texts), "losses": _signed(-each.loss, texts)}
        screen.paragraph(printable(texts.text("luck.seat", who=teller.who(seat), **values)), "  ")
    screen.print()
    screen.heading(texts.name("luck.moves"))
    for step, move in zip(fold.standing.steps(), found.moves, strict=True):
        if abs(move.after - move.before) >= _LITTLE:
            screen.paragraph(printable(_line(step, move, teller)), "  ")


def _line(step: Step, move: Move, teller: Teller) -> str:
    texts = teller.texts
    by = _signed(move.after - move.before, texts)
    line = texts.text("luck.move", by=by, what=teller.head(step.event))
    if move.best is not None and move.best != step.answer:
        line = texts.text("luck.better", line=line, option=texts.option(move.best))
    return line


def _signed(figure: Fraction, texts: Texts) -> str:
    shown = texts.number(abs(figure), _DIGITS)
    return f"{signed(1 if figure >= 0 else -1)[0]}{shown}"
