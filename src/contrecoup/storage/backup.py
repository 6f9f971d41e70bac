"""Backup: a copy of a SQLite file as it stands at one moment, while a server goes on writing it."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex

from contrecoup.kernel import Refused, refusal
from contrecoup.storage.names import VERSION_TABLE
from contrecoup.storage.readonly import connect_to_read


def back_up(data: Path, target: Path) -> int:
    """Copy a file of tables to a new one, whole and checked; how many tables it holds.

    Refused where the file is missing or no file of tables, the target is there already or can't be
    written, or the copy doesn't pass SQLite's own check. What isn't finished is taken away again.
    """
    if not data.is_file():
        raise Refused([refusal("storage.missing", file=str(data))])
    _reserve(target)
    part = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        count = _copied(data, part)
        _flush(part)
        part.replace(target)
        with suppress(OSError):  # some systems can't flush a folder's names
            _flush(target.parent)
    except BaseException as fault:
        target.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise _unwritable(target, fault) from None
        raise
    finally:
        for rest in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + rest).unlink(missing_ok=True)
    return count


def _reserve(target: Path) -> None:
    """Take the target's name, so that nobody's file is written over."""
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise Refused([refusal("storage.exists", file=str(target))]) from None
    except OSError as error:
        raise _unwritable(target, error) from None


def _copied(data: Path, part: Path) -> int:
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(connect_to_read(data)) as source, closing(sqlite3.connect(part)) as copy:
        try:
            _check_ours(source, data)
            source.backup(copy)  # in one go: a copy in steps begins anew whenever the server writes
        except sqlite3.Error as error:
            raise Refused([refusal("storage.not_copied", file=str(data), fault=str(error))]) from None
        return _checked(copy, data)


def _check_ours(source: sqlite3.Connection, data: Path) -> None:
    try:
        source.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "no such table" not in str(error):
            raise
        raise Refused([refusal("storage.foreign", file=str(data))]) from None


def _checked(copy: sqlite3.Connection, data: Path) -> int:
    """How many tables the copy holds; Refused where it isn't sound."""
    try:
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        broken = copy.execute("PRAGMA foreign_key_check").fetchone()
        count: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
        copy.execute("PRAGMA journal_mode = DELETE").close()  # one file, nothing beside it
    except sqlite3.Error as error:
        raise Refused([refusal("storage.damaged", file=str(data), fault=str(error))]) from None
    if found == "ok" and broken is not None:
        found = f"{broken[0]} without {broken[2]}"
    if found != "ok":
        raise Refused([refusal("storage.damaged", file=str(data), fault=str(found).splitlines()[0])])
    return count


def _flush(path: Path) -> None:
    """Bring a file, or a folder's names, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unwritable(target: Path, error: OSError) -> Refused:
    fault = error.strerror or str(error)
    return Refused([refusal("storage.unwritable", file=str(target), fault=fault)])
