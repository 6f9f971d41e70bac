"""The port: what a storage keeps, and what it promises to whoever calls it.

A storage knows nothing of events. One campaign is one *table*, named by a short random id; its history is
rows numbered from 1 without a gap, each line opaque. All calls are synchronous and may come from any thread.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

MOST_NAME: Final = 128
"""Characters of an id of a table, scene, seat, asker or request at most."""
MOST_SEQUENCE: Final = 2**53
MOST_WORD: Final = 4_000
"""Bytes of a shouted word in UTF-8 at most: what PostgreSQL carries, with room to spare."""
HASH_BYTES: Final = 32


class Unavailable(Exception):
    """The database is down, locked or full, or too much waits: nothing was acknowledged.

    A commit whose answer got lost on the way may have been kept all the same. Who asks again with the same
    request id learns it: the storage then says Repeated, and nothing is done twice.
    """


class Row(Struct, frozen=True):
    """One record: its place in the table, the scene it belongs to ("": the campaign), its encoded line."""

    sequence: int
    scene: str
    line: bytes


class KeyChange(Struct, frozen=True):
    """A hashed seat key that opens a seat from now on, or, with an empty seat, opens nothing any more."""

    hash: bytes
    seat: str = ""

    def __post_init__(self) -> None:
        """ValueError where it is no hash or no seat."""
        if len(self.hash) != HASH_BYTES or not is_name_or_none(self.seat):
            raise ValueError("not a key of a seat")


class Batch(Struct, frozen=True):
    """Rows that go on from sequence `after`, with all that belongs to them: kept whole or not at all.

    `request` is a command's id, unique for table and asker, `digest` that of its body; "" where the batch
    answers no request. `secrets` are scenes with their secret, put in place of an older one; they are no
    part of any row. A batch without rows is kept too, where its request, keys or secrets matter.
    """

    table: str
    after: int
    rows: tuple[Row, ...] = ()
    request: str = ""
    asker: str = ""
    digest: bytes = b""
    keys: tuple[KeyChange, ...] = ()
    secrets: tuple[tuple[str, bytes], ...] = ()

    def __post_init__(self) -> None:
        """ValueError where rows leave a gap or a name is none: no batch that exists fails for its form."""
        if [row.sequence for row in self.rows] != list(range(self.after + 1, self.last + 1)):
            raise ValueError("rows don't go on from where they say")
        scenes = [row.scene for row in self.rows] + [scene for scene, _ in self.secrets]
        others = (self.request, self.asker, *scenes)
        if self.after < 0 or not is_name(self.table) or not all(map(is_name_or_none, others)):
            raise ValueError("not a batch of a table")

    @property
    def last(self) -> int:
        """The sequence of the last row, `after` where there is none."""
        return self.after + len(self.rows)


class Kept(Struct, frozen=True):
    """The batch is on the disk; the table's last sequence is now `head`."""

    head: int


class Stale(Struct, frozen=True):
    """The table had gone on to `head`: nothing of the batch was kept."""

    head: int


class Repeated(Struct, frozen=True):
    """The request was done before, by rows `first` to `last` (none where last < first), with this digest."""

    first: int
    last: int
    digest: bytes


class Absent(Struct, frozen=True):
    """There is no such table."""


Outcome: TypeAlias = Kept | Stale | Repeated | Absent
"""Asked in this order: is the table there, was the request done before, has the table gone on?"""


class Table(Struct, frozen=True):
    """A table: its id, title and last sequence."""

    id: str
    title: str
    head: int


class Entry(Struct, frozen=True):
    """What a key opens."""

    table: str
    seat: str


class Snapshot(Struct, frozen=True):
    """A state kept beside the rows: that of `sequence`, in the caller's format `version`."""

    sequence: int
    version: int
    data: bytes


class Changed(Struct, frozen=True):
    """A table goes to `sequence` now, or, with 0, has been dropped. May come late, twice or out of order."""

    table: str
    sequence: int


class Shouted(Struct, frozen=True):
    """An ephemeral word about a table, kept nowhere."""

    table: str
    word: str


class Missed(Struct, frozen=True):
    """The line to the database was cut and is back: any table may have changed, any word been missed."""


Signal: TypeAlias = Changed | Shouted | Missed
Heard: TypeAlias = Callable[[Signal], None]
"""Called from a thread of the storage, so it must be quick and leave the work to its own thread or loop."""


class Closable(Protocol):
    def close(self) -> None: ...


class Storage(Protocol):
    """What the memory, SQLite and PostgreSQL do alike; every call may raise Unavailable."""

    def create(self, table: str, title: str) -> bool:
        """Begin a table at sequence 0; False where its id is taken. ValueError where it is no name."""
        ...

    def tables(self) -> Sequence[Table]:
        """All tables, by id."""
        ...

    def drop(self, table: str) -> bool:
        """Forget a table with everything that was kept for it; False where there is none."""
        ...

    def append(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Keep batches of any tables in one durable transaction, in order, each with its own outcome.

        When this returns, what it says is on the disk. A batch that is stale, repeated or absent doesn't
        hurt the others. Unavailable where the transaction failed as a whole.
        """
        ...

    def head(self, table: str) -> int | None:
        """The last sequence, 0 for a new table, None where there is no such table."""
        ...

    def read(self, table: str, after: int = 0, most: int | None = None) -> Sequence[Row]:
        """Rows after a sequence in order, all or the first `most`; none of an absent table."""
        ...

    def read_scene(self, table: str, scene: str, after: int = 0) -> Sequence[Row]:
        """Rows of one scene ("": of none) after a sequence, in order."""
        ...

    def request(self, table: str, asker: str, request: str) -> Repeated | None:
        """What a request of an asker came to, None where it never was kept."""
        ...

    def key(self, hash: bytes) -> Entry | None:
        """What a hashed key opens."""
        ...

    def secret(self, table: str, scene: str) -> bytes | None:
        """The secret that was put for a scene."""
        ...

    def keep_snapshot(self, table: str, sequence: int, version: int, data: bytes) -> None:
        """Keep a state in place of an older one of the same version, or one of another version.

        Without a table, or with a newer state of this version in place, nothing changes.
        """
        ...

    def snapshot(self, table: str) -> Snapshot | None:
        """The state that is kept."""
        ...

    def listen(self, heard: Heard) -> Closable:
        """Have every signal of every process behind this database told, one's own included, until closed."""
        ...

    def shout(self, table: str, word: str) -> None:
        """Tell a word to all who listen, in every process. ValueError where it is too long or has a NUL."""
        ...

    def is_healthy(self) -> bool:
        """Whether the database answers; never raises."""
        ...

    def close(self) -> None:
        """Let go of the database; a second time does nothing."""
        ...


def is_name(text: str) -> bool:
    """Whether a text may be an id: printable, not empty, not longer than MOST_NAME."""
    return 0 < len(text) <= MOST_NAME and text.isprintable()


def is_name_or_none(text: str) -> bool:
    """Whether a text may be an id or the empty one that stands for none."""
    return text == "" or is_name(text)


def checked_title(title: str) -> str:
    """The title; ValueError where a database can't keep it."""
    if "\0" in title or not _is_unicode(title):
        raise ValueError("not a title")
    return title


def checked_word(table: str, word: str) -> str:
    """The word; ValueError where it can't be shouted."""
    if not is_name(table) or "\0" in word or not _is_unicode(word) or len(word.encode()) > MOST_WORD:
        raise ValueError("not a word to shout")
    return word


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
