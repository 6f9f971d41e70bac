"""Scenes, sheets and packs are prepared from what is sent, and from nothing else on the machine."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from contrecoup.kernel import Refused
from contrecoup.table import commands as do
from contrecoup.table import events as ev
from contrecoup.table import opening, preparing
from contrecoup.table.campaign import Campaign
from contrecoup.table.fold import folded
from contrecoup.table.room import Room
from tests.table.desks import HACKER, INTRUSION, SYSTEM, a_group, in_loop, refused, session

WHOLE: dict[str, Any] = {"rules": "savage", "scene": "intrusion", "hacker": HACKER, "system": SYSTEM}
SCENES = Path(__file__).parents[2] / "examples"


def reasons(
    data: dict[str, Any], toml: str = "", sheets: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as fault:
        preparing.scene_data(Campaign(), data, toml, sheets or {})
    return [(reason.id, reason.where) for reason in fault.value.reasons]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({**WHOLE, "hacker": "joe.toml"}, "hacker"),
        ({**WHOLE, "hacker": "/etc/passwd.toml"}, "hacker"),
        (
            {**WHOLE, "system": {**SYSTEM, "spiders": [{"hacking": "d6", "name": "../x.toml"}]}},
            "system.spiders[0].name",
        ),
        ({"rules": "machines", "scene": "fight", "packs": ["weapons"], "combatants": []}, "packs[0]"),
        (
            {"rules": "machines", "scene": "fight", "combatants": [{"side": "n", "sheet": "o.toml"}]},
            "combatants[0].sheet",
        ),
    ],
    ids=["table", "absolute", "name", "pack", "sheet"],
)
def test_what_names_a_file_is_refused_and_the_file_left_alone(data: dict[str, Any], where: str) -> None:
    assert reasons(data) == [("table.names_file", where)]


def test_no_file_is_opened_whatever_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(self: Path, *args: object, **named: object) -> None:
        raise AssertionError(f"{self} was opened")

    preparing.scene_data(Campaign(), WHOLE, "", {})  # what the rules read for themselves has been read
    monkeypatch.setattr(Path, "open", opened)
    for data in ({**WHOLE, "hacker": "joe.toml"}, {**WHOLE, "packs": ["x"]}, {**WHOLE, "packs": "x.toml"}):
        with pytest.raises(Refused):
            preparing.scene_data(Campaign(), data, "", {})


def test_faults_of_a_text_come_with_their_lines() -> None:
    with pytest.raises(Refused) as fault:
        preparing.scene_data(Campaign(), {}, INTRUSION.replace("d8", "d7") + "[hacker]\nspirit = 'd6'\n", {})
    assert {(reason.where, reason.line) for reason in fault.value.reasons} >= {("system.ice", 6)}


@pytest.mark.parametrize(
    ("toml", "reason"),
    [
        ("rules = ", "scene.syntax_unfinished"),
        ("\x00", "scene.file_binary"),
        ("a." * 100 + "b = 1", "scene.too_deep"),
        ("rules = 'chess'", "scene.not_accepted"),
    ],
)
def test_a_text_that_is_no_scene_is_refused(toml: str, reason: str) -> None:
    assert reasons({}, toml)[0][0] == reason


def test_either_a_text_or_data_is_sent() -> None:
    assert reasons({}) == [("table.data_or_text", "data")]
    assert reasons(WHOLE, INTRUSION) == [("table.data_or_text", "data")]


def test_what_is_too_large_or_no_data_is_refused() -> None:
    assert reasons({**WHOLE, "more": ["x" * 1000] * 300}) == [("table.too_large", "")]
    deep: dict[str, Any] = {}
    for _ in range(30):
        deep = {"a": deep}
    assert reasons({**WHOLE, "more": deep})[0][0] == "scene.too_deep"


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.toml")), ids=lambda path: path.stem)
def test_each_example_that_stands_by_itself_can_be_prepared_from_its_text(path: Path) -> None:
    text = path.read_text("utf-8")
    if '.toml"' in text:
        assert {id for id, _ in reasons({}, text)} == {"table.names_file"}
    else:
        assert preparing.scene_data(Campaign(), {}, text, {})["scene"]


@in_loop
async def test_the_campaigns_rulings_hold_unless_the_scene_says_otherwise() -> None:
    async with a_group() as group:
        await group.ask(do.Rule(rules="savage", ruling="both_out", value="control"))
        await group.ask(do.Rule(rules="savage", ruling="natural_one", value="any_face"))
        await group.begin(INTRUSION + '[rulings]\nnatural_one = "first_face"\n')
        rulings = (await session(group)).scene.setup.rulings  # type: ignore[attr-defined]  # savage has some
        assert (rulings.both_out, rulings.natural_one) == ("control", "first_face")


@in_loop
async def test_the_campaigns_packs_lie_under_the_scenes_own() -> None:
    pistol = {"rules": "machines", "weapons": {"pistol": {"change": True, "damage": 9}}}
    scene = {
        "rules": "machines",
        "scene": "attack",
        "packs": [{"rules": "machines", "weapons": {"pistol": {"change": True, "magazine": 99}}}],
        "combatants": [
            {"side": "n", "weapon": "pistol", "sheet": {"kind": "human", "name": "O", "attributes": {}}},
            {"side": "s", "weapon": "pistol", "sheet": {"kind": "human", "name": "P", "attributes": {}}},
        ],
    }
    async with a_group() as group:
        await group.ask(do.KeepPack(rules="machines", title="House", data=pistol))
        group.scene = (await group.ask(do.Prepare(title="Shot", data=scene))).made
        await group.ask(do.Begin())
        content = (await session(group)).scene.setup.content  # type: ignore[attr-defined]  # machines has some
        held = content.stock.weapons["pistol"]
        assert (held.damage, held.magazine) == (9, 99)


@in_loop
async def test_packs_that_dont_fit_over_one_another_are_refused_in_whatever_order_they_come_or_go() -> None:
    gun = {"name": {"en": "Zip gun", "fr": "Pétoire"}, "skill": "firearms", "damage": 2, "difficulty": 7}
    new = do.KeepPack(rules="machines", title="Guns", data={"weapons": {"zip_gun": gun}})
    change = do.KeepPack(
        rules="machines", title="Better", data={"weapons": {"zip_gun": {"change": True, "damage": 9}}}
    )
    async with a_group() as group:
        assert await refused(group, change) in (["packs.nothing_there"], ["packs.nothing_there_near"])
        first = (await group.ask(new)).made
        second = (await group.ask(change)).made
        assert await refused(group, do.DropPack(pack=first)) != []
        await group.ask(do.DropPack(pack=second))
        await group.ask(do.DropPack(pack=first))


@in_loop
async def test_sheets_of_other_rules_dont_go_into_a_scene() -> None:
    async with a_group() as group:
        scene = {"rules": "machines", "scene": "fight", "combatants": []}
        with pytest.raises(Refused) as fault:
            await group.ask(do.Prepare(title="No", data=scene, sheets={"combatants[0].sheet": group.sheet}))
        assert [reason.id for reason in fault.value.reasons] == ["table.other_rules"]


@in_loop
async def test_chairs_are_seats_of_the_scene_and_taken_by_those_who_play_one_each() -> None:
    async with a_group() as group:
        for chairs, reason in (
            ({"king": group.ana}, "play.no_seat"),
            ({"hacker": "nobody"}, "table.no_seat"),
            ({"hacker": group.ana, "system": group.ana}, "table.chair_twice"),
            ({"hacker": "gm"}, "table.no_chair"),
        ):
            with pytest.raises(Refused) as fault:
                await group.ask(do.Prepare(title="In", data=WHOLE, chairs=chairs))
            assert [each.id for each in fault.value.reasons] == [reason]
        assert folded(group.records()) == await group.campaign()


SHEET_FILE = """
kind = "human"
name = "Somebody else's"
"""


@in_loop
async def test_no_log_that_is_brought_in_opens_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(SHEET_FILE, "utf-8")
    sneaky = {
        "rules": "machines",
        "scene": "attack",
        "combatants": [
            {"side": "n", "weapon": "pistol", "sheet": str(secret)},
            {"side": "s", "weapon": "pistol", "sheet": {"kind": "human", "name": "P", "attributes": {}}},
        ],
    }
    async with a_group() as group:
        await group.begin()
        records = group.records()
        place, started = next(
            (number, record.event)
            for number, record in enumerate(records)
            if isinstance(record.event, ev.Played) and record.event.record["kind"] == "started"
        )
        line = started.record | {"payload": started.record["payload"] | {"rules": "machines", "data": sneaky}}
        records[place] = msgspec.structs.replace(
            records[place], event=ev.Played(scene=started.scene, record=line)
        )
        with pytest.raises(Refused) as fault:
            await group.desk.adopt(records[: place + 1])
        assert "Somebody" not in repr(fault.value.reasons)
        assert [reason.where for reason in fault.value.reasons] == ["combatants[0].sheet"]


@in_loop
async def test_no_correction_opens_a_file() -> None:
    async with a_group() as group:
        await group.begin()
        wrong = do.Correct(path="system.name", part="sheet", value="/etc/secret.toml", reason="a try")
        assert await refused(group, wrong) == ["table.names_file"]


@pytest.mark.parametrize("number", [2**64, -(2**70), 10**400])
@in_loop
async def test_numbers_beyond_all_bounds_are_refused_and_hurt_nothing(number: int) -> None:
    async with a_group() as group:
        for command in (
            do.KeepSheet(
                rules="savage", sort="hacker", side="character", title="J", data={**HACKER, "bennies": number}
            ),
            do.Rule(rules="savage", ruling="assist_cap", value=number),
            do.Prepare(title="In", data={**WHOLE, "system": {**SYSTEM, "alert_minutes": number}}),
            do.Prepare(title="In", toml=INTRUSION + f"alert_minutes = {number}\n"),
        ):
            assert await refused(group, command)
        opening.snapshot_of(Room(group.table, await group.campaign()))
