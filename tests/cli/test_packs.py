"""`contrecoup packs` checks and lists content packs, and prints their schema."""

from pathlib import Path

import pytest

from tests.cli.command import Command

CROSSBOW = """\
rules = "machines"
[weapons.crossbow]
name = { en = "crossbow", fr = "arbalète" }
skill = "firearms"
damage = 4
difficulty = 7
"""


def write(command: Command, text: str, name: str = "house.toml") -> Path:
    path = command.folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sound_pack_is_in_order(command: Command) -> None:
    path = write(command, CROSSBOW)
    # however long the path is and wherever the line breaks
    said = "".join(command("packs", "check", str(path)).out.split())
    assert said == f"{path}:inorder,formachines."
    assert command("packs", "check", str(path), "--json").json == {"valid": {str(path): "machines"}}


def test_every_fault_of_every_file_is_listed(command: Command) -> None:
    one = write(command, CROSSBOW.replace("4\n", '"4"\n'), "one.toml")
    two = write(command, 'rules = "machines"\n[weapons.pistl]\nchange = true\ndamage = 2\n', "two.toml")
    ran = command("packs", "check", str(one), str(two), "--lang", "fr")
    assert ran.code == 1
    assert f"{one}:5: weapons.crossbow.damage: " in ran.err
    assert f"{two}:2: weapons.pistl: " in ran.err
    reasons = command("packs", "check", str(one), str(two), "--json").json["refused"]
    assert [(reason["file"], reason["line"]) for reason in reasons] == [(str(one), 5), (str(two), 2)]


def test_the_list_tells_what_packs_do(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = CROSSBOW + '[weapons.pistol]\nchange = true\ndamage = 5\n[forbid]\ntraits = ["bug"]\n'
    path = write(command, pack)
    listed = command("packs", "list", str(path), "--rules", "machines", "--json").json["packs"]
    assert "laser" in listed[0]["adds"]["weapons"]
    assert listed[1]["adds"] == {"weapons": ["crossbow"]}
    assert listed[1]["changes"] == {"weapons": ["pistol"]}
    assert listed[1]["forbids"] == {"traits": ["bug"]}
    monkeypatch.setenv("CONTRECOUP_PACKS", str(path))
    assert "weapons, added: crossbow" in command("packs", "list", "--rules", "machines").out


def test_the_schema_is_printed(command: Command) -> None:
    assert command("packs", "schema", "--rules", "machines").json["properties"]["rules"] == {
        "const": "machines"
    }


@pytest.mark.parametrize(
    "arguments", [("schema",), ("schema", "--rules", "savage"), ("check",), ("check", "--rules", "machines")]
)
def test_a_command_that_says_nothing_to_do_is_misused(command: Command, arguments: tuple[str, ...]) -> None:
    assert command("packs", *arguments).code == 2


def test_a_missing_file_and_foreign_rules_are_refused(command: Command) -> None:
    assert command("packs", "check", "nowhere.toml").code == 1
    path = write(command, 'rules = "chess"\n')
    ran = command("packs", "check", str(path), "--json")
    assert (ran.code, [reason["id"] for reason in ran.json["refused"]]) == (1, ["scene.not_accepted"])
