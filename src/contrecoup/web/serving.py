"""Serving: one process or several behind one socket, from the start to a stop that loses nothing."""

import multiprocessing
import signal
import socket
from collections.abc import Callable
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event
from typing import Any, Final

import uvicorn
from msgspec import Struct

from contrecoup.kernel import Refused, refusal
from contrecoup.storage import open_storage
from contrecoup.web import garbage
from contrecoup.web.app import create_app
from contrecoup.web.logs import LOGGER, set_up
from contrecoup.web.protocol import BoundedProtocol
from contrecoup.web.server import Server, server_in
from contrecoup.web.settings import Settings

BACKLOG: Final = 2048
UNSENT_BYTES: Final = 64 * 1024
"""How much the system takes of an answer before it can send it on. More would be megabytes of what was so
some time ago, for whoever reads slowly, and hide whether he reads at all."""
_LOOK_SECONDS: Final = 0.5
_RESTART_SECONDS: Final = 1.0


class Place(Struct, frozen=True):
    """Where tables are kept: behind a database's URL, else in a file, else in memory."""

    data: Path | None = None
    url: str | None = None


class _Uvicorn(uvicorn.Server):
    """uvicorn, with a word when it is ready, and streams that end first when it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._served = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        garbage.settle()
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._served.close()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # stopped as asked: nothing that whoever started this must learn


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections; Refused where the address can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused([refusal("serve.address", host=host, port=str(port), reason=reason)]) from None
    unsent = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if unsent is not None:  # what is accepted takes it over
        listening.setsockopt(socket.IPPROTO_TCP, unsent, UNSENT_BYTES)
    return listening


def serve(
    place: Place,
    settings: Settings,
    listening: socket.socket,
    workers: int = 1,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until SIGTERM or SIGINT; each of several processes opens the storage for itself.

    Refused where the storage can't be opened or can't be shared; Unavailable where it doesn't answer.
    """
    if workers > 1 and not (place.url or "").startswith("postgres"):
        raise Refused([refusal("serve.workers")])
    with listening:
        with closing(open_storage(place.data, place.url)) as storage:  # here first: refusals reach the caller
            if workers == 1:
                app = create_app(storage, settings)
                _Uvicorn(_config(app, settings), server_in(app), ready).run([listening])
                return
        _Workers(place, settings, listening, workers).run(ready)


def _config(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BoundedProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.stop_seconds,
        timeout_keep_alive=75,
        backlog=BACKLOG,
    )


def _work(place: Place, settings: Settings, listening: socket.socket) -> None:
    """What one of several processes does."""
    set_up()
    with closing(open_storage(place.data, place.url)) as storage:
        app = create_app(storage, settings)
        _Uvicorn(_config(app, settings), server_in(app), lambda: None).run([listening])


class _Workers:
    """Processes that take connections from one socket; one that dies is replaced."""

    def __init__(self, place: Place, settings: Settings, listening: socket.socket, count: int) -> None:
        self._given = (place, settings, listening)
        self._count = count
        self._stopping = Event()
        self._processes: list[BaseProcess] = []

    def run(self, ready: Callable[[], None]) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: self._stopping.set())
        self._processes = [self._start() for _ in range(self._count)]
        ready()
        while not self._stopping.wait(_LOOK_SECONDS):
            self._replace()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def _start(self) -> BaseProcess:
        process = multiprocessing.get_context("spawn").Process(target=_work, args=self._given)
        process.start()
        return process

    def _replace(self) -> None:
        for index, process in enumerate(self._processes):
            if process.is_alive():
                continue
            LOGGER.error("a process ended and is replaced", extra={"fields": {"code": process.exitcode}})
            if self._stopping.wait(_RESTART_SECONDS):
                return
            self._processes[index] = self._start()
