"""A table to play at, and command lines to run."""

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.playing import RULESETS, Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(RULESETS))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    return Table(tmp_path, monkeypatch, capsys)


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, monkeypatch, capsys)
