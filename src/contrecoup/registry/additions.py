"""Additions: what a scene file takes from other files, so that its data stand by themselves afterwards.

A table may be given by the name of a TOML file that holds it (`sheet = "ortiz.toml"`), which is beside
the scene file unless a path says otherwise. Where that file is a scene, the table at the same place of it
is meant: so a scene goes on with what the one before has left (`attacker = "after-the-trace.toml"`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from contrecoup.kernel import Refusal, Refused
from contrecoup.registry import documents
from contrecoup.registry.places import Key, written
from contrecoup.registry.reasons import not_accepted

_TEXTS: Final = frozenset({"name", "notes", "packs"})
"""Keys whose values are never the name of a table's file."""


def with_tables(data: Mapping[str, Any], beside: Path) -> dict[str, Any]:
    """The data with the tables of other files in place; Refused with every file that can't be one."""
    faults: list[Refusal] = []
    whole = _table(data, (), beside, str(data.get("rules", "")), faults)
    if faults:
        raise Refused(faults)
    return dict(whole)


def _table(
    data: Mapping[str, Any], path: tuple[Key, ...], beside: Path, rules: str, faults: list[Refusal]
) -> Mapping[str, Any]:
    if len(path) > documents.DEEPEST:
        return data
    return {
        key: value if key in _TEXTS else _value(value, (*path, key), beside, rules, faults)
        for key, value in data.items()
    }


def _value(value: Any, path: tuple[Key, ...], beside: Path, rules: str, faults: list[Refusal]) -> Any:
    match value:
        case str() if value.endswith(documents.SUFFIX):
            return _read(value, path, beside, rules, faults)
        case dict():
            return _table(value, path, beside, rules, faults)
        case list():
            return [
                _table(item, (*path, place), beside, rules, faults) if isinstance(item, dict) else item
                for place, item in enumerate(value)
            ]
        case _:
            return value


def _read(name: str, path: tuple[Key, ...], beside: Path, rules: str, faults: list[Refusal]) -> Any:
    """The table in a file, without the rule set that it names, which must be the scene's."""
    where = written(path)
    try:
        table = dict(documents.read(beside / name).data)
    except Refused as refused:
        faults += (Refusal(reason.id, where, (*reason.values, ("file", name))) for reason in refused.reasons)
        return name
    said = table.pop("rules", rules)
    if said != rules:
        faults.append(not_accepted(f"{where}.rules", said, [rules]))
    return _same_place(table, path) if "scene" in table else table


def _same_place(scene: Any, path: tuple[Key, ...]) -> Any:
    """What another scene has at a place; nothing where it has none, so that what lacks is refused."""
    for key in path:
        known = key in scene if isinstance(scene, dict) else isinstance(key, int) and key < len(scene)
        if not known:
            return {}
        scene = scene[key]
    return scene
