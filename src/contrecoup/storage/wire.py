"""The wire: signals as PostgreSQL carries them between processes, and the thread that hears them."""

import logging
import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

import psycopg

from contrecoup.storage.hearing import Hall
from contrecoup.storage.port import Changed, Missed, Shouted, Signal, Unavailable

CHANNEL: Final = "contrecoup"
_QUIET: Final = 15.0
"""Seconds without a word after which the line is tried, since a cut one may just stay silent."""
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0

_log: Final = logging.getLogger(__name__)


def written(sender: str, signal: Changed | Shouted) -> str:
    """A signal with its sender's name, as a notification carries it."""
    if isinstance(signal, Changed):
        return f"{sender}\n{signal.sequence}\n{signal.table}"
    return f"{sender}\n\n{signal.table}\n{signal.word}"


def read(payload: str) -> tuple[str, Signal]:
    """The sender and the signal; ValueError where another program wrote it."""
    sender, sequence, table, *word = payload.split("\n", 3)
    return (sender, Shouted(table, *word) if word else Changed(table, int(sequence)))


class Listener:
    """A thread that hears what other processes say, connects again when it must, and then says Missed."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], name: str, hall: Hall) -> None:
        self._connect = connect
        self._name = name
        self._hall = hall
        self._is_closed = Event()
        self._is_listening = Event()
        self._ear, self._mouth = os.pipe()
        self._thread = Thread(target=self._run, name="contrecoup-listen", daemon=True)

    def start(self, within: float = 5.0) -> None:
        """Begin, and wait until it listens or so many seconds are over (it then goes on trying)."""
        self._thread.start()
        self._is_listening.wait(within)

    def close(self) -> None:
        """End the thread; a second time does nothing."""
        if not self._is_closed.is_set():
            self._is_closed.set()
            os.write(self._mouth, b".")
            self._thread.join()
            os.close(self._ear)
            os.close(self._mouth)

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._is_closed.is_set():
            began = time.monotonic()
            try:
                self._listen()
            except (psycopg.Error, OSError, Unavailable) as error:
                _log.warning("listening to the database failed: %s", error)
            pause = (
                _FIRST_PAUSE if time.monotonic() - began > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            )
            self._is_closed.wait(pause)

    def _listen(self) -> None:
        connection = self._connect()
        try:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._hall.tell(Missed())  # whatever was said until now; at the first time nobody is there yet
            self._is_listening.set()
            while not self._is_closed.is_set():
                self._hear(connection)
        finally:
            with suppress(psycopg.Error):
                connection.close()

    def _hear(self, connection: psycopg.Connection[Any]) -> None:
        ready, _, _ = select.select([connection.fileno(), self._ear], [], [], _QUIET)
        if not ready:
            connection.execute(b"SELECT 1")
        for notice in connection.notifies(timeout=0):
            with suppress(ValueError):
                sender, signal = read(notice.payload)
                if sender != self._name:
                    self._hall.tell(signal)
