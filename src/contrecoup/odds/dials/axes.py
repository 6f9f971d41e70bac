"""Axes: what may be turned in a scene, and to which values.

The values come from the scene's own type: those of an enumeration, whole numbers within bounds, yes and no,
the answers of a ruling, and how many entries a list has. Or they are given.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.dials.paths import Every, Path, Schema, parsed, places, schemas_at, value_at
from contrecoup.registry import Scene
from contrecoup.registry.overrides import put, value_of

MOST_VALUES: Final = 13
"""Values of a number that are tried; of a longer range those nearest to the present one."""
_BROADEST: Final = 1_000
MORE_ENTRIES: Final = 3
"""Entries that a list may get beside those that it has."""
_GIVEN = re.compile(r"((?:\[[^\]]*\]|[^=\[])+)=(.*)")
_NUMBER = re.compile(r"\d+")


class Axis(msgspec.Struct, frozen=True):
    """Something to be turned: its key as it was written, the values tried, the present one.

    `is_ordered`: the values go up, so a step is to the next one; else to any other. `counts`: the value is
    how many entries a list has.
    """

    key: str
    path: Path
    values: tuple[Any, ...]
    now: Any
    is_ordered: bool
    counts: bool = False

    @property
    def start(self) -> int:
        """The place of the present value among those tried; -1 where it isn't one of them."""
        return self.values.index(self.now) if self.now in self.values else -1

    def at(self, place: int) -> Any:
        """The value at a place; the present one at -1."""
        return self.now if place < 0 else self.values[place]

    def neighbours(self, here: int) -> tuple[int, ...]:
        """The places one step away."""
        near = (here - 1, here + 1) if self.is_ordered and here >= 0 else range(len(self.values))
        return tuple(place for place in near if 0 <= place < len(self.values) and place != here)


class _Range(NamedTuple):
    values: tuple[Any, ...]
    is_ordered: bool


def axes(scene: Scene, vary: Iterable[str]) -> tuple[Axis, ...]:
    """The axes of the keys to be varied, each `key` or `key=value|value`.

    Without any, those that the rule set declares and that this scene has. Refused with every key that there
    isn't, or whose values aren't known.
    """
    wished = [each for key in vary for each in key.split(",") if each.strip()]
    declared = not wished
    found: dict[str, Axis] = {}
    faults: list[Refusal] = []
    for key in wished or scene.manifest.dials.get(scene.name, ()):
        try:
            found.update((axis.key, axis) for axis in _axes(scene, key.strip()))
        except Refused as refused:
            faults += () if declared else refused.reasons
    if not found and not faults:
        faults.append(refusal("dial.nothing"))
    if faults:
        raise Refused(faults)
    return tuple(found.values())


def _axes(scene: Scene, key: str) -> Iterator[Axis]:
    where, values = with_values(key)
    path = parsed(where)
    schemas = schemas_at(scene.ruleset.scenes[scene.name], scene.data, path, where)
    spots = list(places(scene.data, path))
    if not spots:
        raise Refused([refusal("dial.no_entry", where)])
    now = value_at(scene.data, spots[0])
    listed = next((schema for schema in schemas if schema.get("type") == "array"), None)
    if values and listed is None and not isinstance(path[-1], Every):
        yield _axis(where, path, _Range(values, False), _default(schemas) if now is None else now)
        return
    if values and not all(type(value) is int and value >= 0 for value in values):
        raise Refused([refusal("dial.counts", where)])
    if values:
        chosen, entries = _entries(scene, path)
        if not entries:
            raise Refused([refusal("dial.no_entry", where)])
        yield Axis(where, chosen, values, len(entries), True, counts=True)
        return
    if listed is not None or isinstance(path[-1], Every):
        yield from _list(scene, where, path, listed or {})
        return
    range_ = _range(scene, path, schemas, now)
    if range_ is None:
        raise Refused([refusal("dial.no_values", where)])
    yield _axis(where, path, range_, _default(schemas) if now is None else now)


def with_values(said: str) -> tuple[str, tuple[Any, ...]]:
    """A key, and the values that `key=value|value` names; none where it is a key alone."""
    given = _GIVEN.fullmatch(said)
    return (given[1].strip(), tuple(map(value_of, given[2].split("|")))) if given else (said, ())


def _axis(key: str, path: Path, range_: _Range, now: Any) -> Axis:
    numbers = all(type(value) is int for value in range_.values)
    return Axis(key, path, range_.values, now, range_.is_ordered or numbers)


def values_of(scene: Scene, key: str) -> tuple[Any, ...]:
    """Every value that the rules allow at a key; Refused where there is no telling them."""
    path = parsed(key)
    schemas = schemas_at(scene.ruleset.scenes[scene.name], scene.data, path, key)
    range_ = _range(scene, path, schemas, None, _BROADEST)
    if range_ is None:
        raise Refused([refusal("dial.no_values", key)])
    return range_.values


def _range(
    scene: Scene, path: Path, schemas: Iterable[Schema], now: Any, most: int = MOST_VALUES
) -> _Range | None:
    """The values of a key; None where there is no telling them."""
    if path[0] == "rulings" and len(path) == 2:
        rulings = {ruling.id: ruling.values for ruling in scene.manifest.rulings}
        return _Range(rulings[str(path[1])], False)
    values: list[Any] = []
    for schema in schemas:
        if "enum" in schema:
            values += schema["enum"]
        elif schema.get("type") == "boolean":
            values += [False, True]
        elif schema.get("type") == "integer" and {"minimum", "maximum"} <= set(schema):
            values += _window(schema["minimum"], schema["maximum"], now, most)
    return _in_order(values) if values else None


def _window(least: int, most: int, now: Any, count: int) -> range:
    """A range, or the part of it around the present value."""
    here = now if type(now) is int else least
    low = max(least, min(here - count // 2, most - count + 1))
    return range(low, min(most, low + count - 1) + 1)


def _in_order(values: list[Any]) -> _Range:
    """Values that go up where each has one number (d4 before d10); those without one come first."""
    found = [_NUMBER.findall(str(value)) for value in values]
    numbered = [each for each in found if len(each) == 1]
    if len(numbered) < 2:
        return _Range(tuple(values), False)
    ranked = sorted(zip(values, found, strict=True), key=lambda each: int(each[1][0]) if each[1] else -1)
    return _Range(tuple(value for value, _ in ranked), True)


def _default(schemas: Iterable[Schema]) -> Any:
    """What a key that is left out means, where its type says so."""
    return next((schema["default"] for schema in schemas if "default" in schema), None)


def _list(scene: Scene, where: str, path: Path, schema: Schema) -> Iterator[Axis]:
    """How many entries a list has, and the numbers in its entries, the same for all of them."""
    chosen, entries = _entries(scene, path)
    if not entries:
        raise Refused([refusal("dial.no_entry", where)])
    least = schema.get("minItems", 0 if path == chosen[:-1] else 1)
    most = min(schema.get("maxItems", len(entries) + MORE_ENTRIES), len(entries) + MORE_ENTRIES)
    yield Axis(where, chosen, tuple(range(least, most + 1)), len(entries), True, counts=True)
    first = entries[0]
    for name, value in first.items() if isinstance(first, Mapping) else ():
        inner = (*chosen, name)
        kinds = schemas_at(scene.ruleset.scenes[scene.name], scene.data, inner, where)
        range_ = _range(scene, inner, kinds, value)
        if range_ is not None and range_.is_ordered:
            shown = where if where.endswith("]") else f"{where}[]"
            yield Axis(f"{shown}.{name}", inner, range_.values, value, True)


def _entries(scene: Scene, path: Path) -> tuple[Path, list[Any]]:
    """The path of a list's entries, and the entries that it stands for now."""
    chosen = path if isinstance(path[-1], Every) else (*path, Every())
    return chosen, [value_at(scene.data, place) for place in places(scene.data, chosen)]


def turned(data: Mapping[str, Any], axes: Iterable[Axis], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """A scene's data with each axis at its value; lists get their length first."""
    whole: Any = data
    for axis in sorted(axes, key=lambda axis: not axis.counts):
        value = values[axis.key]
        if value == axis.now:
            continue  # what a file leaves out stays left out
        if axis.counts:
            whole = _counted(whole, axis.path[:-1], axis.path[-1], value)
            continue
        for place in list(places(whole, axis.path)):
            whole = put(whole, place, value, axis.key)
    return whole  # type: ignore[no-any-return]  # put copies a mapping as one


def _counted(data: Any, path: Path, which: Any, count: int) -> Any:
    """The data with so many of a list's chosen entries: the last ones dropped, or the last one copied."""
    for place in list(places(data, path)):
        entries = value_at(data, place) or ()
        chosen = [index for index, entry in enumerate(entries) if which.takes(entry)]
        kept = [entry for index, entry in enumerate(entries) if index not in chosen[count:]]
        if chosen and count > len(chosen):
            last = chosen[-1]
            kept[last + 1 : last + 1] = [entries[last]] * (count - len(chosen))
        data = put(data, place, kept, "")
    return data
