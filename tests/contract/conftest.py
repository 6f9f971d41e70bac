"""A fourth rule set, put into a temporary folder where nothing but an environment variable points at it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from contrecoup import registry

SOURCE = Path(__file__).parent / "rulesets" / "coins"


@pytest.fixture
def coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a copy of the hidden coin that the registry finds."""
    folder = tmp_path / "rulesets" / "coins"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(folder.parent))
    registry.forget()
    yield folder
    registry.forget()


@pytest.fixture
def spoil(coins: Path) -> Callable[[str, str, str], None]:
    """Replaces a text in a file of the hidden coin, before its rules are imported."""

    def spoil(file: str, old: str, new: str) -> None:
        path = coins / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return spoil
