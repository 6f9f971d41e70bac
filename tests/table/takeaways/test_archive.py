"""A campaign leaves a table as lines and comes back the same; what isn't one is refused with its lines."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contrecoup.kernel import GM, Refused
from contrecoup.log import Record, SecretLost, encode
from contrecoup.storage import MemoryStorage
from contrecoup.table import archive, keys
from contrecoup.table import commands as do
from contrecoup.table.archive import Header
from contrecoup.table.events import Played
from contrecoup.table.room import Room, read_line
from contrecoup.table.takeaways import adopted, exported
from tests.table import fight_pair, intrusion_pair, session_pair
from tests.table.desks import Group, Time, a_group, desk_over, in_loop
from tests.table.pairs import Pair, play

SAMPLE: Final = Path(__file__).parent / "samples" / "campaign-1.jsonl"
PAIRS: Final = (intrusion_pair.PAIR, session_pair.PAIR, fight_pair.PAIR)


async def played(group: Group) -> list[bytes]:
    """The lines of a campaign with a scene that runs, one put away, a what-if, time and notes."""
    await group.begin()
    await group.play_out()
    await group.ask(do.Close())
    await group.begin()
    for _ in range(4):
        await group.answer()
    await group.ask(do.Fork(to=3))
    await group.ask(do.Note(text="They know."))
    await group.ask(do.PassTime(minutes=90))
    return await whole(group)


async def whole(group: Group) -> list[bytes]:
    return [line async for line in exported(group.desk, group.table, GM, "en")]


def refusals(lines: list[bytes]) -> list[tuple[str, int]]:
    with pytest.raises(Refused) as refused:
        archive.read(lines)
    return [(reason.id, reason.line) for reason in refused.value.reasons]


def read_or_refused(lines: list[bytes]) -> tuple[list[Record] | None, list[tuple[str, int]]]:
    try:
        return archive.read(lines), []
    except Refused as refused:
        return None, [(reason.id, reason.line) for reason in refused.reasons]


class RoundTripTests:
    @in_loop
    async def test_what_comes_back_is_what_left(self) -> None:
        async with a_group() as group:
            lines = await played(group)
            assert archive.read(lines) == group.records()
            storage = MemoryStorage()
            async with desk_over(storage) as desk:
                table, key = await adopted(desk, lines)
                there = Group(storage, desk, table, key)
                old, new = await group.campaign(), await there.campaign()
                assert (new.title, new.minutes, new.sheets, new.notes) == (
                    old.title,
                    old.minutes,
                    old.sheets,
                    old.notes,
                )
                assert there.records()[: len(lines) - 1] == group.records()
                assert list(new.scenes) == list(old.scenes)
                assert await desk.seat_of(await desk.enter(key)) == (table, GM)

    @in_loop
    async def test_a_scene_that_runs_goes_on_with_dice_from_a_new_secret(self) -> None:
        async with a_group() as group:
            lines = await played(group)
            storage = MemoryStorage()
            async with desk_over(storage) as desk:
                table, key = await adopted(desk, lines)
                there = Group(storage, desk, table, key)
                there.scene = group.scene
                await there.play_out()
                await there.ask(do.Close(apply=False))
                events = [record.event for record in there.records()]
                scene = [each for each in events if isinstance(each, Played) and each.scene == group.scene]
                kinds = [each.record["kind"] for each in scene]
                assert kinds.count("secret_lost") == 1
                assert kinds.count("committed") == 2
                assert kinds[-1] == "secret_shown"

    @in_loop
    async def test_old_links_open_nothing_at_the_new_table(self) -> None:
        async with a_group() as group:
            lines = await played(group)
            async with desk_over(MemoryStorage()) as desk:
                await adopted(desk, lines)
                for key in (group.key, group.ana_key):
                    with pytest.raises(Refused):
                        await desk.enter(key)

    @in_loop
    async def test_neither_keys_nor_dice_secrets_leave(self) -> None:
        async with a_group() as group:
            text = b"".join(await played(group))
            secret = group.storage.secret(group.table, group.scene)
            assert secret
            hidden = [secret, secret.hex().encode()]
            for key in (group.key, group.ana_key):
                token = keys.token_of(key)
                hidden += [key.encode(), token.encode(), keys.hash_of_key(key), keys.hash_of_token(token)]
                hidden += [keys.hash_of_key(key).hex().encode(), keys.hash_of_token(token).hex().encode()]
            assert [each for each in hidden if each in text] == []

    @in_loop
    async def test_a_table_that_is_dropped_meanwhile_ends_the_export_short(self) -> None:
        async with a_group() as group:
            pieces = exported(group.desk, group.table, GM, "en")
            lines = [await anext(pieces)]
            group.storage.drop(group.table)
            lines += [line async for line in pieces]
            assert refusals(lines) == [("archive.cut", 1)]

    @pytest.mark.parametrize("pair", PAIRS, ids=[pair.name for pair in PAIRS])
    def test_every_rule_set_s_scenes_come_back_to_where_they_stood(self, pair: Pair) -> None:
        one, _ = play(pair, lambda after: None)
        lines = [archive.head("The pair", len(one.records)), *map(line_of, one.records)]
        again = Room.of("again", archive.read(lines))
        for held in one.room.campaign.scenes.values():
            if held.status != "prepared":
                there, here = again.session(held.id), one.room.session(held.id)
                assert (there.state, there.records) == (here.state, here.records)
        assert again.campaign == one.room.campaign

    def test_a_scene_that_committed_to_nothing_gets_no_secret(self) -> None:
        one, _ = play(session_pair.PAIR, lambda after: None)
        begun = next(n for n, record in enumerate(one.records) if record.event.kind == "played")
        records, secrets = archive.moved(one.records[: begun + 1], Time())
        assert (records, secrets) == (one.records[: begun + 1], {})

    def test_what_moves_says_that_its_secret_is_gone(self) -> None:
        one, _ = play(fight_pair.PAIR, lambda after: None)
        records, secrets = archive.moved(one.records, Time())
        assert list(secrets) == [held.id for held in one.room.campaign.scenes.values() if not held.of]
        room = Room.of("again", records)
        (scene,) = secrets
        assert [type(record.event) for record in room.session(scene).records[-2:-1]] == [SecretLost]
        assert room.session(scene).commitment


def line_of(record: Record) -> bytes:
    return encode(record) + b"\n"


class SampleTests:
    def test_a_campaign_of_version_1_is_still_read(self) -> None:
        records = archive.read(SAMPLE.read_bytes().splitlines(keepends=True))
        room = Room.of("old", records)
        assert (room.campaign.title, room.campaign.minutes) == ("Night shift", 90)
        assert [(held.title, held.status) for held in room.campaign.scenes.values()] == [
            ("Front desk", "running")
        ]
        (scene,) = room.campaign.scenes
        assert len(room.session(scene).steps) == 4

    def test_it_has_events_of_older_versions(self) -> None:
        lines = [json.loads(line) for line in SAMPLE.read_bytes().splitlines()[1:]]
        thrown = [line["payload"]["record"] for line in lines if line["kind"] == "played"]
        assert {line["version"] for line in thrown if line["kind"] == "thrown"} == {1}

    def test_an_older_header_is_lifted_step_by_step(self) -> None:
        def name_events(said: dict[str, Any]) -> dict[str, Any]:
            return {"format": said["format"], "title": said["name"], "events": said["count"]}

        old = {"format": archive.FORMAT, "name": "Old", "count": 3}
        assert archive.lifted(old, 1, (name_events,)) == Header(title="Old", events=3)


class RefusalTests:
    """The sample with something wrong in it."""

    def lines(self) -> list[bytes]:
        return SAMPLE.read_bytes().splitlines(keepends=True)

    @pytest.mark.parametrize(
        ("first", "reason"),
        [
            (b"", "archive.foreign"),
            (b"[]", "archive.foreign"),
            (b'{"format": "other", "version": 1, "title": "x", "events": 3}', "archive.foreign"),
            (b'{"format": "contrecoup-campaign", "version": 0}', "archive.foreign"),
            (b'{"format": "contrecoup-campaign", "version": true}', "archive.foreign"),
            (b'{"format": "contrecoup-campaign", "version": 2}', "archive.version_newer"),
            (b'{"format": "contrecoup-campaign", "version": 1, "events": 3}', "archive.header"),
            (
                b'{"format": "contrecoup-campaign", "version": 1, "title": "x", "events": 0}',
                "archive.too_many",
            ),
            (b"[" * 100_000, "archive.foreign"),
            (b"\xff\xfe", "archive.foreign"),
        ],
    )
    def test_a_first_line_that_is_no_header(self, first: bytes, reason: str) -> None:
        assert refusals([first + b"\n", *self.lines()[1:]]) == [(reason, 1)]

    def test_nothing_at_all(self) -> None:
        assert refusals([]) == [("archive.foreign", 1)]

    def test_each_line_that_cannot_be_read_is_named(self) -> None:
        lines = self.lines()
        lines[3], lines[5] = b"{\n", b'{"sequence": 5}\n'
        assert refusals(lines)[:2] == [("log.damaged", 4), ("log.foreign", 6)]

    def test_a_campaign_that_was_cut_short(self) -> None:
        lines = self.lines()
        assert refusals(lines[:-2]) == [("archive.cut", len(lines) - 2)]

    def test_a_line_that_is_missing(self) -> None:
        lines = self.lines()
        assert refusals([*lines[:4], *lines[5:]])[0] == ("log.gap", 5)

    def test_an_event_that_does_not_fit_the_campaign(self) -> None:
        def take_another(line: dict[str, Any]) -> None:
            line["payload"]["sheet"] = "nowhere"

        lines = self.lines()
        seat = next(n for n, line in enumerate(lines) if b'"kind":"seat_made"' in line)
        assert refusals(self.changed(lines, seat, take_another)) == [("table.no_sheet", seat + 1)]

    def test_an_event_that_the_rules_refuse_is_named_by_its_line(self) -> None:
        lines = self.lines()
        number = next(n for n, line in enumerate(lines) if b'"kind":"thrown"' in line)

        def cheat(line: dict[str, Any]) -> None:
            line["payload"]["record"]["payload"]["value"] += 1

        found = refusals(self.changed(lines, number, cheat))
        assert found[0] == ("play.event_refused", number + 1)
        assert found[1] == ("play.result_differs", number + 1)

    def changed(
        self, lines: list[bytes], number: int, change: Callable[[dict[str, Any]], None]
    ) -> list[bytes]:
        line = json.loads(lines[number])
        change(line)
        return [*lines[:number], json.dumps(line).encode() + b"\n", *lines[number + 1 :]]

    def test_no_more_faults_are_told_than_anybody_reads(self) -> None:
        assert len(refusals([self.lines()[0], *[b"{\n"] * 1_000])) == archive.MOST_FAULTS

    @settings(deadline=None, max_examples=150)
    @given(data=st.data())
    def test_whatever_is_done_to_a_line_is_read_or_refused(self, data: st.DataObject) -> None:
        lines = self.lines()
        number = data.draw(st.integers(0, len(lines) - 1))
        line = bytearray(lines[number])
        for _ in range(data.draw(st.integers(1, 4))):
            line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
        lines[number] = bytes(line)
        records, faults = read_or_refused(lines)
        if records is None:
            assert faults
            assert all(1 <= line <= len(lines) for _, line in faults)
        else:
            assert [read_line(each.rstrip(b"\n"), 1) for each in lines[1:]] == records

    @settings(deadline=None, max_examples=50)
    @given(st.lists(st.binary(max_size=200), max_size=5))
    def test_foreign_bytes_are_refused(self, lines: list[bytes]) -> None:
        assert refusals(lines)[0][1] == 1
