"""A storage in a SQLite file: one group's data, written by one process."""

import os
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, Self, cast

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from contrecoup.files import FileLock
from contrecoup.kernel import Refused, refusal
from contrecoup.storage.database import Database, available
from contrecoup.storage.migrations import migrate
from contrecoup.storage.port import Batch, Changed, Outcome, Repeated, Shouted, Unavailable
from contrecoup.storage.schema import REQUESTS, TABLES
from contrecoup.storage.settling import Asked, Settlement, asked, settle
from contrecoup.storage.statements import made

_SETTINGS: Final = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
_HEADER: Final = b"SQLite format 3\0"
_NOT_A_DATABASE: Final = 26
"""SQLite's number for a file that is something else."""


class SqliteStorage(Database):
    """Everything that the port promises, in one file with its journal and lock beside it."""

    def __init__(self, engine: Engine, lock: FileLock) -> None:
        super().__init__(engine)
        self._lock = lock
        self._turn = Lock()
        self._pen: sqlite3.Connection | None = None
        its = REQUESTS.c
        names = [its.table_id == bindparam("table"), its.asker == bindparam("asker")]
        done = select(its.first, its.last, its.digest).where(*names, its.request == bindparam("request"))
        self._head = made(select(TABLES.c.head).where(TABLES.c.id == bindparam("table")), engine.dialect)
        self._done = made(done, engine.dialect)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The storage of a file, made where there is none.

        Refused where another process writes it, it is no database of ours or of a newer version, or its
        folder can't be written; Unavailable where it can't be used now.
        """
        lock = _locked(path)
        _keep_private(path)
        engine = _engine(path)
        try:
            _check_header(path)
            with available(), engine.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                migrate(connection, str(path))
        except (Refused, Unavailable) as fault:
            engine.dispose()
            lock.release()
            if is_not_a_database(fault):
                raise Refused([refusal("storage.foreign", file=str(path))]) from None
            raise
        return cls(engine, lock)

    def _append(self, batches: Sequence[Batch]) -> list[Outcome]:
        with self._turn:
            try:
                return self._kept(self._opened(), batches)
            except BaseException as error:
                self._drop_pen()
                if isinstance(error, sqlite3.Error):
                    raise Unavailable(str(error)) from error
                raise

    def _kept(self, pen: sqlite3.Connection, batches: Sequence[Batch]) -> list[Outcome]:
        """Keep what can be kept, past SQLAlchemy: it would take longer than SQLite."""
        pen.execute("BEGIN IMMEDIATE")
        settled = settle(batches, self._heads(pen, batches), self._repeats(pen, batches))
        if settled.is_empty:
            pen.execute("ROLLBACK")
        else:
            self._write(pen, settled)
            pen.execute("COMMIT")
        return settled.outcomes

    def _heads(self, pen: sqlite3.Connection, batches: Sequence[Batch]) -> dict[str, int]:
        found = {}
        for table in {batch.table for batch in batches}:
            for (head,) in pen.execute(self._head, {"table": table}):
                found[table] = head
        return found

    def _repeats(self, pen: sqlite3.Connection, batches: Sequence[Batch]) -> dict[Asked, Repeated]:
        found = {}
        for batch in batches:
            if batch.request:
                names = {"table": batch.table, "asker": batch.asker, "request": batch.request}
                for first, last, digest in pen.execute(self._done, names):
                    found[asked(batch)] = Repeated(first, last, digest)
        return found

    def _write(self, pen: sqlite3.Connection, settled: Settlement) -> None:
        writes = self._writes
        for statement, values in (
            (writes.row, settled.rows),
            (writes.head, settled.heads),
            (writes.request, settled.requests),
            (writes.secret, settled.secrets),
        ):
            if values:
                pen.executemany(statement, values)
        for table, change in settled.keys:
            key = {"hash": change.hash, "table_id": table, "seat": change.seat}
            pen.execute(writes.key if change.seat else writes.no_key, key)

    def _opened(self) -> sqlite3.Connection:
        """The one connection that appends, kept open."""
        if self._pen is None:
            with available():
                pool = self._engine.raw_connection()
            self._pen = cast("sqlite3.Connection", pool.driver_connection)
            pool.detach()
        return self._pen

    def _drop_pen(self) -> None:
        """Close the connection after a fault; what it had begun is undone with it."""
        pen, self._pen = self._pen, None
        if pen is not None:
            with suppress(sqlite3.Error):
                pen.close()

    @contextmanager
    def _writing(self) -> Generator[Connection]:
        with self._turn, super()._writing() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def _announce(self, connection: Connection, signal: Changed | Shouted) -> None:
        """Nobody else writes this file, so nobody else waits for it."""

    def _shout(self, signal: Shouted) -> None:
        self._check_open()

    def close(self) -> None:
        super().close()
        with self._turn:
            self._drop_pen()
        self._lock.release()


def _locked(path: Path) -> FileLock:
    try:
        lock = FileLock.take(path.with_name(f"{path.name}.lock"))
    except OSError as error:
        raise Refused([refusal("storage.unwritable", file=str(path), fault=error.strerror or "")]) from None
    if lock is None:
        raise Refused([refusal("storage.locked", file=str(path))])
    return lock


def _keep_private(path: Path) -> None:
    """Make a new file that its owner alone can read: it will hold the secrets of dice."""
    with suppress(OSError):  # it is there, or SQLite will say better what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _check_header(path: Path) -> None:
    """Refused where the file is another program's: SQLite would write over one that is very short."""
    with suppress(OSError):  # SQLite says better what is wrong
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
        if start and start != _HEADER:
            raise Refused([refusal("storage.foreign", file=str(path))])


def _engine(path: Path) -> Engine:
    # the driver itself begins no transaction: what writes says so, what reads is one statement
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        paramstyle="named",
        connect_args={"isolation_level": None},
        pool_size=8,
        pool_timeout=5,
    )
    event.listen(engine, "connect", _set_up)
    return engine


def _set_up(connection: Any, _: object) -> None:
    for setting in _SETTINGS:
        connection.execute(setting).close()


def is_not_a_database(fault: Exception) -> bool:
    """Whether SQLite says by this fault that the file is something else."""
    cause = fault.__cause__
    original = cause.orig if isinstance(cause, DBAPIError) else cause
    return getattr(original, "sqlite_errorcode", 0) == _NOT_A_DATABASE
