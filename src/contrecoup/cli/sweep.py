"""`contrecoup sweep`: the odds of many scenes, into one table."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from contrecoup.cli.bars import Bar
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
    bar = Bar(texts, "cli.sweep.cells") if sys.stderr.isatty() else None

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
