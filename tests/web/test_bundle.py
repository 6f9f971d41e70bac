"""The bundle: small, addressed by its content, and made again only when its sources have changed."""

import gzip
from pathlib import Path

import pytest

from contrecoup.web import bundle

MOST_BYTES = 60_000


def test_script_and_style_are_under_60_kb_compressed() -> None:
    sizes = [len(gzip.compress((bundle.FOLDER / name).read_bytes())) for name in ("app.js", "app.css")]
    assert min(sizes) > 5_000  # neither is empty
    assert sum(sizes) < MOST_BYTES


def test_an_address_changes_with_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "FOLDER", tmp_path)
    bundle.address.cache_clear()
    (tmp_path / "app.js").write_text("1")
    first = bundle.address("app.js")
    bundle.address.cache_clear()
    (tmp_path / "app.js").write_text("2")
    assert first != bundle.address("app.js")
    bundle.address.cache_clear()
    assert first.startswith("/static/app.js?v=")


def test_nothing_is_fetched_from_elsewhere_by_the_style() -> None:
    style = (bundle.FOLDER / "app.css").read_text("utf-8")
    assert "@import" not in style
    assert "url(http" not in style
    assert 'url("http' not in style
