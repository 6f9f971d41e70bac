"""Runs of `contrecoup play`: within this process with lines typed beforehand, and in a real terminal."""

import io
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from contrecoup.cli import main
from contrecoup.log import Record, Thrown, read

HERE = Path(__file__).parent
RULESETS = HERE.parent / "play"
JOE = HERE.parent.parent / "examples" / "fast-joe.toml"
PROGRAM = "import sys; from contrecoup.cli import main; sys.exit(main())"

COINS = """\
rules = "coins"
scene = "toss"
[first]
name = "Ann"
[second]
name = "Bob"
luck = "d6"
"""


WHOLE = "1\n4 3\n2\n1\n2\n"
"""Heads is called, luck shows 4 and 3, the peek 2, the toss heads; then the second player stops."""


class Run(NamedTuple):
    """A finished run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Table:
    """A folder with scene files, and runs in it."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self.coins = folder / "coins.toml"
        self.coins.write_text(COINS, encoding="utf-8")
        self.joe = folder / "fast-joe.toml"
        self.joe.write_bytes(JOE.read_bytes())
        self._patch = monkeypatch
        self._capsys = capsys

    def play(self, *arguments: object, typed: str = "", lang: str = "en") -> Run:
        """Run with these lines on standard input; the first argument is the file where it is a path."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        code = main(["play", *map(str, arguments), "--lang", lang])
        captured = self._capsys.readouterr()
        return Run(code, captured.out, captured.err)

    def thrown(self, place: int) -> Thrown:
        """The throw that is the log's event at a place."""
        event = self.log()[place - 1].event
        assert isinstance(event, Thrown)
        return event

    def log(self, name: str = "coins.jsonl") -> tuple[Record, ...]:
        return read(self.folder / name).records


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "CONTRECOUP_RULESETS": str(RULESETS), **more}


@contextmanager
def terminal(
    folder: Path, *arguments: str, columns: int = 100, **more: str
) -> Generator["pexpect.spawn[str]"]:
    """A run in a real terminal of its own; ended with the test."""
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM, "play", *arguments],
        cwd=str(folder),
        env=environment(COLUMNS=str(columns), **more),
        dimensions=(40, columns),
        encoding="utf-8",
        timeout=20,
        echo=False,
    )
    try:
        yield child
    finally:
        child.close(force=True)
