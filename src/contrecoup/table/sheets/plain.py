"""Plain forms: for rule sets without creation rules, every entry of a sheet in one step."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from contrecoup.kernel import Name, Refusal, Table, View, message
from contrecoup.kernel.form import Field, FieldKind, Step

_NUMBER = re.compile(r"\d+")


class PlainForms:
    """One step with every entry, no points and no limits but those of the type."""

    def steps(self, sheet: Any, content: Any) -> tuple[Step, ...]:
        """The one step."""
        return (Step("sheet", Name("sheet.step"), tuple(_fields(sheet, ""))),)

    def faults(self, sheet: Any, content: Any) -> tuple[Refusal, ...]:
        """None: what fits the type is a sheet."""
        return ()

    def show(self, sheet: Any, content: Any) -> View:
        """Every entry with its value."""
        rows = tuple((field.path, _shown(field.value)) for field in _fields(sheet, ""))
        return View((Table("sheet", "", ("sheet.entry", "sheet.value"), rows),))


def _fields(sheet: Any, path: str) -> Iterator[Field]:
    kind = inspect.type_info(type(sheet))
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        value = getattr(sheet, field.name)
        where = f"{path}{field.encode_name}"
        if isinstance(value, msgspec.Struct):
            yield from _fields(value, f"{where}.")
        elif isinstance(value, tuple) and (value or _holds_tables(field.type)) and _is_tables(value):
            for place, item in enumerate(value):
                yield from (_fields(item, f"{where}[{place}].") if isinstance(item, msgspec.Struct) else ())
        else:
            yield _field(where, value, field.type)


def _is_tables(value: tuple[Any, ...]) -> bool:
    """Whether a list has tables in it, or nothing."""
    return not value or any(isinstance(item, msgspec.Struct) for item in value)


def _holds_tables(kind: inspect.Type) -> bool:
    """Whether a list's type takes tables, which nobody can type as words."""
    bounds = kind.type if isinstance(kind, inspect.Metadata) else kind
    return isinstance(bounds, inspect.VarTupleType) and isinstance(bounds.item_type, inspect.StructType)


def _field(where: str, value: Any, kind: inspect.Type) -> Field:
    name = Name(where)
    bounds = kind.type if isinstance(kind, inspect.Metadata) else kind
    if isinstance(bounds, inspect.IntType):
        least, most = bounds.ge or 0, bounds.le if bounds.le is not None else 1_000_000
        return Field(where, "number", name, value, int(least), int(most))
    form: FieldKind = "flag" if isinstance(value, bool) else "words" if isinstance(value, tuple) else "text"
    note, accepted = None, words_of(bounds)
    if accepted:
        note = message("sheet.accepted", accepted=", ".join(map(str, accepted)))
    return Field(where, form, name, msgspec.to_builtins(value), note=note, accepted=accepted)


def words_of(kind: inspect.Type) -> tuple[str | int, ...]:
    """The words that a type takes, those with a number by it (d4 before d10); none where it takes others."""
    words = kind.values if isinstance(kind, inspect.LiteralType) else ()
    return tuple(sorted((each for each in words if isinstance(each, str | int)), key=_rank))


def _rank(word: str | int) -> tuple[bool, int]:
    number = _NUMBER.search(str(word))
    return number is not None, int(number[0]) if number else 0


def _shown(value: Any) -> str:
    return (
        ", ".join(map(str, value))
        if isinstance(value, list | tuple)
        else "–"
        if value is None
        else str(value)
    )
