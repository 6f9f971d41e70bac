"""The command `export` beside a server that keeps on writing: what it would tell over HTTP, to the byte."""

from pathlib import Path
from typing import Any

import pytest

from contrecoup.cli import main
from tests.web import plain
from tests.web.api.playing import Group, Member
from tests.web.served import served


def _told(member: Member) -> bytes:
    answer = member.http.get("/export")
    assert answer.status_code == 200, answer.text
    return answer.content


def _exported(data: Path, *more: str) -> bytes:
    output = data.with_name("out")
    output.unlink(missing_ok=True)
    assert main(["export", "--data", str(data), "-o", str(output), *more]) == 0
    return output.read_bytes()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def test_a_campaign_is_exported_beside_its_server(data: Path) -> None:
    with served("--data", str(data)) as server, Group(server.address) as group:
        for member in (group.player, group.player, group.gm):
            member.answer(group.scene)
            assert _exported(data) == _told(group.gm)
        seat = ["--seat", group.player.seat, "--lang", "en"]
        assert _exported(data, *seat) == _told(group.player)
        group.gm.do({"do": "note", "text": "They go on while it is read."})
        beside, recap = _exported(data), _exported(data, "--as", "markdown")
        assert server.stop() == 0
    assert b"while it is read" in beside
    assert (beside, recap) == (_exported(data), _exported(data, "--as", "markdown"))


def test_a_server_begins_while_its_file_is_read_and_goes_on_after(data: Path, tmp_path: Path) -> None:
    with served("--data", str(data)) as server, Group(server.address):
        pass
    beside = _exported(data)  # the server was killed: what it had in its journal is read
    with served("--data", str(data)) as server:
        assert _exported(data) == beside
        assert plain.get(f"{server.address}/health").status_code == 200


def test_it_takes_no_lock_and_leaves_no_work(data: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    with served("--data", str(data)) as server, Group(server.address) as group:
        kept = group.gm.see()["stamp"]
        _exported(data)
        assert group.gm.see()["stamp"] == kept
        group.player.answer(group.scene)
        assert main(["import", str(data.with_name("out")), "--data", str(data), "--json"]) == 1
        assert '"storage.locked"' in capsys.readouterr().out  # what writes still waits for the server's end
