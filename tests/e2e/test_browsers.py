"""Which Chromium is driven, and what is said where there is none."""

from pathlib import Path

import pytest

from tests.e2e import browsers


def test_the_named_one_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named, own = _program(tmp_path / "named"), _program(tmp_path / "own")
    monkeypatch.setenv(browsers.VARIABLE, named)
    assert browsers.executable(own) == named
    monkeypatch.delenv(browsers.VARIABLE)
    assert browsers.executable(own) == own


def test_one_on_the_path_steps_in_for_playwrights_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(browsers.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = _program(tmp_path / "google-chrome")
    assert browsers.executable(str(tmp_path / "own")) == found
    assert browsers.launch_options(str(tmp_path / "own"))["executable_path"] == found


def test_no_browser_is_a_failure_that_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(browsers.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(browsers.NoBrowser, match=r"apt-get install chromium.*playwright install chromium"):
        browsers.executable(str(tmp_path / "own"))
    monkeypatch.setenv(browsers.VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(browsers.NoBrowser, match="which is no file"):
        browsers.executable(str(tmp_path / "own"))


def test_only_root_goes_without_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = _program(tmp_path / "own")
    monkeypatch.setattr(browsers, "_is_root", lambda: False)
    assert "--no-sandbox" not in browsers.launch_options(own)["args"]
    monkeypatch.setattr(browsers, "_is_root", lambda: True)
    assert "--no-sandbox" in browsers.launch_options(own)["args"]


def _program(path: Path) -> str:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)
