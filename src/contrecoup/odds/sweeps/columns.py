"""Columns: the figures of many solved scenes side by side, taken at once from what was solved together."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple, TypeVar

import numpy as np

from contrecoup.odds.course import Batch
from contrecoup.odds.found import Solved
from contrecoup.odds.net import Ints
from contrecoup.odds.stage import Stage
from contrecoup.odds.table import Floats

NameT = TypeVar("NameT", bound=Hashable)


class Columns:
    """Figures of solved scenes: each an array with an entry a scene, ends and tallies by their names.

    A scene's shares are added up in the order of its parts, just as where it is asked alone.
    """

    def __init__(self, found: Sequence[Solved]) -> None:
        size = len(found)
        self.ends: dict[str, Floats] = {}
        self.tallies: dict[tuple[str, str, int | str], Floats] = {}
        self._rounds, self._stuck, self._held = np.zeros(size), np.zeros(size), np.zeros(size)
        figures: dict[int, _Figures] = {}
        for share in _shares(found):
            of_batch = figures.setdefault(id(share.batch), _Figures(share.batch))
            names = share.batch.route.frozen.names
            _add(self.ends, names.outcomes, of_batch.ended, share, size)
            _add(self.tallies, names.tallies, of_batch.counted, share, size)
            self._rounds[share.scenes] += of_batch.rounds[share.columns]
            self._stuck[share.scenes] += of_batch.stuck[share.columns]
            self._held[share.scenes] += of_batch.held[share.columns]

    @property
    def rounds(self) -> Floats:
        """The expected number of rounds; infinite where some mass never ends."""
        return np.where(self._stuck > 0, inf, self._rounds)

    @property
    def cut(self) -> Floats:
        """The mass that never ends, or that a ceiling held up."""
        return self._stuck + self._held


class _Share(NamedTuple):
    """Scenes whose parts at one place come from one batch, and the columns that are theirs."""

    batch: Batch
    scenes: Ints
    columns: Ints


def _shares(found: Sequence[Solved]) -> Iterator[_Share]:
    """All parts, the first of every scene before the second of any."""
    for place in range(max((len(solved.parts) for solved in found), default=0)):
        batches: dict[int, tuple[Batch, list[int], list[int]]] = {}
        for scene, solved in enumerate(found):
            if place < len(solved.parts):
                part = solved.parts[place]
                _, scenes, columns = batches.setdefault(id(part.batch), (part.batch, [], []))
                scenes.append(scene)
                columns.append(part.column)
        for batch, scenes, columns in batches.values():
            yield _Share(batch, np.array(scenes), np.array(columns))


class _Figures:
    """The figures of a batch, a column a question; solved, unless all of them are certain without."""

    def __init__(self, batch: Batch) -> None:
        self._batch, self._questions = batch, len(batch.setups)
        self._is_settled = batch.is_settled()

    @cached_property
    def ended(self) -> Floats:
        """The chance of each outcome."""
        return self._certain(None) if self._is_settled else self._batch.of_all(lambda stage: stage.ended)

    @cached_property
    def counted(self) -> Floats:
        """The chance of each tally; one that is certain is named by its own kind alone."""
        if not self._is_settled:
            return self._batch.of_all(lambda stage: stage.counted)
        names = self._batch.route.frozen.names
        counted = np.zeros((len(names.tallies), self._questions))
        for kind in names.kinds:
            counted += self._certain(kind)
        return counted

    @cached_property
    def rounds(self) -> Floats:
        """The expected number of rounds."""
        return self._one(lambda stage: stage.rounds)

    @cached_property
    def stuck(self) -> Floats:
        """The mass that goes round for ever."""
        return self._one(lambda stage: stage.stuck)

    @cached_property
    def held(self) -> Floats:
        """The mass that a ceiling held up."""
        return self._one(lambda stage: stage.held)

    def _certain(self, figure: str | None) -> Floats:
        certain = self._batch.certain(figure)
        if certain is None:
            raise TypeError(f"a settled batch has every figure: {figure}")
        return certain.reshape(-1, self._questions)

    def _one(self, figure: Callable[[Stage], Floats]) -> Floats:
        return np.zeros(self._questions) if self._is_settled else self._batch.of_all(figure)[0]


def _add(
    kept: dict[NameT, Floats], names: Mapping[NameT, int], figures: Floats, share: _Share, size: int
) -> None:
    """Add a share's figures to those of its scenes, name by name."""
    for name, row in zip(names, figures[:, share.columns], strict=True):
        if name not in kept:
            kept[name] = np.zeros(size)
        kept[name][share.scenes] += row
