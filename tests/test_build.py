"""The build hook makes what is missing, leaves alone what is there, and says what it lacks."""

import shutil
from pathlib import Path

import pytest

import hatch_build
from tests.architecture.tree import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing but the web's sources, what was bundled from them, and the hook."""
    for folder in (hatch_build.ASSETS, hatch_build.STATIC):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copyfile(ROOT / "hatch_build.py", tmp_path / "hatch_build.py")
    return tmp_path


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands that would have been run; what esbuild would write is written."""
    run: list[list[str]] = []

    def note(command: list[str], folder: Path, **environment: str) -> None:
        run.append(command)
        target = next((Path(each[9:]) for each in command if each.startswith("--outdir=")), None)
        for name in hatch_build.BUNDLED if target else ():
            (Path(str(target)) / name).write_text("made anew", "utf-8")

    monkeypatch.setattr(hatch_build, "_run", note)
    return run


def test_what_is_up_to_date_is_not_made_again(checkout: Path, calls: list[list[str]]) -> None:
    hatch_build.bundle_assets(checkout)
    calls.clear()
    assert hatch_build.bundle_assets(checkout) == []
    assert calls == []


def test_a_changed_source_is_bundled_again(checkout: Path, calls: list[list[str]]) -> None:
    hatch_build.fetch_packages(checkout)
    hatch_build.bundle_assets(checkout)
    calls.clear()
    (checkout / hatch_build.ASSETS / "styles" / "page.css").write_text("body{}", "utf-8")
    written = hatch_build.bundle_assets(checkout)
    assert [path.name for path in written] == list(hatch_build.BUNDLED)
    assert [path.read_text("utf-8") for path in written] == ["made anew"] * len(written)
    assert len(calls) == 1  # the packages are there already
    assert [path.name for path in (checkout / hatch_build.STATIC).iterdir() if path.is_dir()] == []


def test_a_missing_file_is_made_again(checkout: Path) -> None:
    hatch_build.bundle_assets(checkout)
    (checkout / hatch_build.STATIC / "app.css").unlink()
    assert "app.css" in [path.name for path in hatch_build.bundle_assets(checkout)]


def test_packages_are_fetched_as_locked_and_with_tools_where_they_are_wanted(
    checkout: Path, calls: list[list[str]]
) -> None:
    hatch_build.fetch_packages(checkout)
    hatch_build.fetch_packages(checkout)
    assert len(calls) == 1
    assert {"ci", "--omit=dev"} <= set(calls[0])
    hatch_build.fetch_packages(checkout, tools=True)
    assert len(calls) == 2
    assert "--omit=dev" not in calls[1]
    hatch_build.fetch_packages(checkout)
    assert len(calls) == 2  # those with tools will do for building


def test_an_old_node_will_not_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.18.3\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not hatch_build.has_node()
    (tmp_path / "node").write_text("#!/bin/sh\necho v20.19.0\n")
    assert hatch_build.has_node()
    (tmp_path / "npm").unlink()
    assert not hatch_build.has_node()


def test_without_any_node_the_build_says_what_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"Node\.js 20\.19 or newer with npm"):
        hatch_build._npm()


def test_the_lock_of_the_packages_holds_hashes_and_no_address() -> None:
    lock = (ROOT / hatch_build.ASSETS / "package-lock.json").read_text("utf-8")
    assert '"integrity": "sha512-' in lock
    assert "resolved" not in lock
