"""Rooms: a table as one process holds it, its campaign and the sessions of its running scenes."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.log import Reading, Record
from contrecoup.log.lines import decode
from contrecoup.play import Session, replayed
from contrecoup.table.campaign import Campaign, Held
from contrecoup.table.events import KINDS, Played
from contrecoup.table.fold import take

MOST_RUNNING: Final = 12
"""Sessions that a room holds at once; those that weren't used for longest are folded again when needed."""


Clock: TypeAlias = Callable[[], datetime]


def now() -> datetime:
    """The time, as the log writes it."""
    return datetime.now(UTC)


class Buffer:
    """The store of a session at a table: hands each event on to whoever writes the table's log."""

    def __init__(self) -> None:
        self.sink: Callable[[Record], None] | None = None

    def append(self, record: Record) -> None:
        if self.sink is None:
            raise Refused([refusal("log.closed")])
        self.sink(record)

    def read(self) -> Reading:
        """Nothing: what happened stands in the table's log."""
        return Reading()

    def close(self) -> None:
        """Nothing to let go of."""
        self.sink = None


class Running:
    """A running scene: its session, and the store through which the session writes.

    `sights` is the projection's own, for what it remembers of the session as long as that is at hand.
    """

    def __init__(self, session: Session, buffer: Buffer) -> None:
        self.session = session
        self.buffer = buffer
        self.sights: Any = None


class Room:
    """A campaign, and those of its scenes that are folded.

    Everything that a seat may see is projected from here. A scene's session is there once it was put;
    asking for one that isn't is a KeyError. `around` is the projection's own, for what it remembers of the
    campaign.
    """

    def __init__(self, id: str, campaign: Campaign | None = None, clock: Clock = now) -> None:
        self.id = id
        self.campaign = campaign or Campaign()
        self.clock = clock
        self.around: dict[Any, Any] = {}
        self._running: dict[str, Running] = {}
        self._shown: dict[Seat, tuple[int, str]] = {}

    @classmethod
    def of(cls, id: str, records: Iterable[Record]) -> "Room":
        """The room of a whole log, all its scenes folded; Refused where an event doesn't fit."""
        campaign, scenes = sorted_out(records)
        room = cls(id, campaign)
        for scene, log in scenes:
            room.put(scene, log)
        return room

    def take(self, record: Record) -> None:
        """Let an event count, for the campaign and for the scene that it is of."""
        event = record.event
        if isinstance(event, Played) and event.scene in self._running:
            held = self.campaign.scenes[event.scene]
            played = event.opened()
            if played.sequence == held.last + 1:
                self._running[event.scene].session.fold.take(played)
        take(self.campaign, record)
        self._forget()

    def shown(self, seat: Seat) -> str:
        """The scene that a seat is shown unless it asks for another."""
        if seat not in self.campaign.seats:  # whatever somebody says isn't remembered
            return self.campaign.shown(seat)
        changed = self.campaign.changed
        kept = self._shown.get(seat)
        if kept is None or kept[0] != changed:
            kept = self._shown[seat] = (changed, self.campaign.shown(seat))
        return kept[1]

    def has(self, scene: str) -> bool:
        """Whether the scene's session is at hand."""
        return scene in self._running

    def running(self, scene: str) -> Running:
        """A running or closed scene; the one that is let go of last."""
        running = self._running.pop(scene)
        self._running[scene] = running
        return running

    def session(self, scene: str) -> Session:
        """The session of a running or closed scene."""
        return self.running(scene).session

    def put(self, scene: str, records: Iterable[Record], secret: bytes | None = None) -> Running:
        """Fold a scene from its own log, and keep its session at hand; its dice come from the secret."""
        buffer = Buffer()
        session = Session(replayed(tuple(records)), buffer, self.clock, secret)
        return self.keep(scene, Running(session, buffer))

    def keep(self, scene: str, running: Running) -> Running:
        """Keep a session at hand."""
        self._running[scene] = running
        return running

    def tidy(self) -> None:
        """Let go of sessions of scenes that are gone, and of those beyond the bound."""
        self._forget()
        while len(self._running) > MOST_RUNNING:
            del self._running[next(iter(self._running))]

    def _forget(self) -> None:
        for scene in self._running.keys() - self.campaign.scenes.keys():
            del self._running[scene]


def sorted_out(records: Iterable[Record]) -> tuple[Campaign, Iterator[tuple[str, list[Record]]]]:
    """The campaign of a whole log, and one by one its scenes that have begun, with their own logs."""
    campaign, logs = Campaign(), dict[str, list[Record]]()
    for record in records:
        take(campaign, record)
        if isinstance(record.event, Played):
            logs.setdefault(record.event.scene, []).append(record.event.opened())
    begun = (held for held in campaign.scenes.values() if held.status != "prepared")
    return campaign, ((held.id, scene_log(held, campaign, logs)) for held in begun)


def checked(records: Iterable[Record]) -> Campaign:
    """The campaign of a whole log of which every scene can be folded; Refused where an event doesn't fit."""
    campaign, scenes = sorted_out(records)
    for _, log in scenes:
        replayed(tuple(log))
    return campaign


def scene_log(held: Held, campaign: Campaign, logs: dict[str, list[Record]]) -> list[Record]:
    """The own log of a scene: of a what-if, what it shares with the scene that it is of, then its own."""
    own = logs.get(held.id, [])
    if not held.is_what_if:
        return own
    base = scene_log(campaign.scenes[held.of], campaign, logs)
    return [*base[: held.shared], *own]


def read_line(line: bytes, number: int) -> Record:
    """A record of a table's log; Refused where the line can't be read."""
    return decode(line, number, KINDS)
