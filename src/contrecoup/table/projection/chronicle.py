"""The chronicle: a scene's log as one viewer has it, gone on with event by event and never told again.

The lines form a chain, each knowing the one before it, so that a rewind is nothing but another end of the
chain: what it took back is no longer there, and that it happened is a line of its own. Numbers count the
viewer's own lines. A line stays as it was told: a hidden throw that is opened has another one then.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from contrecoup.kernel import EVERYONE, Message, Seat, Throw
from contrecoup.log import Amended, Chosen, Modifier, Opened, Record, Rewound, SeatSet, SecretShown, Thrown
from contrecoup.play import Session, Step
from contrecoup.play.fold import modified
from contrecoup.play.recorder import moves
from contrecoup.table.projection.happenings import LASTING, happening
from contrecoup.table.projection.voice import KEPT, Voice
from contrecoup.table.seen import Line, Said

_ENCODER: Final = msgspec.json.Encoder()
MOVING: Final = frozenset({"started", "chosen", "thrown", "told", "rewound"})
LONGEST_TURN: Final = timedelta(minutes=15)
"""Nobody thinks longer than this: the turn meter counts no more of a table that was left alone."""


class Entry(NamedTuple):
    """A line, the same as JSON, the entry before it, the last round that the viewer saw opened, and a hash of
    all up to here.

    `hidden` is the last entry before this one of a hidden throw; None where there is none.
    """

    line: Line
    json: bytes
    before: "Entry | None"
    round: int
    digest: bytes
    hidden: "Entry | None"


class Tail(NamedTuple):
    """The newest lines that count, in order, and the same as JSON, one by one and as an array's items."""

    end: Entry | None
    most: int
    lines: tuple[Line, ...]
    items: tuple[bytes, ...]
    joined: bytes


class Chronicle:
    """What one viewer has of one scene's log.

    `chains` are those of everybody who reads the scene in this language. `since`: from when on it has been
    the turn of whoever is asked now; `met` are the seats that the viewer saw act; `turn` counts the events
    that moved the scene for him.
    """

    def __init__(self, voice: Voice, chains: dict[bytes, Entry]) -> None:
        self._voice = voice
        self._chains = chains
        self._ends: list[Entry | None] = []
        self._last: Record | None = None
        self._opened: set[int] = set()
        self._tail = Tail(None, 0, (), (), b"")
        self._spent: dict[Seat, timedelta] = {}
        self._paused: datetime | None = None
        self.since: datetime | None = None
        self.met: set[Seat] = set()
        self.turn = 0

    @property
    def end(self) -> Entry | None:
        """The newest line that counts."""
        return self._ends[-1] if self._ends else None

    @property
    def count(self) -> int:
        """How many lines count."""
        return self.end.line.number if self.end else 0

    @property
    def round(self) -> int:
        """The last round that the viewer saw opened."""
        return self.end.round if self.end else 0

    @property
    def digest(self) -> bytes:
        """A hash of all lines that count."""
        return self.end.digest if self.end else b""

    def tail(self, most: int) -> Tail:
        """The newest lines."""
        end, last = self.end, self._tail
        if end is not last.end or most != last.most:
            if end is not None and end.before is last.end and most == last.most:
                lines, items = (*last.lines, end.line)[-most:], (*last.items, end.json)[-most:]
                self._tail = Tail(end, most, lines, items, b",".join(items))
            else:
                self._tail = _tail(end, most)
        return self._tail

    def hidden(self) -> Iterator[Line]:
        """The lines of hidden throws that count, newest first."""
        entry = _hidden(self.end)
        while entry is not None:
            yield entry.line
            entry = _hidden(entry.before)

    def lines_between(self, after: int, to: int) -> tuple[Line, ...]:
        """The lines that came by the scene's events after one and up to another, newest last."""
        old = self._ends[after - 1] if after else None
        return tuple(reversed(list(_apart(self._ends[to - 1] if to else None, old))))

    def spent(self, seat: Seat) -> int:
        """Whole seconds for which a seat has been asked, as far as the viewer saw it."""
        return int(self._spent.get(seat, timedelta()).total_seconds())

    def is_of(self, session: Session) -> bool:
        """Whether this tells the beginning of a session's log."""
        told, records = len(self._ends), session.fold.records
        return told <= len(records) and (not told or records[told - 1] is self._last)

    def follow(self, session: Session) -> None:
        """Tell what happened since."""
        records = session.fold.records
        for place in range(len(self._ends), len(records)):
            self._take(session, records[place])

    def _take(self, session: Session, record: Record) -> None:
        self._last, event = record, record.event
        self.turn += moves(event, self._voice.viewer)
        match event:
            case Rewound():
                end = self._rewound(record, event)
            case Chosen() | Thrown():
                end = self._stepped(record, _step(session, record.sequence))
            case Amended():
                end = self._amended(session, record, event)
            case Opened():
                end = self._opening(self.end, session, record, event.of)
            case SecretShown():
                end = self._all_opened(session, record)
            case _:
                end = self._happened(session, record)
        self._ends.append(end)

    def _happened(self, session: Session, record: Record) -> Entry | None:
        event = record.event
        if isinstance(event, SeatSet) and not (self._voice.is_master or event.seat in self.met):
            return self.end  # whom one hasn't met can't play on by himself
        fields = happening(self._voice, session, record)
        return self.end if fields is None else self._added(self.end, record, **fields)

    def _rewound(self, record: Record, event: Rewound) -> Entry | None:
        end, to = self.end, self._ends[event.to - 1]
        for line in reversed(list(_apart(end, to))):
            if line.kind in LASTING:
                to = self._entry(line, to, 0)
        number = to.line.number if to else 0
        text = self._voice.texts.text("play.log.rewound", to=number)
        return self._added(to, record, kind="rewound", text=text)

    def _stepped(self, record: Record, step: Step) -> Entry | None:
        voice, event = self._voice, step.event
        if not voice.may_see(step.audience):
            return self._told(record, step.heard(voice.viewer))
        self._count(record, event.seat)
        undo = record.sequence - 1 if voice.is_master else 0
        return self._placed(self.end, msgspec.structs.replace(self._answer(record, step), undo=undo))

    def _answer(self, record: Record, step: Step) -> Line:
        """An answer's line without its place; said once to all who hear the same of it."""
        voice, event, lines = self._voice, step.event, self._voice.words.lines
        known: tuple[Modifier, ...] = ()
        is_masters = False
        if isinstance(event, Thrown):
            known = voice.teller.known(event.modifiers)
            is_masters = event.hidden and voice.is_master
        heard = voice.teller.heard(step)
        key = (step, voice.who(event.seat), step.shows_answer(voice.viewer), is_masters, known, heard)
        if key not in lines:
            if len(lines) > KEPT:
                lines.clear()
            lines[key] = Line(
                number=0,
                time=record.time,
                **_answered(voice, step),
                told=self._reckoned(step),
                round=step.rounds if step.node.round else 0,
                is_auto=event.auto,
            )
        return lines[key]

    def _told(self, record: Record, heard: tuple[Message, ...]) -> Entry | None:
        """What is told of something that the viewer doesn't learn of; mostly nothing."""
        told = tuple(map(self._voice.words.said, heard))
        return self._added(self.end, record, kind="told", told=told) if told else self.end

    def _amended(self, session: Session, record: Record, event: Amended) -> Entry | None:
        """That the last throw was read again, and what comes of it now; without the first where it is the
        game master's alone."""
        voice, step = self._voice, self._open(_step(session, record.sequence))
        fields = happening(voice, session, record)
        if fields is not None:
            if step.shows_answer(voice.viewer):
                fields["dice"] = tuple(map(voice.rolled, event.dice))
            return self._added(self.end, record, **fields, told=self._reckoned(step))
        old = self._open(_step(session, record.sequence - 1))
        heard, before = voice.teller.heard(step), voice.teller.heard(old)
        return self._told(record, heard if heard != before else ())

    def _open(self, step: Step) -> Step:
        """A step as far as it was open when its line is told."""
        is_opened = step.sequence in self._opened
        return msgspec.structs.replace(step, is_opened=True) if is_opened else step

    def _opening(self, end: Entry | None, session: Session, record: Record, of: int) -> Entry:
        self._opened.add(of)
        step = msgspec.structs.replace(_throw(session, record, of), is_opened=True)
        self.met.add(step.event.seat)
        text = self._voice.texts.text("play.log.opened", what=self._voice.teller.headline(step))
        fields = {**_answered(self._voice, step), "kind": "opened", "text": text, "is_hidden": False}
        return self._added(end, record, **fields, told=self._reckoned(step))

    def _all_opened(self, session: Session, record: Record) -> Entry | None:
        """With the secret every throw that counts is open: those that the viewer missed are told now."""
        end = self._happened(session, record)
        for step in session.fold.standing_after(record.sequence).steps():
            hidden = isinstance(step.event, Thrown) and not step.shows_answer(self._voice.viewer)
            if hidden and step.sequence not in self._opened:
                end = self._opening(end, session, record, step.sequence)
        return end

    def _reckoned(self, step: Step) -> tuple[Said, ...]:
        """How the result comes about, as if modifiers that the viewer doesn't know weren't there; then what
        he is told."""
        voice, event, node = self._voice, step.event, step.node
        told = tuple(map(voice.words.said, voice.teller.heard(step)))
        if not (isinstance(event, Thrown) and isinstance(node, Throw) and step.shows_answer(voice.viewer)):
            return told
        test = modified(node.test, voice.teller.known(event.modifiers))
        return (voice.words.reckoned(test, tuple(rolled.number for rolled in event.dice)), *told)

    def _count(self, record: Record, seat: Seat) -> None:
        """The time since the viewer last saw something happen is the turn of who answered now."""
        if self.since is not None:
            passed = min(max(record.time - self.since, timedelta()), LONGEST_TURN)
            self._spent[seat] = self._spent.get(seat, timedelta()) + passed
        self.met.add(seat)

    def _added(self, before: Entry | None, record: Record, **fields: Any) -> Entry:
        given: dict[str, Any] = {"number": 0, "time": record.time, "text": "", **fields}
        return self._placed(before, Line(**given))

    def _placed(self, before: Entry | None, line: Line) -> Entry:
        self._go_on(line)
        return self._entry(line, before, line.round)

    def _entry(self, line: Line, before: Entry | None, round: int) -> Entry:
        """The line in its place; viewers who have had all the same so far share one chain."""
        number = before.line.number + 1 if before else 1
        placed = line if line.number == number else msgspec.structs.replace(line, number=number)
        json = _ENCODER.encode(placed)
        digest = sha256((before.digest if before else b"") + json).digest()
        seen_round = round or (before.round if before else 0)
        entry = Entry(placed, json, before, seen_round, digest, _hidden(before))
        return self._chains.setdefault(digest, entry)

    def _go_on(self, line: Line) -> None:
        """The turn meter runs from the last thing that moved the scene, and stands in a pause."""
        if line.kind == "paused":
            self._paused = line.time
        elif line.kind == "resumed" and self._paused and self.since:
            self.since += line.time - self._paused
            self._paused = None
        elif line.kind in MOVING:
            self.since = line.time


def _tail(end: Entry | None, most: int) -> Tail:
    """The newest lines of a chain."""
    entries: list[Entry] = []
    entry = end
    while entry is not None and len(entries) < most:
        entries.append(entry)
        entry = entry.before
    entries.reverse()
    items = tuple(each.json for each in entries)
    return Tail(end, most, tuple(each.line for each in entries), items, b",".join(items))


def _hidden(entry: Entry | None) -> Entry | None:
    """The newest entry of a hidden throw up to this one."""
    is_hidden = entry is not None and entry.line.kind == "thrown" and entry.line.is_hidden
    return entry if entry is None or is_hidden else entry.hidden


def _answered(voice: Voice, step: Step) -> dict[str, Any]:
    """What a line says of an answer; not what hidden dice showed."""
    event = step.event
    said = {"seat": event.seat, "who": voice.who(event.seat), "text": voice.teller.headline(step)}
    if isinstance(event, Chosen):
        what = voice.words.option(event.option).text
        return {**said, "kind": "chosen", "what": what, "is_hidden": step.audience != EVERYONE}
    shows = step.shows_answer(voice.viewer)
    return {
        **said,
        "kind": "thrown",
        "what": voice.words.name(event.reason),
        "dice": tuple(map(voice.rolled, event.dice)) if shows else (),
        "origin": "corrected" if event.origin == "typed" and event.of else event.origin,
        "modifiers": voice.modifiers(event.modifiers),
        "is_hidden": step.audience != EVERYONE or event.hidden,
    }


def _step(session: Session, sequence: int) -> Step:
    """The last step that counted after an event."""
    step = session.fold.standing_after(sequence).last
    assert step is not None
    return step


def _throw(session: Session, record: Record, of: int) -> Step:
    """A throw as it had become by an event; one that was taken back as it was."""
    step = session.fold.standing_after(record.sequence).last
    while step is not None and step.sequence > of:
        step = step.earlier
    return step if step is not None and step.sequence == of else _step(session, of)


def _apart(end: Entry | None, old: Entry | None) -> Iterator[Line]:
    """The lines of one chain, newest first, back to where it meets another."""
    while end is not None and end is not old:
        number = end.line.number
        if old is not None and old.line.number > number:
            old = old.before
            continue
        if old is not None and old.line.number == number:
            old = old.before
        yield end.line
        end = end.before
