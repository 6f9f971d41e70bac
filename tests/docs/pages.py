"""Documentation pages as tests read them: fenced blocks, the commands in them and what they print."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.docs import terminal

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^(`{3,})(\{[\w-]+\}|\w*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"# ([\w./-]+\.toml)\n")
_STATUS = re.compile(r"^\[(\d+)\]$")


class Block(NamedTuple):
    """A fenced block: language, text, the line where it starts, where its text lies in the page."""

    language: str
    text: str
    line: int
    span: tuple[int, int]


class Command(NamedTuple):
    """A command of a console block with what it prints and its exit status (a last line `[1]`; else 0)."""

    line: str
    printed: str
    status: int


def pages() -> list[Path]:
    """Every page whose examples run: the README, the contributors' page and the documentation."""
    found = [
        *ROOT.glob("*.md"),
        *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
    ]
    return sorted(path for path in found if path.parent != ROOT / "docs" / "rules")


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page's text, in order."""
    for match in _FENCE.finditer(page):
        yield Block(match[2], match[3], page.count("\n", 0, match.start()) + 1, match.span(3))


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block: each begins with `$ `, and goes on in lines that begin with `> `."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        typed = [lines.pop(0)]
        while lines and lines[0].startswith("> "):
            typed.append(lines.pop(0)[2:])
        status = _STATUS.match(lines[-1]) if lines else None
        shown = lines[:-1] if status else lines
        yield Command("\n".join(typed), plain("\n".join(shown)), int(status[1]) if status else 0)


def set_out(folder: Path) -> None:
    """Copy what the commands read into the folder where they run; logs are written beside scenes there."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("*.jsonl"))
    shutil.copytree(ROOT / "tests" / "contract" / "rulesets", folder / "tests" / "contract" / "rulesets")


def run(line: str, folder: Path, language: str) -> Command:
    """Run a command line as a reader would, in a folder and under a locale."""
    done = terminal.run(line, folder, language)
    return Command(line, plain(done.out), done.status)


def write_scene(block: Block, folder: Path) -> None:
    """Read a TOML block; write it where its first line names a file (`# scene.toml`)."""
    tomllib.loads(block.text)
    named = _NAMED.match(block.text)
    if named:
        path = folder / named[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")


def language_of(page: Path) -> str:
    """The locale in which a page's commands run."""
    return "fr_FR" if "fr" in page.parts or page.name.endswith(".fr.md") else "en_GB"


def plain(text: str) -> str:
    """A text without spaces at the ends of lines and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
