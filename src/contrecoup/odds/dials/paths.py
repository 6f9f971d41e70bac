"""Paths: key paths that may stand for several places, and what a scene's type says of them.

Beside keys and indices a path may have `[]`, every entry of a list, `[side=south]`, every entry whose key
`side` is `south`, and `[side!=south]`, every other one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.registry.reasons import unknown_key

Schema: TypeAlias = Mapping[str, Any]


class Every(NamedTuple):
    """Every entry of a list; with a key, those whose value there is this, or `differs` from it."""

    key: str = ""
    value: str = ""
    differs: bool = False

    def takes(self, entry: Any) -> bool:
        """Whether an entry is one of them."""
        if not self.key:
            return True
        return isinstance(entry, Mapping) and (str(entry.get(self.key)) == self.value) != self.differs


Token: TypeAlias = str | int | Every
Path: TypeAlias = tuple[Token, ...]
Place: TypeAlias = tuple[str | int, ...]

_PART = re.compile(r'\[(\d*|[\w-]+!?=[^\]]+)\]|(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^.\[\]"]+))')


def parsed(text: str) -> Path:
    """The tokens of a written path; Refused where it is none."""
    path: list[Token] = []
    position = 0
    while position < len(text):
        part = _PART.match(text, position)
        if part is None or part.end() == position:
            raise Refused([refusal("scene.set_no_key", text[:200])])
        index, quoted, bare = part.groups()
        path.append(bare if bare is not None else quoted if quoted is not None else _entry(index))
        position = part.end()
    if not path:
        raise Refused([refusal("scene.set_no_key", text[:200])])
    return tuple(path)


def _entry(index: str) -> int | Every:
    if index.isdecimal():
        return int(index)
    key, _, value = index.partition("=")
    return Every(key.removesuffix("!"), value, key.endswith("!"))


def written(path: Path) -> str:
    """The text of a path, as `parsed` reads it."""
    text = ""
    for token in path:
        if isinstance(token, Every):
            sign = "!=" if token.differs else "="
            text += f"[{token.key}{sign}{token.value}]" if token.key else "[]"
        elif isinstance(token, int):
            text += f"[{token}]"
        else:
            name = token if re.fullmatch(r"[\w-]+", token) else '"' + re.sub(r'(["\\])', r"\\\1", token) + '"'
            text += f".{name}" if text else name
    return text


def places(data: Any, path: Path, done: Place = ()) -> Iterator[Place]:
    """The places in data that a path stands for; keys that tables lack are places too."""
    if not path:
        yield done
        return
    token, rest = path[0], path[1:]
    if isinstance(token, Every):
        entries = data if isinstance(data, Sequence) and not isinstance(data, str) else ()
        for index, entry in enumerate(entries):
            if token.takes(entry):
                yield from places(entry, rest, (*done, index))
    else:
        yield from places(value_at(data, (token,)), rest, (*done, token))


def value_at(data: Any, place: Place) -> Any:
    """What stands at a place; None where nothing does."""
    for key in place:
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list | tuple) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


@cache
def schema_of(kind: type) -> Schema:
    """A type's JSON Schema."""
    return msgspec.json.schema(kind)


def schemas_at(kind: type, data: Mapping[str, Any], path: Path, where: str) -> list[Schema]:
    """All that a type says of a place: a schema for each kind of value that may stand there.

    Refused for a key that there isn't.
    """
    root = schema_of(kind)
    branches = list(_branches(root, root, data))
    known: list[str] = []
    for depth, token in enumerate(path):
        here = next(places(data, path[:depth]), ())
        child = next(places(data, path[: depth + 1]), None)
        known = [key for branch in branches for key in branch.get("properties", {})]
        below = [inner for branch in branches if (inner := _inner(branch, token)) is not None]
        if not below:
            unknown = here[-1] if here and isinstance(token, Every) else token
            raise Refused([unknown_key(where, str(unknown), known)])
        value = None if child is None else value_at(data, child)
        branches = [each for inner in below for each in _branches(root, inner, value)]
    return branches


def _inner(schema: Schema, token: Token) -> Schema | None:
    """What a schema says of a key or of entries."""
    if not isinstance(token, str):
        inner = schema.get("items")
    else:
        inner = schema.get("properties", {}).get(token, schema.get("additionalProperties"))
    return inner if isinstance(inner, Mapping) else None


def _branches(root: Schema, schema: Schema, value: Any) -> Iterator[Schema]:
    """The kinds that a schema allows, references followed; where a value's tag names one, that one alone."""
    if "$ref" in schema:
        yield from _branches(root, root["$defs"][schema["$ref"].rpartition("/")[2]], value)
        return
    if "anyOf" not in schema:
        yield schema
        return
    tags = schema.get("discriminator")
    named = value.get(tags["propertyName"]) if tags and isinstance(value, Mapping) else None
    wanted = tags["mapping"].get(named) if tags and named is not None else None
    for each in schema["anyOf"]:
        if wanted is None or each.get("$ref") in (wanted, None):
            yield from _branches(root, each, value)
