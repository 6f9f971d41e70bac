"""Journals: the chunks of a sweep that are answered, one a line beside the output, so that nothing answered
is lost when it is interrupted."""

import os
from pathlib import Path
from typing import Final, Self

import msgspec

from contrecoup.files import lock
from contrecoup.kernel import Refused, refusal
from contrecoup.odds.outputs import unwritable
from contrecoup.odds.sweeps.cells import Answered

SUFFIX: Final = ".journal"


class _Head(msgspec.Struct, frozen=True):
    grid: str
    """The digest of the grid that is swept."""


class _Line(msgspec.Struct, frozen=True):
    chunk: int
    rows: list[Answered]


class Journal:
    """The journal of one output, open and ours alone. `done` holds the chunks that it had when opened."""

    def __init__(self, path: Path, descriptor: int, done: dict[int, list[Answered]]) -> None:
        self._path, self._descriptor, self.done = path, descriptor, done
        self._is_kept = bool(done)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Close it; one that holds nothing, or nothing that is needed any more, is removed."""
        if not self._is_kept:
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def keep(self, chunk: int, rows: list[Answered]) -> None:
        """Write down a chunk; it is on the disk when this returns."""
        _append(self._path, self._descriptor, _Line(chunk, rows))
        self._is_kept = True

    def finish(self) -> None:
        """The output is written, and the journal not needed any more."""
        self._is_kept = False


def beside(output: Path) -> Path:
    """Where the journal of an output is."""
    return output.with_name(output.name + SUFFIX)


def begin(output: Path, digest: str, resume: bool) -> Journal:
    """The journal of an output, begun or gone on with.

    Refused where an interrupted sweep left one and `resume` isn't asked for, where it is another grid's,
    where another process is at it, and where it can't be written.
    """
    path = beside(output)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except (OSError, ValueError) as error:
        raise unwritable(output, error) from None
    try:
        return _opened(path, descriptor, digest, resume)
    except BaseException:
        os.close(descriptor)
        raise


def _opened(path: Path, descriptor: int, digest: str, resume: bool) -> Journal:
    if not lock(descriptor):
        raise Refused([refusal("sweep.at_work", file=str(path))])
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines or (len(lines) == 1 and not resume):
        os.ftruncate(descriptor, 0)
        _append(path, descriptor, _Head(digest))
        return Journal(path, descriptor, {})
    if not resume:
        raise Refused([refusal("sweep.interrupted", file=str(path))])
    done = _read(path, lines, digest)
    os.ftruncate(descriptor, len(whole))
    return Journal(path, descriptor, done)


def _read(path: Path, lines: list[bytes], digest: str) -> dict[int, list[Answered]]:
    """The chunks; a line that was cut short by a kill has no end and isn't among these."""
    try:
        head = msgspec.json.decode(lines[0], type=_Head)
        found = [msgspec.json.decode(line, type=_Line) for line in lines[1:]]
    except (ValueError, UnicodeDecodeError):
        raise Refused([refusal("sweep.no_journal", file=str(path))]) from None
    if head.grid != digest:
        raise Refused([refusal("sweep.other_grid", file=str(path))])
    return {line.chunk: line.rows for line in found}


def _append(path: Path, descriptor: int, line: _Head | _Line) -> None:
    """Add a line; what is written of one that doesn't fit any more is taken away again."""
    data = msgspec.json.encode(line) + b"\n"
    size = os.fstat(descriptor).st_size
    try:
        with os.fdopen(os.dup(descriptor), "ab", buffering=0) as file:
            while data:
                data = data[file.write(data) or 0 :]
        os.fsync(descriptor)
    except OSError as error:
        os.ftruncate(descriptor, size)
        raise unwritable(path, error) from None
