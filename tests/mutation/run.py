"""Changes the rules in small ways and sees that a test notices: `python tests/mutation/run.py [--short]`.

A mutant that lives on is a fault, unless it stands in looked_at.toml beside this file with the reason
why nobody could tell it from the original. `--short` tries one small module of rules in a copy of the
tree, which takes seconds; without it every module of the kernel, the dice and the rules is tried, which
takes long, keeps what it found in `mutants/` and goes on from there.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOOKED_AT = Path(__file__).with_name("looked_at.toml")
COPIED = ("src", "tests", "examples", "pyproject.toml", "hatch_build.py")
SHORT = {
    "only_mutate": ["src/contrecoup/rulesets/savage/rules/markers.py"],
    "pytest_add_cli_args_test_selection": [
        f"src/contrecoup/rulesets/savage/tests/test_{subject}.py"
        for subject in ("intrusion", "setups", "sides")
    ],
}
DEAD = {"killed", "timeout", "caught by type check"}


class Mutant(NamedTuple):
    """A function, the line that was changed and what became of it."""

    function: str
    was: str
    became: str


def main(arguments: Sequence[str]) -> int:
    """Run, tell, and say whether every mutant was noticed."""
    if "--short" not in arguments:
        return examine(ROOT)
    with tempfile.TemporaryDirectory() as name:
        return examine(_short_copy(Path(name)))


def examine(folder: Path) -> int:
    """Try the mutants of a tree as its settings say; 0 where each one was noticed or is known."""
    done = _mutmut(folder, "run")
    if done.returncode:
        sys.stdout.write(done.stdout[-4000:] + done.stderr[-4000:])
        return done.returncode
    verdicts = dict(_verdicts(folder))
    alive = [name for name, verdict in verdicts.items() if verdict not in DEAD]
    known = _looked_at()
    unknown = [(name, mutant) for name, mutant in _shown(folder, alive) if mutant not in known]
    for name, mutant in unknown:
        sys.stdout.write(f"{name}: {verdicts[name]}\n  - {mutant.was}\n  + {mutant.became}\n")
    sys.stdout.write(f"{len(verdicts)} mutants, {len(alive)} alive, {len(unknown)} of them not looked at\n")
    return 1 if unknown or not verdicts else 0


def _short_copy(folder: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    settings = (folder / "pyproject.toml").read_text("utf-8")
    for key, value in SHORT.items():
        settings = re.sub(rf"^{key} = .*$", f"{key} = {json.dumps(value)}", settings, flags=re.MULTILINE)
    (folder / "pyproject.toml").write_text(settings, "utf-8")
    return folder


def _verdicts(folder: Path) -> Iterator[tuple[str, str]]:
    for line in _mutmut(folder, "results", "--all", "true").stdout.splitlines():
        name, _, verdict = line.strip().rpartition(": ")
        if name and verdict != "not checked":
            yield name, verdict


def _shown(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Mutant]]:
    for name in names:
        lines = _mutmut(folder, "show", name).stdout.splitlines()
        was = " ".join(line[1:].strip() for line in lines if line.startswith("-") and line[:3] != "---")
        became = " ".join(line[1:].strip() for line in lines if line.startswith("+") and line[:3] != "+++")
        yield name, Mutant(name.rpartition("__mutmut_")[0], was, became)


def _looked_at() -> set[Mutant]:
    entries = tomllib.loads(LOOKED_AT.read_text("utf-8")).get("mutants", [])
    return {Mutant(entry["function"], entry["was"], entry["became"]) for entry in entries if entry["reason"]}


def _mutmut(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
