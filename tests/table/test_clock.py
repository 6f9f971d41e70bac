"""Game time and the end of scenes change the campaign's sheets as the rules say."""

from typing import Any

import pytest

from contrecoup.table import commands as do
from contrecoup.table.events import Side
from tests.table.desks import HACKER, SYSTEM, Group, a_group, in_loop, refused

FIGHT: dict[str, Any] = {
    "rules": "machines",
    "scene": "fight",
    "combatants": [
        {"side": "north", "weapon": "assault_rifle"},
        {"side": "south", "weapon": "laser"},
    ],
}
ORTIZ: dict[str, Any] = {
    "kind": "human",
    "name": "Ortiz",
    "attributes": {"dexterity": 3, "vigor": 3, "perception": 2, "rank": 3},
    "combat": {"firearms": 3},
}
ATC: dict[str, Any] = {
    "kind": "robot",
    "name": "2023 ATC17",
    "system": {"hard_disk": 3, "condition": 2, "processor": 3, "camera": 3, "resistance": 3},
    "combat": {"firearms": 2},
}


async def kept(group: Group, sort: str, data: dict[str, Any], rules: str = "savage") -> str:
    side: Side = "opposition" if sort in ("system", "robot") else "character"
    command = do.KeepSheet(rules=rules, sort=sort, side=side, title=str(data["name"]), data=data)
    return (await group.ask(command)).made


async def data_of(group: Group, sheet: str) -> dict[str, Any]:
    return (await group.campaign()).sheets[sheet].data


@pytest.mark.parametrize(
    ("minutes", "fatigue", "alert", "left"), [(59, 2, True, 301), (60, 1, True, 300), (360, 0, False, 0)]
)
@in_loop
async def test_fatigue_goes_by_the_hour_and_an_alert_runs_out_after_six(
    minutes: int, fatigue: int, alert: bool, left: int
) -> None:
    # rule page of savage: one level an hour of rest; an alert lasts six hours
    async with a_group() as group:
        joe = await kept(group, "hacker", {**HACKER, "fatigue": 2, "wounds": 1})
        desk = await kept(group, "system", {**SYSTEM, "alert": True})
        await group.ask(do.PassTime(minutes=minutes))
        assert await data_of(group, joe) == {**HACKER, "fatigue": fatigue, "wounds": 1}
        after = await data_of(group, desk)
        assert (after["alert"], after.get("alert_minutes", 0)) == (alert, left)
        assert (await group.campaign()).minutes == minutes


@in_loop
async def test_time_keeps_only_the_sheets_that_it_changes_and_all_in_one_batch() -> None:
    async with a_group() as group:
        await kept(group, "hacker", {**HACKER, "fatigue": 1})
        await group.ask(do.PassTime(minutes=60))
        kinds = [record.event.kind for record in group.records()]
        assert kinds[-2:] == ["time_passed", "sheet_kept"]


@in_loop
async def test_what_a_scene_leaves_is_written_onto_the_campaigns_sheets() -> None:
    async with a_group() as group:
        system = await kept(group, "system", SYSTEM)
        data = {"rules": "savage", "scene": "intrusion"}
        sheets = {"hacker": group.sheet, "system": system}
        group.scene = (await group.ask(do.Prepare(title="In", data=data, sheets=sheets))).made
        await group.ask(do.Begin())
        await group.ask(do.Choose(option="connect"))
        await group.ask(do.Choose(option="go_on"))
        await group.ask(do.TypeDice(numbers=(2,)))
        await group.ask(do.TypeDice(numbers=(1, 2, 3)))  # a natural 1 on the first die: alert
        await group.play_out()
        await group.ask(do.Close())
        after = await data_of(group, system)
        assert (after["alert"], after["alert_minutes"]) == (True, 360)
        assert {key: after[key] for key in SYSTEM} == SYSTEM


@in_loop
async def test_what_was_changed_on_a_sheet_while_the_scene_ran_stays_beside_what_the_scene_left() -> None:
    async with a_group() as group:
        system = await kept(group, "system", SYSTEM)
        data = {"rules": "savage", "scene": "intrusion"}
        sheets = {"hacker": group.sheet, "system": system}
        group.scene = (await group.ask(do.Prepare(title="In", data=data, sheets=sheets))).made
        await group.ask(do.Begin())
        renamed = {**SYSTEM, "name": "Back desk"}
        changed = do.KeepSheet(
            sheet=system, rules="savage", sort="system", side="opposition", title="Desk", data=renamed
        )
        await group.ask(changed)
        await group.ask(do.Choose(option="connect"))
        await group.ask(do.Choose(option="go_on"))
        await group.ask(do.TypeDice(numbers=(2,)))
        await group.ask(do.TypeDice(numbers=(1, 2, 3)))
        await group.play_out()
        await group.ask(do.Close())
        after = await data_of(group, system)
        assert (after["name"], after["alert"]) == ("Back desk", True)


@in_loop
async def test_a_scene_that_is_put_away_without_leaves_sheets_as_they_were() -> None:
    async with a_group() as group:
        await group.begin()
        before = (await group.campaign()).sheets
        await group.play_out()
        await group.ask(do.Close(apply=False))
        campaign = await group.campaign()
        assert campaign.sheets == before
        assert not campaign.scenes[group.scene].applied


@in_loop
async def test_a_fight_leaves_its_wounds_on_the_sheets_of_those_who_fought() -> None:
    async with a_group() as group:
        ortiz = await kept(group, "human", ORTIZ, "machines")
        atc = await kept(group, "robot", ATC, "machines")
        sheets = {"combatants[0].sheet": ortiz, "combatants[1].sheet": atc}
        group.scene = (await group.ask(do.Prepare(title="Ambush", data=FIGHT, sheets=sheets))).made
        await group.ask(do.Begin())
        await group.play_out()
        await group.ask(do.Close())
        for sheet, before in ((ortiz, ORTIZ), (atc, ATC)):
            after = await data_of(group, sheet)
            assert {key: after[key] for key in before} == before
        end = [await data_of(group, ortiz), await data_of(group, atc)]
        assert any(after.get("damage", 0) > 0 for after in end)


@in_loop
async def test_a_scene_begins_with_the_sheets_as_they_are_then() -> None:
    async with a_group() as group:
        tired = do.KeepSheet(
            sheet=group.sheet,
            rules="savage",
            sort="hacker",
            side="character",
            title="Joe",
            data={**HACKER, "fatigue": 2},
        )
        await group.ask(tired)
        await group.prepare()
        await group.ask(do.PassTime(minutes=120))
        await group.ask(do.Begin())
        room = await group.desk.look(group.table, "gm", lambda room, scene, here: room)
        assert room.session(group.scene).scene.data["hacker"]["fatigue"] == 0


@in_loop
async def test_a_sheet_that_is_gone_can_neither_be_taken_nor_begun_with() -> None:
    async with a_group() as group:
        await group.prepare()
        await group.ask(do.DropSheet(sheet=group.sheet))
        assert await refused(group, do.Begin()) == ["table.no_sheet"]
        again = do.Prepare(title="In", data={"rules": "savage"}, sheets={"hacker": group.sheet})
        assert await refused(group, again) == ["table.no_sheet"]
