"""The wheel is built offline and carries everything that the package reads when it runs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.architecture.tree import ROOT, files

READ_AT_RUN_TIME = (".py", ".po", ".toml", ".md", ".lark", ".json", ".html", ".js", ".css", ".svg")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = target.glob("contrecoup-*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("unpacked")
    with ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_every_file_that_the_package_reads_is_in_the_wheel(unpacked: Path) -> None:
    wanted = {
        path.relative_to(ROOT / "src") for path in files(*READ_AT_RUN_TIME, below="src") if _ships(path)
    }
    assert len(wanted) > 50
    assert [str(path) for path in sorted(wanted) if not (unpacked / path).is_file()] == []


def test_the_package_says_that_it_is_typed(unpacked: Path) -> None:
    assert (unpacked / "contrecoup" / "py.typed").is_file()


def test_every_catalogue_is_compiled(unpacked: Path) -> None:
    sources = list(unpacked.rglob("*.po"))
    assert sources
    assert [path.name for path in sources if not path.with_suffix(".mo").is_file()] == []


def test_the_bundle_is_there_and_what_it_is_made_from_stays_at_home(unpacked: Path) -> None:
    web = unpacked / "contrecoup" / "web"
    assert [name for name in ("app.js", "app.css", "icon.svg") if not (web / "static" / name).is_file()] == []
    assert not (web / "assets").exists()


def test_tests_of_rule_sets_stay_at_home(unpacked: Path) -> None:
    assert list((unpacked / "contrecoup" / "rulesets").glob("*/tests")) == []


def test_the_unpacked_wheel_solves_the_example_scene(unpacked: Path) -> None:
    answer = json.loads(_run(unpacked, "odds", str(ROOT / "examples" / "fast-joe.toml"), "--json"))
    assert answer["ends"]["control"] == pytest.approx(0.564025138299891, abs=1e-12)


def test_the_unpacked_wheel_speaks_french(unpacked: Path) -> None:
    assert "56,4\u00a0%" in _run(unpacked, "odds", str(ROOT / "examples" / "fast-joe.toml"), "--lang", "fr")


def _run(unpacked: Path, *arguments: str) -> str:
    program = f"import contrecoup.cli as cli; assert cli.__file__.startswith({str(unpacked)!r}); cli.main()"
    environment = os.environ | {"PYTHONPATH": str(unpacked), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def _ships(path: Path) -> bool:
    inside = path.relative_to(ROOT / "src").parts
    if inside[1:3] == ("web", "assets"):
        return False
    return not (inside[1] == "rulesets" and len(inside) > 4 and inside[3] == "tests")
