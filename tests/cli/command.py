"""Command lines run in this process, as a terminal would run them."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from contrecoup.cli import main

NBSP = "\N{NO-BREAK SPACE}"

JOE = """\
rules = "savage"
scene = "intrusion"
[rulings]
commlink_helps = false
[hacker]
name = "Fast Joe"
hacking = "d8"
spirit = "d6"
commlink = { rating = 8 }
[system]
colour = "green"
ice = "d8"
"""


class Ran(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output as JSON."""
        return json.loads(self.out)


class Command:
    """Runs command lines in English, 80 characters wide, in a folder of their own."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self._capsys = capsys
        for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "CONTRECOUP_RULESETS", "NO_COLOR"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", "en_GB.UTF-8")
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.chdir(folder)

    def __call__(self, *arguments: str) -> Ran:
        """The exit code and all that was written."""
        self._capsys.readouterr()
        code = main(arguments)
        written = self._capsys.readouterr()
        return Ran(code, written.out, written.err)

    def write(self, text: str, name: str = "scene.toml") -> str:
        """A file in the folder, by its name."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return name
