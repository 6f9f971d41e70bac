"""Wake-ups: from an append in one process to the viewers of another, against a bare LISTEN and NOTIFY loop.

    python benchmarks/wakeups.py

Both write one row durably and notify in the same transaction of a PostgreSQL server started here. The bare
loop is one connection that inserts, commits and notifies, and one that waits for notifications and does
nothing with them. Ours settles and keeps a batch with its request, hears of it in the storage's thread, and
wakes five viewers in an event loop, one of whom reads the row. Taken in turns, so that a busy machine is
busy for both.
"""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import psycopg

from contrecoup.storage import Batch, Changed, Row, Signal, Storage, open_storage

ROOT: Final = Path(__file__).parents[1]
ROUNDS: Final = 5
EACH: Final = 100
PAUSE: Final = 0.004
"""Seconds between two appends, so that each is alone on its way."""
VIEWERS: Final = 5

BARE: Final = "bare"
OURS: Final = "ours"


def write(way: str, url: str, first: int) -> None:
    """The writing process: so many rows, each moment said before it begins."""
    with closing(_keeper(way, url)) as keeper:
        for number in range(first, first + EACH):
            time.sleep(PAUSE)
            sys.stdout.write(f"{number} {time.monotonic_ns()}\n")
            keeper.keep(number)


class Bare:
    """Nothing but an insert and a notification."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url)

    def keep(self, number: int) -> None:
        self._connection.execute("INSERT INTO bare (number, line) VALUES (%s, %s)", [number, b"x" * 250])
        self._connection.execute("SELECT pg_notify('bare', %s)", [str(number)])
        self._connection.commit()

    def close(self) -> None:
        self._connection.close()


class Ours:
    """The storage, as a table appends to it."""

    def __init__(self, url: str) -> None:
        self._storage = open_storage(None, url)

    def keep(self, number: int) -> None:
        row = Row(number, "scene", b"x" * 250)
        self._storage.append([Batch("t", number - 1, (row,), request=f"r{number}", asker="seat")])

    def close(self) -> None:
        self._storage.close()


def _keeper(way: str, url: str) -> Bare | Ours:
    return Bare(url) if way == BARE else Ours(url)


def taken(way: str, url: str, first: int, heard: dict[int, int]) -> list[float]:
    """Milliseconds from the beginning of each append of one writing process to its being heard here."""
    command = [sys.executable, __file__, way, url, str(first)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    begun = {int(number): int(moment) for number, moment in map(str.split, done.stdout.splitlines())}
    until = time.monotonic() + 10
    while not begun.keys() <= heard.keys() and time.monotonic() < until:
        time.sleep(0.01)
    return [(heard[number] - moment) / 1e6 for number, moment in begun.items()]


def listen_bare(url: str, heard: dict[int, int]) -> None:
    """The bare loop, until the server is gone."""
    with suppress(psycopg.OperationalError), psycopg.connect(url, autocommit=True) as connection:
        connection.execute("LISTEN bare")  # the server goes before this thread does
        for notice in connection.notifies():
            heard[int(notice.payload)] = time.monotonic_ns()


async def view(storage: Storage, heard: dict[int, int], measure: Callable[[], Any]) -> None:
    """Viewers in an event loop, while a thread measures; a row counts when the last of them is awake."""
    loop = asyncio.get_running_loop()
    waiting = [asyncio.Queue[int]() for _ in range(VIEWERS)]

    def tell(signal: Signal) -> None:
        if isinstance(signal, Changed):
            loop.call_soon_threadsafe(wake, signal.sequence)

    def wake(sequence: int) -> None:
        for queue in waiting:
            queue.put_nowait(sequence)

    async def watch(queue: "asyncio.Queue[int]", is_reader: bool, awake: dict[int, int]) -> None:
        while True:
            sequence = await queue.get()
            if is_reader and storage.read("t", sequence - 1)[0].sequence != sequence:
                raise RuntimeError("not the row that was told")
            awake[sequence] = awake.get(sequence, 0) + 1
            if awake[sequence] == VIEWERS:
                heard[sequence] = time.monotonic_ns()

    storage.listen(tell)
    awake: dict[int, int] = {}
    viewers = [asyncio.create_task(watch(queue, not place, awake)) for place, queue in enumerate(waiting)]
    await asyncio.to_thread(measure)
    for viewer in viewers:
        viewer.cancel()


def main() -> None:
    sys.path.append(str(ROOT))
    from tests.postgres import Server

    server = Server.make(is_durable=True)
    times: dict[str, list[float]] = {BARE: [], OURS: []}
    heard: dict[str, dict[int, int]] = {BARE: {}, OURS: {}}
    try:
        url = server.fresh()
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE bare (number bigint PRIMARY KEY, line bytea)")
        threading.Thread(target=listen_bare, args=(url, heard[BARE]), daemon=True).start()

        def measure() -> None:
            for start in range(ROUNDS):
                for way in (BARE, OURS):
                    times[way] += taken(way, url, 1 + start * EACH, heard[way])

        with closing(open_storage(None, url)) as storage:
            storage.create("t", "")
            asyncio.run(view(storage, heard[OURS], measure))
    finally:
        server.remove()
    show(times)


def show(times: dict[str, list[float]]) -> None:
    for way, taken in times.items():
        print(f"{way}: median {median(taken):.2f} ms, p99 {quantiles(taken, n=100)[98]:.2f} ms")
    print(f"ours / bare: {median(times[OURS]) / median(times[BARE]):.2f} at the median")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        main()
