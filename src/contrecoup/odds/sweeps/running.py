"""Sweeps: every cell of a grid answered, kept as it is answered, and written once all are."""

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final, TypeAlias

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.outputs import hold_writable
from contrecoup.odds.sweeps import files
from contrecoup.odds.sweeps.arrangement import arranged
from contrecoup.odds.sweeps.cells import Answered, scene_of
from contrecoup.odds.sweeps.grid import Grid, Source, read
from contrecoup.odds.sweeps.journal import Journal, begin
from contrecoup.odds.sweeps.table import Table, in_order, table_of
from contrecoup.odds.sweeps.workers import chunks_here, chunks_in_pool, chunks_on_cluster, cores
from contrecoup.text import LANGUAGES

Progress: TypeAlias = Callable[[int, int], None]
"""Told the cells answered and all cells, at the start and after each chunk."""

MOST_WORKERS: Final = 256
_OF_THE_GRID: Final = ("scene.unknown_key", "scene.set_")
"""How ids of reasons begin that hold for every cell alike: a key that isn't there."""
_KINDS: Final = ("rules", "scene")


def sweep(
    grid: Source,
    output: str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    resume: bool = False,
    lang: str = "en",
    progress: Progress | None = None,
) -> Table:
    """The odds of every cell of a grid: a scene and lists of values for some of its keys.

    `grid` is a TOML file's path or a dictionary of the same form: `base` (a scene file's path, or the scene
    itself), `axes` ({"system.ice": ["d6", "d8"]}), `together` (axes that change together), `chunk`.
    `output` is where the table is written too: a name that ends in .parquet (extra `sweep`), .csv or
    .jsonl. Chunks are answered by `workers` processes (all cores where left out; 1: this process), or by
    the Dask `cluster` at an address (extra `cluster`); rows are the same to the last bit. A script that
    uses processes keeps its own work under `if __name__ == "__main__"`.

    A cell that can't be is a row with its reasons, in the language `lang`. Chunks are kept in a journal
    beside the output, so that `resume` goes on after an interruption. `progress` is told how far it is.

    Refused for a grid that can't be, an output that can't be written, an interrupted sweep's journal where
    `resume` isn't said, a cluster that doesn't answer.
    """
    path = None if output is None else Path(output)
    _hold_options(path, workers, cluster, resume, lang)
    if path is not None:
        files.prepare(path)
        hold_writable(path)
    given = read(grid)
    _hold_keys(given)
    given = arranged(given)
    opened = nullcontext() if path is None else begin(path, _digest(given), resume)
    with opened as journal:
        found = dict(journal.done) if journal else {}
        for chunk, rows in _answers(given, found, workers, cluster, progress):
            found[chunk] = rows
            if journal:
                journal.keep(chunk, rows)
        table = table_of(given, in_order(given, found), lang)
        _finish(table, path, journal)
    return table


def _digest(grid: Grid) -> str:
    from importlib.metadata import version  # processes that only answer have no use for it

    return grid.digest(version("contrecoup"))


def _finish(table: Table, path: Path | None, journal: Journal | None) -> None:
    if path is not None and journal is not None:
        files.write(table, path)
        journal.finish()


def _answers(
    grid: Grid,
    done: dict[int, list[Answered]],
    workers: int | None,
    cluster: str | None,
    progress: Progress | None,
) -> Iterator[tuple[int, list[Answered]]]:
    """The chunks that aren't done yet, as they are answered."""
    left = [chunk for chunk in range(grid.chunks) if chunk not in done]
    answered = sum(map(len, done.values()))
    tell = progress or (lambda _done, _all: None)
    tell(answered, grid.size)
    for chunk, rows in _chunks(grid, left, workers, cluster):
        yield chunk, rows
        answered += len(rows)
        tell(answered, grid.size)


def _chunks(
    grid: Grid, left: list[int], workers: int | None, cluster: str | None
) -> Iterator[tuple[int, list[Answered]]]:
    if cluster is not None:
        return chunks_on_cluster(grid, left, cluster)
    most = min(workers or cores(), len(left))
    return chunks_in_pool(grid, left, most) if most > 1 else chunks_here(grid, left)


def _hold_options(
    path: Path | None, workers: int | None, cluster: str | None, resume: bool, lang: str
) -> None:
    faults: list[Refusal] = []
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        faults.append(refusal("sweep.workers", "workers", got=workers, most=MOST_WORKERS))
    if workers is not None and cluster is not None:
        faults.append(refusal("sweep.workers_or_cluster", "workers"))
    if resume and path is None:
        faults.append(refusal("sweep.resume_what", "resume"))
    if lang not in LANGUAGES:
        faults.append(refusal("sweep.language", "lang", got=lang, accepted=", ".join(LANGUAGES)))
    if faults:
        raise Refused(faults)


def _hold_keys(grid: Grid) -> None:
    """Refuse a grid whose first cell names rules, scenes or keys that there aren't: no cell has them."""
    try:
        scene_of(grid.base, grid.meant(0))
    except Refused as refused:
        found = [
            grid.origin.of_scene(reason, grid.keys)
            for reason in refused.reasons
            if reason.id.startswith(_OF_THE_GRID) or reason.where in _KINDS
        ]
        if found:
            raise Refused(found, refused.domain) from None
