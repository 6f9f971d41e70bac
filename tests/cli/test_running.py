"""The real command: exit codes, closed pipes, full disks, interrupts, and what a start imports."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from contrecoup.cli.running import lang_of
from tests.cli.command import JOE

COMMAND = Path(sys.executable).with_name("contrecoup")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "COLUMNS"))},
    "LANG": "en_GB.UTF-8",
    "PYTHONIOENCODING": "utf-8",
}


def run(*arguments: str, folder: Path, **options: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [str(COMMAND), *arguments],
        cwd=folder,
        env=ENVIRONMENT | options,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a scene in it."""
    (tmp_path / "scene.toml").write_text(JOE, encoding="utf-8")
    return tmp_path


def test_done_refused_and_misused_have_their_exit_codes(folder: Path) -> None:
    done = run("odds", "scene.toml", "--lang", "fr", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "56,4\N{NO-BREAK SPACE}%" in done.stdout
    refused = run("odds", "scene.toml", "--set", "system.ice=d7", folder=folder)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert 'system.ice: "d7" isn’t accepted. Accepted: "d4", "d6", "d8", "d10", "d12".' in refused.stderr
    assert run("odds", folder=folder).returncode == 2
    assert sorted(path.name for path in folder.iterdir()) == ["scene.toml"]


def test_the_locale_chooses_the_language(folder: Path) -> None:
    assert run("odds", folder=folder, LANG="fr_FR.UTF-8").stderr.startswith("Il faut un fichier")


@pytest.mark.parametrize(("lang", "text"), [("en", "?" * 3), ("fr", "?" * 3)])
def test_a_poor_encoding_is_served_too(folder: Path, lang: str, text: str) -> None:
    ran = run("odds", "scene.toml", "--lang", lang, folder=folder, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert "#####" in ran.stdout
    assert text not in ran.stdout


def test_a_closed_pipe_ends_quietly(folder: Path) -> None:
    line = f"{COMMAND} odds --roll 100d6 | head -n 1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[0] == "100d6"
    assert ran.stdout.splitlines()[1] in ("0", "141")  # 0 where all fitted into the pipe before it closed


def test_output_that_nobody_reads_ends_with_141(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        ran = subprocess.run(
            [str(COMMAND), "rules"],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_a_full_disk_is_told(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [str(COMMAND), "rules"],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr == b"The output can\xe2\x80\x99t be written: No space left on device.\n"


def test_an_interrupt_ends_with_130_and_without_a_trace(folder: Path) -> None:
    os.mkfifo(folder / "waits.toml")
    process = subprocess.Popen(
        [str(COMMAND), "odds", "waits.toml"],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with (folder / "waits.toml").open("wb"):  # opens once the command reads the other end
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


SHOW_IMPORTS = """\
import sys
from contrecoup.cli import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


def imported(*arguments: str, folder: Path) -> set[str]:
    """The modules that a command line imports, once compiled catalogues are kept beside their sources."""
    environment = ENVIRONMENT | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "cache")}
    line = [sys.executable, "-c", SHOW_IMPORTS, *arguments]
    subprocess.run(line, cwd=folder, env=environment, capture_output=True, check=True)
    ran = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


def test_help_imports_no_command(folder: Path) -> None:
    modules = imported("--help", folder=folder)
    assert not modules & {"numpy", "lark", "jsonschema", "contrecoup.cli.odds", "contrecoup.registry"}


def test_odds_import_nothing_that_they_do_not_need(folder: Path) -> None:
    modules = imported("odds", "scene.toml", folder=folder)
    assert "numpy" in modules
    assert not modules & {
        "rich",
        "jsonschema",
        "lark",
        "difflib",
        "scipy",
        "importlib.metadata",
        "contrecoup.play",
    }


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        (["--lang", "fr"], "fr"),
        (["odds", "--lang=fr"], "fr"),
        (["--lang"], "en"),
        (["--lang", "xx"], "en"),
        (["x"], "en"),
    ],
)
def test_the_language_is_known_before_anything_is_parsed(
    monkeypatch: pytest.MonkeyPatch, line: list[str], lang: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert lang_of(line) == lang
