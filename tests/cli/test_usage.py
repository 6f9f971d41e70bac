"""Command lines that can't be understood end with 2 and say what would do, in both languages."""

import pytest

from contrecoup.cli.application import COMMANDS
from tests.cli.command import NBSP, Command

ALL = ", ".join(COMMANDS)


@pytest.mark.parametrize(
    ("line", "english", "french", "hint"),
    [
        (
            ("ods",),
            "There is no command “ods”; perhaps odds?",
            "Il n’y a pas de commande «~ods~»~; peut-être odds~?",
            "contrecoup",
        ),
        (
            ("xyz",),
            f"There is no command “xyz”. Commands: {ALL}.",
            f"Il n’y a pas de commande «~xyz~». Commandes~: {ALL}.",
            "contrecoup",
        ),
        (
            ("odds", "--jsn"),
            "There is no option --jsn here; perhaps --json?",
            "Il n’y a pas d’option --jsn ici~; peut-être --json~?",
            "contrecoup odds",
        ),
        (
            ("rules", "--qqq"),
            "There is no option --qqq here.",
            "Il n’y a pas d’option --qqq ici.",
            "contrecoup rules",
        ),
        (
            ("roll",),
            "NOTATION is missing, or has no value.",
            "NOTATION manque, ou n’a pas de valeur.",
            "contrecoup roll",
        ),
        (
            ("odds", "--roll"),
            "--roll is missing, or has no value.",
            "--roll manque, ou n’a pas de valeur.",
            "contrecoup odds",
        ),
        (
            ("odds", "--plan", "pish", "x.toml"),
            "--plan doesn’t accept “pish”. Accepted: push, best.",
            "--plan n’accepte pas «~pish~». Sont acceptés~: push, best.",
            "contrecoup odds",
        ),
        (
            ("odds", "a.toml", "--roll", "1d6", "--roll", "1d6"),
            "--roll is given more than once.",
            "--roll est donné plus d’une fois.",
            "contrecoup odds",
        ),
        (
            ("roll", "1d6", "2d6", "x"),
            "Nothing is known to do with “2d6 x”.",
            "On ne sait que faire de «~2d6 x~».",
            "contrecoup roll",
        ),
        (
            ("odds",),
            "Either a scene file or --roll is needed.",
            "Il faut un fichier de scène ou --roll.",
            "contrecoup odds",
        ),
        (
            ("odds", "x.toml", "--roll", "1d6"),
            "A scene file and --roll can’t go together.",
            "Un fichier de scène et --roll ne vont pas ensemble.",
            "contrecoup odds",
        ),
        (
            ("odds", "--roll", "1d6", "--soak"),
            "--soak goes with a scene file, not with --roll.",
            "--soak va avec un fichier de scène, pas avec --roll.",
            "contrecoup odds",
        ),
        (
            ("odds", "x.toml", "--set", "bennies"),
            "--set takes key=value; “bennies” has no “=” after a key.",
            "--set attend clé=valeur~; «~bennies~» n’a pas de «~=~» après une clé.",
            "contrecoup odds",
        ),
    ],
)
def test_misuse_is_told(
    command: Command, line: tuple[str, ...], english: str, french: str, hint: str
) -> None:
    told = [
        (english, f"{hint} --help says more.", "en"),
        (french.replace("~", NBSP), f"{hint} --help en dit plus.", "fr"),
    ]
    for sentence, more, lang in told:
        ran = command(*line, "--lang", lang)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.replace("\n", " ") == f"{sentence} {more} "  # wrapped where it is long
    ran = command(*line, "--json")
    assert (ran.code, ran.err, ran.json["usage"]["text"]) == (2, "", english)


def test_an_unknown_language_is_told_in_the_locale_s(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    ran = command("rules", "--lang", "de")
    assert ran.code == 2
    assert ran.err.startswith(f"--lang n’accepte pas «{NBSP}de{NBSP}». Sont acceptés{NBSP}: en, fr.\n")


@pytest.mark.parametrize(
    ("lang", "usage", "does"), [("en", "Usage:", "Throw dice."), ("fr", f"Usage{NBSP}:", "Lance des dés.")]
)
def test_every_command_has_its_help_in_both_languages(
    command: Command, lang: str, usage: str, does: str
) -> None:
    whole = command("--help", "--lang", lang)
    assert whole.code == 0
    assert whole.out.startswith(f"{usage} contrecoup COMMAND\n")
    assert does in whole.out
    for name in COMMANDS:
        ran = command(name, "--help", "--lang", lang)
        assert ran.code == 0
        assert "--lang" in ran.out
        assert "--json" in ran.out
        assert "cli." not in ran.out
        assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_version_is_told(command: Command) -> None:
    from importlib.metadata import version

    assert command("--version").out == f"{version('contrecoup')}\n"


@pytest.mark.parametrize("ahead", [("--lang", "fr"), ("--lang=fr",), ("--lang", "fr", "--json")])
def test_what_every_command_takes_may_stand_before_it(command: Command, ahead: tuple[str, ...]) -> None:
    assert command(*ahead, "rules") == command("rules", *ahead)
    assert command(*ahead, "rules").code == 0


@pytest.mark.parametrize("line", [(), ("--lang", "fr"), ("--lang", "fr", "--help"), ("--json",)])
def test_without_a_command_the_help_is_shown(command: Command, line: tuple[str, ...]) -> None:
    lang = "fr" if "fr" in line else "en"
    assert command(*line) == command("--help", "--lang", lang)
    assert command(*line).out.startswith("Usage")
