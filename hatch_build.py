"""Build hook: compiles gettext catalogues and modules beside their sources, so that commands start fast."""

import compileall
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> list[Path]:
    """Write each `.mo` file below the root that is missing or older than its `.po` file, and say which."""
    return [_compile(source) for source in sorted(root.rglob("*.po")) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


def _compile(source: Path) -> Path:
    with source.open("rb") as file:
        try:
            catalogue = read_po(file, abort_invalid=True)
        except PoFileError as error:
            error.add_note(str(source))
            raise
    target = source.with_suffix(".mo")
    with target.open("wb") as file:
        write_mo(file, catalogue)
    return target


def compile_modules(root: Path) -> None:
    """Keep the bytecode of each module below the root that has none or an older one.

    Installers do so for packages, not for a checkout that is installed in place; where Python keeps none
    by itself (PYTHONDONTWRITEBYTECODE) each start would compile them all again, which takes longer than
    solving a scene.
    """
    compileall.compile_dir(root, quiet=1)


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg] # its parameter, the builder's settings, isn't used
    """Compiles before the files of a wheel are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; the wheel takes the results as artifacts."""
        compile_catalogues(Path(self.root) / "src")
        compile_modules(Path(self.root) / "src")


if __name__ == "__main__":
    for written in compile_catalogues(Path(__file__).parent / "src"):
        sys.stdout.write(f"{written}\n")
    compile_modules(Path(__file__).parent / "src")
