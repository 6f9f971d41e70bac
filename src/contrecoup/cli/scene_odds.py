"""A scene's odds as a table with bars, or as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Row, Screen, printable
from contrecoup.cli.shares import Share, numbered, plain, row
from contrecoup.odds import Odds, Rounds
from contrecoup.registry import Scene
from contrecoup.text import Texts

_NINE_IN_TEN: Final = 0.9
_POINT: Final = 0.0005
"""Half of a tenth of a point: what a ruling must move to be shown as moving anything."""


def write(scene: Scene, plan: str, odds: Odds, more: Mapping[str, Any] | None = None) -> None:
    """JSON with the keys that scripts rely on; `more` stands behind them."""
    answer: dict[str, Any] = {
        "rules": scene.rules,
        "scene": scene.name,
        "rulings": msgspec.to_builtins(getattr(scene.setup, "rulings", {})),
        "plan": plan,
        "ends": odds.ends,
        "rounds": {"mean": odds.rounds.mean, "p": odds.rounds.p},
        **odds.tallies,
        "rulings_weight": {
            ruling: {_key(value): {"ends": ends} for value, ends in weights.items()}
            for ruling, weights in odds.rulings_weight.items()
        },
        "cut": odds.cut,
    }
    if odds.sampled:
        answer |= {"sampled": odds.sampled, "error": odds.error}
    write_json(plain(answer) | dict(more or {}))


def show(scene: Scene, odds: Odds, lang: str) -> None:
    """Ends, rounds, tallies and what each ruling moves, in the order in which people ask."""
    texts = Texts(lang, scene.rules)
    screen = Screen()
    title = texts.text(
        "cli.odds.title",
        title=scene.manifest.title[lang],
        scene=_named(texts, f"scene.{scene.name}", scene.name),
    )
    screen.heading(printable(title))
    _section(screen, texts.name("cli.odds.ends"), _ends(odds.ends, texts))
    _section(screen, _rounds(odds.rounds, texts), numbered(odds.rounds.p, texts))
    for heading, rows in _tallies(odds.tallies, texts, scene):
        _section(screen, heading, rows)
    _rulings(screen, scene, odds, texts)
    if odds.cut:
        screen.print()
        screen.paragraph(texts.text("cli.odds.cut", share=texts.percent(odds.cut, 4)))
    if odds.sampled:
        screen.paragraph(texts.text("cli.odds.sampled", error=texts.percent(odds.error, 2)))


def _section(screen: Screen, heading: str, rows: list[Row]) -> None:
    screen.print()
    screen.heading(heading)
    screen.rows(rows)


def _ends(ends: Mapping[str, Share], texts: Texts) -> list[Row]:
    ordered = sorted(ends.items(), key=lambda item: -item[1])
    return [row(_named(texts, f"outcome.{end}", end), share, texts) for end, share in ordered]


def _rounds(rounds: Rounds, texts: Texts) -> str:
    """The mean, and the number within which nine scenes in ten end (where so many end at all)."""
    mean = texts.number(rounds.mean, 2)
    ended: Share = 0
    for number, share in sorted(rounds.p.items()):
        ended += share
        if ended >= _NINE_IN_TEN:
            return texts.text("cli.odds.rounds", mean=mean, most=number)
    return texts.text("cli.odds.rounds_mean", mean=mean)


def _tallies(tallies: Mapping[str, Any], texts: Texts, scene: Scene) -> Iterator[tuple[str, list[Row]]]:
    """Each kind of tally, of the scene or of each seat, with its heading."""
    for kind, found in tallies.items():
        name = _named(texts, f"tally.{kind}", kind)
        if not any(isinstance(inner, Mapping) for inner in found.values()):
            yield name, _values(kind, found, texts)
            continue
        for seat, inner in found.items():
            of = scene.called(seat) or _named(texts, f"seat.{seat}", seat)
            yield texts.text("cli.odds.of", name=name, of=of), _values(kind, inner, texts)


def _values(kind: str, shares: Mapping[Any, Share], texts: Texts) -> list[Row]:
    if all(isinstance(value, int) for value in shares):
        return numbered(shares, texts)
    return [
        row(_named(texts, f"tally.{kind}.{value}", str(value)), share, texts)
        for value, share in shares.items()
    ]


def _rulings(screen: Screen, scene: Scene, odds: Odds, texts: Texts) -> None:
    """What the ends would be under each ruling's other answers, the ruling that moves most first."""
    moved = [
        (_shift(odds.ends, ends), ruling, value, ends)
        for ruling, weights in odds.rulings_weight.items()
        for value, ends in weights.items()
    ]
    if not moved:
        return
    screen.print()
    screen.heading(texts.name("cli.odds.rulings"))
    still = []
    for shift, ruling, value, ends in sorted(moved, key=lambda each: -each[0]):
        name = texts.text(
            "cli.odds.ruling",
            ruling=_named(texts, f"ruling.{ruling}", ruling),
            value=_named(texts, f"ruling.{ruling}.{_key(value)}", _key(value)),
        )
        if shift < _POINT:
            still.append(name)
            continue
        screen.paragraph(name, "  ")
        for end, share in ends.items():
            points = texts.number(float(share - odds.ends.get(end, 0)) * 100, 1)
            line = texts.text(
                "cli.odds.moved",
                end=_named(texts, f"outcome.{end}", end),
                share=texts.percent(share),
                points=points if points.startswith("-") else f"+{points}",
            )
            screen.paragraph(line, "    ")
    if still:
        screen.paragraph(texts.name("cli.odds.unmoved"), "  ")
        for name in still:
            screen.paragraph(name, "    ")


def _shift(ends: Mapping[str, Share], others: Mapping[str, Share]) -> float:
    return max((abs(float(others.get(end, 0) - ends.get(end, 0))) for end in {*ends, *others}), default=0.0)


def _named(texts: Texts, id: str, otherwise: str) -> str:
    return texts.name(id) if texts.has(id) else otherwise


def _key(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
