"""Readings: what the edges of a graph weigh, as places in the tables of its keys.

A *slot* is one reading of one result of a key (exactly, at least, at most). A *signature* is the set of
slots that lead from one node to the same next one; signature 0 is certain.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from contrecoup.kernel import CEILING, Result, Throw
from contrecoup.odds.table import SECTIONS, place_of, section_of

CERTAIN: Final = 0


class Slot(NamedTuple):
    """One reading of one result: of which key's table, in which section."""

    key: int
    section: int
    result: Result


class Kind(NamedTuple):
    """What nodes of equal key and bounds share.

    `answers` are the results to apply, `slots` what weighs each, `signatures` the same as signatures;
    `ceiling` is the signature of the results that the kernel's ceiling holds up, -1 where there is none.
    """

    key: int
    answers: tuple[Result, ...]
    slots: tuple[tuple[int, ...], ...]
    signatures: tuple[int, ...]
    ceiling: int


class Bounds(NamedTuple):
    """The widest bounds among a key's nodes."""

    floor: int
    cap: int


class Layout(NamedTuple):
    """Where signatures read: `places[starts[s]:starts[s + 1]]` in the tables laid behind a 1."""

    bounds: tuple[Bounds, ...]
    places: NDArray[np.int64]
    starts: NDArray[np.int64]


class Readings:
    """The keys, kinds and signatures that a graph has met so far."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self._bounds: list[Bounds] = []
        self._slots: list[Slot] = []
        self._signatures: dict[tuple[int, ...], int] = {(): CERTAIN}
        self._known_kinds: dict[Hashable, int] = {}
        self._known_keys: dict[Hashable, int] = {}

    def kind(self, throw: Throw) -> int:
        """The number of a throw's kind, taken in if it is new."""
        id = (throw.key, throw.floor, throw.cap, throw.mishap_matters)
        known = self._known_kinds.get(id)
        if known is None:
            known = self._known_kinds[id] = len(self.kinds)
            self.kinds.append(self._new_kind(throw))
        return known

    def _new_kind(self, throw: Throw) -> Kind:
        key = self._key(throw)
        slots: dict[Result, list[int]] = {}
        held = []
        for result in throw.test.results(throw.floor, throw.cap):
            if result.value >= CEILING == throw.cap:
                held.append(len(self._slots))
            answer = result if throw.mishap_matters else Result(result.value)
            slots.setdefault(answer, []).append(len(self._slots))
            self._slots.append(Slot(key, section_of(result.value, throw.floor, throw.cap), result))
        groups = tuple(tuple(group) for group in slots.values())
        ceiling = self.sign(held) if held else -1
        return Kind(key, tuple(slots), groups, tuple(self.sign(group) for group in groups), ceiling)

    def _key(self, throw: Throw) -> int:
        known = self._known_keys.setdefault(throw.key, len(self._bounds))
        if known == len(self._bounds):
            self._bounds.append(Bounds(throw.floor, throw.cap))
        floor, cap = self._bounds[known]
        self._bounds[known] = Bounds(min(floor, throw.floor), max(cap, throw.cap))
        return known

    def sign(self, slots: Iterable[int]) -> int:
        """The number of a set of slots."""
        return self._signatures.setdefault(tuple(slots), len(self._signatures))

    def merge(self, kind: Kind, targets: Sequence[int]) -> dict[int, int]:
        """The signature for each different target of a kind's answers."""
        merged: dict[int, tuple[int, ...]] = {}
        for target, slots in zip(targets, kind.slots, strict=True):
            merged[target] = merged.get(target, ()) + slots
        return {target: self.sign(slots) for target, slots in merged.items()}

    def layout(self) -> Layout:
        """Where each signature reads, as bounds are by now."""
        base = [1]
        for floor, cap in self._bounds:
            base.append(base[-1] + SECTIONS * (cap - floor + 1))
        places = [
            base[key] + place_of(result, section, *self._bounds[key]) for key, section, result in self._slots
        ]
        lists = [[places[slot] for slot in slots] or [0] for slots in self._signatures]
        lengths = [len(each) for each in lists]
        return Layout(
            tuple(self._bounds),
            np.array([place for each in lists for place in each], dtype=np.int64),
            np.cumsum([0, *lengths[:-1]], dtype=np.int64),
        )
