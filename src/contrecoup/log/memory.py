"""A store in memory: for tests, odds of a played scene, and play without a file."""

from collections.abc import Iterable

from contrecoup.kernel import Refused, refusal
from contrecoup.log.events import Record
from contrecoup.log.store import Reading, check_next


class MemoryStore:
    """Keeps events as long as the process lives."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records = list(records)
        self._is_open = True

    def append(self, record: Record) -> None:
        if not self._is_open:
            raise Refused([refusal("log.closed")])
        check_next(record, len(self._records))
        self._records.append(record)

    def read(self) -> Reading:
        return Reading(tuple(self._records))

    def close(self) -> None:
        self._is_open = False
