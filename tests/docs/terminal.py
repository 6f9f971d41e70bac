"""Command lines as a reader types them, in a terminal of 100 columns without colours.

The program's own part of a line runs in this process: to start Python anew takes longer than most commands
do, and `tests/cli/test_running.py` has the real one. A shell runs the rest of a pipeline, and whatever
redirects or sets a variable.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from contrecoup.cli import main

_QUOTED = r"""'[^']*'|"[^"]*\""""
_PART = re.compile(rf"(?:[^|'\"]|{_QUOTED})+")
_JOINED = re.compile(r"\|\||[&;\n]")
_OF_THE_SHELL = re.compile(r"[<>$`*?~\\]")


class Done(NamedTuple):
    """What a line or a part of it wrote, to where the next part reads and to the terminal, and its status."""

    out: str
    told: str
    status: int


def run(line: str, folder: Path, language: str) -> Done:
    """All that a line shows and its exit status, run in a folder under a locale."""
    parts = [line] if _JOINED.search(_bare(line)) else _PART.findall(line)
    done, told = Done("", "", 0), ""
    with _reader(folder, language):
        for place, part in enumerate(parts, 1):
            step = _run_here if _is_ours(part) else _run_in_shell
            done = step(part, done.out, place == len(parts))
            told += done.told
    return Done(told + done.out, "", done.status)


@contextlib.contextmanager
def _reader(folder: Path, language: str) -> Generator[None]:
    """The environment of somebody of that language."""
    ours = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "LC_MESSAGES": f"{language}.UTF-8",
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    with mock.patch.dict(os.environ, ours), contextlib.chdir(folder):
        for wish in ("LANGUAGE", "LC_ALL"):
            os.environ.pop(wish, None)
        yield


def _is_ours(part: str) -> bool:
    return part.split(maxsplit=1)[0] == "contrecoup" and not _OF_THE_SHELL.search(_bare(part))


def _bare(line: str) -> str:
    """A line without what is quoted in it."""
    return re.sub(_QUOTED, "", line)


def _run_here(part: str, typed: str, is_last: bool) -> Done:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = out if is_last else io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    keys = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", keys),
    ):
        status = main(shlex.split(part)[1:])
    return Done(_written(out), "" if is_last else _written(err), status)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _run_in_shell(part: str, typed: str, is_last: bool) -> Done:
    done = subprocess.run(
        ["/bin/sh", "-c", part],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if is_last else subprocess.PIPE,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Done(done.stdout, done.stderr or "", done.returncode)
