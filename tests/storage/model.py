"""A plain model of a storage, and hypothesis's machine that holds a storage to it."""

from itertools import count
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from contrecoup.storage import (
    Absent,
    Batch,
    Entry,
    Kept,
    KeyChange,
    Outcome,
    Repeated,
    Row,
    Snapshot,
    Stale,
    Storage,
)

_RUNS: Final = count(1)
NAMES: Final = ("one", "two")
SCENES: Final = ("", "s1", "s2")
TABLE = st.sampled_from(NAMES)
SMALL = st.integers(0, 3)


@st.composite
def wishes(draw: st.DrawFn) -> dict[str, Any]:
    """A batch's parts, its place given by how far it is off the table's end."""
    return {
        "table": draw(st.sampled_from((*NAMES, "absent"))),
        "off": draw(st.sampled_from((0, 0, 0, 1, -1))),
        "scenes": draw(st.lists(st.sampled_from(SCENES), max_size=3)),
        "request": draw(st.sampled_from(("", "r1", "r2", "r3"))),
        "asker": draw(st.sampled_from(("gm", "ann"))),
        "keys": draw(st.lists(st.tuples(SMALL, st.sampled_from(("", "gm", "ann"))), max_size=2)),
        "secrets": draw(st.lists(st.tuples(st.sampled_from(SCENES), SMALL), max_size=1)),
    }


class Model:
    """Everything in plain lists and dictionaries, searched from end to end."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.requests: list[tuple[str, str, str, Repeated]] = []
        self.keys: dict[bytes, tuple[str, str]] = {}
        self.secrets: dict[tuple[str, str], bytes] = {}
        self.snapshots: dict[str, tuple[int, int, bytes]] = {}

    def append(self, batch: Batch) -> Outcome:
        if batch.table not in self.rows:
            return Absent()
        for table, asker, request, done in self.requests:
            if batch.request and (table, asker, request) == (batch.table, batch.asker, batch.request):
                return done
        rows = self.rows[batch.table]
        if len(rows) != batch.after:
            return Stale(len(rows))
        rows.extend(batch.rows)
        if batch.request:
            done = Repeated(batch.after + 1, len(rows), batch.digest)
            self.requests.append((batch.table, batch.asker, batch.request, done))
        for change in batch.keys:
            if change.seat:
                self.keys[change.hash] = (batch.table, change.seat)
            elif self.keys.get(change.hash, ("",))[0] == batch.table:
                del self.keys[change.hash]
        for scene, secret in batch.secrets:
            self.secrets[batch.table, scene] = secret
        return Kept(len(rows))

    def drop(self, table: str) -> bool:
        was_there = self.rows.pop(table, None) is not None
        self.requests = [each for each in self.requests if each[0] != table]
        self.keys = {hash: entry for hash, entry in self.keys.items() if entry[0] != table}
        self.secrets = {place: secret for place, secret in self.secrets.items() if place[0] != table}
        self.snapshots.pop(table, None)
        return was_there


class StorageMachine(RuleBasedStateMachine):
    """Does the same to a storage and to the model, in tables and with keys of this run alone."""

    storage: Storage

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.run = next(_RUNS)

    def name(self, table: str) -> str:
        return f"{table} {self.run}"

    def hash(self, number: int) -> bytes:
        return f"{self.run:>16}{number:>16}".encode()

    @rule(table=TABLE)
    def create(self, table: str) -> None:
        is_new = self.name(table) not in self.model.rows
        assert self.storage.create(self.name(table), table) == is_new
        self.model.rows.setdefault(self.name(table), [])

    @rule(table=TABLE)
    def drop(self, table: str) -> None:
        assert self.storage.drop(self.name(table)) == self.model.drop(self.name(table))

    @rule(wanted=st.lists(wishes(), min_size=1, max_size=4))
    def append(self, wanted: list[dict[str, Any]]) -> None:
        heads = {table: len(rows) for table, rows in self.model.rows.items()}
        batches = []
        for wish in wanted:
            batch = self._batch(wish, heads)
            batches.append(batch)
            if heads.get(batch.table) == batch.after:
                heads[batch.table] = batch.last
        assert self.storage.append(batches) == [self.model.append(batch) for batch in batches]

    def _batch(self, wish: dict[str, Any], heads: dict[str, int]) -> Batch:
        table = self.name(wish["table"])
        after = max(0, heads.get(table, 0) + wish["off"])
        places = enumerate(wish["scenes"], start=after + 1)
        return Batch(
            table,
            after,
            tuple(Row(place, scene, f"{table}{place}{scene}".encode()) for place, scene in places),
            request=wish["request"],
            asker=wish["asker"],
            digest=f"{after}".encode(),
            keys=tuple(KeyChange(self.hash(number), seat) for number, seat in wish["keys"]),
            secrets=tuple((scene, bytes([number])) for scene, number in wish["secrets"]),
        )

    @rule(table=TABLE, sequence=SMALL, version=st.integers(1, 2))
    def keep_snapshot(self, table: str, sequence: int, version: int) -> None:
        name, new = self.name(table), (sequence, version, f"{sequence}".encode())
        self.storage.keep_snapshot(name, *new)
        old = self.model.snapshots.get(name)
        if name in self.model.rows and (old is None or old[1] != version or old[0] <= sequence):
            self.model.snapshots[name] = new

    @rule()
    def look(self) -> None:
        self.tables_are_the_same()
        self.keys_and_requests_are_the_same()

    def teardown(self) -> None:
        self.look()

    def tables_are_the_same(self) -> None:
        for name in map(self.name, NAMES):
            rows = self.model.rows.get(name, [])
            assert self.storage.head(name) == (len(rows) if name in self.model.rows else None)
            assert self.storage.read(name) == rows
            assert self.storage.read(name, 2, 2) == rows[2:4]
            for scene in SCENES:
                assert self.storage.read_scene(name, scene, 1) == [
                    each for each in rows[1:] if each.scene == scene
                ]
                assert self.storage.secret(name, scene) == self.model.secrets.get((name, scene))
            kept = self.model.snapshots.get(name)
            assert self.storage.snapshot(name) == (None if kept is None else Snapshot(*kept))

    def keys_and_requests_are_the_same(self) -> None:
        for number in range(4):
            entry = self.model.keys.get(self.hash(number))
            assert self.storage.key(self.hash(number)) == (None if entry is None else Entry(*entry))
        for table, asker, request, done in self.model.requests:
            assert self.storage.request(table, asker, request) == done
