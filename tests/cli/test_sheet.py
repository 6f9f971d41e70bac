"""`contrecoup sheet` builds, checks and shows characters, and lets time, money and experience change them."""

import io
import sys
from pathlib import Path

import pytest

from contrecoup.registry import documents
from tests.cli.command import NBSP, Command

CHARACTERS = sorted(Path("examples/characters").resolve().glob("*.toml"))
ORTIZ = """\
rules = "machines"
kind = "human"
name = "Ortiz"
origin = "Chile"
damage = 3
ward = true
[combat]
firearms = 4
"""


def write(command: Command, text: str, name: str = "ortiz.toml") -> Path:
    path = command.folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_there_are_three_ready_robots_and_three_humans() -> None:
    kinds = [documents.read(path).data["kind"] for path in CHARACTERS]
    assert (kinds.count("robot"), kinds.count("human")) >= (3, 3)


@pytest.mark.parametrize("path", CHARACTERS, ids=lambda path: path.stem)
def test_every_ready_character_keeps_to_the_limits(command: Command, path: Path) -> None:
    ran = command("sheet", "check", str(path), "--json")
    assert ran.code == 0
    assert ran.json["spent"] <= ran.json["allowed"]


@pytest.mark.parametrize("form", ["terminal", "markdown", "html"])
@pytest.mark.parametrize("path", CHARACTERS, ids=lambda path: path.stem)
def test_every_ready_character_is_shown_in_every_form(command: Command, path: Path, form: str) -> None:
    ran = command("sheet", "show", str(path), "--as", form, "--lang", "fr")
    assert ran.code == 0
    assert "Arme à feu" in ran.out.replace(NBSP, " ")
    assert ran.out.startswith("<!doctype html>") == (form == "html")


def test_words_of_a_sheet_can_not_become_marks_of_a_page(command: Command) -> None:
    path = write(command, ORTIZ.replace('"Ortiz"', '"<b>*Ortiz*</b>"'))
    assert "<b>" not in command("sheet", "show", str(path), "--as", "html").out
    assert "\\<b\\>\\*Ortiz" in command("sheet", "show", str(path), "--as", "markdown").out


def test_every_broken_limit_is_named_with_its_line(command: Command) -> None:
    path = write(
        command, ORTIZ.replace("firearms = 4", "firearms = 9\nbrawl = 30").replace('origin = "Chile"\n', "")
    )
    ran = command("sheet", "check", str(path))
    assert ran.code == 1
    assert "origin" in ran.err
    assert "combat.firearms: Firearms is 9; 0 to 5 are allowed." in ran.err
    assert f"{path}:7" in ran.err
    reasons = command("sheet", "check", str(path), "--json").json["refused"]
    assert [reason["id"] for reason in reasons] == ["origin_missing", "level_outside", "level_outside"]


def test_points_spent_and_allowed_are_told(command: Command) -> None:
    many = (
        "[nerve]\ncourage = 5\ncold = 5\n"
        "[technique]\nrepair = 5\ndetection = 5\nresearch = 5\nidentification = 5\n"
        "[attributes]\ndexterity = 5\nvigor = 5\nperception = 5\n"
    )
    reason = command("sheet", "check", str(write(command, ORTIZ + many)), "--json").json["refused"][0]
    assert reason["values"] == {"spent": 142, "allowed": 140, "over": 2}


def test_three_boxes_heal_in_six_hours(command: Command) -> None:
    path = write(command, ORTIZ)
    command("sheet", "later", str(path), "--minutes", "300")
    assert documents.read(path).data["damage"] == 1
    assert command("sheet", "later", str(path), "--minutes", "60", "--json").json == {
        "changed": {"damage": 0}
    }
    assert "damage" not in documents.read(path).data
    assert command("sheet", "later", str(path), "--minutes", "60").out == "Nothing changes.\n"
    assert command("sheet", "later", str(path)).code == 2


def test_experience_raises_an_ability_and_stays_on_the_sheet(command: Command) -> None:
    path = write(command, ORTIZ)
    before = command("sheet", "check", str(path), "--json").json["spent"]
    assert command("sheet", "raise", str(path), "--ability", "firearms").code == 0
    data = documents.read(path).data
    assert (data["combat"]["firearms"], data["experience"]) == (5, ["firearms"])
    assert command("sheet", "check", str(path), "--json").json["spent"] == before
    ran = command("sheet", "raise", str(path), "--ability", "firearms")
    assert ran.code == 1
    assert "Firearms is 6" in ran.err
    assert documents.read(path).data == data


def test_condition_is_restored_for_money(command: Command) -> None:
    robot = 'rules = "machines"\nkind = "robot"\nname = "2023 ATC17"\norigin = "Peru"\npoints_to_money = 5\n'
    path = write(command, robot + "condition_lost = 2\n[system]\ncondition = 3\n")
    assert command("sheet", "restore", str(path), "--levels", "2").code == 0
    assert documents.read(path).data["money"] == -500
    assert command("sheet", "restore", str(path)).code == 1
    assert command("sheet", "restore", str(write(command, ORTIZ))).code == 1


def test_a_sheet_that_does_not_fit_its_type_is_refused_with_every_fault(command: Command) -> None:
    path = write(command, 'rules = "machines"\nkind = "human"\ndamge = 1\n[combat]\nbrawl = "two"\n')
    ids = [reason["id"] for reason in command("sheet", "show", str(path), "--json").json["refused"]]
    assert ids == ["scene.unknown_key_near", "scene.out_of_range"]
    path = write(command, 'rules = "machines"\nkind = "alien"\n')
    assert [r["id"] for r in command("sheet", "show", str(path), "--json").json["refused"]] == [
        "scene.not_accepted"
    ]


def test_the_steps_are_there_as_data(command: Command) -> None:
    steps = command("sheet", "steps", str(write(command, ORTIZ)), "--lang", "fr").json["steps"]
    assert [step["id"] for step in steps][:3] == ["identity", "attributes", "combat"]
    fields = {field["path"]: field for field in steps[2]["fields"]}
    assert fields["combat.firearms"] == {
        "path": "combat.firearms", "kind": "number", "name": "Arme à feu", "value": 4, "least": 0, "most": 5,
        "price": 3, "offers": [], "note": "", "keys": ["id", "level"], "accepted": [],
    }  # fmt: skip
    assert (steps[2]["spent"], steps[2]["left"]) == (12, 124)


def build(command: Command, monkeypatch: pytest.MonkeyPatch, lines: str, *more: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
    ran = command("sheet", "new", "new.toml", "--rules", "machines", *more)
    return ran.code, ran.out


def test_a_character_is_built_step_by_step_and_saved(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "robot\n1 2025 NEW01\n2 Chile\n\n1 3\n3 2\n\n3 2\n" + "\n" * 8
    code, out = build(command, monkeypatch, lines)
    assert code == 0
    assert "Step 2 of 10: System" in out
    assert "Points spent here: 15. Left of all: 125." in out
    data = documents.read(command.folder / "new.toml").data
    assert data["name"] == "2025 NEW01"
    assert data["combat"]["firearms"] == 2
    assert not (command.folder / "new.draft.toml").exists()
    assert command("sheet", "check", "new.toml").code == 0


def test_back_and_forth_loses_nothing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "1 Ana\n2 Peru\n\nback\n\n\nback\n1 3\ngo 8\nback\nquit\n"
    code, out = build(command, monkeypatch, lines, "--kind", "human")
    assert code == 1
    data = documents.read(command.folder / "new.draft.toml").data
    assert (data["name"], data["origin"], data["attributes"]["dexterity"]) == ("Ana", "Peru", 3)
    assert "new.draft.toml" in out


def test_a_sheet_over_its_points_is_kept_as_a_draft_and_mended(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = "1 2025 NEW01\n2 Chile\n\n1 5\n2 5\n3 5\n4 5\n5 5\n\n1 5\n2 5\n3 5\n\n1 1\n" + "\n" * 7
    code, out = build(command, monkeypatch, over, "--kind", "robot")
    assert code == 1
    assert "Not finished: 1 limit is broken." in out
    assert "143 points are spent, 140 are allowed: 3 too many." in " ".join(out.split())
    draft = command.folder / "new.draft.toml"
    assert command("sheet", "check", str(draft)).code == 1
    assert not (command.folder / "new.toml").exists()
    code, out = build(command, monkeypatch, "\n\n\n1 0\n" + "\n" * 8)
    assert code == 0
    assert documents.read(command.folder / "new.toml").data["system"]["hard_disk"] == 5
    assert not draft.exists()


def test_what_can_not_be_is_said_and_changes_nothing(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "robot\n\n1 many\n1 99\nnonsense 3\nhelp\n"
    code, out = build(command, monkeypatch, lines, "--lang", "fr")
    assert code == 1
    assert "many n’est pas un nombre entier." in out
    assert f"Étape 2 sur 10{NBSP}: Système" in out
    assert documents.read(command.folder / "new.draft.toml").data.get("system") is None


def test_other_rule_sets_have_plain_forms(command: Command) -> None:
    path = write(
        command,
        'rules = "savage"\nkind = "system"\nname = "Desk"\ncolour = "green"\nice = "d8"\n',
        "desk.toml",
    )
    assert command("sheet", "check", str(path)).code == 0
    assert "d8" in command("sheet", "show", str(path)).out
    paths = [field["path"] for field in command("sheet", "steps", str(path)).json["steps"][0]["fields"]]
    assert "alert_minutes" in paths
