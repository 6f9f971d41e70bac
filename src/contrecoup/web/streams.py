"""Streams: what a seat sees, sent whenever it changes, as Server-Sent Events.

An event's id is the stamp of what it shows, so a reader that comes back says what it has, and a page says
what it was rendered from: whoever has the present state gets nothing until there is another. Whatever
happens while a frame is made or on its way makes one more frame, of the newest state.

All streams of one view (same seat, language, scene, rendering) hang on one channel, which renders once.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeAlias

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.storage import Unavailable
from contrecoup.table.desk import Desk
from contrecoup.table.projection import encode
from contrecoup.table.seen import Seen
from contrecoup.web.logs import LOGGER
from contrecoup.web.looking import see
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

Renderer: TypeAlias = Callable[[Seen], bytes]
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


def as_json(seen: Seen) -> bytes:
    """A state as programs read it."""
    return encode(seen)


class Streams:
    """All streams of this process."""

    def __init__(self, desk: Desk, settings: Settings, metrics: Metrics) -> None:
        self._desk = desk
        self._limits = settings.limits
        self._heartbeat = settings.heartbeat
        self._metrics = metrics
        self._channels: dict[View, Channel] = {}
        self._seats: Counter[tuple[str, str]] = Counter()
        self._is_closing = False

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
        self._seats[view.table, view.seat] += 1
        self._metrics.streams += 1
        channel = self._join(view)
        try:
            yield _RETRY
            async for sent in channel.follow(since, self._heartbeat):
                self._metrics.note("frame")
                yield sent
        finally:
            self._leave(view, channel)

    def close(self) -> None:
        """End all streams; their readers come back to another process, or to this one's successor."""
        self._is_closing = True
        for channel in self._channels.values():
            channel.end(b"")

    def _join(self, view: View) -> "Channel":
        channel = self._channels.get(view)
        if channel is None or channel.is_over:
            channel = self._channels[view] = Channel(self._desk, view)
        channel.readers += 1
        return channel

    def _leave(self, view: View, channel: "Channel") -> None:
        self._metrics.streams -= 1
        self._seats[view.table, view.seat] -= 1
        if not self._seats[view.table, view.seat]:
            del self._seats[view.table, view.seat]
        channel.readers -= 1
        if not channel.readers:
            channel.end(b"")
            if self._channels.get(view) is channel:
                del self._channels[view]


class Channel:
    """One view, rendered once for all who follow it."""

    def __init__(self, desk: Desk, view: View) -> None:
        self.readers = 0
        self.is_over = False
        self._desk = desk
        self._view = view
        self._newest: Frame | None = None
        self._last = b""
        self._waiting: set[asyncio.Future[bool]] = set()
        self._task = asyncio.create_task(self._run())

    async def follow(self, since: str, heartbeat: float) -> AsyncIterator[bytes]:
        """Frames that are newer than the one before, and a heartbeat where there is none for a while."""
        has = since
        if since and self._newest is not None and self._newest.stamp != since:
            with contextlib.suppress(Refused):  # a closed seat ends the channel as well
                await self._render()  # whoever comes may have seen what this channel hasn't drawn yet
        while not self.is_over:
            newest = self._newest
            if newest is not None and newest.stamp != has:
                has = newest.stamp
                yield newest.sent
            elif not await self._changed(heartbeat):
                yield _HEARTBEAT
        if self._last:
            yield self._last

    def end(self, last: bytes) -> None:
        """Let all who follow go, with a last word where there is one."""
        self.is_over = True
        self._last = last
        self._tell()
        self._task.cancel()

    async def _changed(self, seconds: float) -> bool:
        """Whether anything changed before so many seconds were over."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[bool] = loop.create_future()
        timer = loop.call_later(seconds, _settle, waiting, False)
        self._waiting.add(waiting)
        try:
            return await waiting
        finally:
            timer.cancel()
            self._waiting.discard(waiting)

    def _tell(self) -> None:
        for waiting in self._waiting:
            _settle(waiting, True)

    async def _run(self) -> None:
        try:
            await self._keep_up()
        except Refused:
            self.end(_OUT)
        except Exception:  # noqa: BLE001 - whatever went wrong, readers are let go and come back
            LOGGER.exception("a stream failed")
            self.end(b"")
        else:
            self.end(_OUT)

    async def _keep_up(self) -> None:
        """Render at first, and whenever something may have changed, as long as the seat may be there."""
        async for _ in self._desk.watch(self._view.table, self._view.seat):
            while not await self._render():
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _render(self) -> bool:
        """Whether it could be done: a database that is down only makes readers wait."""
        view = self._view
        try:
            seen = await see(self._desk, view.table, view.seat, view.lang, view.scene, view.preview)
        except Unavailable:
            return False
        if self._newest is not None and self._newest.stamp == seen.stamp:
            return True
        lines = view.renderer(seen).split(b"\n")
        data = b"".join(b"data: %b\n" % line for line in lines)
        name = f"event: {view.event}\n" if view.event else ""
        self._newest = Frame(seen.stamp, b"id: %b\n%b%b\n" % (seen.stamp.encode(), name.encode(), data))
        self._tell()
        return True


def _settle(waiting: asyncio.Future[bool], changed: bool) -> None:
    if not waiting.done():
        waiting.set_result(changed)
