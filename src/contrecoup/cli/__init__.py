"""The command line: a thin adapter that parses, calls and renders. Its commands are imported as they run."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (without the program's name); the exit code: 0 done, 1 refused, 2 usage."""
    from contrecoup.cli.running import run

    return run(list(sys.argv[1:] if arguments is None else arguments))
