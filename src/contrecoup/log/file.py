"""A store in a file of JSON Lines: one event a line, on the disk before play goes on."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import msgspec

from contrecoup.files import lock
from contrecoup.kernel import Message, Refusal, Refused, message, refusal
from contrecoup.log.events import Record, Started
from contrecoup.log.lines import MOST_BYTES, decode, encode
from contrecoup.log.store import Reading, check_next

_BOM: Final = b"\xef\xbb\xbf"


class FileStore:
    """A log file open for appending, locked against other writers.

    A line that a crash cut short is cut off before the first append; a file with any other fault is
    never written to.
    """

    def __init__(self, path: Path, descriptor: int, reading: Reading, size: int) -> None:
        self._path = path
        self._descriptor = descriptor
        self._size = size
        self._count = len(reading.records)
        self.notices = reading.notices

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new log; Refused where the file is there already (a device such as /dev/null is written to)."""
        is_device = path.is_char_device()
        flags = os.O_WRONLY if is_device else os.O_RDWR | os.O_CREAT | os.O_EXCL
        store = cls(path, _opened(path, flags), Reading(), 0)
        if not is_device:
            store._take_lock()
            _keep_name(path.parent)
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """A log that is gone on with; Refused with every line that can't be read."""
        store = cls(path, _opened(path, os.O_RDWR), Reading(), 0)
        try:
            store._take_lock()
            reading = read(path)
            if reading.faults:
                raise Refused(reading.faults)
        except Refused:
            store.close()
            raise
        store._count, store.notices = len(reading.records), reading.notices
        store._mend_end(bool(reading.notices))
        return store

    def append(self, record: Record) -> None:
        if self._descriptor < 0:
            raise Refused([refusal("log.closed")])
        check_next(record, self._count)
        line = encode(record) + b"\n"
        try:
            _write(self._descriptor, line)
            _flush(self._descriptor)
        except OSError as error:
            self._cut_to(self._size)
            raise _unwritable(self._path, error) from None
        self._size += len(line)
        self._count += 1

    def read(self) -> Reading:
        return read(self._path)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _take_lock(self) -> None:
        if not lock(self._descriptor):
            self.close()
            raise Refused([refusal("log.locked", file=str(self._path))])

    def _mend_end(self, is_cut_short: bool) -> None:
        """Leave the file at the end of its last whole line."""
        data = self._path.read_bytes()
        try:
            if is_cut_short:
                os.ftruncate(self._descriptor, data.rfind(b"\n") + 1)
            self._size = os.lseek(self._descriptor, 0, os.SEEK_END)
            if self._size and not is_cut_short and not data.endswith(b"\n"):
                _write(self._descriptor, b"\n")
                self._size += 1
        except OSError as error:
            self.close()
            raise _unwritable(self._path, error) from None

    def _cut_to(self, size: int) -> None:
        with contextlib.suppress(OSError):  # what stays is recognised as cut short when it is read
            os.ftruncate(self._descriptor, size)
            os.lseek(self._descriptor, size, os.SEEK_SET)


def read(path: Path) -> Reading:
    """What a log file holds; Refused where there is no such file. Nothing is changed."""
    records: list[Record] = []
    faults: list[Refusal] = []
    notices: list[Message] = []
    for number, line, is_whole in _lines(path):
        try:
            record = decode(line, number)
        except Refused as refused:
            if not is_whole and records and not faults:
                notices.append(message("log.cut_short", line=number))
            else:
                faults.extend(refused.reasons)
            continue
        fault = _misplaced(record, records, number)
        if fault:
            faults.append(fault)
        records.append(record)
    if not records and not faults:
        return Reading(faults=(refusal("log.empty", file=str(path)),))
    placed = (msgspec.structs.replace(each, values=(*each.values, _file(path))) for each in faults)
    return Reading(tuple(records), tuple(placed), tuple(notices))


def _file(path: Path) -> tuple[str, str]:
    """Which file a line is in, as a value of its refusal."""
    return "file", str(path)


def _misplaced(record: Record, before: list[Record], number: int) -> Refusal | None:
    """Why a readable record can't stand in its place."""
    expected = before[-1].sequence + 1 if before else 1
    if record.sequence != expected:
        values = (("sequence", record.sequence), ("expected", expected))
        return Refusal("log.gap", values=values, line=number)
    if isinstance(record.event, Started) != (record.sequence == 1):
        return Refusal("log.start_misplaced", values=(("sequence", record.sequence),), line=number)
    return None


def _lines(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    """Number, bytes and wholeness of each line that isn't blank, in bounded memory."""
    if path.exists() and not path.is_file():
        raise Refused([refusal("log.no_file", file=str(path))])
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(MOST_BYTES + 2):
                number += 1
                is_whole = line.endswith(b"\n")
                while not is_whole and (rest := file.readline(MOST_BYTES)):
                    is_whole = rest.endswith(b"\n")
                if number == 1:
                    line = line.removeprefix(_BOM)
                if line.strip():
                    yield number, line.rstrip(b"\r\n"), is_whole
    except OSError as error:
        raise _unreadable(path, error) from None


def _opened(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), 0o644)
    except FileExistsError:
        raise Refused([refusal("log.exists", file=str(path))]) from None
    except FileNotFoundError as error:
        raise (_unwritable(path, error) if flags & os.O_CREAT else _unreadable(path, error)) from None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _keep_name(folder: Path) -> None:
    """Bring a new file's name to the disk, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _flush(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP} or stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise


def _unwritable(path: Path, error: Exception) -> Refused:
    number = error.errno if isinstance(error, OSError) else None
    if number in {errno.ENOSPC, errno.EDQUOT}:
        return Refused([refusal("log.disk_full", file=str(path))])
    if number in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return Refused([refusal("log.not_permitted", file=str(path))])
    return Refused([refusal("log.unwritable", file=str(path), fault=_fault(error))])


def _unreadable(path: Path, error: OSError) -> Refused:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Refused([refusal("log.missing", file=str(path))])
    return Refused([refusal("log.unreadable", file=str(path), fault=_fault(error))])


def _fault(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
