"""Servers killed while a group plays: what was acknowledged is there afterwards, once, in order.

`python -m tests.web.kills --count 200 --database sqlite` (or postgres) is the long run. Each round starts a
server, lets several tables name themselves anew as fast as they can, kills it (kill -9) at a random moment,
starts it again, sends what got no answer once more under the same request id, and looks at the log of each
table.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

import httpx

from tests.postgres import server as postgres
from tests.web import plain
from tests.web.served import Served

TABLES: Final = 4
_SECONDS: Final = 30.0


class Table:
    """A table whose game master gives it one name after the other: which were acknowledged, and which got no
    answer. Names, since of them there may be any number."""

    def __init__(self, address: str, number: int) -> None:
        self.number = number
        founded = plain.post(f"{address}/api/v1/campaigns", json={"title": f"Table {number}"}).json()
        self._headers = {"Authorization": f"Bearer {founded['session']}"}
        self.acknowledged: list[str] = []
        self.unanswered: list[str] = []
        self._count = 0

    def write(self, address: str) -> None:
        """Names one after the other until the server is gone."""
        with plain.Client(base_url=f"{address}/api/v1", headers=self._headers, timeout=_SECONDS) as client:
            while True:
                self._count += 1
                text = f"Evening {self._count} of table {self.number}"
                try:
                    answer = _ask(client, text)
                except httpx.TransportError:
                    self.unanswered.append(text)
                    return
                assert answer.status_code == 200, answer.text
                self.acknowledged.append(text)

    def again(self, address: str) -> None:
        """What got no answer, asked again: done before or now, but once."""
        with plain.Client(base_url=f"{address}/api/v1", headers=self._headers, timeout=_SECONDS) as client:
            for text in self.unanswered:
                for _ in range(2):
                    assert _ask(client, text).status_code == 200
                self.acknowledged.append(text)
            self.unanswered.clear()

    def check(self, address: str) -> None:
        """AssertionError where a name that was acknowledged is missing, doubled or out of order."""
        with plain.Client(base_url=f"{address}/api/v1", headers=self._headers, timeout=_SECONDS) as client:
            lines = client.get("/export").text.splitlines()
            title = client.get("/table").json()["title"]
        kept = [line.split('"title":"')[1].split('"')[0] for line in lines if '"retitled"' in line]
        assert kept == self.acknowledged, sorted(set(kept) ^ set(self.acknowledged)) or "out of order"
        assert not kept or title == kept[-1]


def _ask(client: httpx.Client, text: str) -> httpx.Response:
    return client.post(
        "/commands", json={"request": text, "command": {"do": "rename_campaign", "title": text}}
    )


def run(count: int, options: tuple[str, ...], variables: dict[str, str], seed: int = 1) -> int:
    """So many rounds; how many names were acknowledged."""
    chance = random.Random(seed)
    server = Served(*options, **variables)
    tables = [Table(server.address, number) for number in range(TABLES)]
    for _ in range(count):
        writing = [threading.Thread(target=table.write, args=(server.address,)) for table in tables]
        for thread in writing:
            thread.start()
        time.sleep(chance.uniform(0.05, 1.0))
        server.kill()
        server.close()
        for thread in writing:
            thread.join()
        server = Served(*options, **variables)
        for table in tables:
            table.again(server.address)
            table.check(server.address)
    server.close()
    return sum(len(table.acknowledged) for table in tables)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.database == "sqlite":
            kept = run(given.count, ("--data", str(Path(folder, "tables.db"))), {}, given.seed)
        else:
            kept = run(given.count, (), {"CONTRECOUP_DATABASE_URL": postgres().fresh()}, given.seed)
    sys.stdout.write(
        f"{given.count} kills over {given.database}: {kept} names, each there once and in order\n"
    )


if __name__ == "__main__":
    main()
