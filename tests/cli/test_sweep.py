"""`contrecoup sweep` writes tables, shows how far it is, and says what is wrong in both languages."""

import csv
import os
import signal
import sys
import time
from collections.abc import Callable

import pexpect
import pytest

from tests.cli.command import JOE, NBSP, Command

GRID = """\
base = "scene.toml"
chunk = 2
[axes]
system.ice = ["d4", "d7", "d8"]
[[together]]
system.colour = ["green", "red"]
hacker.bennies = [0, 2]
"""


@pytest.fixture
def grid(command: Command) -> str:
    command.write(JOE)
    return command.write(GRID, "grid.toml")


def test_a_sweep_writes_its_table_and_says_how_many_cells(command: Command, grid: str) -> None:
    ran = command("sweep", grid, "-o", "out.csv", "--workers", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == ("out.csv: 6 cells written.\n2 of them can’t be; their column “refused” says why.\n")
    with (command.folder / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["system.ice"] for row in rows] == ["d4", "d4", "d7", "d7", "d8", "d8"]
    odds = command("odds", "scene.toml", "--json", "--set", "system.ice=d4", "--set", "hacker.bennies=0").json
    assert float(rows[0]["ends.control"]) == pytest.approx(odds["ends"]["control"], rel=1e-12)


def test_the_answer_is_in_french_or_in_json_as_asked(command: Command, grid: str) -> None:
    french = command("sweep", grid, "-o", "out.jsonl", "--workers", "1", "--lang", "fr")
    assert french.out.startswith(f"out.jsonl{NBSP}: 6 cases écrites.\n")
    assert "n’est pas accepté" in (command.folder / "out.jsonl").read_text("utf-8")
    answer = command("sweep", grid, "-o", "out.jsonl", "--workers", "1", "--json").json
    assert answer == {"output": "out.jsonl", "cells": 6, "refused": 2}


@pytest.mark.parametrize(
    ("change", "arguments", "english", "french"),
    [
        (
            ("system.ice", "system.ise"),
            [],
            "grid.toml:4: system.ise: Nothing is called ise here; perhaps ice?",
            "grid.toml:4: system.ise: Rien ne s’appelle ise ici~; peut-être ice~?",
        ),
        (
            ('["d4", "d7", "d8"]', "[]"),
            [],
            "grid.toml:4: axes.system.ice: This axis has no values.",
            "grid.toml:4: axes.system.ice: Cet axe n’a pas de valeurs.",
        ),
        (
            ('["d4", "d7", "d8"]', f"{list(range(100_001))}"),
            [],
            "axes: The grid has 200,002 cells; at most 200,000 are accepted.",
            "axes: La grille a 200\u202f002 cases~; 200\u202f000 au plus sont acceptées.",
        ),
        (
            ("", ""),
            ["-o", "out.xls"],
            "out.xls: The ending of a file’s name says how it is written. Accepted: .parquet, .csv, .jsonl.",
            (
                "out.xls: La terminaison du nom d’un fichier dit comment il s’écrit. "
                "Sont acceptées~: .parquet, .csv, .jsonl."
            ),
        ),
        (
            ("", ""),
            ["-o", "none/out.csv"],
            "none/out.csv: This file can’t be written: No such file or directory.",
            "none/out.csv: Ce fichier ne peut pas être écrit~: No such file or directory.",
        ),
        (
            ("", ""),
            ["--cluster", "nowhere"],
            "No cluster answers at nowhere within 10 seconds.",
            "Aucune grappe ne répond à nowhere en 10 secondes.",
        ),
    ],
)
def test_what_can_not_be_is_refused_in_both_languages_and_nothing_is_written(
    command: Command, grid: str, change: tuple[str, str], arguments: list[str], english: str, french: str
) -> None:
    command.write(GRID.replace(*change) if change[0] else GRID, "grid.toml")
    for lang, sentence in (("en", english), ("fr", french)):
        given = arguments if "-o" in arguments else ["-o", "out.csv", *arguments]
        ran = command("sweep", grid, *given, "--lang", lang)
        assert (ran.code, ran.out) == (1, "")
        assert sentence.replace("~", NBSP) in ran.err
    assert sorted(path.name for path in command.folder.iterdir()) == ["grid.toml", "scene.toml"]


def test_a_cluster_brings_its_own_workers(command: Command, grid: str) -> None:
    ran = command("sweep", grid, "-o", "out.csv", "--workers", "2", "--cluster", "x")
    assert ran.code == 2
    assert "Either --workers or --cluster" in ran.err


def test_the_output_is_asked_for(command: Command, grid: str) -> None:
    ran = command("sweep", grid)
    assert ran.code == 2
    assert "--output" in ran.err


def test_an_interrupted_sweep_says_how_to_go_on_and_goes_on(command: Command, grid: str) -> None:
    values = [f'"d{sides}"' for sides in (4, 6, 8, 10, 12)] * 8
    command.write(GRID.replace('["d4", "d7", "d8"]', f"[{', '.join(values)}]"), "grid.toml")
    arguments = ["sweep", grid, "-o", "out.csv", "--workers", "1"]
    program = "import sys; from contrecoup.cli import main; sys.exit(main(sys.argv[1:]))"
    child = pexpect.spawn(
        sys.executable,
        ["-c", program, *arguments],
        cwd=str(command.folder),
        env=dict(os.environ) | {"TERM": "xterm", "COLUMNS": "100", "LANG": "en_GB.UTF-8"},
        encoding="utf-8",
        timeout=60,
    )
    child.expect(r"\d+/80")
    journal = command.folder / "out.csv.journal"
    _wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 2)
    child.kill(signal.SIGINT)
    child.expect(r"Interrupted: (\d+) of 80 cells are kept beside out\.csv\.\s+With\s+--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert not (command.folder / "out.csv").exists()
    assert command("sweep", grid, "-o", "out.csv", "--workers", "1").code == 1
    assert command("sweep", grid, "-o", "out.csv", "--workers", "1", "--resume").code == 0
    assert len((command.folder / "out.csv").read_text("utf-8").splitlines()) == 81
    assert not journal.exists()


def _wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)
