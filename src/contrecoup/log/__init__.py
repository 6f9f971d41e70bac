"""The log: what happened at a scene, one append-only event a line, and the stores that keep it."""

from contrecoup.log.events import (
    KINDS,
    Adjusted,
    Chosen,
    Ended,
    Event,
    Modifier,
    Noted,
    Origin,
    Record,
    Rewound,
    Rolled,
    SeatSet,
    Started,
    Thrown,
)
from contrecoup.log.file import FileStore, read
from contrecoup.log.lines import decode, encode
from contrecoup.log.memory import MemoryStore
from contrecoup.log.store import Reading, Store

__all__ = [
    "KINDS",
    "Adjusted",
    "Chosen",
    "Ended",
    "Event",
    "FileStore",
    "MemoryStore",
    "Modifier",
    "Noted",
    "Origin",
    "Reading",
    "Record",
    "Rewound",
    "Rolled",
    "SeatSet",
    "Started",
    "Store",
    "Thrown",
    "decode",
    "encode",
    "read",
]
