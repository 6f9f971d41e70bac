"""What the architecture tests look at: the repository's files, without what is made from them."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_MADE = {
    ".git",
    ".hypothesis",
    ".import_linter_cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "__pycache__",
    "_build",
    "build",
    "dist",
    "mutants",
    "node_modules",
}


def files(*suffixes: str, below: str = "") -> Iterator[Path]:
    """Every file of the repository below a folder, of these suffixes where any are given."""
    for folder, names, found in os.walk(ROOT / below):
        names[:] = sorted(name for name in names if name not in _MADE and not name.endswith(".egg-info"))
        for name in sorted(found):
            path = Path(folder, name)
            if not suffixes or path.suffix in suffixes:
                yield path


def folders(below: str) -> set[str]:
    """The folders right below a folder that hold any file of the repository."""
    return {path.relative_to(ROOT / below).parts[0] for path in files(below=below) if _is_nested(path, below)}


def shown(path: Path) -> str:
    """A path as a reader of the repository writes it."""
    return path.relative_to(ROOT).as_posix()


def _is_nested(path: Path, below: str) -> bool:
    return len(path.relative_to(ROOT / below).parts) > 1
