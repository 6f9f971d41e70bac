"""`contrecoup luck` tells in both languages what dice and choices did to a played scene."""

from pathlib import Path

import pytest

from contrecoup import luck
from contrecoup.kernel import Refused
from tests.cli.command import JOE, Command


@pytest.fixture
def log(command: Command) -> Path:
    """A scene that both sides have played on by themselves."""
    path = Path(command.write(JOE)).with_suffix(".jsonl")
    file = command.write(JOE)
    command("play", file, "--auto", "hacker", "--auto", "system", "--log", str(path))
    return path


def test_json_adds_up(command: Command, log: Path) -> None:
    ran = command("luck", str(log), "--for", "hacker", "--value", "control=1", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json
    assert found["start"] + found["luck"] - found["losses"] == pytest.approx(found["result"], abs=1e-12)
    assert found["adjusted"] == pytest.approx(found["result"] - found["luck"], abs=1e-12)
    assert {"event", "seat", "reason", "before", "after"} < set(found["moves"][0])
    assert float(luck(log, "hacker", "control=1").start) == found["start"]


def test_the_story_is_told_in_both_languages(command: Command, log: Path) -> None:
    english = command("luck", str(log), "--for", "system", "--value", "ejected=1", "--lang", "en")
    french = command("luck", str(log), "--for", "system", "--value", "ejected=1", "--lang", "fr")
    assert (english.code, french.code) == (0, 0)
    assert "Result without luck: 0.436" in english.out
    assert "Résultat sans la chance\N{NO-BREAK SPACE}: 0,436" in french.out


def test_an_unknown_end_and_a_missing_log_are_refused(command: Command, log: Path) -> None:
    ran = command("luck", str(log), "--value", "contrl=1", "--lang", "en")
    assert (ran.code, ran.out) == (1, "")
    assert "Is control meant?" in " ".join(ran.err.split())
    assert command("luck", "nowhere.jsonl").code == 1


def test_a_damaged_log_is_refused(command: Command, log: Path) -> None:
    with log.open("a") as file:
        file.write("{\n{\n")
    assert command("luck", str(log)).code == 1
    with pytest.raises(Refused):
        luck(log)
