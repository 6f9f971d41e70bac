"""Streams: every change reaches every viewer, none is lost, and who is out is out at once."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web import plain
from tests.web.api.playing import Group, Member
from tests.web.served import COMMAND, PATIENCE, served


def _seen(events: Iterator[dict[str, str]]) -> Any:
    """The next state that a stream sends."""
    for event in events:
        if event.get("event") == "seen":
            state = json.loads(event["data"])
            assert state["stamp"] == event["id"]
            return state
    raise AssertionError("the stream has ended")


def _until(events: Iterator[dict[str, str]], is_so: Callable[[Any], bool]) -> Any:
    """The first state of a stream that is so."""
    while not is_so(state := _seen(events)):
        pass
    return state


def test_a_stream_begins_with_what_the_page_would_show(group: Group) -> None:
    with group.player.follow() as events:
        first = _seen(events)
    seen = group.player.see()
    assert {**first, "stamp": "", "seats": ""} == {**seen, "stamp": "", "seats": ""}


def test_every_viewer_gets_the_state_that_a_command_led_to(group: Group) -> None:
    viewers = (group.gm, group.player, group.screen, group.player)  # the last on a second device
    with ExitStack() as stack:
        opened = [stack.enter_context(viewer.follow()) for viewer in viewers]
        receipt = group.player.answer(group.scene)
        for events in opened:
            state = _until(events, lambda state: state["scene"]["turn"] >= receipt["turn"])
            assert state["scene"]["log"][-1]["text"].endswith(": Connect to the system")


def test_whoever_has_the_present_state_gets_nothing_until_there_is_another(group: Group) -> None:
    with group.player.follow() as others:  # one who is here, so that coming and going changes nothing
        _until(others, lambda state: any(seat["is_here"] for seat in state["seats"]))
        for number, names in enumerate((("last",), ("since",), ("last", "since"))):
            stamp = group.player.see()["stamp"]
            got: list[Any] = []
            with group.player.follow(**{name: str(stamp) for name in names}) as events:
                reading = threading.Thread(target=_read, args=(events, got))
                reading.start()
                time.sleep(0.3)
                assert got == []
                group.gm.do({"do": "note", "text": f"note {number}", "audience": ["*"]})
                reading.join(PATIENCE)
                assert got[0]["notes"][-1]["text"] == f"note {number}"


def _read(events: Iterator[dict[str, str]], got: list[Any]) -> None:
    got.append(_seen(events))


def test_what_happens_between_the_page_and_its_stream_is_not_lost(group: Group) -> None:
    page = group.player.see()
    group.player.answer(group.scene)
    with group.player.follow(since=page["stamp"]) as events:
        assert _seen(events)["scene"]["turn"] > page["scene"]["turn"]


def test_what_is_secret_sends_nothing_to_others(group: Group) -> None:
    with group.player.follow() as events, group.player.follow() as last:
        _until(last, lambda state: any(seat["is_here"] for seat in state["seats"]))
        state = group.player.see()
        group.gm.do({"do": "note", "text": "the spider comes in the third round"})
        group.gm.do({"do": "fork", "to": 1}, group.scene)
        group.gm.do({"do": "note", "text": "open", "audience": ["*"]})
        frames: list[Any] = []
        while not frames or not frames[-1]["notes"]:
            frames.append(_seen(events))
    assert all(
        frame["stamp"] in (frames[0]["stamp"], state["stamp"]) or frame["notes"] for frame in frames[:-1]
    )
    assert [note["text"] for note in frames[-1]["notes"]] == ["open"]


@pytest.mark.parametrize("command", ["revoke_seat", "rotate_key"])
def test_a_seat_that_is_closed_is_out_on_every_open_connection(group: Group, command: str) -> None:
    with group.player.follow() as first, group.player.follow() as second, group.screen.follow() as other:
        for events in (first, second, other):
            _seen(events)
        start = time.monotonic()
        made = group.gm.do({"do": command, "seat": group.player.seat})
        for events in (first, second):
            *_, last = events
            assert last["event"] == "out"
        assert time.monotonic() - start < 2
        assert _seen(other)
    for path in ("/table", "/stream", "/session"):
        assert group.player.http.get(path).status_code == 401
    assert group.player.ask({"do": "choose", "option": "connect"}, group.scene, 0).status_code == 401
    key = made["key"]
    assert bool(key) == (command == "rotate_key")
    if key:
        entered = plain.post(f"{group.address}/api/v1/join", json={"key": key}).json()
        assert group.member(entered["session"]).see()["seat"] == group.player.seat


def test_a_seat_is_held_to_so_many_streams_and_gets_new_ones_for_old_ones(tmp_path: Path) -> None:
    with (
        served("--data", str(tmp_path / "tables.db"), program=COMMAND) as server,
        Group(server.address) as group,
    ):
        opened = [
            group.player.http.send(group.player.http.build_request("GET", "/stream"), stream=True)
            for _ in range(12)
        ]
        assert [answer.status_code for answer in opened] == [200] * 12
        refused = group.player.http.get("/stream")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        with group.screen.follow() as other:
            assert _seen(other)
        opened.pop().close()
        _soon(lambda: _opens(group.player))
        for answer in opened:
            answer.close()


def test_a_stream_of_a_scene_that_a_seat_may_not_know_is_refused(group: Group) -> None:
    assert group.player.http.get("/stream", params={"scene": "nowhere"}).status_code == 404


def test_an_idle_stream_says_now_and_then_that_it_is_there(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "tables.db"))
    with (
        served(*options, CONTRECOUP_TEST_HEARTBEAT="0.2") as server,
        Group(server.address) as group,
        group.player.follow() as events,
    ):
        _seen(events)
        assert any("comment" in event for event in events)


def _opens(member: Member) -> bool:
    with member.http.stream("GET", "/stream") as answer:
        return answer.status_code == 200


def _soon(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
