"""Cells: the scenes of a chunk answered together, each as figures or as the reasons why there are none.

Figures depend in their last digits on the order in which graphs were walked. A chunk starts without any, so
that its rows are the same whoever answers it, and after whichever others.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from threading import Lock
from typing import Any, Final, TypeAlias

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.answer import Odds
from contrecoup.odds.atlas import forget
from contrecoup.odds.found import Solved
from contrecoup.odds.question import odds_many
from contrecoup.odds.sweeps.columns import Columns
from contrecoup.registry import Scene, load
from contrecoup.registry.overrides import put
from contrecoup.registry.places import Key, parsed

Figures: TypeAlias = dict[str, float | int | None]
Cell: TypeAlias = Mapping[str, Any]

_ALONE: Final = Lock()
"""Threads of one process take turns: they share what is walked."""


class Answered(msgspec.Struct, frozen=True):
    """What a cell came to: figures by column, or reasons and the catalogue that has their texts."""

    figures: Figures = {}
    refused: tuple[Refusal, ...] = ()
    domain: str = ""


def answered(base: Mapping[str, Any], cells: Sequence[Cell]) -> list[Answered]:
    """The answer to each cell of a chunk. Nothing that a cell does keeps the others from theirs."""
    with _ALONE:
        forget()
        scenes: dict[int, Scene] = {}
        answers: dict[int, Answered] = {}
        for place, cell in enumerate(cells):
            try:
                scenes[place] = scene_of(base, cell)
            except Refused as refused:
                answers[place] = Answered({}, refused.reasons, refused.domain)
        answers.update(zip(scenes, _solved(list(scenes.values())), strict=True))
        return [answers[place] for place in range(len(cells))]


def scene_of(base: Mapping[str, Any], cell: Cell) -> Scene:
    """The scene of a cell; Refused where it can't be."""
    data: Any = base
    faults: list[Refusal] = []
    for where, value in cell.items():
        path = _path(where)
        if path is None:
            faults.append(refusal("scene.set_no_key", where))
            continue
        try:
            data = put(data, path, value, where)
        except Refused as refused:
            faults += refused.reasons
    if faults:
        raise Refused(faults)
    return load(data)


@lru_cache(maxsize=256)
def _path(where: str) -> tuple[Key, ...] | None:
    return parsed(where)


def _solved(scenes: Sequence[Scene]) -> list[Answered]:
    try:
        return [Answered(each) for each in figures(odds_many(scenes))]
    except Exception:  # noqa: BLE001 - whatever it was, it is one cell's, which is found by asking each
        return [_alone(scene) for scene in scenes]


def _alone(scene: Scene) -> Answered:
    try:
        return Answered(figures(odds_many([scene]))[0])
    except Refused as refused:
        return Answered({}, refused.reasons, refused.domain or scene.rules)
    except Exception as error:  # noqa: BLE001 - a fault in one cell's rules must not cost the others
        fault = f"{type(error).__name__}: {error}"
        return Answered({}, (refusal("sweep.failed", fault=fault),))


def figures(answers: Sequence[Odds]) -> list[Figures]:
    """Scenes' figures by column: `ends.control`, `rounds.mean`, `left.hacker.3`, `harm.wounds_1`, `cut` …

    A mean without end (some scenes never end) is None, which every format can hold.
    """
    solved = {place: odds.found for place, odds in enumerate(answers) if isinstance(odds.found, Solved)}
    found = dict(zip(solved, _side_by_side([*solved.values()]), strict=True))
    return [found[place] if place in found else _of_one(odds) for place, odds in enumerate(answers)]


def _side_by_side(solved: Sequence[Solved]) -> Iterator[Figures]:
    columns = Columns(solved)
    named = {f"ends.{end}": shares.tolist() for end, shares in columns.ends.items()}
    named["rounds.mean"] = [mean if isfinite(mean) else None for mean in columns.rounds.tolist()]
    for (kind, of, value), shares in columns.tallies.items():
        if shares.any():
            named[f"{kind}.{of}.{value}" if of else f"{kind}.{value}"] = shares.tolist()
    named["cut"] = columns.cut.tolist()
    named["sampled"], named["error"] = [0] * len(solved), [0.0] * len(solved)
    for row in zip(*named.values(), strict=True):
        yield dict(zip(named, row, strict=True))


def _of_one(odds: Odds) -> Figures:
    found: Figures = {f"ends.{end}": float(share) for end, share in odds.ends.items()}
    mean = float(odds.rounds.mean)
    found["rounds.mean"] = mean if isfinite(mean) else None
    for kind, tally in odds.tallies.items():
        found.update(_flat(kind, tally))
    return found | {"cut": float(odds.cut), "sampled": odds.sampled, "error": float(odds.error)}


def _flat(path: str, shares: Mapping[Any, Any]) -> Iterator[tuple[str, float]]:
    for key, value in shares.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{path}.{key}", value)
        else:
            yield f"{path}.{key}", float(value)
