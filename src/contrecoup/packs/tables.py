"""Tables: what a rule set's content type says of the tables that packs may fill."""

import functools
from collections.abc import Mapping
from typing import Any

from msgspec import inspect


@functools.cache
def tables(content: type) -> Mapping[str, type[Any]]:
    """The entry type of each table of a content type: its fields that are tuples of entries with an id."""
    kind = inspect.type_info(content)
    assert isinstance(kind, inspect.StructType)
    found: dict[str, type[Any]] = {}
    for field in kind.fields:
        match field.type:
            case inspect.VarTupleType(item_type=inspect.StructType() as entry) if _has_id(entry):
                found[field.encode_name] = entry.cls
            case _:
                pass
    return found


def _has_id(entry: inspect.StructType) -> bool:
    return any(field.encode_name == "id" for field in entry.fields)
