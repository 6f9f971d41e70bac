"""The protocol: HTTP as uvicorn speaks it, with bounds on a request's head and on readers who don't read."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES: Final = 32 * 1024
"""Beyond what the gate lets in, so that whoever is little above it gets a whole answer."""
HEAD_SECONDS: Final = 20.0
STALLED_SECONDS = 60.0
"""How long nothing at all may be taken of what waits to be read."""

_PROBLEM: Final = (
    b'{"type":"urn:contrecoup:problem:head_too_large","title":"Request Header Fields Too Large","status":431,'
    b'"detail":"","reasons":[],"stands":null}'
)
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/problem+json\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_PROBLEM), _PROBLEM)
)


class BoundedProtocol(HttpToolsProtocol):
    """Closes connections whose next request has no end of its head: too much of it, or for too long; and
    those whose other end takes nothing any more of what it asked for."""

    _head = 0
    _in_head = True
    _patience: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._patience = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_patient()
        self._be_content()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._be_content()

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        if self._patience is None:
            self._patience = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head = 0
        self._be_patient()
        super().on_headers_complete()

    def _be_patient(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if not self.transport.is_closing():
            self.transport.close()

    def _watch_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self._look_at_reader, left)

    def _look_at_reader(self, before: int) -> None:
        """Somebody slow is waited for as long as he goes on."""
        self._stalled = None
        if self.transport.get_write_buffer_size() < before:
            self._watch_reader()
        else:
            self.transport.abort()

    def _be_content(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
