"""The database: what SQLite and PostgreSQL have in common. How each appends stands in its own module."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, Executable, Select, delete, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from contrecoup.storage.hearing import Ear, Hall
from contrecoup.storage.port import (
    MOST_SEQUENCE,
    Batch,
    Changed,
    Entry,
    Heard,
    Kept,
    Outcome,
    Repeated,
    Row,
    Shouted,
    Snapshot,
    Table,
    Unavailable,
    checked_title,
    checked_word,
    is_name,
    is_name_or_none,
)
from contrecoup.storage.schema import KEYS, REQUESTS, ROWS, SECRETS, SNAPSHOTS, TABLES
from contrecoup.storage.statements import new_snapshot, new_table, writes

_OUR_FAULT: Final = (DataError, IntegrityError, ProgrammingError)


@contextmanager
def available() -> Generator[None]:
    """What a database that is down, locked, full or broken raises, as Unavailable; our own faults stay."""
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable(str(error)) from error
    except DBAPIError as error:
        if isinstance(error, _OUR_FAULT):
            raise
        raise Unavailable(str(error.orig)) from error


class Database(ABC):
    """A storage behind an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reader = engine
        self._writes = writes(engine.dialect)
        self._hall = Hall()
        self._is_open = True

    def create(self, table: str, title: str) -> bool:
        if not is_name(table):
            raise ValueError("not an id of a table")
        new = {"id": table, "title": checked_title(title), "head": 0}
        with self._writing() as connection:
            return connection.execute(new_table(self._engine.dialect), new).one_or_none() is not None

    def tables(self) -> Sequence[Table]:
        found = self._all(select(TABLES.c.id, TABLES.c.title, TABLES.c.head))
        return sorted((Table(*row) for row in found), key=lambda table: table.id)

    def drop(self, table: str) -> bool:
        if not is_name(table):
            return False
        with self._writing() as connection:
            is_gone = connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount > 0
            if is_gone:
                self._announce(connection, Changed(table, 0))
        if is_gone:
            self._hall.tell(Changed(table, 0))
        return is_gone

    def append(self, batches: Sequence[Batch]) -> list[Outcome]:
        if not batches:
            return []
        self._check_open()
        outcomes = self._append(batches)
        changed = {
            batch.table: outcome.head
            for batch, outcome in zip(batches, outcomes, strict=True)
            if batch.rows and isinstance(outcome, Kept)
        }
        for table, head in changed.items():
            self._hall.tell(Changed(table, head))
        return outcomes

    @abstractmethod
    def _append(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Keep batches in one transaction, other processes told with it; Unavailable."""

    @abstractmethod
    def _announce(self, connection: Connection, signal: Changed | Shouted) -> None:
        """Tell other processes when the transaction ends well."""

    def head(self, table: str) -> int | None:
        if not is_name(table):
            return None
        found = self._one(select(TABLES.c.head).where(TABLES.c.id == table))
        return None if found is None else found.head

    def read(self, table: str, after: int = 0, most: int | None = None) -> Sequence[Row]:
        most = None if most is None else _bounded(most)
        return self._rows(_rows_of(table, after).limit(most)) if is_name(table) else []

    def read_scene(self, table: str, scene: str, after: int = 0) -> Sequence[Row]:
        if not is_name(table) or not is_name_or_none(scene):
            return []
        return self._rows(_rows_of(table, after).where(ROWS.c.scene == scene))

    def _rows(self, wanted: Executable) -> Sequence[Row]:
        return [Row(*row) for row in self._all(wanted)]

    def request(self, table: str, asker: str, request: str) -> Repeated | None:
        if not (is_name(table) and is_name_or_none(asker) and is_name(request)):
            return None
        its = REQUESTS.c
        wanted = select(its.first, its.last, its.digest)
        found = self._one(wanted.where(its.table_id == table, its.asker == asker, its.request == request))
        return None if found is None else Repeated(*found)

    def key(self, hash: bytes) -> Entry | None:
        found = self._one(select(KEYS.c.table_id, KEYS.c.seat).where(KEYS.c.hash == hash))
        return None if found is None else Entry(*found)

    def secret(self, table: str, scene: str) -> bytes | None:
        if not is_name(table) or not is_name_or_none(scene):
            return None
        its = SECRETS.c
        found = self._one(select(its.secret).where(its.table_id == table, its.scene == scene))
        return None if found is None else found.secret

    def keep_snapshot(self, table: str, sequence: int, version: int, data: bytes) -> None:
        if not is_name(table):
            return
        new = {"table_id": table, "sequence": sequence, "version": version, "data": data}
        with self._writing() as connection:
            connection.execute(new_snapshot(self._engine.dialect), new)

    def snapshot(self, table: str) -> Snapshot | None:
        if not is_name(table):
            return None
        its = SNAPSHOTS.c
        found = self._one(select(its.sequence, its.version, its.data).where(its.table_id == table))
        return None if found is None else Snapshot(*found)

    def listen(self, heard: Heard) -> Ear:
        return self._hall.enter(heard)

    def shout(self, table: str, word: str) -> None:
        signal = Shouted(table, checked_word(table, word))
        self._shout(signal)
        self._hall.tell(signal)

    @abstractmethod
    def _shout(self, signal: Shouted) -> None:
        """Tell other processes a word; Unavailable."""

    def is_healthy(self) -> bool:
        try:
            return self._one(select(1)) is not None
        except Unavailable:
            return False

    def close(self) -> None:
        self._is_open = False
        self._engine.dispose()

    def _check_open(self) -> None:
        if not self._is_open:
            raise Unavailable("closed")

    def _all(self, wanted: Executable) -> Sequence[Any]:
        self._check_open()
        with available(), self._reader.connect() as connection:
            return connection.execute(wanted).all()

    def _one(self, wanted: Executable) -> Any:
        self._check_open()
        with available(), self._reader.connect() as connection:
            return connection.execute(wanted).one_or_none()

    @contextmanager
    def _writing(self) -> Generator[Connection]:
        """A transaction that writes."""
        self._check_open()
        with available(), self._engine.begin() as connection:
            yield connection


def _rows_of(table: str, after: int) -> Select[int, str, bytes]:
    wanted = select(ROWS.c.sequence, ROWS.c.scene, ROWS.c.line).where(ROWS.c.table_id == table)
    return wanted.where(ROWS.c.sequence > _bounded(after)).order_by(ROWS.c.sequence)


def _bounded(number: int) -> int:
    return min(max(number, 0), MOST_SEQUENCE)
