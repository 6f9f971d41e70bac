"""Processes killed while they append: what was acknowledged is there afterwards, once, in order.

`python -m tests.storage.kills --count 200 --database sqlite` (or postgres) is the long run. Each round starts
a process that appends under load, lets it be killed (kill -9) at a random moment, looks at what is kept, and
asks again what got no answer. On PostgreSQL every fifth round takes the database server down as well.
"""

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from contrecoup.storage import Batch, Kept, Repeated, Row, Stale, Storage, Unavailable, Writer, open_storage
from tests.postgres import Server

Database: TypeAlias = Literal["sqlite", "postgres"]
TABLES: Final = tuple(f"table {number}" for number in range(6))
HANDS: Final = 2
"""How many write each table at once, so that some come late."""
LEAST: Final = 10
"""Batches that are acknowledged before a process is killed, at least."""
ROOT: Final = Path(__file__).parents[2]


class Tally(Struct):
    """What a run of rounds saw."""

    rounds: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    kept_unanswered: int = 0

    def __str__(self) -> str:
        return (
            f"{self.rounds} kills: {self.acknowledged} acknowledged batches all there, once, in order;"
            f" {self.unanswered} without an answer, {self.kept_unanswered} of them kept; none done twice"
        )


def batch_of(table: str, after: int, request: str) -> Batch:
    """The batch of a request: one to three rows that name it."""
    many = 1 + sum(request.encode()) % 3
    places = range(after + 1, after + 1 + many)
    rows = tuple(Row(place, "s", f"{request} {place - after}/{many}".encode()) for place in places)
    return Batch(table, after, rows, request=request, asker="hand", digest=request.encode())


class Killing:
    """Rounds of killing over one database."""

    def __init__(self, place: str, seed: int, server: Server | None = None) -> None:
        self._place = place
        self._server = server
        self._random = random.Random(seed)
        self._kept: dict[str, str] = {}
        """Each request that is known to be kept, with its table."""
        self.tally = Tally()
        with_tables = opened(place)
        for table in TABLES:
            with_tables.create(table, table)
        with_tables.close()

    def round(self) -> None:
        """One process, killed; AssertionError where something is lost, doubled or torn."""
        self.tally.rounds += 1
        tried, answered = self._work_and_kill()
        self.tally.acknowledged += len(answered)
        self._kept.update(answered)
        storage = opened(self._place)
        try:
            found = checked(storage, self._kept)
            lost = {request for request, table in self._kept.items() if found.get(request) != table}
            assert not lost, f"acknowledged and lost: {sorted(lost)[:10]}"
            unanswered = {request: table for request, table in tried.items() if request not in answered}
            self.tally.unanswered += len(unanswered)
            self.tally.kept_unanswered += sum(request in found for request in unanswered)
            for request, table in unanswered.items():
                self._ask_again(storage, table, request, was_kept=request in found)
            assert set(checked(storage, found)) == set(found) | set(unanswered)
        finally:
            storage.close()

    def _work_and_kill(self) -> tuple[dict[str, str], dict[str, str]]:
        """What a process began, and what of it was acknowledged before it died: requests with tables."""
        name = f"{self.tally.rounds}.{self._random.randrange(10**9)}"
        command = [sys.executable, "-m", "tests.storage.kills", "--work", name, "--place", self._place]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
        said: list[bytes] = []
        is_enough = threading.Event()
        wanted = self._random.randrange(LEAST, 10 * LEAST)
        reader = threading.Thread(target=_listen, args=(process, said, wanted, is_enough))
        reader.start()
        assert is_enough.wait(60), "the process never got so far"
        time.sleep(self._random.uniform(0, 0.05))
        is_server_s_turn = self._server is not None and self.tally.rounds % 5 == 0
        if self._server is not None and is_server_s_turn:
            self._server.kill()
            time.sleep(self._random.uniform(0, 0.1))
        process.kill()
        reader.join()
        process.wait()
        if self._server is not None and is_server_s_turn:
            self._server.start()
        words = [line.decode().rstrip("\n").split("\t") for line in said if line.endswith(b"\n")]
        tried = {request: table for what, request, table in words if what == "try"}
        return tried, {request: table for what, request, table in words if what == "done"}

    def _ask_again(self, storage: Storage, table: str, request: str, was_kept: bool) -> None:
        """What a client does that got no answer: the same request, wherever the table is now."""
        batch = batch_of(table, storage.head(table) or 0, request)
        (outcome,) = storage.append([batch])
        assert isinstance(outcome, Repeated if was_kept else Kept), outcome
        if isinstance(outcome, Repeated):
            assert outcome.digest == batch.digest
            assert outcome.last - outcome.first == len(batch.rows) - 1
        self._kept[request] = table


def checked(storage: Storage, known: Collection[str]) -> dict[str, str]:
    """Every request that is kept, with its table; AssertionError where rows are missing, doubled or torn.

    What a request came to is looked up too, but for those that are known from before.
    """
    found: dict[str, str] = {}
    for table in TABLES:
        rows = storage.read(table)
        assert [row.sequence for row in rows] == list(range(1, (storage.head(table) or 0) + 1))
        assert storage.read_scene(table, "s") == rows
        left = list(reversed(rows))
        while left:
            request = left[-1].line.decode().partition(" ")[0]
            whole = batch_of(table, left[-1].sequence - 1, request)
            assert [left.pop() for _ in whole.rows] == list(whole.rows), f"torn: {request}"
            assert request not in found, f"done twice: {request}"
            if request not in known:
                done = Repeated(whole.after + 1, whole.last, whole.digest)
                assert storage.request(table, "hand", request) == done
            found[request] = table
    return found


def opened(place: str, within: float = 30.0) -> Storage:
    """The storage, waited for while its server starts."""
    is_url = place.startswith("postgresql:")
    until = time.monotonic() + within
    while True:
        try:
            return open_storage(None if is_url else Path(place), place if is_url else None)
        except Unavailable:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


async def work(storage: Storage, name: str) -> None:
    """Append until killed, saying what is tried and what is done."""
    writer = Writer(storage)
    numbers = count(1)

    async def hand(table: str) -> None:
        head = 0  # who is late is told where the table is
        while True:
            request = f"{name}.{next(numbers)}"
            _say("try", request, table)
            outcome = None
            while not isinstance(outcome, Kept):
                try:
                    outcome = await writer.append(batch_of(table, head, request))
                except Unavailable:
                    await asyncio.sleep(0.02)
                    continue
                assert isinstance(outcome, Kept | Stale | Repeated)
                if isinstance(outcome, Repeated):  # the answer of the first time was lost
                    break
                head = outcome.head
            _say("done", request, table)

    await asyncio.gather(*(hand(table) for table in TABLES for _ in range(HANDS)))


def kill(database: Database, rounds: int, seed: int) -> Tally:
    """So many kills over a fresh database."""
    with tempfile.TemporaryDirectory() as folder:
        if database == "sqlite":
            return _rounds(Killing(str(Path(folder, "tables.db")), seed), rounds)
        server = Server.make(is_durable=True)
        try:
            return _rounds(Killing(server.fresh(), seed, server), rounds)
        finally:
            server.remove()


def _rounds(killing: Killing, rounds: int) -> Tally:
    for _ in range(rounds):
        killing.round()
    return killing.tally


def _listen(
    process: "subprocess.Popen[bytes]", said: list[bytes], wanted: int, is_enough: threading.Event
) -> None:
    """Note what a process says until it ends, and when it has got so many answers."""
    assert process.stdout is not None
    with process.stdout as output:
        for line in output:
            said.append(line)
            wanted -= line.startswith(b"done")
            if wanted <= 0:
                is_enough.set()


def _say(*words: str) -> None:
    sys.stdout.write("\t".join(words) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--place", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work:
        asyncio.run(work(opened(given.place), given.work))
    else:
        sys.stdout.write(f"{given.database}, seed {given.seed}\n")
        sys.stdout.write(f"{kill(given.database, given.count, given.seed)}\n")


if __name__ == "__main__":
    main()
