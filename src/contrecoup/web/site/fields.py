"""Fields: what a form sent, and the command that it makes."""

import secrets
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.datastructures import FormMultiDict, UploadFile

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.table.commands import COMMANDS, Asked, Command

_NO: Final = frozenset({"", "no", "false", "0"})


class Fields:
    """The fields of a form, each a text or several. `place` stands for part and path at once."""

    def __init__(self, form: FormMultiDict) -> None:
        self._form = form
        part, mark, path = self.text("place").partition(":")
        if mark:
            self._form = FormMultiDict([*form.multi_items(), ("part", part), ("path", path)])

    def text(self, name: str, default: str = "") -> str:
        """The text of a field."""
        found = self._form.get(name, default)
        return found if isinstance(found, str) else default

    def texts(self, name: str) -> list[str]:
        """All texts of fields of this name, in order."""
        return [each for each in self._form.getall(name, []) if isinstance(each, str)]

    def below(self, name: str) -> dict[str, str]:
        """The fields name.x, name.y ... by what follows the point."""
        start = f"{name}."
        return {
            key.removeprefix(start): value
            for key, value in self._form.multi_items()
            if key.startswith(start) and isinstance(value, str)
        }

    def put(self, name: str, text: str) -> "Fields":
        """The same fields, one of them with another text."""
        kept = [(key, value) for key, value in self._form.multi_items() if key != name]
        return Fields(FormMultiDict([*kept, (name, text)]))

    def all(self) -> dict[str, str]:
        """Every field with its last text."""
        return {key: value for key, value in self._form.multi_items() if isinstance(value, str)}

    async def file(self, name: str) -> str | None:
        """The text of a file that was sent; None where none was. Refused where it is no text."""
        sent = self._form.get(name)
        if not isinstance(sent, UploadFile) or not sent.filename:
            return None
        try:
            return (await sent.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refused([refusal("web.form.no_text", name)]) from None


async def fields_of(request: Request[Any, Any, Any]) -> Fields:
    """What the request's form sent."""
    return Fields(await request.form())


def fresh() -> str:
    """An id for a request that a form will make: sent twice, it is done once."""
    return secrets.token_urlsafe(12)


def asked_of(sent: Fields) -> Asked:
    """The command that a form makes; Refused with every field that can't be read."""
    kind = COMMANDS.get(sent.text("do"))
    if kind is None:
        raise Refused([refusal("web.form.no_command", "do")])
    values, faults = _read(kind, sent)
    turn = sent.text("turn")
    if turn and not turn.isdecimal():
        faults.append(refusal("web.form.whole", "turn", text=turn[:40]))
    if faults:
        raise Refused(faults)
    asked = {
        "request": sent.text("request") or fresh(),
        "scene": sent.text("scene"),
        "turn": int(turn) if turn else None,
        "command": {"do": sent.text("do"), **values},
    }
    try:
        return msgspec.convert(asked, Asked)
    except msgspec.ValidationError as error:
        raise Refused([_misfit(error)]) from None


def _read(kind: type[Command], sent: Fields) -> tuple[dict[str, Any], list[Refusal]]:
    """The fields of a command as they were sent, and what is wrong with numbers among them."""
    values: dict[str, Any] = {}
    faults: list[Refusal] = []
    hints = typing.get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        try:
            found = tuple(_value(_plain(hints[field.name]), field.name, sent))
        except _Wrong as wrong:
            faults += wrong.refusals
            continue
        if found:
            values[field.name] = found[0]
    return values, faults


class _Wrong(ValueError):
    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals


def _plain(hint: Any) -> Any:
    """A field's type without its bounds."""
    while typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    return hint


def _value(hint: Any, name: str, sent: Fields) -> Iterator[Any]:
    """What a field says; nothing where it isn't there."""
    origin = typing.get_origin(hint) or hint
    if origin is bool:
        yield sent.text(name) not in _NO
    elif origin is tuple:
        yield _row(name, sent)
    elif origin is frozenset:
        yield sent.texts(name)
    elif origin is dict:
        yield from _table(name, sent)
    elif sent.texts(name):
        yield from _single(hint, origin, name, sent.text(name))


def _row(name: str, sent: Fields) -> list[int]:
    """Whole numbers, one of them a field, in the order of their places; _Wrong with all that are none."""
    below = sent.below(name)
    texts = [below[place] for place in sorted(below, key=_place)] or sent.texts(name)
    numbers: list[int] = []
    wrong: list[Refusal] = []
    for place, text in enumerate(texts):
        try:
            numbers.append(_whole(f"{name}.{place}", text))
        except _Wrong as each:
            wrong += each.refusals
    if wrong:
        raise _Wrong(*wrong)
    return numbers


def _place(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _table(name: str, sent: Fields) -> Iterator[dict[str, Any]]:
    """A table: one field in JSON, or a field for each entry."""
    whole = sent.text(name)
    if whole:
        try:
            yield msgspec.json.decode(whole, type=dict[str, Any])
        except msgspec.DecodeError:
            raise _misread(name, whole) from None
    elif below := {key: value for key, value in sent.below(name).items() if value}:
        yield below


def _single(hint: Any, origin: Any, name: str, text: str) -> Iterator[Any]:
    if origin is int:
        if text.strip():
            yield _whole(name, text)
    elif isinstance(hint, UnionType) or origin is typing.Union:
        yield from _either(hint, text)
    else:
        yield text


def _either(hint: Any, text: str) -> Iterator[Any]:
    """A value of several kinds, as JSON where it reads as such (a number, true, false), else as a text."""
    if not text and type(None) in typing.get_args(hint):
        yield None
        return
    try:
        yield msgspec.json.decode(text, type=str | int | bool)
    except (msgspec.DecodeError, msgspec.ValidationError):
        yield text


def _whole(where: str, text: str) -> int:
    cleaned = text.strip().replace("\N{MINUS SIGN}", "-")
    try:
        return int(cleaned)
    except ValueError:
        raise _misread(where, text) from None


def _misread(where: str, text: str) -> _Wrong:
    """What is wrong with a text that should be a number, at its field."""
    if not text.strip():
        return _Wrong(refusal("web.form.missing", where))
    return _Wrong(refusal("web.form.whole", where, text=text[:40]))


def _misfit(error: msgspec.ValidationError) -> Refusal:
    """What is out of bounds, at its field."""
    said, _, path = str(error).partition(" - at `$")
    where = path.rstrip("`").removeprefix(".command").lstrip(".").replace("[", ".").replace("]", "")
    return refusal("web.misfit", where, fault=said)
