"""The writer: an asynchronous front that groups what arrives while a commit runs into the next commit."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Condition, Thread
from typing import Final, TypeAlias

from contrecoup.storage.port import Batch, Outcome, Storage, Unavailable

MOST_WAITING: Final = 2_000
MOST_TOGETHER: Final = 256

_Answer: TypeAlias = "asyncio.Future[Outcome]"


class Writer:
    """Appends batches of all tables from one thread, many in one durable transaction.

    Made in a running event loop and used from that loop. `append` returns once the commit that holds the
    batch has returned, never before.
    """

    def __init__(
        self, storage: Storage, most_waiting: int = MOST_WAITING, most_together: int = MOST_TOGETHER
    ) -> None:
        self._storage = storage
        self._most_waiting = most_waiting
        self._most_together = most_together
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[Batch, _Answer]] = deque()
        self._has_work = Condition()
        self._is_closing = False
        self._thread = Thread(target=self._run, name="contrecoup-write", daemon=True)
        self._thread.start()

    async def append(self, batch: Batch) -> Outcome:
        """What became of the batch. Unavailable where too much waits, the writer is closed, or the
        transaction failed; a caller that stops waiting doesn't take its batch back."""
        answer: _Answer = self._loop.create_future()
        with self._has_work:
            if self._is_closing:
                raise Unavailable("closing")
            if len(self._waiting) >= self._most_waiting:
                raise Unavailable("too many batches wait")
            self._waiting.append((batch, answer))
            self._has_work.notify()
        return await answer

    @property
    def waiting(self) -> int:
        """How many batches wait for a commit to begin."""
        return len(self._waiting)

    async def close(self) -> None:
        """Write what waits, then end; later batches are Unavailable."""
        with self._has_work:
            self._is_closing = True
            self._has_work.notify()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while group := self._next():
            outcomes: Sequence[Outcome | Exception]
            try:
                outcomes = self._storage.append([batch for batch, _ in group])
            except Exception as error:  # noqa: BLE001 - whatever went wrong, who waits must be told
                outcomes = [error] * len(group)
            answers = [answer for _, answer in group]
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_answer, answers, outcomes)

    def _next(self) -> list[tuple[Batch, _Answer]]:
        """What is written together next; nothing once the writer is closed and all is written."""
        with self._has_work:
            while not self._waiting and not self._is_closing:
                self._has_work.wait()
            count = min(len(self._waiting), self._most_together)
            return [self._waiting.popleft() for _ in range(count)]


def _answer(answers: Sequence[_Answer], outcomes: Sequence[Outcome | Exception]) -> None:
    for answer, outcome in zip(answers, outcomes, strict=True):
        if answer.done():  # its caller stopped waiting
            continue
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
