"""A folder outside the package with a small rule set in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from contrecoup import registry
from tests.registry import lamps


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The parent folder, which the environment names; the rule set `lamps` stands in it."""
    parent = tmp_path / "rules"
    lamps.write(parent)
    monkeypatch.setenv("CONTRECOUP_RULESETS", str(parent))
    registry.forget()
    yield parent
    registry.forget()
