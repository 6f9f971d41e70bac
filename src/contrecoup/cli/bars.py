"""Bars: how far long work is, on the terminal's error stream."""

import sys

from contrecoup.text import Texts


class Bar:
    """A bar with how many are done, of how many, and the time that is left; `id` says what they are."""

    def __init__(self, texts: Texts, id: str) -> None:
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
        self._task = self._progress.add_task(texts.name(id), total=None)
        self._progress.start()

    def move(self, done: int, whole: int) -> None:
        """Show how far it is; a `whole` of 0 isn't known."""
        self._progress.update(self._task, completed=done, total=whole or None)

    def close(self) -> None:
        """Leave the bar as it stands."""
        self._progress.stop()
