"""The line of each key path in a TOML text, which the standard library's parser doesn't tell.

The text is one that the parser has accepted, so this reads only as much of the language as places need.
"""

import re
import tomllib
from bisect import bisect_right
from typing import Final

from contrecoup.registry.places import Key, parsed

_BLANK = re.compile(r"[ \t]*")
_VOID = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")
_PLAIN = re.compile(r"""[^]["'{}#]+""")
_KEY = re.compile(r"[A-Za-z0-9_-]+")
_MOST_ENTRIES: Final = 1_000
"""Entries of a list whose lines are kept; what comes later is found at the list itself."""


class Lines:
    """The lines of a TOML text, by key path."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self._lines: dict[tuple[Key, ...], int] = {}
        self._lists: dict[tuple[Key, ...], int] = {}
        self._read()

    def line(self, where: str) -> int:
        """The line (from 1) of a key path or of the nearest table around it; 0 where there is none."""
        path = parsed(where) or ()
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 0

    def _read(self) -> None:
        table: tuple[Key, ...] = ()
        position = self._skip(0)
        while position < len(self._text):
            if self._text[position] == "[":
                position, table = self._header(position)
            else:
                position = self._pair(position, table)
            position = self._skip(position)

    def _header(self, position: int) -> tuple[int, tuple[Key, ...]]:
        many = self._text.startswith("[[", position)
        end, keys = self._keys(position + (2 if many else 1))
        path: tuple[Key, ...] = ()
        for key in keys[:-1]:
            path = self._last((*path, key), position)
        path = (*path, keys[-1])
        if many:
            self._note(path, position)
            self._lists[path] = self._lists.get(path, -1) + 1
        path = self._last(path, position)
        return end + (2 if many else 1), path

    def _last(self, path: tuple[Key, ...], position: int) -> tuple[Key, ...]:
        """A table's path, or where it is a list of tables, its newest table's."""
        self._note(path, position)
        if path in self._lists:
            path = (*path, self._lists[path])
            self._note(path, position)
        return path

    def _pair(self, position: int, table: tuple[Key, ...]) -> int:
        end, keys = self._keys(position)
        path = table
        for key in keys:
            path = (*path, key)
            self._note(path, position)
        return self._value(_blank(self._text, end + 1), path)

    def _keys(self, position: int) -> tuple[int, list[str]]:
        """A dotted key from a position on: the position after it, and its parts."""
        keys: list[str] = []
        while True:
            position = _blank(self._text, position)
            quoted = _STRING.match(self._text, position)
            match = quoted or _KEY.match(self._text, position)
            if match is None:
                return position, keys
            name = match.group()
            keys.append(str(tomllib.loads(f"name = {name}")["name"]) if quoted else name)
            position = _blank(self._text, match.end())
            if not self._text.startswith(".", position):
                return position, keys
            position += 1

    def _value(self, position: int, path: tuple[Key, ...]) -> int:
        opening = self._text[position : position + 1]
        if opening == "[":
            return self._list(position, path)
        if opening == "{":
            return self._inline(position, path)
        match = _STRING.match(self._text, position) or _SCALAR.match(self._text, position)
        return match.end() if match else position + 1

    def _list(self, position: int, path: tuple[Key, ...]) -> int:
        position, index = self._skip(position + 1), 0
        while not self._text.startswith("]", position) and position < len(self._text):
            if index < _MOST_ENTRIES:
                self._note((*path, index), position)
            elif plain := _PLAIN.match(self._text, position):
                position = self._skip(plain.end())
                continue
            position = self._after_comma(self._value(position, (*path, index)))
            index += 1
        return position + 1

    def _inline(self, position: int, path: tuple[Key, ...]) -> int:
        position = self._skip(position + 1)
        while not self._text.startswith("}", position) and position < len(self._text):
            position = self._after_comma(self._pair(position, path))
        return position + 1

    def _after_comma(self, position: int) -> int:
        position = self._skip(position)
        return self._skip(position + 1) if self._text.startswith(",", position) else position

    def _skip(self, position: int) -> int:
        match = _VOID.match(self._text, position)
        return match.end() if match else position

    def _note(self, path: tuple[Key, ...], position: int) -> None:
        self._lines.setdefault(path, bisect_right(self._starts, position))


def _blank(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position
