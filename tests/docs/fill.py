"""Writes what commands print now into the console blocks of pages: `python -m tests.docs.fill PAGE...`.

Output that says something else each time (`...` stands for it, a moment aside) is left as it stands. Read
the difference before it is committed: a page is a promise, and this only copies.
"""

import re
import sys
import tempfile
from pathlib import Path

from tests.docs.pages import Block, Command, blocks, commands, language_of, run, set_out, write_scene

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)")


def fill(page: Path) -> None:
    """Rewrite one page's console blocks."""
    text = page.read_text("utf-8")
    parts: list[str] = []
    done = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        set_out(folder)
        for block in blocks(text):
            if block.language == "toml":
                write_scene(block, folder)
            if block.language == "console":
                parts += [text[done : block.span[0]], _filled(block, folder, language_of(page))]
                done = block.span[1]
    page.write_text("".join([*parts, text[done:]]), "utf-8")


def _filled(block: Block, folder: Path, language: str) -> str:
    return "".join(_told(wanted, run(wanted.line, folder, language)) for wanted in commands(block))


def _told(wanted: Command, got: Command) -> str:
    printed = _MOMENT.sub("...", got.printed)
    if "..." in wanted.printed.replace("... UTC", "") and "..." not in got.printed:
        printed = wanted.printed
    typed = wanted.line.replace("\n", "\n> ")
    status = f"[{got.status}]\n" if got.status else ""
    return f"$ {typed}\n{printed}\n{status}" if printed else f"$ {typed}\n{status}"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        fill(Path(argument).resolve())
