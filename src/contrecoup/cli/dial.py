"""`contrecoup dial`: the settings of a scene that come nearest to wished odds."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from contrecoup.cli.bars import Bar
from contrecoup.cli.options import Json, Lang, Overrides, chosen, overrides
from contrecoup.text import Texts

if TYPE_CHECKING:
    from contrecoup.odds.dials import Dial, Progress
    from contrecoup.registry import Scene


def dial(
    file: Annotated[Path, Parameter(help="cli.dial.file")],
    /,
    *,
    want: Annotated[
        tuple[str, ...],
        Parameter(name="--want", metavar="WISH", negative="", help="cli.dial.want", consume_multiple=False),
    ],
    vary: Annotated[
        tuple[str, ...],
        Parameter(name="--vary", metavar="KEYS", negative="", help="cli.dial.vary", consume_multiple=False),
    ] = (),
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="cli.dial.output")] = None,
    theme: Annotated[Literal["light", "dark"], Parameter(name="--theme", help="cli.chart.theme")] = "light",
    set: Overrides = (),
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.registry import load

    spoken = chosen(lang)
    if output is not None:
        _hold(output)
    scene = load(file, overrides(set))
    with _shown(Texts(spoken)) as progress:
        from contrecoup.odds.dials import dial as turned  # after loading, so that faults are told at once

        found = turned(scene, want, vary, progress)
    if output is not None:
        from contrecoup.odds.charts import chart

        chart(found, output, theme=theme, lang=spoken)
    if json:
        _write(scene, found)
        return
    from contrecoup.cli.dial_table import show

    show(scene, found, output, spoken)


def _hold(output: Path) -> None:
    """Refuse a picture that can't be written before anything is worked out for it."""
    from contrecoup.odds.charts import prepare
    from contrecoup.odds.outputs import hold_writable

    prepare(output)
    hold_writable(output)


@contextmanager
def _shown(texts: Texts) -> Generator["Progress | None"]:
    """A bar on the terminal's error stream."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Bar(texts, "cli.dial.settings")
    try:
        yield bar.move
    finally:
        bar.close()


def _write(scene: "Scene", found: "Dial") -> None:
    """JSON with the keys that scripts rely on."""
    from contrecoup.cli.reports import write_json

    names = [str(wish) for wish in found.wishes]
    answer: dict[str, Any] = {
        "rules": scene.rules,
        "scene": scene.name,
        "want": names,
        "met": found.is_met,
        "vary": {axis.key: axis.values for axis in found.axes},
        "nearest": found.nearest,
        "now": found.now,
        "steps": found.steps,
        "lines": found.lines,
        "reach": dict(zip(names, found.reach, strict=True)),
        "settings": found.settings,
        "tried": found.tried,
        "refused": found.refused,
        "whole": found.is_whole,
        "sampled": found.sampled,
    }
    write_json(answer)
