"""How fast is a sweep, and does it find what others find?

    python benchmarks/sweep.py

The grid of 500 intrusions of `benchmarks/odds.py`, and one of 5,000, swept by a pool of processes: from the
start of a new Python to the table on the disk; of the smaller one the start-up is taken off. The peer is
icepool's loop over the same cells in the same run; it does five of them, spread evenly, before and after each
sweep, and its time is scaled. Beside seconds on the clock stand those of processors, all processes together,
which say more where the machine has something else to do.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from odds import SIZES, agree
from peers_odds import Figures, IcepoolIntrusion, Question

SHARE = 5
"""Cells that icepool does."""
WANTED = 500
_SCRIPT = (
    "import contrecoup, sys\nif __name__ == '__main__':\n    contrecoup.sweep(sys.argv[1], sys.argv[2])\n"
)
_GRID = """\
[base]
rules = "savage"
scene = "intrusion"
rulings.commlink_helps = false
hacker = {{ name = "Fast Joe", spirit = "d6", vigor = "d6", hacking = "d6", commlink = {{ rating = 6 }} }}
system = {{ colour = "green", ice = "d6" }}
[axes]
hacker.hacking = {dice}
hacker.wild_card = [true, false]
hacker.commlink.rating = {sizes}
system.colour = ["green", "red"]
system.ice = {dice}
"""
_LARGE = '"rulings.both_out" = ["ejected", "control"]\n"hacker.vigor" = {dice}\n'
"""Two axes more: both_out changes where a round leads, Vigor what becomes of who is hurt."""


def main() -> None:
    """Print both comparisons."""
    questions = [
        Question(hacking, wild, rating, red, ice)
        for hacking, wild, rating, red, ice in product(SIZES, (True, False), SIZES, (False, True), SIZES)
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dice = str([f"d{size}" for size in SIZES]).replace("'", '"')
        small = _GRID.format(dice=dice, sizes=list(SIZES))
        (folder / "small.toml").write_text(small, "utf-8")
        (folder / "large.toml").write_text(small + _LARGE.format(dice=dice), "utf-8")
        (folder / "script.py").write_text(_SCRIPT, "utf-8")
        tiny = "chunk = 1\n" + small.split("hacker.wild_card = [")[0]
        (folder / "tiny.toml").write_text(tiny, "utf-8")
        start = _swept(folder, "tiny.toml")
        whole = f"{start.clock:.2f} s ({start.processor:.2f} s of processors)"
        print(f"start-up (a grid of {len(SIZES)} cells): {whole}")
        _compare(folder, "small.toml", questions, start)
        _compare(folder, "large.toml", questions, Seconds(0, 0))


class Seconds(NamedTuple):
    """On the clock, and of processors by all processes together."""

    clock: float
    processor: float


@contextmanager
def _timed(spent: list[Seconds]) -> Generator[None]:
    """Adds what is spent inside to a list."""
    clock, processor = perf_counter(), _processor()
    yield
    spent.append(Seconds(perf_counter() - clock, _processor() - processor))


def _processor() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _peer(questions: list[Question]) -> tuple[Seconds, dict[int, Figures]]:
    """icepool's seconds a cell, and what it found by place in the grid."""
    step = len(questions) // SHARE
    places = [row * step + (7 * row) % step for row in range(SHARE)]
    spent: list[Seconds] = []
    with _timed(spent):
        found = {place: IcepoolIntrusion(questions[place]).answer() for place in places}
    return Seconds(*(each / SHARE for each in spent[0])), found


def _swept(folder: Path, grid: str) -> Seconds:
    """From the start of Python to the table on the disk."""
    spent: list[Seconds] = []
    with _timed(spent):
        subprocess.run([sys.executable, "script.py", grid, "out.csv"], cwd=folder, check=True)
    return spent[0]


def _compare(folder: Path, grid: str, questions: list[Question], start: Seconds) -> None:
    before, found = _peer(questions)
    spent = _swept(folder, grid)
    after, _ = _peer(questions)
    rows = _rows(folder / "out.csv")
    times = len(rows) // len(questions)
    for place, figures in found.items():
        _agree(rows[place * times], figures)
    print(f"{len(rows)} cells, {'without' if start.clock else 'with'} start-up:")
    for name, ours, off, *theirs in zip(("clock", "processors"), spent, start, before, after, strict=True):
        own, icepool = ours - off, sum(theirs) / 2 * len(rows)
        wanted = f"(wanted {WANTED})" if name == "clock" else ""
        print(
            f"  {name:<10} {own:7.2f} s ({own / len(rows) * 1e3:.2f} ms a cell); icepool {icepool:8.1f} s "
            f"(scaled from {SHARE} cells): {icepool / own:6.0f} x  {wanted}"
            f"{'   TOO SLOW' if wanted and icepool / own < WANTED else ''}"
        )


def _rows(path: Path) -> list[dict[str, Any]]:
    from contrecoup.odds.sweeps.files import read

    return list(read(path).rows)


def _agree(row: dict[str, Any], figures: Figures) -> None:
    left = {
        (int(key.rpartition(".")[2]), 0) if "hacker" in key else (0, int(key.rpartition(".")[2])): row[key]
        for key in row
        if key.startswith("left.")
    }
    agree(Figures(row["ends.control"], row["rounds.mean"], left), figures)


if __name__ == "__main__":
    main()
