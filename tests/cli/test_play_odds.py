"""`?` at a choice shows what each option leads to: by all that is so to the game master, to a seat by what it
may know."""

import re
import tomllib

import pytest

from contrecoup import load, odds
from tests.cli.playing import Table

SMALL = ("--set", "hacker.bennies=0")


def said(table: Table, typed: str, *more: str, lang: str = "en") -> str:
    run = table.play(table.joe, *SMALL, *more, typed=typed, lang=lang)
    return " ".join(run.out.replace("\N{NO-BREAK SPACE}", " ").split())


def test_the_ends_of_each_option_are_those_of_the_plan(table: Table) -> None:
    shown = said(table, "1\n?\nquit\n")
    assert "1 Go on hacking: The hacker controlled the system 56.4%, The hacker was ejected 43.6%" in shown
    assert "2 Disconnect: The hacker is out without control 100%" in shown


def test_an_aim_adds_what_each_option_is_worth_with_best_play(table: Table) -> None:
    shown = said(table, "? control=1\nquit\n")
    assert "worth 0.9997" in shown
    assert "Stop here: The hacker is out without control 100%; worth 0.0000" in shown
    assert "vaut 0,9997" in said(
        table, "? control=1\nquit\n", "--log", str(table.folder / "b.jsonl"), lang="fr"
    )


def test_asking_changes_nothing_in_the_log(table: Table) -> None:
    table.play(table.joe, *SMALL, typed="?\n? control=1\nquit\n")
    assert len(table.log("fast-joe.jsonl")) == 1


@pytest.mark.parametrize(
    ("typed", "more", "answer"),
    [
        ("? contrl=1\nquit\n", (), "Is control meant?"),
        ("? control\nquit\n", (), "is no term of an aim"),
        ("? contrl=1\nquit\n", ("--seat", "hacker"), "Is control meant?"),
        ("? control\nquit\n", ("--seat", "hacker"), "is no term of an aim"),
        ("?\nquit\n", ("--seat", "screen"), "shown to whoever chooses, which is Hacker here"),
        ("1\n1\n?\nquit\n", (), "dice decide here"),
    ],
)
def test_what_can_t_be_shown_is_said(table: Table, typed: str, more: tuple[str, ...], answer: str) -> None:
    assert answer in said(table, typed, *more)


def test_a_scene_with_too_many_states_for_best_play_says_so(table: Table) -> None:
    run = table.play(table.joe, typed="? control=1\nquit\n")
    assert "too many for best play" in " ".join(run.out.split())


LONE = """\
rules = "savage"
scene = "intrusion"
[hacker]
name = "Joe"
hacking = "d8"
spirit = "d6"
commlink = { rating = 8 }
[system]
"""
FAIR = 'colour = "green"\nice = "d8"\n'
GRIM = 'colour = "red"\nice = "d8"\n'


def told(table: Table, system: str, typed: str, lang: str = "en", stated: str = "") -> str:
    """What the hacker reads from the first question to the last, the folder's names aside."""
    file, log = table.folder / "lone.toml", table.folder / "lone.jsonl"
    file.write_text(LONE + system + stated, encoding="utf-8")
    log.unlink(missing_ok=True)
    out = table.play(file, "--log", log, "--seat", "hacker", typed=typed, lang=lang).out
    return " ".join(out.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("wish", ["", " control=1,harm.wounds_1=-0.5"])
def test_truths_that_look_alike_to_a_seat_get_the_same_answer(table: Table, lang: str, wish: str) -> None:
    typed = f"?{wish}\n1\n?{wish}\nquit\n"
    fair = told(table, FAIR, typed, lang)
    assert fair == told(table, GRIM, typed, lang)
    assert (
        fair.count("As far as Joe can know" if lang == "en" else "Pour autant que cette place le sache") == 2
    )


@pytest.mark.parametrize("ice", ["d6", "d12"])
def test_a_seat_that_holds_one_truth_gets_the_odds_of_that_scene(table: Table, ice: str) -> None:
    stated = f'[beliefs.hacker]\n"system.ice" = ["{ice}"]\n"system.colour" = ["green"]\n'
    shown = told(table, FAIR, "?\nquit\n", stated=stated)
    scene = load(tomllib.loads(LONE + FAIR.replace("d8", ice)))
    assert f"The hacker controlled the system {100 * float(odds(scene).ends['control']):.1f}%" in shown


def test_an_aim_is_worth_to_a_seat_what_the_plan_brings_it(table: Table) -> None:
    shown = told(table, FAIR, "1\n? control=100,ejected=50\nquit\n")
    line = re.search(
        r"controlled the system ([0-9.]+)%, The hacker was ejected ([0-9.]+)%; worth ([0-9.]+)", shown
    )
    assert line
    assert float(line[3]) == pytest.approx(float(line[1]) + float(line[2]) / 2, abs=0.1)
    assert "worth 0.0000" in shown


def test_a_belief_that_cannot_be_says_why(table: Table) -> None:
    stated = '[beliefs.hacker]\n"system.ice" = ["d4"]\n'
    assert "fits nothing that it held possible" in told(table, FAIR, "1\n1\n\n\n?\nquit\n", stated=stated)
    nobody = table.play(table.coins, "--seat", "first", typed="?\nquit\n").out
    assert "Nobody reckons odds of the seat first" in nobody
