"""Storage: rows of many tables kept durably, in order and once, whatever is in them."""

from contrecoup.storage.memory import MemoryStorage
from contrecoup.storage.opening import open_storage, open_to_read
from contrecoup.storage.port import (
    Absent,
    Batch,
    Changed,
    Closable,
    Entry,
    Heard,
    Kept,
    KeyChange,
    Missed,
    Outcome,
    Repeated,
    Row,
    Shouted,
    Signal,
    Snapshot,
    Stale,
    Storage,
    Table,
    Unavailable,
)
from contrecoup.storage.writer import Writer

__all__ = [
    "Absent",
    "Batch",
    "Changed",
    "Closable",
    "Entry",
    "Heard",
    "Kept",
    "KeyChange",
    "MemoryStorage",
    "Missed",
    "Outcome",
    "Repeated",
    "Row",
    "Shouted",
    "Signal",
    "Snapshot",
    "Stale",
    "Storage",
    "Table",
    "Unavailable",
    "Writer",
    "open_storage",
    "open_to_read",
]
