"""The map in the documentation, the import contract and the tree show the same project."""

import re
import tomllib
from typing import Any

import pytest

from tests.architecture.tree import ROOT, folders

MAP = (ROOT / "docs" / "map.md").read_text("utf-8")


@pytest.mark.parametrize("parent", ["src/contrecoup", "tests"])
def test_every_folder_has_its_line_on_the_map_and_no_line_lacks_its_folder(parent: str) -> None:
    assert _mapped(parent) == folders(parent)


def test_the_import_contract_lists_exactly_the_packages_that_exist() -> None:
    layers = _contract("layers")["layers"]
    listed = {name.strip() for layer in layers for name in re.split(r"[|:]", layer)}
    assert listed == folders("src/contrecoup")


def test_every_page_that_the_map_names_exists() -> None:
    named = re.findall(r"`((?:src|tests|docs|examples|benchmarks)/[^`*<]+)`", MAP)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def _mapped(parent: str) -> set[str]:
    lines = re.findall(rf"^\| `{parent}/([^/`]+)/` \|.*\S.*\|$", MAP, re.MULTILINE)
    assert len(lines) == len(set(lines))
    return set(lines)


def _contract(kind: str) -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return next(contract for contract in contracts if contract["type"] == kind)
