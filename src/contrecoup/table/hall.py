"""The hall: the tables that a process has open, who watches them, and what the storage says of them."""

import asyncio
import contextlib
import time
from collections.abc import Generator
from typing import Final, TypeAlias

from contrecoup.kernel import Seat
from contrecoup.storage import Missed, Shouted, Signal, Storage, Unavailable
from contrecoup.table.keys import new_id
from contrecoup.table.presence import BEAT, Presence
from contrecoup.table.room import Room

MOST_TABLES: Final = 512
"""Tables that are kept open at once beside those that are watched."""
MOST_ENTRIES: Final = 10_000
"""Keys and tokens whose seats are remembered."""

Entry: TypeAlias = tuple[str, Seat, int]
"""Table, seat, and the seat's generation when it was looked up."""


class Watch:
    """One watcher, woken when something may have changed; several wakings at once are one."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.is_over = False

    def wake(self) -> None:
        self._event.set()

    async def wait(self, seconds: float | None) -> None:
        """Wait to be woken, or for so many seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)
        self._event.clear()


class Opened:
    """A table as it is open here.

    `room` is None where it has to be read anew, and is only touched under the lock; `head` is the last
    event that is known to be there, `is_unsure` says that there may be more. `snapshot` is the event of the
    last snapshot.
    """

    def __init__(self, table: str, process: str) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.head = 0
        self.is_unsure = False
        self.snapshot = 0
        self.watches: set[Watch] = set()
        self.presence = Presence(process)

    def fresh_room(self) -> Room | None:
        """The room where it is as far as the table is known to be."""
        room = self.room
        return room if room and not self.is_unsure and self.head <= room.campaign.sequence else None

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here, watches or asks."""
        return self.presence.is_empty and not self.watches and not self.lock.locked()

    def wake(self) -> None:
        """Wake all watchers."""
        for watch in self.watches:
            watch.wake()


class Hall:
    """All tables that are open here. Belongs to the event loop in which it is made."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._loop = asyncio.get_running_loop()
        self._process = new_id()
        self._tables: dict[str, Opened] = {}
        self._entries: dict[bytes, Entry] = {}
        self._beating: asyncio.Task[None] | None = None
        self._shouting: set[asyncio.Task[None]] = set()
        self._ear = storage.listen(self._heard)

    def opened(self, table: str) -> Opened:
        """A table, opened where it isn't yet; whether there is such a table shows when it is read."""
        opened = self._tables.pop(table, None) or Opened(table, self._process)
        self._tables[table] = opened
        if len(self._tables) > MOST_TABLES:
            self._tidy()
        return opened

    def known_entry(self, hash: bytes) -> Entry | None:
        """What a hashed key or token stood for when it was last looked up."""
        return self._entries.get(hash)

    def remember_entry(self, hash: bytes, entry: Entry) -> None:
        """Remember what a hashed key or token stands for."""
        self._entries.pop(hash, None)
        self._entries[hash] = entry
        if len(self._entries) > MOST_ENTRIES:
            del self._entries[next(iter(self._entries))]

    @contextlib.contextmanager
    def watching(self, opened: Opened) -> Generator[Watch, None, None]:
        """A watcher of a table."""
        watch = Watch()
        opened.watches.add(watch)
        try:
            yield watch
        finally:
            opened.watches.discard(watch)

    @contextlib.contextmanager
    def attending(self, opened: Opened, seat: Seat) -> Generator[None, None, None]:
        """Somebody of a seat is here."""
        if opened.presence.enter(seat):
            self._say(opened)
        if self._beating is None:
            self._beating = self._loop.create_task(self._beat())
        try:
            yield
        finally:
            if opened.presence.leave(seat):
                self._say(opened)

    def time(self) -> float:
        """Seconds that only ever go forward, for what is forgotten."""
        return time.monotonic()

    def close(self) -> None:
        """Hear nothing more, and let all watchers go."""
        self._ear.close()
        if self._beating is not None:
            self._beating.cancel()
        for opened in self._tables.values():
            for watch in opened.watches:
                watch.is_over = True
            opened.wake()

    def _heard(self, signal: Signal) -> None:
        """Called from the storage's threads."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left who would want to know
            self._loop.call_soon_threadsafe(self._take, signal)

    def _take(self, signal: Signal) -> None:
        if isinstance(signal, Missed):
            for opened in self._tables.values():
                opened.is_unsure = True
                opened.wake()
            return
        table = self._tables.get(signal.table)
        if table is None:
            return
        if isinstance(signal, Shouted):
            self._hear(table, signal.word)
        else:
            table.head = max(table.head, signal.sequence)
            table.is_unsure |= signal.sequence == 0
            table.wake()

    def _hear(self, opened: Opened, word: str) -> None:
        is_new = not opened.presence.knows(word)
        if opened.presence.hear(word, self.time()):
            opened.wake()
        if is_new and not opened.presence.is_empty:
            self._say(opened)

    def _say(self, opened: Opened) -> None:
        """Tell the other processes who is here, and the watchers in this one."""
        opened.wake()
        task = self._loop.create_task(self._shout(opened))
        self._shouting.add(task)
        task.add_done_callback(self._shouting.discard)

    async def _shout(self, opened: Opened) -> None:
        with contextlib.suppress(Unavailable):  # who is here is said again soon
            await asyncio.to_thread(self._storage.shout, opened.table, opened.presence.word())

    async def _beat(self) -> None:
        """Say again now and then who is here, and wake those who see that others were forgotten."""
        while True:
            before = {table: opened.presence.here(self.time()) for table, opened in self._tables.items()}
            await asyncio.sleep(BEAT)
            for table, opened in list(self._tables.items()):
                if not opened.presence.is_empty:
                    await self._shout(opened)
                if before.get(table, frozenset()) != opened.presence.here(self.time()):
                    opened.wake()

    def _tidy(self) -> None:
        """Let go of the tables that weren't used for longest; not of those that are watched or in use."""
        idle = (id for id, opened in self._tables.items() if opened.is_idle)
        for id in list(idle)[: max(0, len(self._tables) - MOST_TABLES)]:
            del self._tables[id]
