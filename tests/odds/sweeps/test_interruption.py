"""An interrupted sweep goes on where it was, and comes to the same as one that nothing has interrupted."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import contrecoup
from contrecoup.odds.sweeps.journal import beside
from tests.odds.sweeps.grids import BASE, GRID

LONG = {
    "base": BASE,
    "axes": {
        "system.ice": ["d4", "d6", "d8", "d10", "d12"],
        "hacker.commlink.rating": [4, 6, 8, 10],
        "system.colour": ["green", "red"],
    },
    "chunk": 4,
}
_SCRIPT = f"""
import contrecoup
if __name__ == "__main__":
    contrecoup.sweep({LONG!r}, "out.csv", workers=2)
"""


def test_a_sweep_killed_at_a_random_moment_comes_to_the_same_when_resumed(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(_SCRIPT, "utf-8")
    journal = beside(tmp_path / "out.csv")
    process = subprocess.Popen([sys.executable, "script.py"], cwd=tmp_path, start_new_session=True)
    wanted = random.randrange(200, 20_000)
    while process.poll() is None and (not journal.exists() or journal.stat().st_size < wanted):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=30)
    assert not (tmp_path / "out.csv").exists()
    kept = journal.read_bytes()
    assert kept
    _wait_for_the_workers_to_end(process.pid)
    resumed = contrecoup.sweep(LONG, tmp_path / "out.csv", workers=1, resume=True)
    assert resumed == contrecoup.sweep(LONG, tmp_path / "whole.csv", workers=1)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "script.py", "whole.csv"]


def _wait_for_the_workers_to_end(group: int) -> None:
    """Processes of the pool notice that the first one is gone."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the pool's processes go on without the first one")


class _Stop(Exception):
    pass


def _interrupt(path: Path, after: int, grid: object = GRID, resume: bool = False) -> None:
    def progress(done: int, _cells: int) -> None:
        if done >= after:
            raise _Stop

    with pytest.raises(_Stop):
        contrecoup.sweep(grid, path, workers=1, progress=progress, resume=resume)  # type: ignore[arg-type]  # a dictionary


def test_what_was_answered_is_not_answered_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    _interrupt(path, 6)
    told: list[int] = []
    contrecoup.sweep(GRID, path, workers=1, resume=True, progress=lambda done, _: told.append(done))
    assert told == [6, 9, 12]


def test_a_line_that_was_cut_short_is_answered_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    _interrupt(path, 6)
    journal = beside(path)
    journal.write_bytes(journal.read_bytes()[:-20])
    _interrupt(path, 9, resume=True)
    table = contrecoup.sweep(GRID, path, workers=1, resume=True)
    assert table == contrecoup.sweep(GRID, workers=1)
    assert not journal.exists()


def test_an_interrupted_sweep_is_not_begun_again_unasked(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    _interrupt(path, 3)
    kept = beside(path).read_bytes()
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(GRID, path, workers=1)
    assert caught.value.reasons[0].id == "sweep.interrupted"
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(GRID | {"chunk": 4}, path, workers=1, resume=True)
    assert caught.value.reasons[0].id == "sweep.other_grid"
    assert beside(path).read_bytes() == kept


@pytest.mark.parametrize("content", [b"notes of mine\nand more\n", b'{"grid":1}\n{}\n', b"\xff\xfe\n\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "out.csv"
    beside(path).write_bytes(content)
    with pytest.raises(contrecoup.Refused) as caught:
        contrecoup.sweep(GRID, path, workers=1, resume=True)
    assert caught.value.reasons[0].id == "sweep.no_journal"
    assert beside(path).read_bytes() == content


def test_nothing_is_left_where_nothing_was_answered(tmp_path: Path) -> None:
    _interrupt(tmp_path / "out.csv", 0)
    assert list(tmp_path.iterdir()) == []


def test_two_processes_do_not_work_at_one_output(tmp_path: Path) -> None:
    from contrecoup.odds.sweeps.journal import begin

    with begin(tmp_path / "out.csv", "x", False), pytest.raises(contrecoup.Refused) as caught:
        begin(tmp_path / "out.csv", "x", True)
    assert caught.value.reasons[0].id == "sweep.at_work"
