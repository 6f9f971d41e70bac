"""Claims about rule pages: both languages, the same anchors, and examples that run."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from contrecoup.testing.catalogues import LANGUAGES
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.golden import BadCase, difference, parse
from contrecoup.testing.golden.comparing import compared
from contrecoup.testing.lines import listed
from contrecoup.testing.subject import Subject

_BLOCK = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```\s*$", re.MULTILINE | re.DOTALL)
_ANCHOR = re.compile(r"^\((?P<before>[\w-]+)\)=\s*\n+#|^#+ .*\{#(?P<behind>[\w-]+)\}\s*$", re.MULTILINE)
_NAMED = re.compile(r"^toml(?: file=|\n# )(?P<name>[\w.-]+\.toml)\n")
_SECONDS: Final = 60


class Block(NamedTuple):
    """A fenced block: the words of its opening line, its body, the line where it begins (from 1)."""

    info: str
    body: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in _BLOCK.finditer(text):
        yield Block(found["info"].strip(), found["body"], text.count("\n", 0, found.start()) + 1)


def anchors(text: str) -> tuple[str, ...]:
    """The anchors of a page's headings, in order."""
    text = _BLOCK.sub("", text)
    return tuple(found["before"] or found["behind"] for found in _ANCHOR.finditer(text))


def _page(subject: Subject, language: str) -> str:
    path = subject.folder / f"rules.{language}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@claim
def rule_pages_agree(subject: Subject) -> Iterator[str]:
    """There is a rule page in each language, with the same heading anchors in the same order."""
    found = {language: anchors(_page(subject, language)) for language in LANGUAGES}
    for language, names in found.items():
        if not names:
            yield f"rules.{language}.md is missing or has no anchors"
        yield from (f"rules.{language}.md has {name} twice" for name in set(names) if names.count(name) > 1)
    if found["en"] != found["fr"]:
        differing = listed(set(found["en"]) ^ set(found["fr"])) or "their order"
        yield f"the anchors of rules.en.md and rules.fr.md differ: {differing}"


@claim
def rules_named_exist(subject: Subject) -> Iterator[str]:
    """Each message that names a rule names an anchor of the rule pages."""
    known = {language: set(anchors(_page(subject, language))) for language in LANGUAGES}
    for sample in subject.samples:
        for state, ways in sample.explored.ways.items():
            for way in ways:
                for said in sample.ruleset.tell(sample.setup, state, way.answer, way.after):
                    for language in LANGUAGES:
                        if said.rule and said.rule not in known[language]:
                            yield f"{said.id} names the rule {said.rule}, not in rules.{language}.md"


@claim
def rule_pages_run(subject: Subject) -> Iterator[str]:
    """The examples of the rule pages are true: golden cases agree, commands print what stands below them."""
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            yield from page_faults(_page(subject, language), f"rules.{language}.md", language, Path(folder))


def page_faults(text: str, name: str, language: str, folder: Path) -> Iterator[str]:
    """What in a page's executable blocks is not true; files are written to and commands run in the folder."""
    for block in blocks(text):
        place = f"{name}, line {block.line}"
        named = _NAMED.search(f"{block.info}\n{block.body}")
        if block.info.split() == ["toml", "golden"]:
            yield from _golden_fault(block, place, folder)
        elif block.info.startswith("toml") and named:
            (folder / named["name"]).write_text(block.body, encoding="utf-8")
        elif block.info == "console":
            yield from (f"{place}: {fault}" for fault in _console_faults(block.body, language, folder))


def _golden_fault(block: Block, place: str, folder: Path) -> Iterator[str]:
    try:
        text = difference(parse(block.body, place, folder), partly=True)
    except BadCase as bad:
        text = str(bad)
    if text:
        yield text


def _console_faults(body: str, language: str, folder: Path) -> Iterator[str]:
    for command, expected in _commands(body):
        printed = run(command, language, folder)
        if not _is_like(expected, printed):
            yield f"{command}\n{compared(expected, printed, command)}"


def _is_like(expected: str, printed: str) -> bool:
    """Whether an output is the expected one: dots stand for anything, spaces for any spaces."""
    checker = doctest.OutputChecker()
    return checker.check_output(
        expected.replace("…", "..."), printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )


def _commands(body: str) -> Iterator[tuple[str, str]]:
    """Each command of ours with what stands below it: its output, and `[1]` where it fails."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, output = part.replace("\n> ", " ").partition("\n")
        if command.split()[:1] == ["contrecoup"]:
            yield command, _plain(output)


def _plain(text: str) -> str:
    """A text without spaces at the ends of lines and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def run(command: str, language: str, folder: Path) -> str:
    """What a command prints, refusals too; where it fails, its exit status stands at the end: `[1]`."""
    program = "import sys; from contrecoup.cli import main; sys.exit(main())"
    environment = {**os.environ, "LANG": f"{language}_{language.upper()}.UTF-8", "PYTHONUTF8": "1"}
    environment |= {"LANGUAGE": language, "LC_ALL": "", "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program, *shlex.split(command)[1:]],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    failed = f"\n[{done.returncode}]" if done.returncode else ""
    return _plain(done.stdout) + failed
