"""Streams: what a seat sees, sent whenever it changes, as Server-Sent Events.

An event's id is the stamp of what it shows, so a reader that comes back says what it has, and a page says
what it was rendered from: whoever has the present state gets nothing until there is another. Whatever
happens while a frame is made or on its way makes one more frame, of the newest state.

All streams of one view (same seat, language, scene, rendering) hang on one channel, which renders once. All
channels of one table hang on one gallery, which draws them from one look at the table.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, TypeAlias

import msgspec

from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.storage import Unavailable
from contrecoup.table.desk import Desk
from contrecoup.table.looks import Look
from contrecoup.table.projection import Sight, project
from contrecoup.table.room import Room
from contrecoup.web.logs import LOGGER
from contrecoup.web.metrics import Metrics
from contrecoup.web.problems import Fault
from contrecoup.web.settings import Settings

MEDIA_TYPE: Final = "text/event-stream"
HEADERS: Final = {"X-Accel-Buffering": "no"}
"""nginx would keep frames back until it has enough of them."""
_RETRY: Final = b"retry: 1000\n\n"
_HEARTBEAT: Final = b": here\n\n"
_OUT: Final = b"event: out\ndata: {}\n\n"
"""The seat was closed or has another link: there is nothing to come back for."""
_AGAIN_SECONDS: Final = 1.0
"""How long after a database that was down is asked again."""

Renderer: TypeAlias = Callable[[Sight], bytes]
"""What is sent of a state: one line or more, each of them not empty."""


class View(msgspec.Struct, frozen=True):
    """Who looks at what, how: all that a rendering depends on beside the state.

    `preview`: the seat through whose eyes the game master looks. `event`: the name of its events ("" for
    none: a page puts what comes without a name into its place).
    """

    table: str
    seat: str
    lang: str
    scene: str
    renderer: Renderer
    preview: str = ""
    event: str = "seen"


class Frame(msgspec.Struct, frozen=True):
    """A state as it is sent, and its stamp."""

    stamp: str
    sent: bytes


def as_json(sight: Sight) -> bytes:
    """A state as programs read it."""
    return sight.json


class Streams:
    """All streams of this process."""

    def __init__(self, desk: Desk, settings: Settings, metrics: Metrics) -> None:
        self._desk = desk
        self._limits = settings.limits
        self._metrics = metrics
        self._galleries: dict[str, Gallery] = {}
        self._seats: Counter[tuple[str, str]] = Counter()
        self._is_closing = False
        self._beating = asyncio.create_task(self._beat(settings.heartbeat))

    def check(self, table: str, seat: str) -> None:
        """Fault (429) where a seat or this process has all the streams that it may, Unavailable at a stop."""
        if self._is_closing:
            raise Unavailable("closing")
        if (
            self._seats[table, seat] >= self._limits.streams
            or self._metrics.streams >= self._limits.streams_everywhere
        ):
            raise Fault(429, refusal("web.streams", most=self._limits.streams), headers={"Retry-After": "5"})

    async def frames(self, view: View, since: str) -> AsyncIterator[bytes]:
        """Frames of a view from a stamp on, until the seat is out or the process stops."""
        with self._counted(view):
            yield _RETRY
            try:
                generation = await self._desk.hold_seat(view.table, view.seat)
            except Refused:
                yield _OUT
                return
            except Unavailable:
                return  # its reader comes back
            with self._joined(view, generation) as channel:
                async for sent in channel.follow(since):
                    self._metrics.note("frame")
                    yield sent

    def close(self) -> None:
        """End all streams; their readers come back to another process, or to this one's successor."""
        self._is_closing = True
        self._beating.cancel()
        for gallery in self._galleries.values():
            gallery.end(b"")

    @contextmanager
    def _counted(self, view: View) -> Generator[None]:
        """A stream more, of the process and of the seat."""
        seat = view.table, view.seat
        self._seats[seat] += 1
        self._metrics.streams += 1
        try:
            yield
        finally:
            self._metrics.streams -= 1
            self._seats[seat] -= 1
            if not self._seats[seat]:
                del self._seats[seat]

    @contextmanager
    def _joined(self, view: View, generation: int) -> Generator["Channel"]:
        """The channel of a view, with one reader more."""
        gallery = self._galleries.get(view.table)
        if gallery is None or gallery.is_over:
            gallery = self._galleries[view.table] = Gallery(self._desk, view.table)
        channel = gallery.join(view, generation)
        try:
            yield channel
        finally:
            gallery.leave(channel)
            if gallery.is_over and self._galleries.get(view.table) is gallery:
                del self._galleries[view.table]

    async def _beat(self, seconds: float) -> None:
        """Let everybody who waits know now and then that this process is still here."""
        while True:
            await asyncio.sleep(seconds)
            for gallery in self._galleries.values():
                gallery.beat()


class Gallery:
    """The views of one table that are followed in this process, drawn anew together."""

    def __init__(self, desk: Desk, table: str) -> None:
        self.is_over = False
        self._desk = desk
        self._table = table
        self._channels: dict[tuple[View, int], Channel] = {}
        self._task = asyncio.create_task(self._run())

    def join(self, view: View, generation: int) -> "Channel":
        """The channel of a view, for a reader more of it."""
        key = view, generation
        channel = self._channels.get(key)
        if channel is None or channel.is_over:
            channel = self._channels[key] = Channel(self, view, generation)
            channel.presence.enter_context(self._desk.attend(self._table, view.seat))
        channel.readers += 1
        return channel

    def leave(self, channel: "Channel") -> None:
        """A reader less; whatever nobody follows any more ends."""
        channel.readers -= 1
        if channel.readers:
            return
        channel.end(b"")
        key = channel.view, channel.generation
        if self._channels.get(key) is channel:
            del self._channels[key]
        if not self._channels:
            self.end(b"")

    def beat(self) -> None:
        """Give all who wait a heartbeat."""
        for channel in self._channels.values():
            channel.tell(_HEARTBEAT)

    def end(self, last: bytes) -> None:
        """Let all go, with a last word where there is one."""
        self.is_over = True
        for channel in tuple(self._channels.values()):
            channel.end(last)
        self._task.cancel()

    async def draw(self, channels: Iterable["Channel"]) -> None:
        """Draw what changed; a database that is down only makes readers wait."""
        while not await self._drawn([channel for channel in channels if not channel.is_over]):
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _drawn(self, drawn: Sequence["Channel"]) -> bool:
        """Whether it could be done."""
        if not drawn:
            return True
        try:
            found = await self._desk.look_round(self._table, [channel.look for channel in drawn])
        except Unavailable:
            return False
        except Refused:  # there is no such table any more
            self.end(_OUT)
            return True
        for channel, fault in zip(drawn, found, strict=True):
            if fault is not None:
                channel.end(_OUT)
        return True

    async def _run(self) -> None:
        try:
            async for _ in self._desk.watch(self._table):
                await self.draw(self._channels.values())
        except Exception:  # noqa: BLE001 - whatever went wrong, readers are let go and come back
            LOGGER.exception("streams failed")
        self.end(b"")


class Channel:
    """One view, rendered once for all who follow it. `presence` holds what says that its seat is here."""

    def __init__(self, gallery: Gallery, view: View, generation: int) -> None:
        self.view = view
        self.generation = generation
        self.readers = 0
        self.is_over = False
        self.presence = ExitStack()
        self.look = Look(view.seat, self._read, view.scene, view.preview, generation)
        self._gallery = gallery
        self._newest: Frame | None = None
        self._last = b""
        self._waiting: list[asyncio.Future[bytes]] = []

    async def follow(self, since: str) -> AsyncIterator[bytes]:
        """Frames that are newer than the one before, and heartbeats between them."""
        has, newest = since, self._newest
        if newest is None or (since and newest.stamp != since):
            await self._gallery.draw([self])  # who comes may have seen what this channel hasn't drawn yet
        while not self.is_over:
            newest = self._newest
            if newest is not None and newest.stamp != has:
                has = newest.stamp
                yield newest.sent
            elif beat := await self._told():
                yield beat
        if self._last:
            yield self._last

    def tell(self, said: bytes) -> None:
        """Wake all who wait: with something to send, or, with nothing, because there is something new."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(said)

    def end(self, last: bytes) -> None:
        """Let all who follow go, with a last word where there is one."""
        if not self.is_over:
            self.is_over = True
            self._last = last
            self.presence.close()
            self.tell(b"")

    async def _told(self) -> bytes:
        waiting: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        return await waiting

    def _read(self, room: Room, shown: str, here: frozenset[Seat]) -> None:
        """Draw what is seen now, where it isn't what was drawn last."""
        view = self.view
        try:
            sight = project(room, view.seat, view.lang, shown, here=here, preview=view.preview)
            if self._newest is None or self._newest.stamp != sight.seen.stamp:
                self._newest = _framed(view, sight)
                self.tell(b"")
        except Refused:
            raise
        except Exception:  # noqa: BLE001 - whatever went wrong, its readers are let go and come back
            LOGGER.exception("a stream failed")
            self.end(b"")


def _framed(view: View, sight: Sight) -> Frame:
    """A state as an event of a stream."""
    stamp, data = sight.seen.stamp, view.renderer(sight).replace(b"\n", b"\ndata: ")
    name = f"event: {view.event}\n" if view.event else ""
    return Frame(stamp, b"id: %b\n%bdata: %b\n\n" % (stamp.encode(), name.encode(), data))
