"""`contrecoup dial` shows the nearest settings as a table and as JSON."""

from pathlib import Path

from tests.cli.command import JOE, NBSP, Command

KEYS = ("--vary", "system.ice,system.colour,system.alert")


def test_the_table_has_settings_steps_and_reasons(command: Command) -> None:
    ran = command("dial", command.write(JOE), "--want", "control=0.65", "--want", "rounds<=6", *KEYS)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "Savage Worlds: the alternative Matrix: wanted control=0.65, rounds<=6",
        "None of the settings tried meets the wish; these are the nearest.",
        "  control goes from 1.1% to 98.7%, but no setting comes near enough to the wish.",
    ]
    assert lines[5:7] == [
        '  system.ice = "d6", system.colour = "red", system.alert = true',
        "    control 62.0%, rounds 4.28",
    ]
    assert "    control 87.6% (+25.5 points), rounds 3.25 (-1.03)" in lines
    assert lines[-1] == "All 20 settings were tried."


def test_a_wish_that_is_met_says_so_in_french(command: Command) -> None:
    ran = command("dial", command.write(JOE), "--want", "control=0.88", "--lang", "fr")
    assert "Le premier de ces réglages répond au souhait." in ran.out
    assert f"control 87,9{NBSP}%" in ran.out


def test_wishes_out_of_reach_and_wishes_that_exclude_each_other_are_told(command: Command) -> None:
    scene = command.write(JOE)
    ran = command("dial", scene, "--want", "rounds>=30", "--vary", "system.ice")
    assert "  rounds goes only from 3.41 to 5.75." in ran.out
    ran = command("dial", scene, "--want", "control>=0.9", "--want", "rounds>=5.5", "--vary", "system.ice")
    assert "Each wish can be met by itself, but no setting meets all of them together." in ran.out


def test_json_has_the_documented_keys(command: Command) -> None:
    found = command(
        "dial", command.write(JOE), "--want", "control=88%", "--vary", "system.ice=d6|d7", "--json"
    )
    assert list(found.json) == [
        "rules", "scene", "want", "met", "vary", "nearest", "now", "steps", "lines", "reach", "settings",
        "tried", "refused", "whole", "sampled",
    ]  # fmt: skip
    assert found.json["met"]
    assert found.json["vary"] == {"system.ice": ["d6", "d7"]}
    assert found.json["nearest"][0]["values"] == {"system.ice": "d6"}
    assert found.json["refused"] == 1
    assert [step["value"] for step in found.json["lines"]["system.ice"]] == ["d6"]


def test_a_picture_shows_how_ends_move_with_each_key(command: Command) -> None:
    ran = command(
        "dial", command.write(JOE), "--want", "control=0.65", *KEYS, "-o", "dial.html", "--lang", "fr"
    )
    assert ran.out.splitlines()[-1] == f"dial.html{NBSP}: écrit."
    page = (command.folder / "dial.html").read_text("utf-8")
    assert "Issues selon system.ice" in page
    assert "Issues selon system.alert" in page
    ran = command("dial", "scene.toml", "--want", "control=0.65", "-o", "dial.gif")
    assert (ran.code, (command.folder / "dial.gif").exists()) == (1, False)
    assert ".svg, .png, .html" in ran.err


def test_what_the_rules_refuse_is_counted(command: Command) -> None:
    ran = command("dial", command.write(JOE), "--want", "control=0.9", "--vary", "system.ice=d6|d7")
    assert ran.out.splitlines()[-1] == "The rules refuse 1 of them."


def test_an_unknown_figure_is_refused_with_the_nearest(command: Command, tmp_path: Path) -> None:
    ran = command("dial", command.write(JOE), "--want", "contrl=0.5")
    assert ran.code == 1
    assert "No setting of this scene has a figure contrl. Is control meant?" in ran.err
    assert ran.out == ""
