"""What a dial found, as people read it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contrecoup.cli.screen import Screen, printable
from contrecoup.odds.dials import Dial, Setting, Wish
from contrecoup.registry import Scene
from contrecoup.registry.reasons import shown
from contrecoup.text import Texts

_INDENT = "  "


def show(scene: Scene, dial: Dial, picture: Path | None, lang: str) -> None:
    """The nearest settings, what each step from the best one changes, and why a wish isn't met."""
    texts, screen = Texts(lang, scene.rules), Screen()
    wanted = ", ".join(map(str, dial.wishes))
    screen.heading(printable(texts.text("dial.title", title=scene.manifest.title[lang], wanted=wanted)))
    screen.paragraph(texts.name("dial.met" if dial.is_met else "dial.unmet"))
    if not dial.is_met:
        for line in _why(dial, texts):
            screen.paragraph(line, _INDENT)
    _section(screen, texts.name("dial.nearest"))
    for setting in dial.nearest:
        _setting(screen, dial, setting, texts)
    if dial.now is not None:
        _section(screen, texts.name("dial.now"))
        _setting(screen, dial, dial.now, texts)
    if dial.steps:
        _section(screen, texts.name("dial.steps"))
    for step in dial.steps:
        screen.paragraph(printable(f"{step.key} = {shown(step.value)}"), _INDENT)
        screen.paragraph(_moved(dial, step.setting, texts), _INDENT * 2)
    screen.print()
    for line in _search(dial, texts):
        screen.paragraph(line)
    if picture is not None:
        screen.paragraph(printable(texts.text("cli.chart.done", file=str(picture))))


def _section(screen: Screen, heading: str) -> None:
    screen.print()
    screen.heading(heading)


def _setting(screen: Screen, dial: Dial, setting: Setting, texts: Texts) -> None:
    screen.paragraph(printable(_said(setting.values)), _INDENT)
    figures = [
        f"{wish.figure} {_figure(value, is_mean, texts)}"
        for wish, value, is_mean in zip(dial.wishes, setting.figures, dial.means, strict=True)
    ]
    screen.paragraph(", ".join(figures), _INDENT * 2)


def _said(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {'–' if value is None else shown(value)}" for key, value in values.items())


def _figure(value: float, is_mean: bool, texts: Texts) -> str:
    return texts.number(value, 2) if is_mean else texts.percent(value)


def _moved(dial: Dial, setting: Setting, texts: Texts) -> str:
    """The figures of a step, each with what it is more or less than in the nearest setting."""
    said = []
    for wish, value, before, is_mean in zip(
        dial.wishes, setting.figures, dial.nearest[0].figures, dial.means, strict=True
    ):
        by = texts.number(value - before, 2) if is_mean else texts.number((value - before) * 100, 1)
        by = by if by.startswith("-") else f"+{by}"
        id = "dial.moved_mean" if is_mean else "dial.moved"
        said.append(texts.text(id, figure=wish.figure, value=_figure(value, is_mean, texts), by=by))
    return ", ".join(said)


def _why(dial: Dial, texts: Texts) -> Iterator[str]:
    """What keeps each wish from being met: out of reach by itself, or only together with the others."""
    alone = [
        (wish, reach, is_mean)
        for wish, reach, is_mean in zip(dial.wishes, dial.reach, dial.means, strict=True)
        if not reach.is_met
    ]
    for wish, reach, is_mean in alone:
        yield _out_of_reach(wish, reach.least, reach.most, is_mean, texts)
    if not alone:
        yield texts.name("dial.not_together")


def _out_of_reach(wish: Wish, least: float, most: float, is_mean: bool, texts: Texts) -> str:
    low, high = (_figure(value, is_mean, texts) for value in (least, most))
    id = "dial.skipped" if least <= wish.target <= most else "dial.out_of_reach"
    return texts.text(id, figure=wish.figure, least=low, most=high)


def _search(dial: Dial, texts: Texts) -> Iterator[str]:
    """How much was tried."""
    if dial.is_whole:
        yield texts.text("dial.whole", settings=dial.settings)
    else:
        yield texts.text("dial.partly", tried=dial.tried, settings=dial.settings)
    if dial.refused:
        yield texts.text("dial.refused", count=dial.refused)
    if dial.sampled:
        yield texts.name("dial.sampled")
