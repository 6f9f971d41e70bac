"""The script that makes the environment chooses a Python that will do, or says what is missing."""

import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

# a stand-in for Python: as new as it says, with or without what a virtual environment needs
_STAND_IN = """#!/bin/sh
case "$*" in
    *version_info*print*|*print*version_info*) echo {version} ;;
    *version_info*) exit {too_old} ;;
    *ensurepip*) exit {lacks_ensurepip} ;;
    *"import pip"*) exit {lacks_pip} ;;
    *) echo "{name} $*" >> "{said}" ;;
esac
"""


@pytest.fixture
def said(tmp_path: Path) -> Path:
    path = tmp_path / "said"
    path.touch()
    return path


def test_the_newest_python_that_will_do_makes_the_environment(tmp_path: Path, said: Path) -> None:
    _stand_in(tmp_path, "python3.11", said)
    _stand_in(tmp_path, "python3.13", said)
    _stand_in(tmp_path, "python3", said, too_old=1)
    assert _make(tmp_path).returncode == 0
    assert said.read_text() == "python3.13 -m venv made\n"


def test_an_older_python_steps_in_where_the_newest_lacks_its_modules(tmp_path: Path, said: Path) -> None:
    _stand_in(tmp_path, "python3.11", said)
    _stand_in(tmp_path, "python3.13", said, lacks_ensurepip=1, lacks_pip=1)
    assert _make(tmp_path).returncode == 0
    assert said.read_text() == "python3.11 -m venv made\n"


def test_pip_beside_python_replaces_a_missing_ensurepip(tmp_path: Path, said: Path) -> None:
    _stand_in(tmp_path, "python3", said, lacks_ensurepip=1)
    assert _make(tmp_path).returncode == 0
    first, second = said.read_text().splitlines()
    assert first == "python3 -m venv --without-pip made"
    assert second.endswith("--require-hashes -r requirements/run.txt")


def test_a_missing_module_is_named_with_its_package(tmp_path: Path, said: Path) -> None:
    _stand_in(tmp_path, "python3", said, lacks_ensurepip=1, lacks_pip=1)
    done = _make(tmp_path)
    assert done.returncode == 1
    assert "apt-get install python3.12-venv" in done.stderr


def test_no_python_at_all_is_said_with_what_would_do(tmp_path: Path, said: Path) -> None:
    _stand_in(tmp_path, "python3", said, too_old=1)
    done = _make(tmp_path)
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr
    assert said.read_text() == ""


def _stand_in(
    folder: Path, name: str, said: Path, *, too_old: int = 0, lacks_ensurepip: int = 0, lacks_pip: int = 0
) -> None:
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        _STAND_IN.format(
            name=name,
            said=said,
            version="3.12",
            too_old=too_old,
            lacks_ensurepip=lacks_ensurepip,
            lacks_pip=lacks_pip,
        )
    )
    path.chmod(0o755)


def _make(folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", str(ROOT / ".ci" / "venv"), "made"]
    only_stand_ins = {"PATH": str(folder / "bin")}
    return subprocess.run(
        command, cwd=folder, env=only_stand_ins, capture_output=True, text=True, check=False
    )
