"""Requirements are locked with hashes, complete, and name no registry."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.tree import ROOT, files, shown

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_ENTRY = re.compile(
    r"^([a-z0-9][a-z0-9.-]*)==([^ ;]+)[^\n]*((?:\n    --hash=sha256:[0-9a-f]{64}[^\n]*)*)", re.MULTILINE
)
_REGISTRY = re.compile(
    r"pypi\.org|pythonhosted|--(?:extra-)?index-url|--find-links|registry\.npmjs|file:///", re.IGNORECASE
)


@pytest.mark.parametrize("lock", LOCKS, ids=shown)
def test_every_locked_requirement_has_its_hashes(lock: Path) -> None:
    text = lock.read_text("utf-8")
    entries = _ENTRY.findall(text)
    assert len(entries) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) > 0
    assert [name for name, _, hashes in entries if not hashes] == []


def test_no_file_names_a_registry() -> None:
    here = Path(__file__)
    named = [shown(path) for path in files() if path != here and _names_registry(path)]
    assert named == []


def test_what_the_package_needs_is_locked_for_running_it() -> None:
    locked = _locked("run")
    wanted = [Requirement(text) for text in SETTINGS["project"]["dependencies"]]
    assert [str(need) for need in wanted if not _meets(locked, need)] == []


def test_what_building_needs_is_locked_at_the_version_that_the_build_asks_for() -> None:
    locked = _locked("run")
    wanted = [Requirement(text) for text in SETTINGS["build-system"]["requires"]]
    assert [str(need) for need in wanted if not _meets(locked, need)] == []
    assert "editables" in locked


@pytest.mark.parametrize("smaller", ["run", "peers"])
def test_the_locks_agree_with_one_another(smaller: str) -> None:
    large = _locked("dev")
    assert {name: found for name, found in _locked(smaller).items() if large.get(name, found) != found} == {}


def _locked(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version, _ in _ENTRY.findall((ROOT / "requirements" / f"{name}.txt").read_text("utf-8")):
        found.setdefault(package, set()).add(version)
    return found


def _meets(locked: dict[str, set[str]], need: Requirement) -> bool:
    versions = locked.get(canonicalize_name(need.name), set())
    return bool(versions) and all(version in need.specifier for version in versions)


def _names_registry(path: Path) -> bool:
    return _REGISTRY.search(path.read_bytes().decode("utf-8", "ignore")) is not None
