"""Writing: data as the text of a TOML file, as a person would set it out."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SHORT: Final = 80
"""Characters of a table in one line, beyond which it gets lines of its own."""


def written(data: Mapping[str, Any]) -> str:
    """Data as TOML, tables after plain values; what is None is left out."""
    return "\n".join(_table(data, "")).strip("\n") + "\n"


def toml(value: Any) -> str:
    """A value as TOML, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case Mapping():
            items = ", ".join(
                f"{_key(key)} = {toml(item)}" for key, item in value.items() if item is not None
            )
            return f"{{ {items} }}" if items else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return str(value)


def _table(data: Mapping[str, Any], path: str) -> Iterator[str]:
    """The lines of a table: its plain values, then the tables below it under their headings."""
    below = [(key, value) for key, value in data.items() if _has_lines(value, path)]
    for key, value in data.items():
        if value is not None and not _has_lines(value, path):
            yield f"{_key(key)} = {toml(value)}"
    for key, value in below:
        where = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from ("", f"[{where}]")
            yield from _table(value, where)
            continue
        for item in value:
            yield from ("", f"[[{where}]]")
            yield from _table(item, where)


def _has_lines(value: Any, path: str) -> bool:
    """Whether a value is a table, or a list of tables, that stands under a heading of its own."""
    if isinstance(value, Mapping):
        return bool(value) and (not path or len(toml(value)) > _SHORT)
    if not isinstance(value, list | tuple) or not value:
        return False
    return all(isinstance(item, Mapping) for item in value) and len(toml(value)) > _SHORT


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml(key)
