"""How much can a table's server carry, against boardgame.io's own doing the same?

    python benchmarks/table.py [--seconds 10] [--tables 200] [--short]

1. Closed loop: 20 tables of 5 viewers; the next move is made once all five have got the last. Ours are
   durable (on the disk before they are acknowledged), boardgame.io's are in memory. Moves for each second of
   processor time, driver included; the two take turns in the same run. Where a scene is over its successor
   counts as one move: here it is prepared and begun by two commands, there the last move begins it.
2. Open loop: 200 tables of 5 viewers, 200 moves a second in all: from the command to the last viewer. The
   floor in the same run: how late a process gets its turn that only asks for one each millisecond.
3. Memory of a viewer who only watches.

boardgame.io is installed by npm into a folder of its own (BOARDGAMEIO, else the user's cache); it is no part
of this project's locks.
"""

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import uvloop
from viewers import Table

ROOT: Final = Path(__file__).parents[1]
SCENE: Final = (ROOT / "examples" / "fast-joe.toml").read_text("utf-8")
PEER: Final = "boardgame.io@0.50.2"
CACHE: Final = Path(os.environ.get("BOARDGAMEIO", Path.home() / ".cache" / "contrecoup" / "boardgame.io"))
PEERS: Final = ROOT / "benchmarks" / "peers_table.cjs"
LOOP_TABLES: Final = 20
VIEWERS: Final = 5
RATE: Final = 200.0
TURNS: Final = 3
PULSE: Final = """
import sys, time
late, end = [], time.perf_counter() + float(sys.argv[1])
while (now := time.perf_counter()) < end:
    time.sleep(0.001)
    late.append(time.perf_counter() - now - 0.001)
late.sort()
print(late[int(0.99 * len(late))], late[-1])
"""


class Loop(NamedTuple):
    """A closed loop: moves, seconds on the wall, processor seconds of server and driver."""

    moves: int
    wall: float
    server: float
    driver: float

    @property
    def worth(self) -> float:
        """Moves for each second of processor time."""
        return self.moves / (self.server + self.driver)


class Ours:
    """Our server in a process of its own."""

    def __init__(self, address: str, process: "subprocess.Popen[str]") -> None:
        self.address, self.process = address, process
        host, port = address.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)

    def cpu(self) -> float:
        """Processor seconds that it has used."""
        with urllib.request.urlopen(f"{self.address}/metrics") as answer:
            found = re.search(
                r"^contrecoup_cpu_seconds_total ([0-9.]+)", answer.read().decode(), re.MULTILINE
            )
        assert found is not None
        return float(found[1])

    def memory(self) -> int:
        """Bytes that it holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return 1024 * int(found[1])


@contextmanager
def ours() -> Generator[Ours]:
    """Our server, over a SQLite file, as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w") as log:
        command = [
            sys.executable,
            "-m",
            "tests.web.unlimited",
            "--port",
            "0",
            "--json",
            "--data",
            f"{folder}/t.db",
        ]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("}"):
                break
        try:
            yield Ours(json.loads(said)["address"], process)
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


async def seated(server: Ours, count: int) -> list[Table]:
    """So many tables, each with its viewers."""
    tables = [Table(server.host, server.port, SCENE) for _ in range(count)]
    for table in tables:
        await table.open(VIEWERS)
    return tables


async def play(table: Table, end: float) -> int:
    """Moves of one table until a moment, each seen by all before the next."""
    moves = 0
    while time.perf_counter() < end:
        await table.level(await table.move())
        moves += 1
    return moves


def closed_loop(seconds: float) -> Loop:
    """Ours in a closed loop; AssertionError where a viewer lacks the last state."""

    async def run(server: Ours) -> Loop:
        tables = await seated(server, LOOP_TABLES)
        server_before, driver_before, start = server.cpu(), time.process_time(), time.perf_counter()
        moves = sum(await asyncio.gather(*(play(table, start + seconds) for table in tables)))
        wall, driver = time.perf_counter() - start, time.process_time() - driver_before
        assert all(table.is_level(0) for table in tables)
        used = server.cpu() - server_before
        for table in tables:
            table.close()
        return Loop(moves, wall, used, driver)

    with ours() as server:
        return uvloop.run(run(server))


async def move_on(table: Table, start: float, count: int, every: float, waits: list[float]) -> None:
    """Moves of one table, one in so many seconds, whatever the others do."""
    for number in range(count):
        await asyncio.sleep(max(0.0, start + number * every - time.perf_counter()))
        begun = time.perf_counter()
        turn = await table.move()
        await table.level(turn)
        if turn:
            waits.append(time.perf_counter() - begun)


class Paced(NamedTuple):
    """An open loop: seconds from each command to the last viewer, sorted; the share of one processor that the
    server used; bytes for each viewer who only watches; seconds that the pulse came late, p99 and at most."""

    waits: list[float]
    share: float
    idle: float
    late: tuple[float, float]


def open_loop(count: int, seconds: float) -> Paced:
    """Ours in an open loop."""

    async def run(server: Ours) -> Paced:
        await seated(server, 5)  # what every server needs once
        tables = await seated(server, count)
        idle = await watching(tables, server)
        every = count / RATE
        waits: list[float] = []
        pulse = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PULSE, str(seconds), stdout=subprocess.PIPE
        )
        used, start = server.cpu(), time.perf_counter() + 0.5
        rounds = max(1, int(seconds / every))
        await asyncio.gather(
            *(
                move_on(table, start + place * every / count, rounds, every, waits)
                for place, table in enumerate(tables)
            )
        )
        share = (server.cpu() - used) / (time.perf_counter() - start)
        late, most = map(float, (await pulse.communicate())[0].split())
        return Paced(sorted(waits), share, idle, (late, most))

    with ours() as server:
        return uvloop.run(run(server))


async def watching(tables: list[Table], server: Ours) -> float:
    """Bytes for each further viewer of a table who only watches."""
    more = 4
    before = server.memory()
    for table in tables:
        for _ in range(more):
            await table.watch()
    await asyncio.sleep(1)
    return (server.memory() - before) / (more * len(tables))


class Peer:
    """boardgame.io's server and its viewers, each in a process of its own."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        self._server = self._start("server", port)
        self._port = port

    def loop(self, seconds: float) -> Loop:
        """A closed loop; AssertionError where a viewer lacks the last state."""
        viewers = self._start("viewers", self._port, str(LOOP_TABLES), str(VIEWERS), str(seconds))
        before = self._ask(self._server)
        told = self._ask(viewers)
        after = self._ask(self._server)
        viewers.wait()
        assert told["alike"]
        return Loop(told["moves"], told["wall"], after["cpu"] - before["cpu"], told["cpu"])

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    def _start(self, *arguments: str) -> "subprocess.Popen[str]":
        environment = os.environ | {"NODE_PATH": str(CACHE / "node_modules"), "NODE_ENV": "production"}
        process = subprocess.Popen(
            ["node", str(PEERS), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdout is not None
        while process.stdout.readline().strip() != "ready":
            assert process.poll() is None, "boardgame.io didn't start"
        return process

    def _ask(self, process: "subprocess.Popen[str]") -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())


def install() -> None:
    """boardgame.io, where it isn't there yet."""
    if not (CACHE / "node_modules" / "boardgame.io").exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", PEER], cwd=CACHE, check=True)


def compare(seconds: float) -> None:
    """Both in turns, so that whatever else the machine does meets both."""
    peer = Peer()
    try:
        pairs = [(closed_loop(seconds), peer.loop(seconds)) for _ in range(TURNS)]
    finally:
        peer.close()
    for name, loops in (
        ("ours, durable", [own for own, _ in pairs]),
        ("boardgame.io, in memory", [its for _, its in pairs]),
    ):
        for loop in loops:
            sys.stdout.write(
                f"  {name}: {loop.moves / loop.wall:.0f} moves/s, {loop.worth:.0f} a processor second"
                f" (server {1000 * loop.server / loop.moves:.2f} ms,"
                f" driver {1000 * loop.driver / loop.moves:.2f} ms a move)\n"
            )
    ratio = median(own.worth / its.worth for own, its in pairs)
    sys.stdout.write(f"  ratio of moves a processor second: {ratio:.2f} (wanted: 1 or more)\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="a few seconds, for seeing that it runs")
    given = parser.parse_args()
    seconds = 2.0 if given.short else given.seconds
    install()
    sys.stdout.write(f"closed loop, {LOOP_TABLES} tables of {VIEWERS} viewers\n")
    compare(seconds)
    tables = 20 if given.short else given.tables
    paced = open_loop(tables, seconds)
    sys.stdout.write(f"open loop, {tables} tables of {VIEWERS} viewers, {RATE:.0f} moves/s\n")
    middle, late = paced.waits[len(paced.waits) // 2], paced.waits[int(len(paced.waits) * 0.99)]
    sys.stdout.write(
        f"  command to last viewer: median {1000 * middle:.1f} ms,"
        f" p99 {1000 * late:.1f} ms (wanted: below 100);"
        f" the server used {paced.share:.0%} of a processor\n"
        f"  a process that only asks for its turn had it late by {1000 * paced.late[0]:.1f} ms at p99,"
        f" {1000 * paced.late[1]:.1f} ms at most\n"
        f"  a viewer who only watches: {paced.idle / 1024:.1f} KiB (wanted: below 50)\n"
    )


if __name__ == "__main__":
    main()
