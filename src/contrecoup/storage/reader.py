"""A reader: a SQLite file that another process may be writing, as it stood at one moment."""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final, NoReturn, Self

from sqlalchemy import Connection, Engine, Executable, create_engine

from contrecoup.kernel import Refused, refusal
from contrecoup.storage.database import Database, available
from contrecoup.storage.migrations import check_schema
from contrecoup.storage.port import Batch, Changed, Outcome, Shouted, Unavailable
from contrecoup.storage.readonly import connect_to_read
from contrecoup.storage.sqlite import is_not_a_database

_ONLY_READ: Final = "only opened to be read"


class SqliteReader(Database):
    """What the port reads, all of one moment: whatever is written meanwhile doesn't show.

    It takes no lock, keeps no snapshot, and is Unavailable for whoever wants to write. The journal can't be
    cut short while it is open, so it is closed soon.
    """

    def __init__(self, engine: Engine, moment: Connection) -> None:
        super().__init__(engine)
        self._moment = moment
        self._turn = Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """The file as it is now.

        Refused where it is missing, no file of tables, or of another version than this program's;
        Unavailable where it can't be read now.
        """
        if not path.is_file():
            raise Refused([refusal("storage.missing", file=str(path))])
        engine = create_engine("sqlite://", creator=lambda: connect_to_read(path))
        try:
            return cls(engine, _moment(engine, path))
        except (Refused, Unavailable) as fault:
            engine.dispose()
            if is_not_a_database(fault):
                raise Refused([refusal("storage.foreign", file=str(path))]) from None
            raise

    def keep_snapshot(self, table: str, sequence: int, version: int, data: bytes) -> None:
        """Keep none: it would only make the next opening quicker, and that is for those who write."""

    def _append(self, batches: Sequence[Batch]) -> list[Outcome]:
        _refuse()

    def _announce(self, connection: Connection, signal: Changed | Shouted) -> None:
        """Nothing is written, so nobody waits for it."""

    def _shout(self, signal: Shouted) -> None:
        _refuse()

    def _writing(self) -> NoReturn:
        _refuse()

    def _all(self, wanted: Executable) -> Sequence[Any]:
        self._check_open()
        with self._turn, available():
            return self._moment.execute(wanted).all()

    def _one(self, wanted: Executable) -> Any:
        self._check_open()
        with self._turn, available():
            return self._moment.execute(wanted).one_or_none()

    def close(self) -> None:
        with self._turn:
            self._moment.close()
            super().close()


def _moment(engine: Engine, path: Path) -> Connection:
    """A connection in a transaction, whose first look settles what it sees until it is closed."""
    with available():
        connection = engine.connect()
        try:
            connection.exec_driver_sql("BEGIN")
            check_schema(connection, str(path))
        except BaseException:
            connection.close()
            raise
    return connection


def _refuse() -> NoReturn:
    raise Unavailable(_ONLY_READ)
