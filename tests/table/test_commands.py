"""Every command does what its name says, and is exercised here by its name."""

import ast
from pathlib import Path

import msgspec
import pytest

from contrecoup.kernel import GM, Choice
from contrecoup.table import campaign_orders, scene_orders
from contrecoup.table import commands as do
from contrecoup.table.commands import COMMANDS, Asked
from contrecoup.table.refusals import Denied, OutOfTurn, TableRefused, Unknown
from tests.table.desks import HACKER, SYSTEM, a_group, in_loop, refused

TITLE = {"en": "Tools", "fr": "Outils"}


def test_each_command_is_carried_out_somewhere() -> None:
    carried = {*campaign_orders.ORDERS, *scene_orders.ORDERS, do.Begin}
    assert carried == set(COMMANDS.values())


def test_each_command_is_exercised_by_a_test_of_this_folder() -> None:
    used: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        used |= {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    assert {kind.__name__ for kind in COMMANDS.values()} - used == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_known_by_its_name_and_takes_no_unknown_key(name: str) -> None:
    assert COMMANDS[name].__struct_config__.tag == name
    line = b'{"request":"r","command":{"do":"%s","stranger":1}}' % name.encode()
    with pytest.raises(msgspec.ValidationError, match=r"stranger|missing"):
        msgspec.json.decode(line, type=Asked)


# The game master and the campaign


@in_loop
async def test_the_campaign_sheets_packs_rulings_and_notes_come_change_and_go() -> None:
    async with a_group() as group:
        await group.ask(do.RenameCampaign(title="Day shift"))
        system = do.KeepSheet(rules="savage", sort="system", side="opposition", title="Desk", data=SYSTEM)
        sheet = (await group.ask(system)).made
        changed = msgspec.structs.replace(system, sheet=sheet, data={**SYSTEM, "ice": "d10"})
        assert (await group.ask(changed)).made == sheet
        pack = (await group.ask(do.KeepPack(rules="machines", title="Tools", data={"title": TITLE}))).made
        await group.ask(do.Rule(rules="savage", ruling="both_out", value="control"))
        note = (await group.ask(do.Note(text="They know.", audience=frozenset({group.ana})))).made
        campaign = await group.campaign()
        assert campaign.title == "Day shift"
        assert campaign.sheets[sheet].data["ice"] == "d10"
        assert campaign.packs[pack].title == "Tools"
        assert campaign.rulings == {"savage": {"both_out": "control"}}
        assert campaign.notes[note].text == "They know."
        await group.ask(do.DropSheet(sheet=sheet))
        await group.ask(do.DropPack(pack=pack))
        await group.ask(do.Rule(rules="savage", ruling="both_out"))
        await group.ask(do.DropNote(note=note))
        campaign = await group.campaign()
        assert set(campaign.sheets) == {group.sheet}
        assert (campaign.packs, campaign.rulings["savage"], campaign.notes) == ({}, {}, {})


@pytest.mark.parametrize(
    ("command", "reasons"),
    [
        (do.DropSheet(sheet="none"), ["table.no_sheet"]),
        (do.DropPack(pack="none"), ["table.no_pack"]),
        (do.DropNote(note="none"), ["table.no_note"]),
        (do.RenameSeat(seat="none", name="Bo"), ["table.no_seat"]),
        (do.GiveSeat(seat="none"), ["table.no_seat"]),
        (do.RotateKey(seat="none"), ["table.no_seat"]),
        (do.RevokeSeat(seat="none"), ["table.no_seat"]),
        (do.MakeSeat(role="player", name="Bo", sheet="none"), ["table.no_sheet"]),
        (do.Note(text="Hm.", audience=frozenset({"none"})), ["table.no_seat"]),
        (do.Note(text="Hm.", note="none"), ["table.no_note"]),
        (do.Begin(), ["table.no_scene"]),
        (do.DropScene(), ["table.no_scene"]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, do.Command) else "",
)
@in_loop
async def test_what_isnt_there_is_unknown(command: do.Command, reasons: list[str]) -> None:
    async with a_group() as group:
        with pytest.raises(Unknown) as fault:
            await group.ask(command, scene="none")
        assert [reason.id for reason in fault.value.reasons] == reasons
        assert fault.value.status == 404


@pytest.mark.parametrize(
    ("command", "reasons"),
    [
        (do.MakeSeat(role="gm", name="Bo"), ["table.one_gm"]),
        (do.RevokeSeat(seat=GM), ["table.gm_stays"]),
        (do.Rule(rules="savage", ruling="luck", value=1), ["scene.not_accepted"]),
        (do.Rule(rules="savage", ruling="both_out", value=True), ["scene.not_accepted"]),
        (do.KeepPack(rules="savage", title="Tools", data={"x": 1}), ["table.no_content"]),
        (do.KeepPack(rules="machines", title="Tools"), ["table.data_or_text"]),
        (do.KeepPack(rules="machines", title="Tools", data={"wapons": {}}), ["scene.unknown_key_near"]),
        (
            do.KeepSheet(rules="savage", sort="hacker", side="character", title="J", data={"spirit": "d7"}),
            None,
        ),
        (do.KeepSheet(rules="savage", sort="robot", side="character", title="J", data=HACKER), None),
        (do.RenameCampaign(title="  "), ["table.blank"]),
        (do.Note(text="bell \x07"), ["scene.control_character"]),
        (do.RenameCampaign(title="two\nlines"), ["scene.control_character"]),
        (do.RenameSeat(seat=GM, name="tab\tbed"), ["scene.control_character"]),
    ],
)
@in_loop
async def test_what_cant_be_is_refused_with_its_reasons(
    command: do.Command, reasons: list[str] | None
) -> None:
    async with a_group() as group:
        before = len(group.records())
        found = await refused(group, command)
        assert found
        assert reasons in (found, None)
        assert len(group.records()) == before


@in_loop
async def test_seats_are_made_renamed_and_given_other_characters() -> None:
    async with a_group() as group:
        await group.ask(do.RenameSeat(seat=group.ana, name="Anne"))
        await group.ask(do.GiveSeat(seat=group.ana))
        place = (await group.campaign()).seats[group.ana]
        assert (place.name, place.sheet, place.role) == ("Anne", "", "player")
        await group.ask(do.GiveSeat(seat=group.ana, sheet=group.sheet))
        await group.ask(do.DropSheet(sheet=group.sheet))
        assert (await group.campaign()).seats[group.ana].sheet == ""


@in_loop
async def test_a_scene_is_prepared_prepared_anew_and_dropped_only_before_it_begins() -> None:
    async with a_group() as group:
        await group.prepare()
        data = {"rules": "savage", "scene": "intrusion", "system": SYSTEM}
        again = do.Prepare(title="Back door", data=data, sheets={"hacker": group.sheet})
        assert (await group.ask(again)).made == group.scene
        held = (await group.campaign()).scenes[group.scene]
        assert (held.title, held.status, held.chairs) == ("Back door", "prepared", {})
        await group.ask(do.DropScene())
        assert (await group.campaign()).scenes == {}
        await group.begin()
        assert await refused(group, do.DropScene()) == ["table.begun"]
        assert await refused(group, do.Begin()) == ["table.begun"]
        assert await refused(group, again) == ["table.begun"]


@in_loop
async def test_time_is_passed_by_a_command() -> None:
    async with a_group() as group:
        await group.ask(do.PassTime(minutes=90))
        assert (await group.campaign()).minutes == 90


# Who may ask


@pytest.mark.parametrize("name", [name for name, kind in COMMANDS.items() if kind.roles == frozenset({"gm"})])
@in_loop
async def test_what_is_the_game_masters_is_nobody_elses(name: str) -> None:
    kind = COMMANDS[name]
    async with a_group() as group:
        await group.begin()
        command = msgspec.convert({"do": name, **SAMPLES.get(name, {})}, kind)
        with pytest.raises(Denied) as fault:
            await group.ask(command, group.ana)
        assert [reason.id for reason in fault.value.reasons] == ["table.not_yours"]
        assert fault.value.status == 403


SAMPLES: dict[str, dict[str, object]] = {
    "fix_dice": {"numbers": [1]},
    "adjust": {"by": 1, "reason": "so"},
    "correct": {"path": "x", "value": 1, "reason": "so"},
    "open_throw": {"of": 1},
    "rewind": {"to": 1},
    "fork": {"to": 1},
    "set_auto": {"seat": "system", "auto": True},
    "give_chair": {"chair": "hacker"},
    "rename_campaign": {"title": "Mine"},
    "prepare": {"title": "Mine"},
    "keep_sheet": {"rules": "savage", "sort": "hacker", "side": "character", "title": "J", "data": {}},
    "drop_sheet": {"sheet": "x"},
    "keep_pack": {"rules": "machines", "title": "T"},
    "drop_pack": {"pack": "x"},
    "rule": {"rules": "savage", "ruling": "both_out"},
    "make_seat": {"role": "player", "name": "Bo"},
    "rename_seat": {"seat": "gm", "name": "Me"},
    "give_seat": {"seat": "gm"},
    "rotate_key": {"seat": "gm"},
    "revoke_seat": {"seat": "gm"},
    "pass_time": {"minutes": 1},
    "note": {"text": "Hm."},
    "drop_note": {"note": "x"},
}


@in_loop
async def test_a_screen_only_looks() -> None:
    async with a_group() as group:
        screen = (await group.ask(do.MakeSeat(role="screen", name="Wall"))).made
        await group.begin()
        with pytest.raises(Denied):
            await group.ask(do.Choose(option="connect"), screen)
        assert (await group.desk.seen(group.table, screen, "en")).scene is not None


@in_loop
async def test_a_command_that_moves_a_scene_says_for_which_turn() -> None:
    async with a_group() as group:
        await group.begin()
        asked = Asked(request="x", command=do.Choose(option="connect"), scene=group.scene)
        with pytest.raises(TableRefused) as fault:
            await group.desk.do(group.table, group.ana, asked)
        assert [reason.id for reason in fault.value.reasons] == ["table.turn_needed"]
        with pytest.raises(OutOfTurn) as late:
            await group.ask(do.Choose(option="connect"), group.ana, turn=9)
        assert [reason.id for reason in late.value.reasons] == ["table.turn_ahead"]
        assert isinstance(await group.question(), Choice)
