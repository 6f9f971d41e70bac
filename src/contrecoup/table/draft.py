"""Drafts: what a command comes to, put together on a room and not yet kept."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from contrecoup.kernel import GM, Seat
from contrecoup.log import Event, Record, encode
from contrecoup.storage import Batch, KeyChange, Row
from contrecoup.table import keys
from contrecoup.table.commands import Asked
from contrecoup.table.events import KeyMade, Played
from contrecoup.table.fold import take
from contrecoup.table.room import Room, read_line


class Draft:
    """The events of one command. Each counts for the room at once, so the room is spoilt where in the end
    they are not kept; `is_begun` says whether any does."""

    def __init__(self, room: Room, seat: Seat, time: datetime, asked: Asked | None = None) -> None:
        self.room = room
        self.seat = seat
        self.asked = asked
        self.time = time
        self.key = ""
        self.after = room.campaign.sequence
        self.records: list[Record] = []
        self._rows: list[Row] = []
        self._keys: list[KeyChange] = []
        self._secrets: dict[str, bytes] = {}

    @property
    def is_begun(self) -> bool:
        """Whether anything counts for the room that isn't kept."""
        return bool(self.records)

    @property
    def is_master(self) -> bool:
        """Whether the game master asks."""
        return self.seat == GM

    def add(self, event: Event) -> None:
        """Let an event count, as it will be read from the log again; Refused, with this event not counting,
        where it doesn't fit."""
        sequence = self.room.campaign.sequence + 1
        line = encode(Record(sequence=sequence, time=self.time, who=self.seat, event=event))
        record = read_line(line, sequence)
        take(self.room.campaign, record)
        self.records.append(record)
        self._rows.append(Row(sequence, event.scene if isinstance(event, Played) else "", line))

    def sink(self, scene: str, shared: int = 0) -> Callable[[Record], None]:
        """Where the session of a scene puts its events; of a what-if the first are another scene's."""

        def put(played: Record) -> None:
            if played.sequence > shared:
                self.add(Played(scene=scene, record=msgspec.json.decode(encode(played))))

        return put

    def make_key(self, seat: Seat, minutes: int, held: bytes | None) -> None:
        """Give a seat a new link; what lay on its shelf opens nothing any more."""
        self.add(KeyMade(seat=seat, minutes=minutes))
        self.key = keys.new_key()
        self._keys += [*keys.dropped(held), *keys.opened(self.key, seat)]
        self._secrets[keys.shelf(seat)] = keys.hashes(self.key)

    def drop_key(self, seat: Seat, held: bytes | None) -> None:
        """Let a seat's link and all that came of it open nothing any more."""
        self._keys += keys.dropped(held)
        self._secrets[keys.shelf(seat)] = b""

    def keep_secret(self, scene: str, secret: bytes) -> None:
        """Keep the secret of a scene's dice outside the log."""
        self._secrets[scene] = secret

    def batch(self, digest: bytes = b"") -> Batch:
        """All of it, to be kept together or not at all."""
        return Batch(
            table=self.room.id,
            after=self.after,
            rows=tuple(self._rows),
            request=self.asked.request if self.asked else "",
            asker=self.seat if self.asked else "",
            digest=digest,
            keys=tuple(self._keys),
            secrets=tuple(self._secrets.items()),
        )
