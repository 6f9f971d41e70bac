"""How long does it take to open a campaign of 100,000 events, until a seat can be shown its scene?

    python benchmarks/opening.py

A SQLite file holds scenes of some hundred events each, the last of them running, and a snapshot as a desk
keeps it, 499 events old. Opened from it with the running scene and shown, against reading the rows alone
(nothing is done with them), and against folding the campaign from its first event, in the same run.
"""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import EVERYONE, GM
from contrecoup.log import Event, MemoryStore, Record, encode
from contrecoup.play import Session
from contrecoup.storage import Batch, Row, Storage
from contrecoup.storage.opening import open_storage
from contrecoup.table import events as ev
from contrecoup.table import opening
from contrecoup.table.projection import project
from contrecoup.table.room import Room

EVENTS: Final = 100_000
STEPS: Final = 300
"""Events of a scene: an evening with some going back."""
BEHIND: Final = opening.EVERY - 1
LIMIT: Final = 1.0
ROUNDS: Final = 5
TABLE: Final = "campaign"
TIME: Final = datetime(2026, 11, 29, 20, tzinfo=UTC)
SCENE: Final[dict[str, Any]] = {
    "rules": "savage",
    "scene": "intrusion",
    "hacker": {"name": "Fast Joe", "hacking": "d8", "spirit": "d6", "commlink": {"rating": 8}},
    "system": {"colour": "green", "ice": "d8"},
}


def played() -> list[dict[str, Any]]:
    """The own log of one scene, as the table's events hold it."""
    session = Session.begin(registry.load(SCENE), MemoryStore())
    while len(session.records) < STEPS:
        if session.is_over():
            session.rewind(2)
        else:
            session.play_on(session.hand())
    return [msgspec.json.decode(encode(record)) for record in session.records]


def events(log: list[dict[str, Any]]) -> Iterator[Event]:
    """A campaign: scenes one after the other, each put away but the last."""
    yield ev.Founded(title="A long campaign", lang="en")
    yield ev.KeyMade(seat=GM)
    count, scenes = 2, 0
    while True:
        scene = f"s{scenes}"
        yield ev.ScenePrepared(scene=scene, title="A scene", data=SCENE, audience=EVERYONE)
        for record in log:
            yield ev.Played(scene=scene, record=record)
        count, scenes = count + len(log) + 2, scenes + 1
        if count + len(log) > EVENTS:
            return
        yield ev.SceneClosed(scene=scene, applied=False)


def fill(storage: Storage) -> int:
    """Write the campaign and its snapshot; the number of its events."""
    storage.create(TABLE, "A long campaign")
    rows: list[Row] = []
    for number, event in enumerate(events(played()), 1):
        record = Record(sequence=number, time=TIME + timedelta(seconds=number), event=event)
        rows.append(Row(number, event.scene if isinstance(event, ev.Played) else "", encode(record)))
    for start in range(0, len(rows), 5_000):
        storage.append([Batch(table=TABLE, after=start, rows=tuple(rows[start : start + 5_000]))])
    room = Room(TABLE)
    opening.take_rows(room, rows[:-BEHIND])
    storage.keep_snapshot(TABLE, len(rows) - BEHIND, opening.VERSION, opening.snapshot_of(room))
    return len(rows)


def opened(storage: Storage) -> None:
    """From the snapshot to what the game master sees of the running scene."""
    room, _ = opening.open_room(storage, TABLE)
    scene = room.campaign.shown(GM)
    opening.open_scene(storage, room, scene)
    assert project(room, GM, "en", scene).seen.scene is not None


def folded(storage: Storage) -> None:
    """The same campaign without its snapshot, no scene."""
    room = Room(TABLE)
    opening.bring_up(storage, room)


def read(storage: Storage) -> None:
    """The rows alone."""
    storage.read(TABLE)


def timed(do: Callable[[Storage], None], path: Path) -> float:
    """Seconds, with the file opened anew."""
    storage = open_storage(path, None)
    try:
        start = perf_counter()
        do(storage)
        return perf_counter() - start
    finally:
        storage.close()


def main() -> None:
    """All three in turns, so that a busy machine is busy for each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "group.db")
        storage = open_storage(path, None)
        count = fill(storage)
        storage.close()
        ways = {"opened": opened, "rows read": read, "folded": folded}
        rounds = [{way: timed(do, path) for way, do in ways.items()} for _ in range(ROUNDS)]
    taken = {way: median(each[way] for each in rounds) for way in ways}
    for way, seconds in taken.items():
        print(f"{way:>10}  {seconds:6.3f} s  {seconds / taken['rows read']:5.2f} times reading the rows")
    print(f"{count} events; opening may take {LIMIT} s")
    assert taken["opened"] < LIMIT


if __name__ == "__main__":
    main()
