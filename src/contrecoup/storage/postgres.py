"""A storage in PostgreSQL: several server processes behind one database, woken by LISTEN and NOTIFY."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, Final, Self, cast

import msgspec
import psycopg
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL

from contrecoup.kernel import Refused
from contrecoup.storage.database import Database, available
from contrecoup.storage.migrations import check_schema, migrate
from contrecoup.storage.port import Batch, Changed, Outcome, Repeated, Shouted, Unavailable
from contrecoup.storage.settling import Asked, Settlement, Values, asked, settle
from contrecoup.storage.wire import CHANNEL, Listener, written

# a server's own settings can't loosen what an acknowledgement means, and nothing waits for ever
_SETTINGS: Final = " ".join(
    f"-c {setting}"
    for setting in (
        "synchronous_commit=on",
        "lock_timeout=10s",
        "statement_timeout=60s",
        "idle_in_transaction_session_timeout=60s",
        "timezone=UTC",
    )
)
_HEADS: Final = "SELECT id, head FROM tables WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
_DONE: Final = """
SELECT r.table_id, r.asker, r.request, r.first, r.last, r.digest FROM requests r
JOIN unnest(%s::text[], %s::text[], %s::text[]) AS asked(t, a, r)
ON r.table_id = asked.t AND r.asker = asked.a AND r.request = asked.r
"""
# everything that most appends write, and the words for other processes, in one statement with one value
_WRITE: Final = f"""
WITH given AS (SELECT %s::jsonb AS it),
new_rows AS (
    INSERT INTO rows (table_id, sequence, scene, line)
    SELECT table_id, sequence, scene, decode(line, 'base64') FROM given,
    jsonb_to_recordset(it -> 'rows') AS new(table_id text, sequence bigint, scene text, line text)
),
new_heads AS (
    UPDATE tables SET head = new.now FROM given,
    jsonb_to_recordset(it -> 'heads') AS new("of" text, now bigint) WHERE tables.id = new.of
),
new_requests AS (
    INSERT INTO requests (table_id, asker, request, first, last, digest)
    SELECT table_id, asker, request, first, last, decode(digest, 'base64') FROM given,
    jsonb_to_recordset(it -> 'requests')
    AS new(table_id text, asker text, request text, first bigint, last bigint, digest text)
)
SELECT pg_notify('{CHANNEL}', word) FROM given, jsonb_array_elements_text(it -> 'words') AS word
"""
_MOST_BYTES: Final = 8_000_000
"""Bytes of lines in one value; an imported campaign may hold far more than PostgreSQL's JSON does."""
_encode: Final = msgspec.json.Encoder().encode
_MIGRATING: Final = 7_265_102_301
"""The number of the lock that one process holds while it brings the schema up to date."""


class PostgresStorage(Database):
    """Everything that the port promises, for several processes at once."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        # a read is one statement: without a transaction around it, it is one trip instead of three
        self._reader = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._name = token_hex(8)
        self._listener = Listener(lambda: _connected(engine), self._name, self._hall)

    @classmethod
    def open(cls, url: URL, *, to_read: bool = False) -> Self:
        """The storage of a database, its schema brought up to date, unless it is only to be read.

        Refused where the database isn't ours or of a newer version, or, only to be read, of an older one;
        Unavailable where it doesn't answer.
        """
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args={"connect_timeout": 5, "options": _SETTINGS, "application_name": "contrecoup"},
            pool_size=8,
            pool_timeout=5,
        )
        try:
            with available(), engine.begin() as connection:
                connection.execute(text("SELECT pg_advisory_xact_lock(:it)"), {"it": _MIGRATING})
                settle_schema = check_schema if to_read else migrate
                settle_schema(connection, url.render_as_string(hide_password=True))
        except (Refused, Unavailable):
            engine.dispose()
            raise
        storage = cls(engine)
        storage._listener.start()
        return storage

    def _append(self, batches: Sequence[Batch]) -> list[Outcome]:
        with available(), self._driver() as connection:
            return self._kept(connection, batches)

    @contextmanager
    def _driver(self) -> Generator[psycopg.Connection[Any]]:
        """The driver's own connection; after a fault it is thrown away with all that it had begun."""
        try:
            pooled = self._engine.raw_connection()
            try:
                yield cast("psycopg.Connection[Any]", pooled.driver_connection)
            except BaseException:
                pooled.invalidate()
                raise
            finally:
                pooled.close()
        except (psycopg.OperationalError, psycopg.InternalError, psycopg.InterfaceError) as error:
            raise Unavailable(str(error)) from error

    def _kept(self, connection: psycopg.Connection[Any], batches: Sequence[Batch]) -> list[Outcome]:
        """Keep what can be kept, past SQLAlchemy and in two trips to the server: ask, then write.

        The end of the pipeline waits for the commit's own answer and raises what went wrong before it.
        `connection.commit()` inside would wait before everything has left, for ever where rows are long.
        """
        with connection.pipeline():
            heads = connection.execute(_HEADS, [list({batch.table for batch in batches})])
            names = [asked(batch) for batch in batches if batch.request]
            done = (
                connection.execute(_DONE, [list(each) for each in zip(*names, strict=True)]) if names else ()
            )
            found = dict(heads.fetchall())
            repeats: dict[Asked, Repeated] = {(t, a, r): Repeated(*rest) for t, a, r, *rest in done}
            settled = settle(batches, found, repeats)
            if not settled.is_empty:
                self._write(connection, settled)
            connection.execute(b"COMMIT", prepare=False)
        return settled.outcomes

    def _write(self, connection: psycopg.Connection[Any], settled: Settlement) -> None:
        *early, last = _parts(settled.rows)
        for part in early:
            connection.execute(_WRITE, [_encode({"rows": part}).decode()])
        new = {
            "rows": last,
            "heads": settled.heads,
            "requests": settled.requests,
            "words": [written(self._name, Changed(*changed)) for changed in settled.changed.items()],
        }
        connection.execute(_WRITE, [_encode(new).decode()])
        for secret in settled.secrets:
            connection.execute(self._writes.secret.encode(), secret)
        for table, change in settled.keys:
            key = {"hash": change.hash, "table_id": table, "seat": change.seat}
            connection.execute((self._writes.key if change.seat else self._writes.no_key).encode(), key)

    def _announce(self, connection: Connection, signal: Changed | Shouted) -> None:
        connection.execute(
            text("SELECT pg_notify(:channel, :word)"),
            {"channel": CHANNEL, "word": written(self._name, signal)},
        )

    def _shout(self, signal: Shouted) -> None:
        with self._writing() as connection:
            self._announce(connection, signal)

    def close(self) -> None:
        self._listener.close()
        super().close()


def _parts(rows: list[Values]) -> list[list[Values]]:
    """The rows in parts that one value can carry, one at least."""
    parts: list[list[Values]] = [[]]
    size = 0
    for row in rows:
        size += len(row["line"])
        if size > _MOST_BYTES and parts[-1]:
            parts.append([])
            size = len(row["line"])
        parts[-1].append(row)
    return parts


def _connected(engine: Engine) -> psycopg.Connection[Any]:
    """A connection of one's own, for listening."""
    with available():
        pooled = engine.raw_connection()
    connection = cast("psycopg.Connection[Any]", pooled.driver_connection)
    pooled.detach()
    connection.autocommit = True
    return connection
