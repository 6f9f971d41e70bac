"""Pairs of tables that differ in nothing but what is secret: whoever isn't the game master must not notice.

A pair is a row of beats. In each beat both tables do the same, or each does something that only the game
master may tell apart (a hidden throw shows another face, a what-if is made at one table alone ...). Ids are
made of labels and the clock stands still within a beat, so that nothing differs by chance. Whoever drives
tables in another way (over HTTP, in a browser) takes `Move.asked` and the ids from here and asks himself.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from contrecoup.kernel import GM, Refused, Throw
from contrecoup.log import Record
from contrecoup.play import Session
from contrecoup.table import commands as do
from contrecoup.table import events as ev
from contrecoup.table import keys, scene_orders
from contrecoup.table.carrying import carry_out
from contrecoup.table.commands import Asked, Receipt
from contrecoup.table.draft import Draft
from contrecoup.table.receipts import receipt
from contrecoup.table.room import Room

START: Final = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
BEAT: Final = timedelta(seconds=7)
TABLE: Final = "pair"
TITLE: Final = "The pair"
SECRET: Final = bytes(range(32))
"""What the dice of every scene come from: real ones are never the same."""


def id_of(label: str) -> str:
    """The id of what was made under a label."""
    return sha256(label.encode()).hexdigest()[:12]


Command: TypeAlias = do.AnyCommand | Callable[[Session], do.AnyCommand]


class Move(NamedTuple):
    """Something that a seat asks.

    `seat` and `scene` are labels ("gm" stands for itself), `makes` is the label of what comes to be by it. A
    command with a number of an event in it is made of how the scene stands.
    """

    seat: str
    command: Command
    scene: str = ""
    makes: str = ""

    @property
    def who(self) -> str:
        """The seat's id."""
        return self.seat if self.seat == GM else id_of(self.seat)

    def asked(self, request: str, turn: int | None, session: Session | None = None) -> Asked:
        """The move as it is sent; `session` is the scene's, where one is meant."""
        scene = id_of(self.scene) if self.scene else ""
        command = self.command
        if callable(command):
            assert session is not None, "no scene is meant"
            command = command(session)
        return Asked(request=request, scene=scene, turn=turn, command=command)


class Beat(NamedTuple):
    """What happens at both tables; None: nothing. A secret one only the game master may tell apart."""

    one: Move | None
    other: Move | None

    @property
    def is_secret(self) -> bool:
        return self.one != self.other


class Pair(NamedTuple):
    """A pair of tables: `seats` are the labels of those that must get the same (all but the game master),
    `scene` that of the scene that is played."""

    name: str
    seats: tuple[str, ...]
    scene: str
    beats: tuple[Beat, ...]


def both(*moves: Move) -> tuple[Beat, ...]:
    """The same at both tables."""
    return tuple(Beat(move, move) for move in moves)


def back(kind: str, times: int = 1) -> Callable[[Session], do.Rewind]:
    """Back to before the last event of a kind, or one before it."""

    def command(session: Session) -> do.Rewind:
        found = [record.sequence for record in session.records if record.event.kind == kind]
        return do.Rewind(to=found[-times] - 1)

    return command


def showing(number: int, *, hidden: bool = False) -> Callable[[Session], do.TypeDice]:
    """All dice of the throw that is asked show the same."""

    def command(session: Session) -> do.TypeDice:
        node = session.question()
        assert isinstance(node, Throw), node
        return do.TypeDice(numbers=(number,) * len(node.test.dice()), hidden=hidden)

    return command


class Ids:
    """Ids from labels, in the place of random ones."""

    def __init__(self) -> None:
        self.label = ""
        self._count = 0

    def next(self) -> str:
        """The id of the label that is due; of a further thing under it, another."""
        self._count += 1
        label, self.label = self.label or f"unnamed {self._count}", ""
        return id_of(label)


class Sat:
    """A table that moves are made at, in memory: a room with its log."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.time = START
        self.room = Room(TABLE, clock=lambda: self.time)
        self.records: list[Record] = []
        founded = Record(sequence=1, time=START, event=ev.Founded(title=TITLE, lang="en"))
        opened = Record(sequence=2, time=START, event=ev.KeyMade(seat=GM))
        for record in (founded, opened):
            self.room.take(record)
            self.records.append(record)

    def turn(self, seat: str, scene: str) -> int | None:
        """The turn of a scene as a seat knows it."""
        held = self.room.campaign.scenes.get(scene)
        if held is None or held.status == "prepared":
            return None
        return self.room.session(scene).turn(held.viewer(seat))

    def make(self, move: Move, request: str, lang: str = "en") -> Receipt:
        """What a move comes to; Refused with nothing changed."""
        self._ids.label = move.makes
        scene = id_of(move.scene) if move.scene else ""
        asked = move.asked(request, self.turn(move.who, scene), self.session(scene))
        return self.ask(move.who, asked, lang)

    def session(self, scene: str) -> Session | None:
        """The session of a scene that has begun."""
        return self.room.session(scene) if self.room.has(scene) else None

    def ask(self, seat: str, asked: Asked, lang: str = "en") -> Receipt:
        """What a command comes to."""
        draft = Draft(self.room, seat, self.time, asked)
        carry_out(draft, asked, None, lang)
        self.records += draft.records
        held = self.room.campaign.scenes.get(asked.scene)
        last = held.last if held else 0
        return receipt(self.room, seat, asked.request, held, draft.records, last, lang)

    def refusal(self, seat: str, asked: Asked, lang: str = "en") -> tuple[Any, ...]:
        """Why a command is refused, as it would be told, or what it comes to."""
        try:
            return ("done", self.ask(seat, asked, lang))
        except Refused as refused:
            reasons = tuple((each.id, each.where, each.values) for each in refused.reasons)
            return (
                getattr(refused, "status", 422),
                refused.domain,
                reasons,
                getattr(refused, "stands", None),
            )


class After(NamedTuple):
    """Both tables after a beat, and what the beat's moves came to there."""

    beat: Beat
    one: Sat
    other: Sat
    receipts: tuple[Receipt | None, Receipt | None]


def play(pair: Pair, check: Callable[[After], None]) -> tuple[Sat, Sat]:
    """Both tables through all beats, looked at after each; ids and secrets don't differ by chance."""
    with pytest.MonkeyPatch.context() as patch:
        ids = Ids()
        patch.setattr(keys, "new_id", ids.next)
        patch.setattr(keys, "new_key", lambda: "a key that is the same at both tables")
        patch.setattr(scene_orders, "fresh_secret", lambda: SECRET)
        one, other = Sat(ids), Sat(ids)
        for number, beat in enumerate(pair.beats):
            request = f"beat {number}"
            came_to = (
                one.make(beat.one, request) if beat.one else None,
                other.make(beat.other, request) if beat.other else None,
            )
            check(After(beat, one, other, came_to))
            if not beat.is_secret:
                one.time += BEAT
                other.time += BEAT
        return one, other
