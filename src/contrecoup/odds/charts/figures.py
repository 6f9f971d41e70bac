"""Figures: what a chart shows, as numbers with their labels in the reader's language, before anything is
drawn. A picture and the table beside it are made from the same points."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["bars", "columns", "curves", "heat"]
"""Bars lie, one a name; columns stand, one a number; curves go over the values of a key; heat is a map of
two keys."""


class Point(msgspec.Struct, frozen=True):
    """One number: where it stands, of which series or in which row (`by`), and as it is read.

    `value` is None where there is none, such as a cell that can't be.
    """

    at: str
    value: float | None
    shown: str
    by: str = ""


class Figure(msgspec.Struct, frozen=True):
    """One picture: `along` and `across` name what `at` and `by` hold ("" where a name would say nothing),
    `measure` the values. `is_share`: values are parts of one. `note`: what else holds for all points."""

    kind: Kind
    title: str
    points: tuple[Point, ...]
    measure: str
    along: str = ""
    across: str = ""
    is_share: bool = True
    note: str = ""

    @property
    def caption(self) -> str:
        """The title with the note."""
        return f"{self.title} ({self.note})" if self.note else self.title

    @property
    def places(self) -> list[str]:
        """What stands along the figure, in order."""
        return list(dict.fromkeys(point.at for point in self.points))

    @property
    def series(self) -> list[str]:
        """The series or rows, in order; one that is "" where there is nothing to tell apart."""
        return list(dict.fromkeys(point.by for point in self.points))

    @property
    def has_series(self) -> bool:
        """Whether points are told apart by series or row."""
        return self.series != [""]

    def headings(self) -> tuple[str, ...]:
        """The headings of the table of the figure's numbers."""
        return (self.along, self.across, self.measure) if self.has_series else (self.along, self.measure)

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of that table, as they are read."""
        for point in self.points:
            yield (point.at, point.by, point.shown) if self.has_series else (point.at, point.shown)
