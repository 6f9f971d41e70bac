"""The aftermath: a scene's data with what its end leaves on sheets, as the next scene begins."""

from collections.abc import Iterable
from typing import Any

import msgspec

from contrecoup.kernel import Change
from contrecoup.registry import Scene
from contrecoup.registry.places import Key, parsed


def changed(scene: Scene, changes: Iterable[Change]) -> dict[str, Any]:
    """What the scene's file says, its sheets changed; all else stays as it was written."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(scene.data)))
    for change in changes:
        _sheet(scene, data, parsed(change.sheet) or ())[change.field] = change.value
    return data


def _sheet(scene: Scene, data: dict[str, Any], path: tuple[Key, ...]) -> dict[str, Any]:
    """The table at a path; what the file names or leaves out is written out as the scene took it."""
    here: Any = data
    taken: Any = scene.setup
    for key in path:
        taken = taken[key] if isinstance(key, int) else getattr(taken, key)
        if isinstance(key, str) and not isinstance(here.get(key), dict | list):
            here[key] = msgspec.json.decode(msgspec.json.encode(taken))
        here = here[key]
    table: dict[str, Any] = here
    return table
