import json
from contextlib import closing
from pathlib import Path

import pytest

from contrecoup.cli import main
from contrecoup.storage import open_storage


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with closing(open_storage(path, None)) as storage:
        assert storage.create("t", "Harbour nights")
        assert storage.create("u", "Été")
    return path


def test_a_copy_is_made_and_counted(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", "--data", str(data), "-o", str(copy), "--json"]) == 0
    said = {"output": str(copy), "tables": 2, "bytes": copy.stat().st_size}
    assert json.loads(capsys.readouterr().out) == said
    with closing(open_storage(copy, None)) as copied:
        assert [table.title for table in copied.tables()] == ["Harbour nights", "Été"]


@pytest.mark.parametrize(("lang", "said"), [("en", "2 tables copied to"), ("fr", "2 tables copiées dans")])
def test_it_says_so_in_both_languages(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    assert main(["backup", "--data", str(data), "-o", str(tmp_path / "copy.db"), "--lang", lang]) == 0
    assert said in capsys.readouterr().out


def test_a_file_that_is_there_is_refused_with_its_name(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("dear to somebody")
    assert main(["backup", "--data", str(data), "-o", str(copy), "--json"]) == 1
    (refused,) = json.loads(capsys.readouterr().out)["refused"]
    assert (refused["id"], refused["file"]) == ("storage.exists", str(copy))
    assert copy.read_text() == "dear to somebody"


@pytest.mark.parametrize("given", [["--data", "x.db"], ["-o", "x.db"], []])
def test_both_files_must_be_named(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", *given]) == 2
    assert capsys.readouterr().err
