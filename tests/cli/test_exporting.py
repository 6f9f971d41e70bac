"""Campaigns go out of a file of tables and into another one."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from contrecoup.cli import main
from contrecoup.storage import open_storage
from contrecoup.table import commands as do
from contrecoup.table.takeaways import recapped
from tests.table.desks import Group, Time, desk_over

Output = pytest.CaptureFixture[str]


async def _fill(path: Path) -> tuple[str, str]:
    """A table with a scene that runs; its id and its player's."""
    with closing(open_storage(path, None)) as storage:
        async with desk_over(storage, Time()) as desk:
            group = Group(storage, desk, *await desk.found("Night shift", "en"))
            await group.gather()
            await group.ask(do.Note(text="They will be betrayed."))
            await group.begin()
            for _ in range(3):
                await group.answer()
            return group.table, group.ana


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def group(data: Path) -> tuple[str, str]:
    return asyncio.run(_fill(data))


def run(output: Output, *line: object) -> tuple[int, dict[str, Any]]:
    code = main([*map(str, line), "--json"])
    return code, json.loads(output.readouterr().out)


def test_a_campaign_goes_to_another_file_of_tables(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output
) -> None:
    out, other = tmp_path / "night.jsonl", tmp_path / "other.db"
    code, said = run(capsys, "export", "--data", data, "-o", out)
    assert (code, said) == (
        0,
        {"output": str(out), "table": group[0], "seat": "gm", "bytes": out.stat().st_size},
    )
    code, said = run(capsys, "import", out, "--data", other)
    assert (code, said["join"]) == (0, f"/join/{said['key']}")
    again = tmp_path / "again.jsonl"
    assert run(capsys, "export", said["table"], "--data", other, "-o", again)[0] == 0
    before, after = out.read_bytes().splitlines(), again.read_bytes().splitlines()
    assert after[1 : len(before)] == before[1:]


def test_a_player_s_export_is_his_own_log(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "ana.jsonl"
    assert run(capsys, "export", "--data", data, "--seat", group[1], "-o", out, "--lang", "fr")[0] == 0
    lines = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert (lines[0]["format"], lines[0]["name"], lines[0]["lang"]) == ("contrecoup-log", "Ana", "fr")
    assert "betrayed" not in out.read_text()
    code, said = run(capsys, "import", out, "--data", tmp_path / "other.db")
    assert (code, [(each["id"], each["line"]) for each in said["refused"]]) == (1, [("archive.foreign", 1)])


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_recap_is_what_the_table_tells_the_seat(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output, form: Any
) -> None:
    out = tmp_path / "recap"
    assert run(capsys, "export", "--data", data, "--as", form, "-o", out)[0] == 0

    async def told() -> str:
        with closing(open_storage(data, None)) as storage:
            async with desk_over(storage) as desk:
                return await recapped(desk, group[0], "gm", "en", form)

    assert out.read_text("utf-8") == asyncio.run(told())


@pytest.mark.parametrize(("lang", "said"), [("en", "at table"), ("fr", "à la table")])
def test_the_way_in_is_said_in_both_languages(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output, lang: str, said: str
) -> None:
    out = tmp_path / "night.jsonl"
    assert main(["export", group[0], "--data", str(data), "-o", str(out), "--lang", lang]) == 0
    assert str(out.name) in capsys.readouterr().out.replace("\n", "")
    assert main(["import", str(out), "--data", str(tmp_path / "other.db"), "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert said in told
    assert "/join/" in told


def test_a_file_that_is_there_stays(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "dear.jsonl"
    out.write_text("dear to somebody")
    code, said = run(capsys, "export", "--data", data, "-o", out)
    assert (code, said["refused"][0]["id"], out.read_text()) == (1, "cli.export.exists", "dear to somebody")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["export", "nowhere", "--data", "DATA", "-o", "OUT"], "cli.export.no_table"),
        (["export", "--data", "MISSING", "-o", "OUT"], "storage.missing"),
        (["export", "--data", "DATA", "--seat", "nobody", "-o", "OUT"], "table.out"),
        (["export", "--data", "DATA", "-o", "FOLDER/none/x"], "cli.export.unwritable"),
        (["import", "MISSING", "--data", "DATA"], "cli.import.unreadable"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_no_file(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output, line: list[str], reason: str
) -> None:
    names = {"DATA": data, "OUT": tmp_path / "out", "MISSING": tmp_path / "missing"}
    given = [names.get(each, each.replace("FOLDER", str(tmp_path))) for each in line]
    code, said = run(capsys, *given)
    assert (code, said["refused"][0]["id"]) == (1, reason)
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "missing").exists()


def test_where_there_are_several_tables_one_is_named(
    data: Path, group: tuple[str, str], tmp_path: Path, capsys: Output
) -> None:
    asyncio.run(_fill(data))
    code, said = run(capsys, "export", "--data", data, "-o", tmp_path / "out")
    assert (code, said["refused"][0]["id"]) == (1, "cli.export.no_table")
    assert group[0] in said["refused"][0]["text"]
