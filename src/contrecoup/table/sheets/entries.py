"""Entries: what somebody types for a field, as a file would hold it."""

import re
from collections.abc import Mapping
from typing import Any

from contrecoup.kernel.form import Field
from contrecoup.registry.places import Key, parsed

_YES = frozenset({"yes", "y", "oui", "o", "true", "1"})
_NO = frozenset({"no", "n", "non", "false", "0"})


class Unread(Exception):
    """What was typed says nothing for this field; `id` is the catalogue entry that says what would."""

    def __init__(self, id: str) -> None:
        self.id = id
        super().__init__(id)


def entered(field: Field, text: str) -> Any:
    """The value that a text stands for; Unread where it stands for none."""
    text = "" if text.strip() in ("-", "–") else text.strip()
    match field.kind:
        case "number":
            if not re.fullmatch(r"\d{1,7}", text):
                raise Unread("sheet.want_number")
            return int(text)
        case "flag":
            if text.lower() not in _YES | _NO:
                raise Unread("sheet.want_flag")
            return text.lower() in _YES
        case "words":
            return [part.strip() for part in text.split(";") if part.strip()]
        case "gear":
            return [_gear(part.split(), field.keys) for part in text.split(",") if part.strip()]
        case _:
            return next((word for word in field.accepted if str(word) == text), text)


def _gear(words: list[str], keys: tuple[str, str]) -> Any:
    """ "modem", "video_card 2", "interface 1 repair", "bug detection"."""
    (id, *rest), (called, leveled) = words, keys
    if not rest and called == "id":
        return id
    entry: dict[str, Any] = {called: id}
    for word in rest:
        if word.isdecimal():
            entry[leveled] = int(word)
        else:
            entry["on"] = word
    return entry


def placed(data: Any, path: str, value: Any) -> Any:
    """The data with one value at its key path."""
    return _put(data, parsed(path) or (), value)


def _put(data: Any, keys: tuple[Key, ...], value: Any) -> Any:
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(data, Mapping):
        return {**data, key: _put(data.get(key, {}), rest, value)}
    items = list(data)
    items[int(key)] = _put(items[int(key)], rest, value)
    return items
