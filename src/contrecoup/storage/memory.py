"""A storage in memory: for tests, trials and tables that nobody wants to keep."""

from bisect import bisect_right
from collections.abc import Sequence
from threading import RLock

from contrecoup.storage.hearing import Ear, Hall
from contrecoup.storage.port import (
    Absent,
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
    Stale,
    Table,
    checked_title,
    checked_word,
    is_name,
)


class _Kept:
    """What is kept for one table."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.rows: list[Row] = []
        self.scenes: dict[str, list[Row]] = {}
        self.requests: dict[tuple[str, str], Repeated] = {}
        self.secrets: dict[str, bytes] = {}
        self.snapshot: Snapshot | None = None


class MemoryStorage:
    """Everything that the port promises but lasting."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._tables: dict[str, _Kept] = {}
        self._keys: dict[bytes, Entry] = {}
        self._hall = Hall()

    def create(self, table: str, title: str) -> bool:
        if not is_name(table):
            raise ValueError("not an id of a table")
        with self._lock:
            if table in self._tables:
                return False
            self._tables[table] = _Kept(checked_title(title))
            return True

    def tables(self) -> Sequence[Table]:
        with self._lock:
            return [Table(id, kept.title, len(kept.rows)) for id, kept in sorted(self._tables.items())]

    def drop(self, table: str) -> bool:
        with self._lock:
            if self._tables.pop(table, None) is None:
                return False
            self._keys = {hash: entry for hash, entry in self._keys.items() if entry.table != table}
        self._hall.tell(Changed(table, 0))
        return True

    def append(self, batches: Sequence[Batch]) -> list[Outcome]:
        with self._lock:
            outcomes = [self._append(batch) for batch in batches]
        for batch, outcome in zip(batches, outcomes, strict=True):
            if isinstance(outcome, Kept) and batch.rows:
                self._hall.tell(Changed(batch.table, outcome.head))
        return outcomes

    def _append(self, batch: Batch) -> Outcome:
        kept = self._tables.get(batch.table)
        if kept is None:
            return Absent()
        asked = (batch.asker, batch.request)
        if batch.request and asked in kept.requests:
            return kept.requests[asked]
        if batch.after != len(kept.rows):
            return Stale(len(kept.rows))
        self._keep(kept, batch)
        if batch.request:
            kept.requests[asked] = Repeated(batch.after + 1, batch.last, batch.digest)
        return Kept(batch.last)

    def _keep(self, kept: _Kept, batch: Batch) -> None:
        kept.rows += batch.rows
        for row in batch.rows:
            kept.scenes.setdefault(row.scene, []).append(row)
        kept.secrets.update(batch.secrets)
        for change in batch.keys:
            if change.seat:
                self._keys[change.hash] = Entry(batch.table, change.seat)
            elif change.hash in self._keys and self._keys[change.hash].table == batch.table:
                del self._keys[change.hash]

    def head(self, table: str) -> int | None:
        with self._lock:
            kept = self._tables.get(table)
            return None if kept is None else len(kept.rows)

    def read(self, table: str, after: int = 0, most: int | None = None) -> Sequence[Row]:
        with self._lock:
            kept = self._tables.get(table)
            first = max(after, 0)
            return [] if kept is None else kept.rows[first : None if most is None else first + max(most, 0)]

    def read_scene(self, table: str, scene: str, after: int = 0) -> Sequence[Row]:
        with self._lock:
            kept = self._tables.get(table)
            rows = [] if kept is None else kept.scenes.get(scene, [])
            return rows[bisect_right(rows, after, key=lambda row: row.sequence) :]

    def request(self, table: str, asker: str, request: str) -> Repeated | None:
        with self._lock:
            kept = self._tables.get(table)
            return None if kept is None else kept.requests.get((asker, request))

    def key(self, hash: bytes) -> Entry | None:
        with self._lock:
            return self._keys.get(hash)

    def secret(self, table: str, scene: str) -> bytes | None:
        with self._lock:
            kept = self._tables.get(table)
            return None if kept is None else kept.secrets.get(scene)

    def keep_snapshot(self, table: str, sequence: int, version: int, data: bytes) -> None:
        with self._lock:
            kept = self._tables.get(table)
            if kept is None:
                return
            old = kept.snapshot
            if old is None or old.version != version or old.sequence <= sequence:
                kept.snapshot = Snapshot(sequence, version, data)

    def snapshot(self, table: str) -> Snapshot | None:
        with self._lock:
            kept = self._tables.get(table)
            return None if kept is None else kept.snapshot

    def listen(self, heard: Heard) -> Ear:
        return self._hall.enter(heard)

    def shout(self, table: str, word: str) -> None:
        self._hall.tell(Shouted(table, checked_word(table, word)))

    def is_healthy(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing to let go of."""
