"""Opening: a table read from the storage, from its snapshot where there is one."""

import logging
from collections.abc import Iterable
from typing import Final

import msgspec

from contrecoup.log import Record
from contrecoup.storage import Row, Snapshot, Storage
from contrecoup.table.campaign import Campaign
from contrecoup.table.events import Played
from contrecoup.table.refusals import unknown
from contrecoup.table.room import Clock, Room, now, read_line

VERSION: Final = 3
"""The form in which a campaign is kept as a snapshot; another one is not read."""
EVERY: Final = 500
"""Events after which a snapshot is kept."""
_PAGE: Final = 5_000
_log: Final = logging.getLogger(__name__)
_encoder: Final = msgspec.json.Encoder()  # not sorted: notes, seats and scenes stand in their own order
_decoder: Final = msgspec.json.Decoder(Campaign)


def open_room(storage: Storage, table: str, clock: Clock = now) -> tuple[Room, int]:
    """The room of a table, and the event of the snapshot that it was opened from; Refused (Unknown) where
    there is no such table."""
    head = storage.head(table)
    if not head:
        raise unknown("table.no_table")
    snapshot = storage.snapshot(table)
    room = Room(table, _campaign(snapshot, head), clock)
    kept = room.campaign.sequence
    bring_up(storage, room)
    return room, kept


def bring_up(storage: Storage, room: Room) -> None:
    """Let everything count that the table has come to since."""
    while rows := storage.read(room.id, room.campaign.sequence, _PAGE):
        take_rows(room, rows)
        if len(rows) < _PAGE:
            return


def take_rows(room: Room, rows: Iterable[Row]) -> None:
    """Let rows count that come next."""
    for row in rows:
        room.take(read_line(row.line, row.sequence))


def open_scene(storage: Storage, room: Room, scene: str) -> None:
    """Bring the session of a scene to hand, as the room knows it."""
    records = scene_records(storage, room, scene)
    held = room.campaign.scenes[scene]
    room.put(scene, records, None if held.is_what_if else storage.secret(room.id, scene) or None)
    room.tidy()


def scene_records(storage: Storage, room: Room, scene: str) -> list[Record]:
    """The own log of a scene up to where the room stands; a what-if's begins with what it shares."""
    held = room.campaign.scenes[scene]
    base = scene_records(storage, room, held.of)[: held.shared] if held.is_what_if else []
    rows = storage.read_scene(room.id, scene)
    events = (
        read_line(row.line, row.sequence).event for row in rows if row.sequence <= room.campaign.sequence
    )
    return base + [event.opened() for event in events if isinstance(event, Played)]


def records_between(
    storage: Storage, room: Room, first: int, last: int, scene: str
) -> tuple[list[Record], int]:
    """The records of a request, and the last event that its scene's own log had with them."""
    rows = storage.read(room.id, first - 1, last - first + 1) if last >= first else ()
    held = room.campaign.scenes.get(scene)
    own = storage.read_scene(room.id, scene) if held and scene else ()
    shared = held.shared if held else 0
    count = shared + sum(row.sequence <= last for row in own)
    return [read_line(row.line, row.sequence) for row in rows], count


def snapshot_of(room: Room) -> bytes:
    """The campaign as it is kept beside the rows."""
    return _encoder.encode(room.campaign)


def _campaign(snapshot: Snapshot | None, head: int) -> Campaign:
    """The campaign of a snapshot; an empty one where there is none that can be used."""
    if snapshot is None or snapshot.version != VERSION or snapshot.sequence > head:
        return Campaign()
    try:
        campaign = _decoder.decode(snapshot.data)
    except msgspec.DecodeError:
        _log.warning("a snapshot can't be read; the table is folded from its first event")
        return Campaign()
    return campaign if campaign.sequence == snapshot.sequence else Campaign()
