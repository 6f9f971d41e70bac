"""TOML documents: read from a file within bounds; whatever keeps one from being read is a refusal."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.registry.lines import Lines
from contrecoup.registry.places import written

LARGEST: Final = 1_000_000
"""Bytes that a file may have."""
MOST_FAULTS: Final = 100
"""Faults that are told at once."""
DEEPEST: Final = 20
"""Tables and lists that may stand in one another."""
LONGEST: Final = 2_000
"""Characters that a text may have; a `name` has a bound of its own."""
LONGEST_NAME: Final = 200
SUFFIX: Final = ".toml"
"""How the name of a file of ours ends."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TWICE = re.compile(r"Cannot overwrite|Cannot declare|Cannot mutate|Duplicate|already", re.IGNORECASE)
_UNFINISHED = re.compile(r"Unclosed|Unterminated")
_COMMA_BEFORE = re.compile(r"(?<=\d),\d+ *$")
_WORD = re.compile(r"[^\W\d]\w*")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""", re.ASCII)


class Document(msgspec.Struct, frozen=True):
    """What a TOML file says, and its text for the lines."""

    data: dict[str, Any]
    text: str
    path: Path

    def lines(self) -> Lines:
        """The lines of its key paths."""
        return Lines(self.text)


def read(path: Path) -> Document:
    """A file's document; Refused where it can't be read or isn't TOML."""
    content = _bytes(path)
    try:
        text = _decoded(content, path)
        return Document(_parsed(text), text, path)
    except Refused as refused:
        raise Refused(in_file(reason, path) for reason in refused.reasons) from None


def parsed(text: str, path: Path = Path()) -> Document:
    """The document that a text is; Refused, with the place, where it is too long or isn't TOML."""
    if len(text) > LARGEST:
        raise Refused([refusal("scene.file_too_large", file=str(path), most=LARGEST // 1_000_000)])
    if "\0" in text:
        raise Refused([refusal("scene.file_binary", file=str(path))])
    return Document(_parsed(text), text, path)


def in_file(reason: Refusal, path: Path, line: int = 0) -> Refusal:
    """A reason with the file that it is about, as its value `file`, and its line there.

    A reason that names another file already is left as it is.
    """
    if "file" in dict(reason.values):
        return reason
    values = (*reason.values, ("file", str(path)))
    return Refusal(reason.id, reason.where, values, reason.line or line, reason.column)


def _bytes(path: Path) -> bytes:
    name = str(path)
    try:
        if path.is_dir():
            raise Refused([refusal("scene.file_directory", file=name)])
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise Refused([refusal("scene.file_missing", file=name)]) from None
    except (OSError, ValueError):
        raise Refused([refusal("scene.file_unreadable", file=name)]) from None
    if len(content) > LARGEST:
        raise Refused([refusal("scene.file_too_large", file=name, most=LARGEST // 1_000_000)])
    return content


def _decoded(content: bytes, path: Path) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Refused([Refusal("scene.file_not_utf8", line=line)]) from None
    if "\0" in text:
        raise Refused([refusal("scene.file_binary", file=str(path))])
    return text


def _parsed(text: str) -> dict[str, Any]:
    long = _LONG_KEY.search(text)
    if long:  # the parser takes the square of a dotted key's length
        line = text.count("\n", 0, long.start()) + 1
        raise Refused([Refusal("scene.too_deep", "", (("most", DEEPEST),), line)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused([_syntax(str(error), text)]) from None
    except RecursionError:
        raise Refused([refusal("scene.too_deep", most=DEEPEST)]) from None
    except ValueError:  # a whole number of thousands of digits, a date that isn't in the calendar
        raise Refused([refusal("scene.value_impossible")]) from None


def _syntax(error: str, text: str) -> Refusal:
    """The parser's complaint as a refusal with its place."""
    line, column, before, rest = _place(error, text)
    if _TWICE.search(error):
        return Refusal("scene.key_twice", line=line, column=column)
    if rest.startswith(","):
        return Refusal("scene.comma", line=line, column=column)
    comma = _COMMA_BEFORE.search(before)
    if comma:  # in a list or an inline table only what follows the comma is wrong
        return Refusal("scene.comma", line=line, column=comma.start() + 1)
    if _UNFINISHED.search(error) or not rest.strip():
        return Refusal("scene.syntax_unfinished", line=line, column=column)
    word = _WORD.match(rest)
    if word and error.startswith("Invalid value"):
        return Refusal("scene.syntax_quotes", "", (("word", word.group()[:40]),), line, column)
    return Refusal("scene.syntax", "", (("found", rest.split()[0][:40]),), line, column)


def _place(error: str, text: str) -> tuple[int, int, str, str]:
    """The line and column that the parser names, and what stands on the line before and after."""
    lines = text.split("\n")
    place = _PLACE.search(error)
    if place is None or place.group(1) is None:
        return len(lines), len(lines[-1]) + 1, lines[-1], ""
    line, column = int(place.group(1)), int(place.group(2))
    shown = lines[line - 1] if line <= len(lines) else ""
    return line, column, shown[: column - 1], shown[column - 1 :]


def is_ordinary(value: Any, depth: int = 0) -> bool:
    """Whether data are within the bounds and name no other file, seen at a glance: most scenes do."""
    if depth >= DEEPEST:
        return False
    for each in value.values() if type(value) is dict else value:
        kind = type(each)
        if kind is str:
            if len(each) > LONGEST_NAME or not each.isprintable() or each.endswith(SUFFIX):
                return False
        elif (kind is dict or kind is list or kind is tuple) and not is_ordinary(each, depth + 1):
            return False
    return True


def hold_bounds(data: Any) -> None:
    """Refuse data that are too deep, or whose texts are too long or unprintable, whatever they mean."""
    found: list[Refusal] = []
    _measure(data, (), found)
    if found:
        raise Refused(found[:MOST_FAULTS])


def _measure(value: Any, path: tuple[str | int, ...], found: list[Refusal]) -> None:
    if isinstance(value, str):
        _measure_text(value, path, found)
    elif isinstance(value, dict | list | tuple):
        if len(path) >= DEEPEST:
            found.append(refusal("scene.too_deep", written(path), most=DEEPEST))
            return
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            if isinstance(item, str | dict | list | tuple):
                _measure(item, (*path, key), found)


def _measure_text(value: str, path: tuple[str | int, ...], found: list[Refusal]) -> None:
    most = LONGEST_NAME if path and path[-1] == "name" else LONGEST
    if len(value) > most:
        found.append(refusal("scene.text_too_long", written(path), most=most, length=len(value)))
    if not value.isprintable() and _CONTROL.search(value):
        found.append(refusal("scene.control_character", written(path)))
