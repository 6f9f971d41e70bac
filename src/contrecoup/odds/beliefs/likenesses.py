"""Likenesses: tables that a seat can't know, taken for entries of the content that look the same.

A stranger with a rifle may be any ready character of his kind; the seat sees his name and his wounds.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from contrecoup.odds.dials.paths import Place, value_at
from contrecoup.registry import Scene
from contrecoup.registry.manifests import Like
from contrecoup.registry.overrides import put


class Likeness(msgspec.Struct, frozen=True):
    """Places that look alike, and what may stand at all of them: tables for each place, by the entry's id."""

    key: str
    tables: Mapping[str, tuple[tuple[Place, Any], ...]]

    def at(self, data: Any, id: str) -> Any:
        """The data with an entry's tables in place."""
        for place, table in self.tables[id]:
            data = put(data, place, table, self.key)
        return data


def likenesses(scene: Scene, like: Like, key: str, places: Iterable[Place]) -> Iterator[Likeness]:
    """What may stand at places, those together that have the same of what decides."""
    entries = _entries(scene, like)
    groups: dict[tuple[Any, ...], list[tuple[Place, Mapping[str, Any]]]] = {}
    for place in places:
        table = value_at(scene.data, place)
        known = entries.get(table, {}) if isinstance(table, str) else table
        if known is not None:
            groups.setdefault(tuple(known.get(each) for each in like.same), []).append((place, known))
    for same, group in groups.items():
        yield Likeness(
            key if len(groups) == 1 else f"{key}[{', '.join(map(str, same))}]",
            {
                id: tuple((place, _dressed(entry, table, like)) for place, table in group)
                for id, entry in entries.items()
                if tuple(entry.get(each) for each in like.same) == same
            },
        )


def _entries(scene: Scene, like: Like) -> dict[str, Mapping[str, Any]]:
    """The tables of the content's entries, by id."""
    content: Any = getattr(scene.setup, "content", None)
    entries = getattr(content, like.table, ())
    return {entry.id: msgspec.to_builtins(getattr(entry, like.field)) for entry in entries}


def _dressed(entry: Mapping[str, Any], table: Mapping[str, Any], like: Like) -> dict[str, Any]:
    """An entry's table with what the seat sees of the true one."""
    kept = {key: table[key] for key in like.keeps if key in table}
    return {key: value for key, value in entry.items() if key not in like.keeps} | kept
