"""Servers killed at random moments under load, and one of two behind one database."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.web import plain
from tests.web.api.playing import Group
from tests.web.kills import run
from tests.web.served import PATIENCE, Frames, served

TABLES = 6


def test_nothing_that_was_acknowledged_is_lost_over_a_file(tmp_path: Path) -> None:
    assert run(3, ("--data", str(tmp_path / "tables.db")), {}) > 0


def test_nothing_that_was_acknowledged_is_lost_over_postgresql(postgres_url: str) -> None:
    assert run(2, (), {"CONTRECOUP_DATABASE_URL": postgres_url}) > 0


def test_when_one_of_two_servers_dies_every_viewer_of_every_table_ends_with_the_same_state(
    postgres_url: str,
) -> None:
    with (
        served(CONTRECOUP_DATABASE_URL=postgres_url) as first,
        served(CONTRECOUP_DATABASE_URL=postgres_url) as second,
    ):
        groups = [Group(first.address) for _ in range(TABLES)]
        last: dict[str, Any] = {}
        viewers = [threading.Thread(target=_follow, args=(second.address, group, last)) for group in groups]
        for viewer in viewers:
            viewer.start()
        for group in groups:
            group.player.answer(group.scene)
        first.kill()
        for group in groups:
            _note(second.address, group.gm.token, "the last word")
        for viewer in viewers:
            viewer.join(PATIENCE)
        for group in groups:
            followed, asked = last[group.table], _seen(second.address, group.screen.token)
            assert asked["scene"]["turn"] > 0
            assert followed["scene"] == asked["scene"]
            assert followed["notes"] == asked["notes"] == _seen(second.address, group.player.token)["notes"]
            group.close()


def _follow(address: str, group: Group, last: dict[str, Any]) -> None:
    """A viewer at the second server, until the last word reaches him: the state that he ends with."""
    headers = {"Authorization": f"Bearer {group.screen.token}"}
    with plain.stream("GET", f"{address}/api/v1/stream", headers=headers, timeout=PATIENCE) as answer:
        for state in _states(answer):
            if [note["text"] for note in state["notes"]] == ["the last word"]:
                last[group.table] = state
                return


def _states(answer: httpx.Response) -> Iterator[Any]:
    yield from (json.loads(event["data"]) for event in Frames(answer) if event.get("event") == "seen")


def _note(address: str, token: str, text: str) -> None:
    command = {"do": "note", "text": text, "audience": ["*"]}
    asked = {"request": text, "command": command}
    headers = {"Authorization": f"Bearer {token}"}
    answer = plain.post(f"{address}/api/v1/commands", json=asked, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text


def _seen(address: str, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    state: Any = plain.get(f"{address}/api/v1/table", headers=headers, timeout=PATIENCE).json()
    return state
