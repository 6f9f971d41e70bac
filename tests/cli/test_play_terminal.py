"""`contrecoup play` in a real terminal, as somebody at the table uses it, in both languages."""

import re
import signal

import pexpect
import pytest

from contrecoup.log import Ended, read
from tests.cli.playing import Table, terminal

ENGLISH = {
    "connect": "Connect to the system",
    "go_on": "Go on hacking",
    "keep": "Keep the throw",
    "act": "Act on the system",
    "disconnect": "Disconnect",
    "stop": "Stop here",
}
FRENCH = {
    "connect": "Se connecter au système",
    "go_on": "Continuer",
    "keep": "Garder le jet",
    "act": "Agir",
    "disconnect": "Se déconnecter",
    "stop": "S’arrêter là",
}
PROMPT = "> "


def say(child: "pexpect.spawn[str]", *lines: str) -> str:
    """Type lines, each once the prompt is there; what was shown before the last prompt."""
    shown = ""
    for line in lines:
        child.expect_exact(PROMPT)
        shown = str(child.before)
        child.sendline(line)
    return shown


def shown_until(child: "pexpect.spawn[str]", text: str) -> str:
    child.expect_exact(text)
    return str(child.before)


def finished(child: "pexpect.spawn[str]") -> int:
    child.expect(pexpect.EOF)
    child.close()
    return -1 if child.exitstatus is None else child.exitstatus


def test_wrong_input_undo_and_leaving(table: Table) -> None:
    with terminal(table.folder, "coins.toml", "--dice", "typed") as child:
        say(child, "nonsense")
        shown_until(child, "“nonsense” is none of the options.")
        say(child, "1", "6 3")
        shown_until(child, "6 can't be: a trait die (d6) showing 6 is thrown again")
        say(child, "4 3", "undo")
        shown_until(child, "The dice of this throw are kept from before: 4, 3.")
        say(child, "", "quit")
        shown_until(child, "contrecoup play --resume coins.jsonl --dice typed")
        assert finished(child) == 0


def test_ctrl_c_loses_nothing_and_the_scene_is_gone_on_with(table: Table) -> None:
    with terminal(table.folder, "coins.toml") as child:
        say(child, "1", "4 3")
        child.expect_exact(PROMPT)
        child.sendintr()
        shown_until(child, "Saved in coins.jsonl. To go on:")
        shown_until(child, "contrecoup play --resume coins.jsonl")
        assert finished(child) == 130
    assert len(table.log()) == 3
    with terminal(table.folder, "--resume", "coins.jsonl") as child:
        say(child, "2", "1", "stop", "")
        shown_until(child, "# A toss of coins")
        assert finished(child) == 0


def test_ctrl_c_says_so_in_french(table: Table) -> None:
    with terminal(table.folder, "coins.toml", LANG="fr_FR.UTF-8", LC_ALL="fr_FR.UTF-8") as child:
        child.expect_exact(PROMPT)
        child.sendintr()
        shown_until(child, "Enregistré dans coins.jsonl. Pour reprendre")
        assert finished(child) == 130


def test_ctrl_d_saves_and_ends(table: Table) -> None:
    with terminal(table.folder, "coins.toml") as child:
        say(child, "1")
        child.expect_exact(PROMPT)
        child.sendeof()
        shown_until(child, "Saved in coins.jsonl.")
        assert finished(child) == 1


def test_a_terminal_that_is_closed_leaves_a_whole_log(table: Table) -> None:
    with terminal(table.folder, "coins.toml") as child:
        say(child, "1", "4 3")
        child.expect_exact(PROMPT)
        child.kill(signal.SIGHUP)
        child.expect(pexpect.EOF)
    assert len(read(table.folder / "coins.jsonl").records) == 3


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_is_wider_than_a_narrow_terminal(table: Table, lang: str) -> None:
    with terminal(table.folder, "fast-joe.toml", "--lang", lang, columns=40) as child:
        say(child, "1", "1", "", "", "1", "log" if lang == "en" else "journal", "help", "quit")
        child.expect(pexpect.EOF)
        assert child.before
    with terminal(table.folder, "--replay", "fast-joe.jsonl", "--lang", lang, columns=40) as child:
        child.expect(pexpect.EOF)
        lines = [_without_colours(line) for line in str(child.before).splitlines()]
    assert len(lines) > 20
    assert [line for line in lines if len(line) > 40] == []


@pytest.mark.parametrize(
    ("variable", "value", "is_emphasised"),
    [("TERM", "xterm", True), ("NO_COLOR", "1", False), ("TERM", "dumb", False)],
)
def test_emphasis_is_left_out_where_nobody_wants_colours(
    table: Table, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, is_emphasised: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    with terminal(table.folder, "coins.toml") as child:
        assert ("\x1b[1m" in shown_until(child, PROMPT)) is is_emphasised


def test_a_seat_at_the_terminal_sees_no_secret(table: Table) -> None:
    with terminal(table.folder, "coins.toml", "--seat", "second") as child:
        shown = say(child, "4 3")
        shown += say(child, "")
        shown += say(child, "log")
        shown += say(child, "quit")
        child.expect(pexpect.EOF)
        shown += str(child.before)
    assert "Round 1" not in shown  # it opens with the other one's hidden bet
    assert "Luck gives 1." in shown
    assert not re.search(r"bet|heads|tails|peek|Ann", shown)


def _without_colours(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line)


# The source's first worked example, round by round (its 13 takes three markers, as the rule page says)

ROUNDS = [
    ("3", "7 2", (8, 7)),
    ("11", "4 3", (6, 6)),
    ("1", "13 5", (6, 3)),
    ("5", "17 4", (5, 0)),  # 17 and the backdoor's 2 are the example's 19
]


@pytest.mark.parametrize(("lang", "names"), [("en", ENGLISH), ("fr", FRENCH)])
def test_the_source_s_intrusion_comes_out_as_written(table: Table, lang: str, names: dict[str, str]) -> None:
    arguments = ("--dice", "typed", "--set", "hacker.bennies=0", "--lang", lang)
    with terminal(table.folder, "fast-joe.toml", *arguments) as child:
        say(child, names["connect"])
        for ice, hacking, (hacker, system) in ROUNDS:
            say(child, names["go_on"], ice, hacking)
            shown_until(child, f" {hacker}/8")
            shown_until(child, f" {system}/8")
        say(child, names["act"], "5 2", names["disconnect"], names["stop"], "")
        child.expect(pexpect.EOF)
        recap = str(child.before)
    assert "# Intrusion" in recap
    log = read(table.folder / "fast-joe.jsonl")
    assert log.records[-1].event == Ended(outcome="control")
    assert log.faults == ()


def test_the_source_s_other_ending_leaves_joe_shaken(table: Table) -> None:
    """The Ice's 29 against Joe's 5: he is out, the system keeps 2 markers (not 3, as the rule page says),
    and 7 + 2 is less than a full 4 above his Spirit's 6."""
    lines = ["connect"]
    for ice, hacking in (("3", "7 2"), ("11", "4 3"), ("1", "13 5"), ("29", "3 2")):
        lines += ["go_on", ice, hacking]
    arguments = ("--dice", "typed", "--set", "hacker.bennies=0", "--json")
    run = table.play("fast-joe.toml", *arguments, typed="\n".join([*lines, "7", "stop", ""]))
    assert run.code == 0, run.err
    assert run.json["outcome"] == "ejected"
    harm = {tally["kind"]: tally["value"] for tally in run.json["tallies"]}
    assert harm["harm"] == "shaken"
