"""`?` at a choice shows what each option leads to, to the game master alone."""

import pytest

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
        ("?\nquit\n", ("--seat", "hacker"), "need what is not known at this seat"),
        ("1\n1\n?\nquit\n", (), "dice decide here"),
    ],
)
def test_what_can_t_be_shown_is_said(table: Table, typed: str, more: tuple[str, ...], answer: str) -> None:
    assert answer in said(table, typed, *more)


def test_a_scene_with_too_many_states_for_best_play_says_so(table: Table) -> None:
    run = table.play(table.joe, typed="? control=1\nquit\n")
    assert "too many for best play" in " ".join(run.out.split())
