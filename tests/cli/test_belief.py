"""`contrecoup odds --seat` shows what a seat may believe, and odds that follow from it alone."""

from pathlib import Path

import pytest

from contrecoup import belief, load
from contrecoup.log import FileStore
from contrecoup.play import Session
from tests.cli.command import JOE, NBSP, Command
from tests.odds.belief.evenings import play

BELIEF = """\
[beliefs.hacker]
"system.ice" = { values = ["d6", "d8"], weights = [1, 3] }
"system.colour" = ["green"]
"""


def log(path: Path, text: str, steps: int) -> str:
    """A log of a scene that was played on for some steps."""
    scene = path.with_suffix(".toml")
    scene.write_text(text, encoding="utf-8")
    session = play(Session.begin(load(scene), FileStore.create(path)), [3] * steps, steps)
    session.close()
    return str(path)


def test_a_scene_with_stated_beliefs_shows_them_before_the_odds(command: Command) -> None:
    ran = command("odds", command.write(JOE + BELIEF), "--seat", "hacker")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Hacker: what this seat may believe, after 0 things seen"
    assert lines[1] == "  system.ice"
    assert lines[2].split()[:2] == ['"d6"', "25.0%"]
    assert lines[3].split()[:2] == ['"d8"', "75.0%"]
    assert "From where the scene stands" not in ran.out


def test_a_log_tells_a_seat_what_it_may_know(command: Command, tmp_path: Path) -> None:
    path = log(tmp_path / "joe.jsonl", JOE, 4)
    found = command("odds", path, "--seat", "hacker", "--json").json
    assert (found["seat"], found["sights"]) == ("hacker", 4)
    assert found["belief"] == [{"values": {"system.ice": "d8", "system.colour": "green"}, "p": 1.0}]
    assert found["ends"]["control"] == float(belief(path, "hacker").odds().ends["control"])
    ran = command("odds", path, "--seat", "hacker", "--lang", "fr")
    assert f"Hacker{NBSP}: ce que cette place peut croire, après 4 choses vues" in ran.out
    assert "rounds sont ceux qui restent à venir" in ran.out.replace("\n", " ")


def test_a_log_without_a_seat_is_answered_to_the_game_master(command: Command, tmp_path: Path) -> None:
    path = log(tmp_path / "joe.jsonl", JOE, 0)
    assert command("odds", path, "--json").json["ends"]["control"] == pytest.approx(0.564025138299891)
    assert "what this seat may believe" not in command("odds", path).out


def test_two_truths_that_look_alike_are_printed_alike(command: Command, tmp_path: Path) -> None:
    green = command("odds", log(tmp_path / "green.jsonl", JOE, 1), "--seat", "hacker", "--json")
    other = JOE.replace('"green"', '"red"')
    red = command("odds", log(tmp_path / "red.jsonl", other, 1), "--seat", "hacker", "--json")
    assert green.out == red.out


def test_a_log_takes_no_values_in_place_of_its_own(command: Command, tmp_path: Path) -> None:
    ran = command("odds", log(tmp_path / "joe.jsonl", JOE, 0), "--set", "system.ice=d4")
    assert ran.code == 2
    assert "A log is asked for its odds as it stands" in ran.err


def test_a_broken_log_and_an_unknown_seat_are_refused(command: Command, tmp_path: Path) -> None:
    path = log(tmp_path / "joe.jsonl", JOE, 2)
    assert "seat attacker" in command("odds", path, "--seat", "attacker").err
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    assert command("odds", path, "--seat", "hacker").code == 1
