"""Blanks: what a new sheet or scene begins with, where its type names no default."""

from typing import Any

import msgspec
from msgspec import inspect

from contrecoup.table.sheets.plain import words_of


def blank_sheet(ruleset: Any, kind: str) -> dict[str, Any]:
    """A new sheet of a kind, as data: what its forms say, then the least that its type takes."""
    blank = getattr(getattr(ruleset, "forms", None), "blank", None)
    begun: dict[str, Any] = blank_of(ruleset.sheets[kind])
    begun |= blank(kind) if blank else {}
    begun.pop("kind", None)
    return begun


def blank_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The least that a struct's type takes: every field without a default, and tables that may be left out
    but are rarely, such as a hacker's commlink."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return _struct(shape)


def _struct(shape: inspect.StructType) -> dict[str, Any]:
    begun: dict[str, Any] = {}
    if shape.tag_field is not None:
        begun[shape.tag_field] = shape.tag
    for field in shape.fields:
        if field.required:
            begun[field.encode_name] = _least(field.type)
        elif field.default is None and (table := _only_table(field.type)) is not None:
            begun[field.encode_name] = _struct(table)
    return begun


def _only_table(shape: inspect.Type) -> inspect.StructType | None:
    """The table that a field takes where it takes that or nothing."""
    if not isinstance(shape, inspect.UnionType):
        return None
    tables = [each for each in shape.types if isinstance(each, inspect.StructType)]
    others = [each for each in shape.types if not isinstance(each, inspect.NoneType | inspect.StructType)]
    return tables[0] if len(tables) == 1 and not others else None


def _least(shape: inspect.Type) -> Any:
    match shape:
        case inspect.Metadata():
            return _least(shape.type)
        case inspect.LiteralType():
            return words_of(shape)[0]
        case inspect.StructType():
            return _struct(shape)
        case inspect.IntType():
            return shape.ge or 0
        case inspect.BoolType():
            return False
        case inspect.VarTupleType():
            return [_least(shape.item_type) for _ in range(shape.min_length or 0)]
        case inspect.UnionType():
            return _least(_first(shape))
        case inspect.StrType():
            return "–"[: shape.min_length or 0]
        case _:
            return {}


def _first(shape: inspect.UnionType) -> inspect.Type:
    """What is taken of several: a table before anything else."""
    return next((each for each in shape.types if isinstance(each, inspect.StructType)), shape.types[0])
