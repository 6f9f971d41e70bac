"""`contrecoup odds --plan best`: the table of push, what it is worth, and each choice with its options."""

import pytest

from tests.cli.command import JOE, Command

SMALL = ("--set", "hacker.bennies=0")
BEST = (*SMALL, "--plan", "best", "--for", "hacker", "--value", "control=1,wounds_1=-0.5")


def test_json_has_the_figures_of_push_and_every_choice_beside(command: Command) -> None:
    file = command.write(JOE)
    push, ran = command("odds", file, *SMALL, "--json").json, command("odds", file, *BEST, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [*ran.json] == [*push, "best"]
    assert ran.json["ends"]["control"] > push["ends"]["control"]
    best = ran.json["best"]
    assert (best["for"], best["against"]) == (["hacker"], "push")
    assert best["aim"] == {"control": 1.0, "wounds_1": -0.5}
    worth = ran.json["ends"]["control"] - 0.5 * ran.json["harm"].get("wounds_1", 0)
    assert best["value"] == pytest.approx(worth, abs=1e-12)
    for choice in best["choices"]:
        assert sum(option["best"] for option in choice["options"]) == 1
        top = max(option["value"] for option in choice["options"])
        (taken,) = (option["value"] for option in choice["options"] if option["best"])
        assert taken == pytest.approx(top, abs=1e-10)


def test_the_table_shows_choices_in_both_languages(command: Command) -> None:
    file = command.write(JOE)
    once = ("--set", "plan.once=true")
    english, french = (command("odds", file, *BEST, *once, "--lang", lang) for lang in ("en", "fr"))
    assert (english.code, french.code) == (0, 0)
    assert "Best play of" in english.out
    assert "more choices: --json shows them." in english.out
    assert "Meilleur jeu" in french.out
    assert "> Se connecter" in french.out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--plan", "best"), 2, "needs --for SEAT"),
        (("--for", "hacker"), 2, "go with --plan best"),
        (("--plan", "best", "--for", "hacker", "--value", "contrl=1"), 1, "Is control meant?"),
        (("--plan", "best", "--for", "hakker", "--value", "control=1"), 1, "hacker"),
        (("--plan", "best", "--for", "hacker", "--value", "control"), 1, "is no term of an aim"),
    ],
)
def test_what_says_nothing_is_refused(
    command: Command, options: tuple[str, ...], code: int, said: str
) -> None:
    ran = command("odds", command.write(JOE), *options, "--lang", "en")
    assert (ran.code, ran.out) == (code, "")
    assert said in " ".join(ran.err.split())


def test_best_play_goes_with_scenes_alone(command: Command) -> None:
    ran = command("odds", "--roll", "2d6", "--value", "control=1", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
