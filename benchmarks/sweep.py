"""How fast is a sweep, and does it find what others find?

    python benchmarks/sweep.py

The grid of 500 intrusions of `benchmarks/odds.py`, and one of 5,000, swept by a pool of processes: from the
start of a new Python to the table on the disk; of the smaller one the start-up is taken off. The peer is
icepool's loop over the same cells in the same run; it does five of them, spread evenly, and its time is
scaled.
"""

import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

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
        cell, found = _peer(questions)
        start = _swept(folder, "tiny.toml")
        print(f"start-up (a grid of {len(SIZES)} cells): {start:.2f} s")
        _compare(folder, "small.toml", cell, found, start)
        _compare(folder, "large.toml", cell, {place * 10: each for place, each in found.items()}, 0)


def _peer(questions: list[Question]) -> tuple[float, dict[int, Figures]]:
    """icepool's seconds a cell, and what it found by place in the grid."""
    step = len(questions) // SHARE
    places = [row * step + (7 * row) % step for row in range(SHARE)]
    start = perf_counter()
    found = {place: IcepoolIntrusion(questions[place]).answer() for place in places}
    return (perf_counter() - start) / SHARE, found


def _swept(folder: Path, grid: str) -> float:
    """Seconds from the start of Python to the table on the disk."""
    start = perf_counter()
    subprocess.run([sys.executable, "script.py", grid, "out.csv"], cwd=folder, check=True)
    return perf_counter() - start


def _compare(folder: Path, grid: str, cell: float, found: dict[int, Figures], start: float) -> None:
    whole = _swept(folder, grid) - start
    rows = _rows(folder / "out.csv")
    theirs = cell * len(rows)
    for place, figures in found.items():
        _agree(rows[place], figures)
    how = "without" if start else "with"
    print(
        f"{len(rows):>6} cells: {whole:7.2f} s {how} start-up ({whole / len(rows) * 1e3:.2f} ms a cell); "
        f"icepool {theirs:8.1f} s (scaled from {SHARE} cells): {theirs / whole:7.0f} x  (wanted {WANTED})"
        f"{'' if theirs / whole >= WANTED else '   TOO SLOW'}"
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
