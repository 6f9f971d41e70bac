"""`contrecoup dial`: the settings of a scene that come nearest to wished odds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Overrides, chosen, overrides

if TYPE_CHECKING:
    from contrecoup.odds.dials import Dial
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
    set: Overrides = (),
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.registry import load

    scene = load(file, overrides(set))
    from contrecoup.odds.dials import dial as turned  # after loading, so that faults are told at once

    found = turned(scene, want, vary)
    if json:
        _write(scene, found)
        return
    from contrecoup.cli.dial_table import show

    show(scene, found, chosen(lang))


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
        "reach": dict(zip(names, found.reach, strict=True)),
        "settings": found.settings,
        "tried": found.tried,
        "refused": found.refused,
        "whole": found.is_whole,
        "sampled": found.sampled,
    }
    write_json(answer)
