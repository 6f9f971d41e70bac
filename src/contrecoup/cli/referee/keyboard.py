"""The keyboard: lines that somebody types, or that a pipe sends."""

import contextlib
import importlib
import sys
from typing import Final, TextIO

_LONGEST: Final = 5_000


class Keyboard:
    """Asks for one line at a time; `EOFError` where no more will come."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._edits = output is sys.stdout and output.isatty() and sys.stdin.isatty()
        if self._edits:
            with contextlib.suppress(ImportError):  # line editing where the system has it
                importlib.import_module("readline")  # importing it is what switches it on

    def ask(self, prompt: str) -> str:
        """A line without what can't be printed. What a pipe sends is shown behind the prompt."""
        if self._edits:
            return _clean(input(prompt))
        self._write(prompt)
        self._output.flush()
        line = _line()
        if not sys.stdin.isatty():
            self._write(line + "\n")
        return line

    def _write(self, text: str) -> None:
        encoding = self._output.encoding or "utf-8"
        self._output.write(text.encode(encoding, "replace").decode(encoding))


def _line() -> str:
    try:
        line = sys.stdin.buffer.readline(_LONGEST) if hasattr(sys.stdin, "buffer") else sys.stdin.readline()
    except (OSError, ValueError):  # a standard input that is closed or can't be read
        raise EOFError from None
    if not line:
        raise EOFError
    return _clean(line.decode("utf-8", "replace") if isinstance(line, bytes) else line)


def _clean(line: str) -> str:
    return "".join(each if each.isprintable() else " " for each in line).strip()
