"""Imports: types below, pure rules above them, then the muster and setups, the flow of scenes on top."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

FOLDER = Path(__file__).parents[1]
PACKAGE = "contrecoup.rulesets.machines"


def imported(path: Path) -> set[str]:
    """The modules of this rule set that a module names in any of its imports, wherever they stand."""
    found = [
        node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    names = {node.module or "" for node in found}
    names |= {f"{node.module}.{alias.name}" for node in found for alias in node.names}
    return {name.removeprefix(f"{PACKAGE}.") for name in names if name.startswith(f"{PACKAGE}.")}


def module(path: Path) -> str:
    """A module's name within the rule set."""
    return ".".join(path.relative_to(FOLDER).with_suffix("").parts)


def test_imports_flow_one_way() -> None:
    """No module imports one that imports it, not even inside a function or for types alone."""
    paths = [path for path in FOLDER.rglob("*.py") if path.parent.name != "tests" and path.stem != "__init__"]
    known = {module(path) for path in paths}
    order = [*TopologicalSorter({module(path): imported(path) & known for path in paths}).static_order()]
    assert {"fighter", "setup", "flow"} <= known
    assert order.index("fighter") < order.index("rules.attack") < order.index("setup") < order.index("flow")
