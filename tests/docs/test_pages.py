"""Every example on every page runs and shows what the page says."""

import doctest
import re
from pathlib import Path

import pytest

from contrecoup.cli.application import COMMANDS
from contrecoup.log import decode
from tests.docs.pages import (
    ROOT,
    Block,
    blocks,
    commands,
    language_of,
    pages,
    plain,
    run,
    set_out,
    write_scene,
)

PAGES = pages()
RUN = {"console", "jsonl", "python", "toml"}
READ = {"ini", "json", "markdown", "nginx", "po", "sh", "text"}


def _shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    set_out(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=_shown)
def test_the_examples_of_a_page_run_in_order(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks(page.read_text("utf-8")):
        place = f"{_shown(page)}:{block.line}"
        if block.language == "console":
            _run_commands(block, folder, language_of(page), place)
        elif block.language == "python":
            _run_python(block, names, place)
        elif block.language == "toml":
            write_scene(block, folder)
        elif block.language == "jsonl":
            _read_log(block)


@pytest.mark.parametrize("page", PAGES, ids=_shown)
def test_every_block_says_what_it_is(page: Path) -> None:
    languages = {block.language for block in blocks(page.read_text("utf-8"))}
    assert {name for name in languages if not name.startswith("{")} <= RUN | READ


@pytest.mark.parametrize("page", PAGES, ids=_shown)
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=_shown)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text("utf-8"))
    assert [link for link in links if not _source((page.parent / link).resolve()).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_a_readme_fits_on_a_few_screens_and_begins_with_both_commands(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    assert len(lines) < 150
    assert {"make play", "make test"} <= {line.split("#")[0].strip() for line in lines[:20]}


def test_every_command_has_its_section_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    assert set(re.findall(r"^## (\w+)$", reference, re.MULTILINE)) == set(COMMANDS)


def _source(target: Path) -> Path:
    """The file that a link leads to; a rule set's page is made from its folder when the pages are built."""
    if target.parent != ROOT / "docs" / "rules":
        return target
    name, language, _ = target.name.split(".")
    return ROOT / "src" / "contrecoup" / "rulesets" / name / f"rules.{language}.md"


def _run_commands(block: Block, folder: Path, language: str, place: str) -> None:
    for wanted in commands(block):
        got = run(wanted.line, folder, language)
        assert got.status == wanted.status, f"{place}: {wanted.line}\n{got.printed}"
        assert _matches(wanted.printed, got.printed), f"{place}: {wanted.line}\n{got.printed}"


def _matches(wanted: str, got: str) -> bool:
    return doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)


def _read_log(block: Block) -> None:
    records = [decode(line.encode(), number) for number, line in enumerate(block.text.splitlines(), 1)]
    assert [record.sequence for record in records] == list(range(1, len(records) + 1))


def _run_python(block: Block, names: dict[str, object], place: str) -> None:
    if ">>> " not in block.text:
        exec(compile(block.text, place, "exec"), names)
        return
    printed: list[str] = []
    test = doctest.DocTestParser().get_doctest(block.text, names, place, place, block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=printed.append, clear_globs=False)
    names.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0, plain("".join(printed))
