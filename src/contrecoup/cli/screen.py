"""The screen: what a terminal or pipe can show, and rows that fit it."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TextIO

_NARROWEST: Final = 20
_WIDEST: Final = 100
_USUAL: Final = 80
_BAR: Final = 30
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_GAP: Final = "  "


class Row(NamedTuple):
    """A line of a table with a bar: what is counted, its share as text, its share of one."""

    label: str
    shown: str
    share: float


class Screen:
    """Where output goes. Plain text wherever colours can't be shown or aren't wanted."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream

    @property
    def stream(self) -> TextIO:
        """Where the output goes."""
        return self._stream

    @cached_property
    def width(self) -> int:
        """Characters of a line."""
        wish = os.environ.get("COLUMNS", "")
        try:
            columns = int(wish) if wish.isdecimal() else os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return max(_NARROWEST, min(_WIDEST, columns or _USUAL))

    @cached_property
    def has_colours(self) -> bool:
        """Whether emphasis can be shown: a terminal, without NO_COLOR."""
        unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return self._stream.isatty() and not unwanted

    @cached_property
    def has_blocks(self) -> bool:
        """Whether the encoding has block characters for bars."""
        try:
            _EIGHTHS.encode(self._stream.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def print(self, text: str = "") -> None:
        """A line as it stands."""
        try:
            self._stream.write(text + "\n")
        except UnicodeEncodeError:
            encoding = self._stream.encoding
            self._stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")

    def heading(self, text: str) -> None:
        """A line that stands out where the screen can show it."""
        self.paragraph(text, bold=True)

    def paragraph(self, text: str, indent: str = "", bold: bool = False) -> None:
        """Text wrapped to the width."""
        for line in self.wrapped(text, indent):
            self.print(f"\x1b[1m{line}\x1b[0m" if bold and self.has_colours else line)

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        """The lines of a text that is wrapped to the width; spaces that don't break stay whole."""
        held = text.replace("\N{NO-BREAK SPACE}", "\0")
        lines = textwrap.wrap(
            held, self.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )
        return [line.replace("\0", "\N{NO-BREAK SPACE}") for line in lines] or [""]

    def rows(self, rows: Sequence[Row], indent: str = _GAP) -> None:
        """Labels, shares and bars in columns; a label that is too long has a line of its own."""
        shown = max((len(row.shown) for row in rows), default=0)
        most = max(8, self.width - len(indent) - shown - 2 * len(_GAP) - 4)
        label = min(max((len(row.label) for row in rows), default=0), most)
        room = min(_BAR, self.width - len(indent) - label - shown - 2 * len(_GAP))
        for row in rows:
            name = row.label
            if len(name) > label:
                self.paragraph(name, indent)
                name = ""
            bar = self.bar(row.share, room)
            self.print(f"{indent}{name:<{label}}{_GAP}{row.shown:>{shown}}{_GAP}{bar}".rstrip())

    def bar(self, share: float, room: int) -> str:
        """A bar for a share of one; the smallest share still shows where there are blocks."""
        if room <= 0 or not share > 0:
            return ""
        if not self.has_blocks:
            return "#" * round(min(share, 1.0) * room)
        whole, eighths = divmod(max(1, round(min(share, 1.0) * room * 8)), 8)
        return "█" * whole + _EIGHTHS[eighths].strip()

    def lines(self, lines: Iterable[str]) -> None:
        """Lines as they stand."""
        for line in lines:
            self.print(line)


def printable(text: str) -> str:
    """A text without characters that would command a terminal."""
    return "".join(
        each if each.isprintable() or each in "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}" else "�"
        for each in text
    )
