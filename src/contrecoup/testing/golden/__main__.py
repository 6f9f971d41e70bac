"""`python -m contrecoup.testing.golden update|check PATH...`: fill golden files in, or compare them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from contrecoup.testing.golden.cases import BadCase, read
from contrecoup.testing.golden.comparing import difference, files, update


def main(arguments: Sequence[str]) -> int:
    """Exit 0: written, or all agree; 1: a case differs or can't be played; 2: no such command."""
    if len(arguments) < 2 or arguments[0] not in ("update", "check"):
        print(__doc__, file=sys.stderr)
        return 2
    paths = [each for path in map(Path, arguments[1:]) for each in (files(path) if path.is_dir() else [path])]
    return max([_done(arguments[0], path) for path in paths], default=0)


def _done(command: str, path: Path) -> int:
    try:
        if command == "update":
            print(f"{path}: {'filled in' if update(path) else 'as it was'}")
            return 0
        text = difference(read(path))
    except BadCase as bad:
        print(f"{path}: {bad}", file=sys.stderr)
        return 1
    if text:
        print(text)
    return 1 if text else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
