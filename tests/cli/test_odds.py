"""`contrecoup odds` shows a scene's odds and a throw's, as a table and as JSON."""

import json
import re
from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest

from contrecoup.cli.scene_odds import show
from contrecoup.kernel import Refused
from tests.cli.command import JOE, NBSP, Command

CONTROL = 0.564025138299891
ROUNDS = 5.649917894081991


def test_json_has_the_documented_keys_and_figures(command: Command) -> None:
    ran = command("odds", command.write(JOE), "--json")
    assert (ran.code, ran.err) == (0, "")
    odds = ran.json
    head, tallies = ["rules", "scene", "rulings", "plan", "ends", "rounds"], ["left", "harm", "fate"]
    assert list(odds) == [*head, *tallies, "rulings_weight", "cut"]
    assert (odds["rules"], odds["scene"], odds["plan"]) == ("savage", "intrusion", "push")
    assert odds["rulings"]["both_out"] == "ejected"
    assert isclose(odds["ends"]["control"], CONTROL, rel_tol=1e-12)
    assert isclose(odds["ends"]["control"] + odds["ends"]["ejected"], 1, rel_tol=1e-12)
    assert isclose(odds["rounds"]["mean"], ROUNDS, rel_tol=1e-12)
    assert isclose(sum(odds["rounds"]["p"].values()), 1, rel_tol=1e-12)
    assert set(odds["left"]) == {"hacker", "system"}
    assert isclose(sum(odds["left"]["hacker"].values()), CONTROL, rel_tol=1e-9)
    assert isclose(sum(odds["harm"].values()), 1, rel_tol=1e-12)
    assert odds["cut"] == pytest.approx(0, abs=1e-12)
    other = odds["rulings_weight"]["both_out"]["control"]["ends"]["control"]
    assert round(100 * (other - CONTROL), 1) == 13.0
    assert set(odds["rulings_weight"]["commlink_helps"]) == {"true"}


def test_exact_odds_are_fractions_in_texts(command: Command) -> None:
    odds = command("odds", command.write(JOE), "--json", "--exact").json
    control = Fraction(odds["ends"]["control"])
    assert isclose(control, CONTROL, rel_tol=1e-12)
    assert control + Fraction(odds["ends"]["ejected"]) == 1
    assert isclose(Fraction(odds["rounds"]["mean"]), ROUNDS, rel_tol=1e-12)


def test_the_table_is_in_the_reader_s_language_with_its_numbers(command: Command) -> None:
    file = command.write(JOE)
    english, french = command("odds", file), command("odds", file, "--lang", "fr")
    assert (english.code, french.code) == (0, 0)
    assert "56.4%" in english.out
    assert "Rounds: 5.65 on average; nine scenes in ten end within 7" in english.out
    assert "(+13.0 points)" in english.out
    assert f"56,4{NBSP}%" in french.out
    assert f"Rounds{NBSP}: 5,65 en moyenne{NBSP}; neuf scènes sur dix finissent en 7 au plus" in french.out
    assert "(+13,0 points)" in french.out
    assert "." not in re.sub(r"\.$|\. ", "", french.out.replace("…", ""), flags=re.MULTILINE)


def test_every_label_of_the_table_has_a_text(command: Command) -> None:
    for lang in ("en", "fr"):
        out = command("odds", command.write(JOE), "--lang", lang).out
        assert not re.search(r"[a-z]_[a-z]|outcome\.|tally\.|ruling\.|cli\.|seat\.", out)


@pytest.mark.parametrize("columns", ["40", "80", "300"])
def test_the_table_keeps_to_the_width(
    command: Command, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = command("odds", command.write(JOE), "--lang", "fr").out
    assert max(map(len, out.splitlines())) <= min(int(columns), 100)
    assert "\x1b" not in out


def test_overrides_and_soak_change_the_odds(command: Command) -> None:
    file = command.write(JOE)
    harder = command("odds", file, "--json", "--set", "system.ice=d12").json
    assert harder["ends"]["control"] < CONTROL
    twice = command("odds", file, "--json", "--set", "system.ice=d12", "--set=rulings.both_out=control").json
    assert harder["ends"]["control"] < twice["ends"]["control"]
    plain = command("odds", file, "--json", "--set", "hacker.bennies=3", "--set", "system.colour=red").json
    soaked = command(
        "odds", file, "--json", "--set", "hacker.bennies=3", "--set", "system.colour=red", "--soak"
    ).json
    assert soaked["harm"]["none"] >= plain["harm"]["none"]
    assert soaked["harm"] != plain["harm"]


def test_a_duel_tells_harm_and_markers_by_side(command: Command) -> None:
    sheet = 'hacking = "d8"\nspirit = "d6"\ncommlink = { rating = 6 }\n'
    file = command.write(f'rules = "savage"\nscene = "duel"\n[attacker]\n{sheet}[defender]\n{sheet}')
    odds = command("odds", file, "--json").json
    assert set(odds["left"]) == set(odds["harm"]) == {"attacker", "defender"}
    assert command("odds", file).code == 0


class ThrowTests:
    def test_a_throw_has_its_values_mean_and_cut(self, command: Command) -> None:
        ran = command("odds", "--roll", "2d6", "--json")
        assert list(ran.json) == ["notation", "p", "mean", "cut"]
        assert (ran.json["notation"], ran.json["mean"], ran.json["cut"]) == ("2d6", 7.0, 0.0)
        assert ran.json["p"]["7"] == pytest.approx(6 / 36)
        assert list(ran.json["p"]) == [str(value) for value in range(2, 13)]

    def test_fractions_are_whole_where_they_are_asked_for(self, command: Command) -> None:
        assert command("odds", "--roll", "6sr5", "--json", "--exact").json["p"]["0"] == "64/729"
        assert "64/729" in command("odds", "--roll", "6sr5", "--exact").out

    def test_a_trait_test_has_its_marks_beside_its_totals(self, command: Command) -> None:
        odds = command("odds", "--roll", "e8", "--json", "--exact").json
        assert list(odds) == ["notation", "p", "marks", "mean", "cut"]
        assert odds["p"]["4"] == "1/8"
        assert Fraction(odds["marks"]["0"]) == Fraction(3, 8)

    def test_the_table_gathers_a_tail_of_next_to_nothing(self, command: Command) -> None:
        lines = command("odds", "--roll", "6open", "--lang", "fr").out.splitlines()
        assert any("ou plus" in line for line in lines)
        assert len(lines) < 40


@pytest.mark.parametrize("name", ["scene.toml", "./scene.toml"])
def test_the_same_table_comes_from_python(
    command: Command, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from contrecoup.odds import odds
    from contrecoup.registry import load

    command.write(JOE)
    shown = command("odds", name).out
    scene = load(Path(name))
    show(scene, odds(scene), "en")
    assert capsys.readouterr().out == shown


def test_a_scene_that_can_not_be_is_never_solved(command: Command) -> None:
    ran = command("odds", command.write(JOE.replace("commlink = { rating = 8 }\n", "")), "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["refused"]


def test_a_plan_that_nobody_knows_is_refused_in_python(command: Command) -> None:
    from contrecoup.odds import odds
    from contrecoup.registry import load

    with pytest.raises(Refused):
        odds(load(command.write(JOE)), plan="pish")
