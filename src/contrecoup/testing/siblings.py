"""Setups beside a given one: the same with one value changed, as far as the types and the rules allow."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from contrecoup.kernel import Refused, RuleSet, Setup

_CONTENT: Final = "content"
_MOST: Final = 120
"""Changes of one setup that are tried; beyond that they are spread over all its values."""


def siblings(ruleset: RuleSet[Any, Any], setup: Setup) -> Iterator[tuple[str, Setup]]:
    """Each setup that differs from this one in a single value and can start, with the value's key path."""
    data = msgspec.to_builtins(setup)
    changes = list(_changes(data, inspect.type_info(type(setup)), ()))
    for path, value in changes[:: 1 + len(changes) // _MOST]:
        try:
            other = msgspec.convert(_put(data, path, value), type(setup))
            ruleset.start(other)
        except (msgspec.ValidationError, Refused):
            continue
        yield f"{'.'.join(map(str, path))} = {value!r}", other


def _changes(value: Any, kind: inspect.Type, path: tuple[str | int, ...]) -> Iterator[tuple[Any, Any]]:
    """Other values for each leaf, by its path."""
    match kind:
        case inspect.Metadata():
            yield from _changes(value, kind.type, path)
        case inspect.StructType() if isinstance(value, dict):
            for field in kind.fields:
                if field.encode_name in value and (path or field.name != _CONTENT):
                    yield from _changes(value[field.encode_name], field.type, (*path, field.encode_name))
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list | tuple):
            for place, item in enumerate(value):
                yield from _changes(item, kind.item_type, (*path, place))
            if value:
                yield path, value[:-1]
        case inspect.DictType() if isinstance(value, dict):
            for key, item in value.items():
                yield from _changes(item, kind.value_type, (*path, key))
        case inspect.UnionType():
            for branch in kind.types:
                yield from _changes(value, branch, path)
        case _:
            yield from ((path, other) for other in _others(value, kind))


def _others(value: Any, kind: inspect.Type) -> Iterator[Any]:
    match kind:
        case inspect.LiteralType():
            yield from (other for other in kind.values if other != value)
        case inspect.BoolType():
            yield not value
        case inspect.IntType() if isinstance(value, int):
            yield from (value + 1, value - 1)
        case inspect.StrType() if isinstance(value, str):
            yield f"{value}x"
        case _:
            return


def _put(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(data, dict):
        return {**data, key: _put(data[key], rest, value)}
    place = int(key)
    return [*data[:place], _put(data[place], rest, value), *data[place + 1 :]]
