"""A throw's distribution as a table with bars, or as JSON."""

from fractions import Fraction
from typing import Any

from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen
from contrecoup.cli.shares import Share, numbered, plain
from contrecoup.dice.distribution import Distribution
from contrecoup.dice.notation import Roll
from contrecoup.text import Texts


def write(roll: Roll, exact: bool) -> None:
    """JSON with the keys that scripts rely on."""
    distribution = roll.distribution()
    answer: dict[str, Any] = {"notation": roll.notation, "p": _shares(distribution, exact)}
    if distribution.marks is not None:
        answer["marks"] = _shares(distribution.marks, exact)
    answer |= {"mean": _share(distribution.mean, exact), "cut": _share(distribution.cut, exact)}
    write_json(plain(answer))


def show(roll: Roll, exact: bool, lang: str) -> None:
    """Each value with its chance, and the mean."""
    distribution = roll.distribution()
    texts, screen = Texts(lang), Screen()
    screen.heading(roll.notation)
    screen.rows(numbered(_shares(distribution, exact), texts))
    if distribution.marks is not None:
        screen.print()
        screen.heading(texts.name("cli.odds.marks"))
        screen.rows(numbered(_shares(distribution.marks, exact), texts))
    screen.print()
    screen.paragraph(texts.text("cli.odds.mean", mean=texts.number(distribution.mean, 3)))
    if distribution.mishap:
        screen.paragraph(texts.text("cli.odds.mishap", share=texts.percent(distribution.mishap)))
    if distribution.cut:
        screen.paragraph(texts.text("cli.odds.cut", share=texts.percent(distribution.cut, 4)))


def _shares(distribution: Distribution, exact: bool) -> dict[int, Share]:
    return {value: _share(share, exact) for value, share in distribution.items()}


def _share(share: Fraction, exact: bool) -> Share:
    return share if exact else float(share)
