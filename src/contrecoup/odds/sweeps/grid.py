"""Grids: a base scene and axes, read from a file or a dictionary, refused with every reason at once."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import ceil, prod
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.sweeps.origin import Origin
from contrecoup.registry import documents
from contrecoup.registry.additions import with_tables
from contrecoup.registry.reasons import missing_key, unknown_key, wrong_number, wrong_type

Source: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]

MOST_CELLS: Final = 200_000
"""Cells that a grid may have; its rows are held in memory."""
_FIXED: Final = ("rules", "scene")
"""Keys that are the same in all of a grid: columns of its table."""
_KNOWN: Final = ("base", "axes", "together", "chunk")
FORMAT: Final = 1


class Axis(msgspec.Struct, frozen=True):
    """One direction of a grid: keys that change together, and the values of each step, one for each key.

    `values` are as the grid says them, `meant` as a scene gets them (a sheet's file read).
    """

    keys: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    meant: tuple[tuple[Any, ...], ...]


class Grid(msgspec.Struct, frozen=True):
    """All cells: every step of every axis with every step of the others, the last axis moving fastest.

    `chunk` is how many cells are solved together; 0 where the grid doesn't say and it isn't arranged yet.
    """

    base: Mapping[str, Any]
    axes: tuple[Axis, ...]
    chunk: int
    origin: Origin
    order: tuple[int, ...] = ()
    """The axes in the order in which cells are answered, the last one fastest; empty: as they stand."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all axes."""
        return tuple(key for axis in self.axes for key in axis.keys)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return prod(len(axis.values) for axis in self.axes)

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return ceil(self.size / self.chunk)

    def shown(self, cell: int) -> dict[str, Any]:
        """The values of a cell by key, as the grid says them."""
        return self._of(cell, [axis.values for axis in self.axes])

    def meant(self, cell: int) -> dict[str, Any]:
        """The values of a cell by key, as its scene gets them."""
        return self._of(cell, [axis.meant for axis in self.axes])

    def places(self, chunk: int) -> list[int]:
        """The cells of a chunk, by their places in the grid."""
        low = chunk * self.chunk
        return [self._place(turn) for turn in range(low, min(low + self.chunk, self.size))]

    def cells(self, chunk: int) -> list[dict[str, Any]]:
        """The cells of a chunk, as their scenes get them."""
        return [self.meant(place) for place in self.places(chunk)]

    def _place(self, turn: int) -> int:
        """Which cell is answered when its turn comes."""
        lengths = [len(axis.values) for axis in self.axes]
        place = 0
        for axis in reversed(self.order or range(len(lengths))):
            turn, step = divmod(turn, lengths[axis])
            place += step * prod(lengths[axis + 1 :])
        return place

    def digest(self, version: str) -> str:
        """What tells this grid, as this version of the program answers it, from every other one."""
        axes = [(axis.keys, axis.meant) for axis in self.axes]
        said = msgspec.json.encode([FORMAT, version, self.base, axes, self.chunk, self.order])
        return sha256(said).hexdigest()

    def _of(self, cell: int, steps: Sequence[tuple[tuple[Any, ...], ...]]) -> dict[str, Any]:
        found: list[tuple[Any, ...]] = []
        for values in reversed(steps):
            cell, place = divmod(cell, len(values))
            found.append(values[place])
        return dict(zip(self.keys, (each for step in reversed(found) for each in step), strict=True))


def read(source: Source) -> Grid:
    """The grid of a TOML file or of a dictionary of the same form; Refused with every reason.

    `base` is a scene file's path or the scene itself, `axes` has a list of values for each key, each table
    of `together` lists of one length that change together, `chunk` how many cells are solved together.
    """
    if isinstance(source, Mapping):
        return _grid(source, Origin(Path()))
    document = documents.read(Path(source))
    origin = Origin(document.path.parent, document)
    try:
        return _grid(document.data, origin)
    except Refused as refused:
        raise Refused(origin.placed(refused.reasons), refused.domain) from None


def _grid(data: Mapping[str, Any], origin: Origin) -> Grid:
    faults = [unknown_key(key, key, _KNOWN, data) for key in data if key not in _KNOWN]
    base, origin = _base(data.get("base"), origin, faults)
    axes = list(_axes(data, origin, faults))
    faults += _twice(axes)
    size = prod(len(axis.values) for axis in axes)
    if size > MOST_CELLS:
        faults.append(refusal("sweep.too_many", "axes", cells=size, most=MOST_CELLS))
    chunk = data.get("chunk", 0)
    if type(chunk) is not int or ("chunk" in data and not 1 <= chunk <= MOST_CELLS):
        faults.append(wrong_number("chunk", chunk, {"type": "integer", "minimum": 1, "maximum": MOST_CELLS}))
    if faults:
        raise Refused(faults)
    return Grid(base, tuple(axes), chunk, origin)


def _base(said: Any, origin: Origin, faults: list[Refusal]) -> tuple[dict[str, Any], Origin]:
    """The base scene with what it names in other files in it, and where it comes from."""
    if isinstance(said, str):
        document = documents.read(origin.beside / said)
        origin = origin.with_base(document)
        return _whole(document.data, document.path.parent), origin
    if isinstance(said, Mapping):
        return _whole(said, origin.beside), origin
    faults.append(missing_key("base", {"type": "object"}) if said is None else _no_base(said))
    return {}, origin


def _no_base(said: Any) -> Refusal:
    return wrong_type("base", said, {"type": "object"})


def _whole(data: Mapping[str, Any], beside: Path) -> dict[str, Any]:
    """Tables of other files in place; packs are named by whole paths, wherever they are read."""
    whole = with_tables(data, beside)
    if isinstance(whole.get("packs"), list):
        packs = whole["packs"]
        whole["packs"] = [str((beside / pack).resolve()) if isinstance(pack, str) else pack for pack in packs]
    return whole


def _axes(data: Mapping[str, Any], origin: Origin, faults: list[Refusal]) -> Iterator[Axis]:
    said, together = data.get("axes", {}), data.get("together", [])
    if not isinstance(said, Mapping):
        faults.append(wrong_type("axes", said, {"type": "object"}))
        said = {}
    if not isinstance(together, list | tuple) or not all(isinstance(each, Mapping) for each in together):
        faults.append(wrong_type("together", together, {"type": "array"}))
        together = []
    if not said and not together and not faults:
        faults.append(refusal("sweep.no_axes", "axes"))
    for key, values in _lists(said):
        if _is_axis(key, values, f"axes.{key}", faults):
            yield _axis({key: values}, origin.beside)
    for place, table in enumerate(together):
        columns, where = dict(_lists(table)), f"together[{place}]"
        sound = [_is_axis(key, values, f"{where}.{key}", faults) for key, values in columns.items()]
        if not all(sound):
            continue
        if len({len(values) for values in columns.values()}) != 1:
            faults.append(refusal("sweep.lengths", where))
        else:
            yield _axis(columns, origin.beside)


def _lists(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The lists of a table by key path: `system.ice = […]` and `"system.ice" = […]` are the same."""
    for key, value in table.items():
        where = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping) and value:
            yield from _lists(value, where)
        else:
            yield where, value


def _is_axis(key: str, values: Any, where: str, faults: list[Refusal]) -> bool:
    if key in _FIXED:
        faults.append(refusal("sweep.axis_fixed", where, key=key))
    elif not isinstance(values, list | tuple):
        faults.append(wrong_type(where, values, {"type": "array"}))
    elif not values:
        faults.append(refusal("sweep.axis_empty", where))
    else:
        return True
    return False


def _axis(columns: Mapping[str, Sequence[Any]], beside: Path) -> Axis:
    values = tuple(zip(*columns.values(), strict=True))
    meant = tuple(
        tuple(with_tables({key: value}, beside)[key] for key, value in zip(columns, step, strict=True))
        for step in values
    )
    return Axis(tuple(columns), values, meant)


def _twice(axes: Iterable[Axis]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for key in (key for axis in axes for key in axis.keys):
        if key in seen:
            yield refusal("sweep.axis_twice", "axes", key=key)
        seen.add(key)
