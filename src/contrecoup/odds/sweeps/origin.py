"""Origins: the files that a grid was read from, so that what is wrong is told with its file and line."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

import msgspec

from contrecoup.kernel import Refusal
from contrecoup.registry.documents import Document, in_file


class Origin(msgspec.Struct, frozen=True):
    """The folder that paths in a grid start from, and the documents of the grid and of its base."""

    beside: Path
    grid: Document | None = None
    base: Document | None = None

    def with_base(self, base: Document) -> Self:
        """The same with the base scene's document."""
        return msgspec.structs.replace(self, base=base)

    def placed(self, reasons: Iterable[Refusal]) -> Iterator[Refusal]:
        """Reasons about the grid's own keys, with its file and line."""
        for reason in reasons:
            if self.grid is None:
                yield reason
            else:
                yield in_file(reason, self.grid.path, self.grid.lines().line(reason.where))

    def of_scene(self, reason: Refusal, axes: Iterable[str]) -> Refusal:
        """A reason about a scene's key: it stands at the axis that sets it, or in the base."""
        axis = next((key for key in axes if _touches(reason.where, key)), None)
        if axis is not None:
            lines = self.grid.lines() if self.grid else None
            line = max(lines.line(f"axes.{axis}"), lines.line(f'axes."{axis}"')) if lines else 0
            return in_file(reason, self.grid.path, line) if self.grid else reason
        if self.base is not None:
            return in_file(reason, self.base.path, self.base.lines().line(reason.where))
        if self.grid is not None:
            return in_file(reason, self.grid.path, self.grid.lines().line(f"base.{reason.where}"))
        return reason


def _touches(where: str, key: str) -> bool:
    return (
        where == key or where.startswith((f"{key}.", f"{key}[")) or key.startswith((f"{where}.", f"{where}["))
    )
