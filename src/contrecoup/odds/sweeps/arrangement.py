"""Arrangement: in which order cells are answered, so that those which share most are in one chunk.

A scene's graph is walked and ordered for its shape and start; cells that differ in weights alone are columns
of one solve. So axes that move shape or start go slowest, and chunks end where one of them moves.
"""

from collections.abc import Hashable
from math import ceil, prod
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refused
from contrecoup.odds.question import odds
from contrecoup.odds.sweeps.cells import scene_of
from contrecoup.odds.sweeps.grid import Axis, Grid
from contrecoup.registry import Scene

LARGEST: Final = 2_500
"""Cells of a chunk where the grid doesn't say: what is lost together when a sweep is interrupted."""
_STATES: Final = 2_000_000
"""States times cells of a chunk: a second or two of work where scenes are small."""
_SAMPLED: Final = 2
"""Cells of a chunk of scenes that may have to be sampled, which takes seconds each."""
_TRIED: Final = 20
"""Cells that are tried to find one that can be."""
_CHUNKS: Final = 2
"""Chunks of a small grid: each walks what it needs anew, which more of them would only do more often."""
_SHAPE, _START, _WEIGHT = range(3)
"""What an axis moves, the slowest first."""


def arranged(grid: Grid) -> Grid:
    """The grid with the order of its axes and the size of its chunks."""
    reach = [_reach(grid, axis) for axis in grid.axes]
    order = tuple(sorted(range(len(grid.axes)), key=lambda place: reach[place]))
    block = prod(len(grid.axes[place].values) for place in order if reach[place] == _WEIGHT)
    wanted = min(_affordable(grid), ceil(grid.size / _CHUNKS))
    chunk = grid.chunk or (block * (wanted // block) or wanted)
    return msgspec.structs.replace(grid, order=order, chunk=chunk)


def _affordable(grid: Grid) -> int:
    """How many cells a chunk may have, going by the states of the first cell that can be."""
    scene = next(
        filter(None, (_scene(grid, grid.meant(cell)) for cell in range(min(grid.size, _TRIED)))), None
    )
    if scene is None:
        return LARGEST
    if scene.name in scene.manifest.beyond:
        return _SAMPLED
    return max(1, min(LARGEST, _STATES // max(1, odds(scene).states)))


def _reach(grid: Grid, axis: Axis) -> int:
    """What the steps of an axis, with the others at their first ones, differ in."""
    first = grid.meant(0)
    found = {_beginning(grid, first | dict(zip(axis.keys, step, strict=True))) for step in axis.meant}
    if len(found) == 1:
        return _WEIGHT
    return _START if len({shape for shape, _ in found}) == 1 else _SHAPE


def _beginning(grid: Grid, cell: dict[str, Any]) -> tuple[Hashable, Hashable]:
    """What a cell's walk begins with; cells that can't be share nothing with those that can."""
    scene = _scene(grid, cell)
    if scene is None:
        return None, None
    setup = scene.setup.pushed()
    start = scene.ruleset.start(setup)
    return setup.shape(start), start


def _scene(grid: Grid, cell: dict[str, Any]) -> Scene | None:
    """A cell's scene; None where it can't be."""
    try:
        return scene_of(grid.base, cell)
    except Refused:
        return None
