"""Whatever is asked is done or refused; nothing strange breaks a table or changes it halfway."""

from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import GM, Refusal, Refused
from contrecoup.table.commands import COMMANDS, Asked
from contrecoup.table.fold import folded
from contrecoup.table.room import Room
from tests.table.desks import HACKER, SYSTEM, Group, a_group, in_loop

NASTY: Final = (
    "",
    " ",
    "\x00",
    "\n",
    "x" * 300,
    "é\u202e",
    "\ud800",
    "[",
    '"',
    "..",
    "a.toml",
    "*",
    "gm",
    "-1",
    "🎲",
)
IDS: Final = ("gm", "ana", "sheet", "scene", "hacker", "system", "nobody", *NASTY)
NUMBERS: Final = (-(10**9), -99, -1, 0, 1, 2, 3, 8, 99, 100, 10**6, 2**63, 2**70)
DATA: Final[tuple[Any, ...]] = (
    {},
    HACKER,
    SYSTEM,
    {"rules": "savage", "scene": "intrusion", "hacker": HACKER, "system": SYSTEM},
    {"rules": "savage", "scene": "intrusion", "hacker": "a.toml"},
    {"rules": "machines", "weapons": {"x": {"change": True}}, "forbid": {"weapons": 3}},
    {"rules": 3, "scene": None},
    {"rules": "tracing", "scene": "trace", "packs": [1, "x", {}]},
    {"": {"": {"": []}}},
)
PATHS: Final = ("hacker", "hacker.name", "combatants[0].sheet", "combatants[99999999]", "a" * 100, *NASTY)


def mostly(good: tuple[Any, ...], bad: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """A value that may stand there, more often than not."""
    return st.sampled_from([*good * (1 + 2 * len(bad) // len(good)), *bad])


FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "option": mostly(("connect", "go_on", "stop"), NASTY),
    "values": st.dictionaries(st.sampled_from(("x", *NASTY)), st.sampled_from((1, "a")), max_size=1),
    "numbers": st.lists(mostly((1, 2, 3), NUMBERS), min_size=1, max_size=4),
    "sheets": st.dictionaries(mostly(("hacker",), PATHS), mostly(("sheet",), IDS), max_size=2),
    "chairs": st.dictionaries(mostly(("hacker", "system"), IDS), mostly(("ana",), IDS), max_size=2),
    "audience": st.lists(mostly(("ana", "*"), IDS), max_size=3),
    "data": st.sampled_from(DATA),
    "toml": mostly(("",), ('rules = "savage"', "a = [", "a.b.c = 1\n" * 50, *NASTY)),
    "rules": mostly(("savage", "machines"), ("tracing", "chess", *NASTY)),
    "sort": mostly(("hacker", "system"), ("human", "robot", "attacker", *NASTY)),
    "side": mostly(("character", "opposition"), ("none",)),
    "role": mostly(("player", "helper", "screen"), ("gm", "king")),
    "part": mostly(("state", "sheet"), ("else",)),
    "ruling": mostly(("both_out", "assist_cap"), NASTY),
    "path": mostly(("hacker.bennies", "system.alert", "hacker.name"), PATHS),
    "value": mostly((1, True, None, "control", "none"), (*NUMBERS, *NASTY)),
    **dict.fromkeys(("secret", "after", "hidden", "auto", "apply", "early"), st.booleans()),
    **dict.fromkeys(("by", "to", "of", "minutes"), mostly((1, 2, 3), NUMBERS)),
    **dict.fromkeys(("sheet", "pack", "note"), mostly(("", "sheet"), IDS)),
    "seat": mostly(("ana", "system"), IDS),
    "chair": mostly(("hacker", "system"), IDS),
    **dict.fromkeys(("title", "name", "text", "reason"), mostly(("because", "for fun"), NASTY)),
}


@st.composite
def asked(draw: st.DrawFn) -> dict[str, Any]:
    """A command with some of its fields, whatever stands in them, and an envelope."""
    kind = COMMANDS[draw(st.sampled_from(sorted(COMMANDS)))]
    said = {name: draw(FIELDS[name]) for name in kind.__struct_fields__}
    command = {"do": kind.__struct_config__.tag, **said}
    return {
        "request": draw(st.sampled_from([f"r{number}" for number in range(30)])),
        "scene": draw(mostly(("scene",), ("", "nothing"))),
        "turn": draw(mostly(("now",), (None, 0, 1, 2, 99))),
        "command": command,
    }


def test_there_is_something_strange_for_every_field_of_every_command() -> None:
    assert {name for kind in COMMANDS.values() for name in kind.__struct_fields__} == set(FIELDS)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(mostly(("gm",), ("ana", "nobody")), asked()), min_size=4, max_size=12))
def test_strange_commands_are_done_or_refused(row: list[tuple[str, dict[str, Any]]]) -> None:
    run(row)


@in_loop
async def run(row: list[tuple[str, dict[str, Any]]]) -> None:
    async with a_group() as group:
        await group.begin()
        for seat, sent in row:
            await ask(group, seat, sent)
        campaign = await group.campaign()
        assert folded(group.records()) == campaign
        room = Room.of(group.table, group.records())
        for scene, held in campaign.scenes.items():
            if held.status != "prepared":
                seen = await group.desk.seen(group.table, GM, "fr", scene)
                assert seen.scene is not None
                assert seen.scene.turn == room.session(scene).turn(GM)


async def ask(group: Group, seat: str, sent: dict[str, Any]) -> None:
    """Send it as if from outside: what has no form is no command."""
    real = {"ana": group.ana, "sheet": group.sheet, "scene": group.scene}

    def placed(value: Any) -> Any:
        match value:
            case dict():
                return {key: placed(item) for key, item in value.items()}
            case list():
                return [placed(item) for item in value]
            case str():
                return real.get(value, value)
            case _:
                return value

    if sent["turn"] == "now":
        sent = {**sent, "turn": await group.turn(GM if seat == "nobody" else real.get(seat, seat))}
    try:
        command = msgspec.convert(placed(sent), Asked)
    except msgspec.ValidationError:
        return
    before = len(group.records())
    reasons = await refusal(group, real.get(seat, seat), command)
    assert reasons is None or (reasons and len(group.records()) == before)


async def refusal(group: Group, seat: str, command: Asked) -> tuple[Refusal, ...] | None:
    """Why it was refused; None where it was done."""
    try:
        await group.desk.do(group.table, seat, command)
    except Refused as refused:
        return refused.reasons
    return None


@pytest.mark.parametrize("request_id", ["", "\x00", "x" * 65, "\ud800", "a\nb"])
@in_loop
async def test_a_request_id_can_be_printed_and_is_short(request_id: str) -> None:
    async with a_group() as group:
        sent = {"request": request_id, "command": {"do": "pass_time", "minutes": 1}}
        try:
            command = msgspec.convert(sent, Asked)
        except msgspec.ValidationError:
            return
        with pytest.raises(Refused):
            await group.desk.do(group.table, GM, command)
