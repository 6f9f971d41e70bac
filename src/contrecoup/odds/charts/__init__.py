"""Charts: pictures of a scene's odds, of a sweep and of a dial, each with the table of its numbers."""

from contrecoup.odds.charts.curves import curves
from contrecoup.odds.charts.drawing import chart
from contrecoup.odds.charts.figures import Figure, Point
from contrecoup.odds.charts.pictures import draw, prepare, write_table

__all__ = ["Figure", "Point", "chart", "curves", "draw", "prepare", "write_table"]
