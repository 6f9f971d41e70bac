"""Nothing is put off: no reminders, no tests left out, no exemptions without a reason."""

import re
from pathlib import Path

import pytest

from tests.architecture.tree import files, shown

CODE = [
    path
    for folder in ("src", "tests", "benchmarks")
    for path in files(".py", below=folder)
    if path != Path(__file__)
]
_REMINDER = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError|HACK)\b")
_LEFT_OUT = re.compile(r"pytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b|unittest\.skip")
_EXEMPTION = re.compile(r"#\s*(?:type:\s*ignore|pyright:\s*ignore|noqa|pragma)\b")
_REASONED = re.compile(
    r"#\s*(?:type:\s*ignore\[[\w, -]+\]|pyright:\s*ignore\[\w+\]|noqa:\s*[A-Z]+\d+|pragma: no mutate)"
    r"[^#]*(?:#|-|:|—)\s*\w+"
)


@pytest.mark.parametrize("path", CODE, ids=shown)
def test_no_reminder_stands_in_the_code(path: Path) -> None:
    assert _found(_REMINDER, path) == []


@pytest.mark.parametrize("path", CODE, ids=shown)
def test_no_test_is_left_out(path: Path) -> None:
    assert _found(_LEFT_OUT, path) == []


@pytest.mark.parametrize("path", CODE, ids=shown)
def test_every_exemption_from_a_gate_is_narrow_and_has_its_reason_beside_it(path: Path) -> None:
    exempted = [line for line in _lines(path) if _EXEMPTION.search(line)]
    assert [line.strip() for line in exempted if not _REASONED.search(line)] == []


def _found(pattern: re.Pattern[str], path: Path) -> list[str]:
    return [line.strip() for line in _lines(path) if pattern.search(line)]


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()
