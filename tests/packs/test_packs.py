"""Packs: laid over shipped content, they add, replace, change and forbid, and every fault has its place."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import contrecoup
from contrecoup.kernel import Refused
from contrecoup.packs import layer, read, schema, shipped, tables
from contrecoup.registry import find, get, load

FOLDER = find()["machines"].folder
CONTENT: type[msgspec.Struct] = get("machines").content
CROSSBOW = """\
rules = "machines"
[weapons.crossbow]
name = { en = "crossbow", fr = "arbalète" }
skill = "firearms"
damage = 4
difficulty = 7
"""


def write(folder: Path, text: str, name: str = "house.toml") -> Path:
    """A pack's file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def laid(*paths: Path) -> Any:
    """The shipped content with these packs over it."""
    own = [read(path, CONTENT) for path in paths]
    return layer(CONTENT, [*shipped(FOLDER, CONTENT, "machines"), *own], "machines")


def faults(*paths: Path) -> list[tuple[str, str, int]]:
    """Reason, place and line of every fault."""
    with pytest.raises(Refused) as refused:
        laid(*paths)
    return [(reason.id, reason.where, reason.line) for reason in refused.value.reasons]


def weapons(content: Any) -> dict[str, Any]:
    """The weapons by id."""
    return {weapon.id: weapon for weapon in content.weapons}


def scene(folder: Path, weapon: str = "crossbow", **top: Any) -> dict[str, Any]:
    """An attack with a weapon."""
    sheet = {"kind": "human", "name": "Ortiz", "attributes": {"dexterity": 3}, "combat": {"firearms": 2}}
    combatants = [
        {"side": "north", "weapon": weapon, "sheet": sheet},
        {"side": "south", "sheet": "scout_robot"},
    ]
    named = [str(folder / "house.toml")]
    return {"rules": "machines", "scene": "attack", "combatants": combatants, "packs": named, **top}


def test_six_lines_add_a_weapon(tmp_path: Path) -> None:
    """Beside the shipped ones, named in both languages."""
    content = laid(write(tmp_path, CROSSBOW))
    assert len(CROSSBOW.splitlines()) == 6
    assert weapons(content)["crossbow"].name.fr == "arbalète"
    assert "pistol" in weapons(content)


def test_an_added_weapon_is_used_in_odds_and_play(tmp_path: Path) -> None:
    """Five dice at 7: missed or botched as that pool is; four dice of damage and the successes."""
    write(tmp_path, CROSSBOW)
    loaded = load(scene(tmp_path))
    odds = contrecoup.odds(loaded)
    assert abs(float(odds.ends["botch"]) - 0.08231) < 1e-12
    assert abs(float(odds.ends["miss"]) - 0.15525) < 1e-12
    assert max(odds.tallies["harm"]) == 9
    from contrecoup.kernel import Result, Throw

    after = loaded.ruleset.apply(loaded.setup, loaded.start(), Result(2, False))
    node = loaded.ruleset.node(loaded.setup, after)
    assert isinstance(node, Throw)
    assert len(node.test.dice()) == 6


def test_the_scenes_data_stand_by_themselves_with_packs_in_them(tmp_path: Path) -> None:
    """A log can be resumed when the pack's file is gone."""
    path = write(tmp_path, CROSSBOW)
    first = load(scene(tmp_path))
    path.unlink()
    assert load(first.data).setup == first.setup


def test_packs_are_beside_the_scene_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever folder the command runs in."""
    write(tmp_path, CROSSBOW)
    (tmp_path / "bolt.toml").write_text(
        'rules = "machines"\nscene = "attack"\npacks = ["house.toml"]\n'
        '[[combatants]]\nside = "a"\nweapon = "crossbow"\nsheet = "soldier"\n'
        '[[combatants]]\nside = "b"\nsheet = "conscript"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir("/")
    assert load(tmp_path / "bolt.toml").name == "attack"


def test_a_pack_may_hold_in_every_scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable names files or folders."""
    write(tmp_path, CROSSBOW)
    data = {key: value for key, value in scene(tmp_path).items() if key != "packs"}
    with pytest.raises(Refused):
        load(data)
    monkeypatch.setenv("CONTRECOUP_PACKS", str(tmp_path))
    assert load(data).name == "attack"
    monkeypatch.setenv("CONTRECOUP_PACKS", str(tmp_path / "nowhere"))
    with pytest.raises(Refused) as refused:
        load(data)
    assert [reason.id for reason in refused.value.reasons] == ["packs.no_place"]


def test_replace_puts_a_whole_entry_in_place_of_another(tmp_path: Path) -> None:
    """What the new one doesn't say is as by default: no magazine."""
    pack = (
        'rules = "machines"\n[weapons.pistol]\nreplace = true\nname = { en = "p", fr = "p" }\n'
        'skill = "firearms"\ndamage = 9\ndifficulty = 5\n'
    )
    pistol = weapons(laid(write(tmp_path, pack)))["pistol"]
    assert (pistol.damage, pistol.magazine) == (9, None)


def test_change_keeps_what_it_does_not_give(tmp_path: Path) -> None:
    """Damage alone."""
    pistol = weapons(
        laid(write(tmp_path, 'rules = "machines"\n[weapons.pistol]\nchange = true\ndamage = 9\n'))
    )["pistol"]
    assert (pistol.damage, pistol.magazine, pistol.difficulty) == (9, 14, 6)


def test_later_packs_lie_over_earlier_ones(tmp_path: Path) -> None:
    """A change of what another pack has added."""
    one = write(tmp_path, CROSSBOW, "one.toml")
    two = write(tmp_path, 'rules = "machines"\n[weapons.crossbow]\nchange = true\ndamage = 5\n', "two.toml")
    assert weapons(laid(one, two))["crossbow"].damage == 5
    assert faults(two, one)[0][:2] == ("packs.nothing_there", "weapons.crossbow")


def test_what_is_forbidden_is_refused_as_forbidden(tmp_path: Path) -> None:
    """Not as unknown."""
    write(tmp_path, 'rules = "machines"\n[forbid]\nweapons = ["laser"]\n')
    with pytest.raises(Refused) as refused:
        load(scene(tmp_path, "laser"))
    assert [reason.id for reason in refused.value.reasons] == ["forbidden_entry"]


def test_every_table_takes_entries(tmp_path: Path) -> None:
    """Equipment, trait, vehicle, health track, task, character."""
    pack = """\
rules = "machines"
title = { en = "House", fr = "Maison" }
[equipment.claw]
name = { en = "claw", fr = "griffe" }
price = 2
weapon = "blade"
[traits.sturdy]
name = { en = "sturdy", fr = "robuste" }
points = -3
adds = { resistance = 1 }
[vehicles.buggy]
name = { en = "buggy", fr = "buggy" }
vigor = 10
damage = 10
[tracks.robot]
replace = true
boxes = [{ name = { en = "hit", fr = "touché" } }, { name = { en = "scrap", fr = "ferraille" }, out = true }]
[tasks.climb]
name = { en = "climbing", fr = "grimper" }
human = ["dexterity", "vigor"]
[characters.guard]
name = { en = "guard", fr = "garde" }
sheet = { kind = "human", name = "Guard", weapons = ["blade"] }
"""
    stock = laid(write(tmp_path, pack)).stock
    assert {"claw"} <= stock.equipment.keys()
    assert stock.traits["sturdy"].adds.resistance == 1
    assert len(stock.tracks["robot"].boxes) == 2
    assert {"climb"} <= stock.tasks.keys()
    assert stock.characters["guard"].sheet.name == "Guard"


def test_every_fault_is_listed_with_its_place(tmp_path: Path) -> None:
    """Form, entries and layers at once."""
    pack = """\
rules = "machines"
[weapons.crossbow]
name = { en = "crossbow", fr = "arbalète" }
skill = "firearm"
damage = "4"
[weapons.pistol]
name = { en = "p", fr = "p" }
skill = "firearms"
damage = 4
difficulty = 7
[weapon.x]
damage = 1
[weapons.lazer]
change = true
damage = 9
[forbid]
weapons = ["lazer"]
traits = ["overclocked"]
"""
    assert faults(write(tmp_path, pack)) == [
        ("scene.unknown_key_near", "weapon", 11),
        ("scene.not_accepted", "weapons.crossbow.skill", 4),
        ("scene.out_of_range", "weapons.crossbow.damage", 5),
        ("scene.missing_number", "weapons.crossbow.difficulty", 2),
        ("packs.exists", "weapons.pistol", 6),
        ("packs.nothing_there_near", "weapons.lazer", 13),
        ("packs.nothing_there_near", "forbid.weapons[0]", 17),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[weapons.x]\nname = { en = "x", fr = "x" }\n', ("scene.missing_kind", "rules", 0)),
        ('rules = "savage"\n', ("scene.not_accepted", "rules", 1)),
        ('rules = "machines"\nweapons = 3\n', ("scene.wrong_type", "weapons", 2)),
        ('rules = "machines"\n[weapons]\nx = 3\n', ("scene.wrong_type", "weapons.x", 3)),
        ('rules = "machines"\ntitle = { en = "House" }\n', ("packs.title", "title", 2)),
        ('rules = "machines"\nforbid = 1\n', ("scene.wrong_type", "forbid", 2)),
        ('rules = "machines"\nforbid = { weapon = [] }\n', ("scene.unknown_key_near", "forbid.weapon", 2)),
        (
            'rules = "machines"\n[weapons.pistol]\nchange = 1\ndamage = 1\n',
            ("scene.not_accepted", "weapons.pistol.change", 3),
        ),
        (
            'rules = "machines"\n[weapons.pistol]\nchange = true\ndamage = -1\n',
            ("scene.out_of_range", "weapons.pistol.damage", 4),
        ),
    ],
)
def test_a_pack_of_the_wrong_form_is_refused(tmp_path: Path, text: str, fault: tuple[str, str, int]) -> None:
    """With key and line."""
    about_rules = fault[1] == "rules" and fault[2] > 0
    pack = read(write(tmp_path, text), CONTENT, "machines" if about_rules else "")
    with pytest.raises(Refused) as refused:
        layer(CONTENT, [*shipped(FOLDER, CONTENT, "machines"), pack], "machines")
    assert fault in [(reason.id, reason.where, reason.line) for reason in refused.value.reasons]


def test_entries_that_name_what_is_not_there_are_faults_of_their_pack(tmp_path: Path) -> None:
    """A built-in weapon that a second pack forbids, at the door of who wrote the equipment last."""
    one = write(
        tmp_path,
        'rules = "machines"\n[equipment.claw]\nname = { en = "c", fr = "c" }\nprice = 1\nweapon = "talon"\n',
    )
    assert faults(one) == [("unknown_entry", "equipment.claw.weapon", 5)]


def test_the_schema_accepts_good_packs_and_refuses_bad_ones() -> None:
    """As the loader does."""
    validator = jsonschema.Draft202012Validator(schema(CONTENT, "machines"))
    name = {"en": "crossbow", "fr": "arbalète"}
    whole = {"name": name, "skill": "firearms", "damage": 4, "difficulty": 7}
    assert validator.is_valid({"rules": "machines", "weapons": {"crossbow": whole}})
    assert validator.is_valid({"rules": "machines", "weapons": {"pistol": {"change": True, "damage": 4}}})
    assert not validator.is_valid({"rules": "machines", "weapons": {"crossbow": {"damage": 4}}})
    assert not validator.is_valid({"rules": "savage"})
    assert not validator.is_valid({"rules": "machines", "weapon": {}})


def test_the_published_schema_is_the_one_that_the_command_prints() -> None:
    """docs/reference holds it for editors."""
    published = Path("docs/reference/machines-pack.schema.json").read_text(encoding="utf-8")
    assert json.loads(published) == json.loads(json.dumps(schema(CONTENT, "machines")))


def test_tables_are_those_of_the_content_type() -> None:
    """Every field that holds entries."""
    assert list(tables(CONTENT)) == [
        "budgets", "sections", "weapons", "equipment", "traits", "vehicles", "tracks", "tasks", "characters",
    ]  # fmt: skip


def test_a_sheet_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    """Beside the scene; one of other rules, or none, is refused at its place."""
    sheet = 'rules = "machines"\nkind = "human"\nname = "Ortiz"\n'
    (tmp_path / "ortiz.toml").write_text(sheet, encoding="utf-8")
    text = (
        'rules = "machines"\nscene = "fight"\n[[combatants]]\nside = "a"\nsheet = "ortiz.toml"\n'
        '[[combatants]]\nside = "b"\nsheet = "conscript"\n'
    )
    (tmp_path / "scene.toml").write_text(text, encoding="utf-8")
    setup: Any = load(tmp_path / "scene.toml").setup
    assert setup.combatants[0].sheet.name == "Ortiz"
    (tmp_path / "ortiz.toml").write_text(sheet.replace("machines", "savage"), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load(tmp_path / "scene.toml")
    reasons = [(reason.id, reason.where, reason.line) for reason in refused.value.reasons]
    assert reasons == [("scene.not_accepted", "combatants[0].sheet.rules", 5)]
    (tmp_path / "ortiz.toml").unlink()
    with pytest.raises(Refused) as refused:
        load(tmp_path / "scene.toml")
    assert [reason.id for reason in refused.value.reasons] == ["scene.file_missing"]
