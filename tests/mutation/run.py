"""Changes the rules in small ways and sees that a test notices: `python tests/mutation/run.py [--short]`.

A mutant that lives on is a fault, unless it stands in looked_at.toml beside this file with the reason
why nobody could tell it from the original. `--short` tries one module of the dice and one of the rules.
"""

import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOOKED_AT = Path(__file__).with_name("looked_at.toml")
SHORT = ("contrecoup.dice.success.*", "contrecoup.rulesets.savage.rules.*")
DEAD = {"killed", "timeout", "caught by type check"}


class Mutant(NamedTuple):
    """A function, the line that was changed and what became of it."""

    function: str
    was: str
    became: str


def main(arguments: Sequence[str]) -> int:
    """Run, tell, and say whether every mutant was noticed."""
    chosen = SHORT if "--short" in arguments else ()
    done = _mutmut("run", *chosen)
    if done.returncode:
        sys.stdout.write(done.stdout[-4000:] + done.stderr[-4000:])
        return done.returncode
    verdicts = dict(_verdicts())
    alive = [name for name, verdict in verdicts.items() if verdict not in DEAD]
    unknown = [(name, mutant) for name, mutant in _shown(alive) if mutant not in _looked_at()]
    for name, mutant in unknown:
        sys.stdout.write(f"{name}: {verdicts[name]}\n  - {mutant.was}\n  + {mutant.became}\n")
    sys.stdout.write(f"{len(verdicts)} mutants, {len(alive)} alive, {len(unknown)} of them not looked at\n")
    return 1 if unknown or not verdicts else 0


def _verdicts() -> Iterator[tuple[str, str]]:
    for line in _mutmut("results", "--all", "true").stdout.splitlines():
        name, _, verdict = line.strip().rpartition(": ")
        if name and verdict != "not checked":
            yield name, verdict


def _shown(names: Sequence[str]) -> Iterator[tuple[str, Mutant]]:
    for name in names:
        lines = _mutmut("show", name).stdout.splitlines()
        was = " ".join(line[1:].strip() for line in lines if line.startswith("-") and line[:3] != "---")
        became = " ".join(line[1:].strip() for line in lines if line.startswith("+") and line[:3] != "+++")
        yield name, Mutant(name.rpartition("__mutmut_")[0], was, became)


def _looked_at() -> set[Mutant]:
    entries = tomllib.loads(LOOKED_AT.read_text("utf-8")).get("mutants", [])
    return {Mutant(entry["function"], entry["was"], entry["became"]) for entry in entries if entry["reason"]}


def _mutmut(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
