"""Opening: the storage that a path or a URL names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from contrecoup.kernel import Refused, refusal
from contrecoup.storage.memory import MemoryStorage
from contrecoup.storage.port import Storage

if TYPE_CHECKING:  # SQLAlchemy takes a while to import, and memory does without
    from sqlalchemy.engine import URL


def open_storage(data: Path | None, url: str | None) -> Storage:
    """The storage behind a database's URL, else in a SQLite file, else in memory; its schema is today's.

    Refused where the two contradict one another, the URL is none that we know, or the database isn't ours
    to use; Unavailable where it doesn't answer.
    """
    if data is not None and url:
        raise Refused([refusal("storage.both")])
    if url:
        return _behind(_parsed(url))
    return MemoryStorage() if data is None else _in_file(data)


def open_to_read(data: Path | None, url: str | None) -> Storage:
    """The storage behind a database's URL or else in a SQLite file, which a server may have open, to read.

    It is neither made nor brought up to date. A file is read as it is at this moment and can't be written.
    Refused like `open_storage`, and where the file is missing or the schema isn't today's.
    """
    if data is not None and url:
        raise Refused([refusal("storage.both")])
    if url:
        return _behind(_parsed(url), to_read=True)
    if data is None:
        raise ValueError("memory has nothing to read")
    return _in_file(data, to_read=True)


def _in_file(path: Path, *, to_read: bool = False) -> Storage:
    if to_read:
        from contrecoup.storage.reader import SqliteReader

        return SqliteReader.open(path)
    from contrecoup.storage.sqlite import SqliteStorage

    return SqliteStorage.open(path)


def _parsed(url: str) -> URL:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise Refused([refusal("storage.url")]) from None


def _behind(url: URL, *, to_read: bool = False) -> Storage:
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        try:
            from contrecoup.storage.postgres import PostgresStorage
        except ImportError:  # the driver is an extra
            raise Refused([refusal("storage.no_driver")]) from None
        return PostgresStorage.open(url, to_read=to_read)
    if kind == "sqlite" and url.database not in (None, "", ":memory:"):
        return _in_file(Path(str(url.database)), to_read=to_read)
    raise Refused([refusal("storage.url")])
