"""Projection: the only door through which anything leaves a table."""

from contrecoup.table.projection.panel import corrections
from contrecoup.table.projection.sight import Sight, encode, lines, project, sheet, stage_of
from contrecoup.table.projection.stage import ALONE, LINES, Cast, Stage

__all__ = [
    "ALONE",
    "LINES",
    "Cast",
    "Sight",
    "Stage",
    "corrections",
    "encode",
    "lines",
    "project",
    "sheet",
    "stage_of",
]
