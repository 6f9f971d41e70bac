"""Files and functions stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import files, shown

FILE_LINES = 400
FUNCTION_LINES = 60
CODE = [path for folder in ("src", "tests", "benchmarks") for path in files(".py", below=folder)]


@pytest.mark.parametrize("path", CODE, ids=shown)
def test_no_file_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= FILE_LINES


@pytest.mark.parametrize("path", CODE, ids=shown)
def test_no_function_is_longer_than_60_lines(path: Path) -> None:
    long = {name: length for name, length in _functions(path) if length > FUNCTION_LINES}
    assert not long


def _functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1
