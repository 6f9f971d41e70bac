"""Places: key paths written as text ("combatants[1].sheet.name"), and the lines where they stand."""

import re
from collections.abc import Iterable
from typing import TypeAlias

Key: TypeAlias = str | int
"""A table's key, or an index into a list (from 0)."""

_BARE = re.compile(r"[^\W]+(?:-[^\W]+)*|[\w-]+")
_PART = re.compile(r'\[(\d+)\]|(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^.\[\]"]+))')


def written(path: Iterable[Key]) -> str:
    """The key path as people write it."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            name = key if _BARE.fullmatch(key) else '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'
            text += f".{name}" if text else name
    return text


def parsed(where: str) -> tuple[Key, ...] | None:
    """The keys of a written key path; None where it is none."""
    path: list[Key] = []
    position = 0
    while position < len(where):
        part = _PART.match(where, position)
        if part is None or part.end() == position:
            return None
        index, quoted, bare = part.groups()
        if index is not None:
            path.append(int(index))
        elif quoted is not None:
            path.append(re.sub(r"\\(.)", r"\1", quoted))
        else:
            path.append(bare.strip())
        position = part.end()
    return tuple(path) if path else None
