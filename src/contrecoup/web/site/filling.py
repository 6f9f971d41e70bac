"""Filling in: what a form says for the fields of a sheet, and what is wrong with it at each."""

from collections.abc import Iterable, Iterator
from typing import Any

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.kernel.form import Field
from contrecoup.table.sheets import OpenSheet
from contrecoup.table.sheets.entries import placed
from contrecoup.text import Texts
from contrecoup.web.pieces import Fault
from contrecoup.web.site.fields import Fields

_MOST_ROWS = 60


def filled(opened: OpenSheet, fields: Iterable[Field], sent: Fields) -> OpenSheet:
    """The sheet with what was sent for these fields; Refused with every one that can't be so."""
    data: Any = opened.data()
    faults: list[Refusal] = []
    for field in fields:
        try:
            data = placed(data, field.path, _value(field, sent))
        except Refused as refused:
            faults += refused.reasons
    if faults:
        raise Refused(faults)
    return opened.with_data(data)


def at_fields(reasons: Iterable[Refusal], fields: Iterable[Field], texts: Texts) -> tuple[Fault, ...]:
    """Each reason at the field that it is about; where it is about none of them, at its own place."""
    paths = [field.path for field in fields]
    return tuple(
        Fault(_field_of(reason.where, paths) or reason.where, texts.refusal(reason)) for reason in reasons
    )


def _value(field: Field, sent: Fields) -> Any:
    text = sent.text(field.path).strip()
    match field.kind:
        case "number":
            return _whole(field.path, text)
        case "flag":
            return bool(text)
        case "words":
            return [line.strip() for line in text.splitlines() if line.strip()]
        case "gear":
            return list(_gear(field, sent))
        case _:
            return next((each for each in field.accepted if str(each) == text), text)


def _whole(where: str, text: str) -> int:
    if not text:
        raise Refused([refusal("web.form.missing", where)])
    try:
        return int(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        raise Refused([refusal("web.form.whole", where, text=text[:40])]) from None


def _gear(field: Field, sent: Fields) -> Iterator[Any]:
    """The rows in which something is chosen; a name alone where nothing is said beside it."""
    called, leveled = field.keys
    for place in range(_MOST_ROWS):
        start = f"{field.path}.{place}"
        id = sent.text(f"{start}.id")
        if not id:
            continue
        level, on = sent.text(f"{start}.level").strip(), sent.text(f"{start}.on")
        entry: dict[str, Any] = {called: id}
        if level:
            entry[leveled] = _whole(field.path, level)
        if on:
            entry["on"] = on
        yield id if len(entry) == 1 and called == "id" else entry


def _field_of(where: str, paths: list[str]) -> str:
    """The field that holds a place: the one of that path, or of the nearest around it."""
    around = [path for path in paths if where == path or where.startswith((f"{path}.", f"{path}["))]
    return max(around, key=len, default="")
