"""Charts: a picture of a scene's odds, of a sweep's table, or of what a dial found."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.charts.curves import of_dial
from contrecoup.odds.charts.figures import Figure
from contrecoup.odds.charts.maps import Look, of_table
from contrecoup.odds.charts.pictures import draw, prepare, write_table
from contrecoup.odds.charts.scenes import PARTS, of_scene
from contrecoup.odds.charts.themes import THEMES, Theme
from contrecoup.odds.dials import Dial
from contrecoup.odds.outputs import hold_writable
from contrecoup.odds.question import odds
from contrecoup.odds.sweeps.files import WRITERS, read
from contrecoup.odds.sweeps.table import Table
from contrecoup.registry import Scene, load
from contrecoup.registry.reasons import not_accepted
from contrecoup.text import LANGUAGES, Texts

Source: TypeAlias = str | os.PathLike[str] | Mapping[str, Any] | Scene | Table | Dial

SWEEP: Final = "sweep"
WHAT: Final = (*PARTS, SWEEP)


def chart(
    source: Source,
    output: str | os.PathLike[str],
    *,
    what: Sequence[str] = (),
    theme: Theme = "light",
    lang: str = "en",
    table: str | os.PathLike[str] | None = None,
    x: str = "",
    y: str = "",
    of: str = "",
    at: Mapping[str, str] | None = None,
) -> tuple[Figure, ...]:
    """A picture of a scene's odds, a sweep's table or a dial; what it shows, as numbers with their labels.

    `source` is a scene (its file, a dictionary, or loaded), a table (its file, or what `sweep` gave), or what
    `dial` found: curves of all ends over each key, the others as in the nearest setting.
    `output` ends in .svg, .png or .html (with the table of the numbers in the page); `table` is a CSV file
    for them. `what` says which figures: "ends", "rounds", "left", "harm" of a scene (all that it has,
    where left out), "sweep" of a table. A table with one axis, or with `x` alone, is drawn as curves of all
    ends, another one as a heat map of the axes `x` and `y` (the first two) that shows the column `of`
    ("control", "rounds.mean", "harm.none"; the first end); `at` holds the other axes at values.

    Needs the extra `charts`. Refused for a source or output that can't be, with every reason.
    """
    path, rows = Path(output), None if table is None else Path(table)
    _hold(what, theme, lang)
    prepare(path)
    for each in filter(None, (path, rows)):
        hold_writable(each)
    figures = tuple(_figures(_read(source), what, Look(x, y, of, at or {}), lang))
    if not figures:
        raise Refused([refusal("chart.nothing", "what")])
    draw(figures, path, theme, lang)
    if rows is not None:
        write_table(figures, rows)
    return figures


def _hold(what: Sequence[str], theme: str, lang: str) -> None:
    faults: list[Refusal] = [not_accepted("what", each, WHAT) for each in what if each not in WHAT]
    if theme not in THEMES:
        faults.append(not_accepted("theme", theme, THEMES))
    if lang not in LANGUAGES:
        faults.append(not_accepted("lang", lang, LANGUAGES))
    if faults:
        raise Refused(faults)


def _read(source: Source) -> Scene | Table | Dial:
    if isinstance(source, Scene | Table | Dial):
        return source
    if isinstance(source, Mapping) or Path(source).suffix.lower() not in WRITERS:
        return load(source)
    return read(Path(source))


def _figures(source: Scene | Table | Dial, what: Sequence[str], look: Look, lang: str) -> list[Figure]:
    if isinstance(source, Dial):
        if what or look != Look():
            raise Refused([refusal("chart.of_dials", "what" if what else "x")])
        return list(of_dial(source, Texts(lang, source.rules)))
    if isinstance(source, Table):
        if any(part != SWEEP for part in what):
            raise Refused([refusal("chart.of_scenes", "what")])
        return [of_table(source, look, Texts(lang, source.rows[0]["rules"]))]
    if SWEEP in what or look != Look():
        raise Refused([refusal("chart.of_tables", "what" if SWEEP in what else "x")])
    return list(of_scene(odds(source), what or PARTS, Texts(lang, source.rules), source.called))
