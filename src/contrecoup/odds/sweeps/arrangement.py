"""Arrangement: in which order cells are answered, so that those which share most are in one chunk.

A scene's graph is walked and ordered for its shape and start; cells that differ in weights alone are columns
of one solve. So axes that move shape or start go slowest, and chunks end where one of them moves.
"""

from math import ceil, prod
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refused
from contrecoup.odds.sweeps.cells import scene_of
from contrecoup.odds.sweeps.grid import Axis, Grid

LARGEST: Final = 250
"""Cells of a chunk where the grid doesn't say: what is lost together when a sweep is interrupted."""
_CHUNKS: Final = 8
"""Chunks of a small grid, so that every core has its share."""


def arranged(grid: Grid) -> Grid:
    """The grid with the order of its axes and the size of its chunks."""
    turning = [place for place, axis in enumerate(grid.axes) if _turns(grid, axis)]
    weighing = [place for place in range(len(grid.axes)) if place not in turning]
    block = prod(len(grid.axes[place].values) for place in weighing)
    wanted = min(LARGEST, ceil(grid.size / _CHUNKS))
    chunk = grid.chunk or (block * (wanted // block) or wanted)
    return msgspec.structs.replace(grid, order=(*turning, *weighing), chunk=chunk)


def _turns(grid: Grid, axis: Axis) -> bool:
    """Whether steps of an axis, with the others at their first ones, have different shapes or starts."""
    first = grid.meant(0)
    return len({_beginning(grid, first | dict(zip(axis.keys, step, strict=True))) for step in axis.meant}) > 1


def _beginning(grid: Grid, cell: dict[str, Any]) -> Any:
    """What a cell's walk begins with; cells that can't be share nothing with those that can."""
    try:
        scene = scene_of(grid.base, cell)
        setup = scene.setup.pushed()
        start = scene.ruleset.start(setup)
        return setup.shape(start), start
    except Refused:
        return None
