"""`contrecoup sweep`: the odds of many scenes, into one table."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, Misused, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.text import Texts

if TYPE_CHECKING:
    from contrecoup.odds.sweeps import Progress


def sweep(
    grid: Annotated[Path, Parameter(help="cli.sweep.grid")],
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="cli.sweep.output")],
    workers: Annotated[int | None, Parameter(name="--workers", help="cli.sweep.workers")] = None,
    cluster: Annotated[
        str | None, Parameter(name="--cluster", metavar="ADDRESS", help="cli.sweep.cluster")
    ] = None,
    resume: Annotated[bool, Parameter(name="--resume", negative="", help="cli.sweep.resume")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.odds.sweeps import sweep as swept

    if workers is not None and cluster is not None:
        raise Misused("cli.usage.workers_or_cluster")
    texts = Texts(chosen(lang))
    with _shown(texts, output) as progress:
        table = swept(
            grid,
            output,
            workers=workers,
            cluster=cluster,
            resume=resume,
            lang=texts.lang,
            progress=progress,
        )
    if json:
        write_json({"output": str(output), "cells": len(table.rows), "refused": table.refused})
        return
    screen = Screen()
    screen.paragraph(printable(texts.text("cli.sweep.done", count=len(table.rows), file=str(output))))
    if table.refused:
        screen.paragraph(texts.text("cli.sweep.refused", count=table.refused))


@contextmanager
def _shown(texts: Texts, output: Path) -> Generator["Progress"]:
    """A bar on the terminal's error stream; what is kept is said where the sweep is interrupted."""
    reached = [0, 0]
    bar = _Bar(texts) if sys.stderr.isatty() else None

    def progress(done: int, cells: int) -> None:
        reached[:] = done, cells
        if bar:
            bar.move(done, cells)

    try:
        yield progress
    except KeyboardInterrupt:
        if bar:
            bar.close()
        _say_interrupted(texts, output, *reached)
        raise
    finally:
        if bar:
            bar.close()


def _say_interrupted(texts: Texts, output: Path, done: int, cells: int) -> None:
    id = "cli.sweep.interrupted" if done else "cli.sweep.interrupted_early"
    said = texts.text(id, done=done, cells=cells, file=str(output))
    Screen(sys.stderr).paragraph(printable(said))


class _Bar:
    """A bar with cells answered, all cells, and the time that is left."""

    def __init__(self, texts: Texts) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn(texts.name("cli.sweep.left")),
            console=Console(file=sys.stderr),
        )
        self._task = self._progress.add_task(texts.name("cli.sweep.cells"), total=None)
        self._progress.start()

    def move(self, done: int, cells: int) -> None:
        """Show how far it is."""
        self._progress.update(self._task, completed=done, total=cells)

    def close(self) -> None:
        """Leave the bar as it stands."""
        self._progress.stop()
