"""A session: a scene that is being played, and its log. Every change is an event, kept before it counts."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final, Self, TypeAlias

import msgspec

from contrecoup import registry
from contrecoup.kernel import (
    EVERYONE,
    GM,
    GM_ONLY,
    Audience,
    Choice,
    End,
    Message,
    Node,
    Option,
    Refusal,
    Refused,
    Seat,
    Throw,
    View,
    message,
    refusal,
)
from contrecoup.log import (
    Adjusted,
    Chosen,
    Ended,
    Event,
    Modifier,
    Noted,
    Record,
    Rewound,
    Rolled,
    SeatSet,
    Started,
    Store,
    Thrown,
)
from contrecoup.play.fold import Fold, Step, folded, modified, read
from contrecoup.play.hands import Hand
from contrecoup.registry import Scene

Clock: TypeAlias = Callable[[], datetime]

LARGEST_MODIFIER: Final = 99
LONGEST_REASON: Final = 200
LONGEST_NOTE: Final = 2000


def _now() -> datetime:
    return datetime.now(UTC)


class Unkept(Refused):
    """Raised when an event can't be kept, so that play can't go on; the log is whole up to the last one."""


class Session:
    """Asks the scene's questions one after the other and records the answers.

    Whatever is refused (`Refused`, with every reason) changes nothing, neither here nor in the log.
    """

    def __init__(self, fold: Fold, store: Store, clock: Clock = _now) -> None:
        self._fold = fold
        self._store = store
        self._clock = clock

    @classmethod
    def begin(cls, scene: Scene, store: Store, clock: Clock = _now) -> Self:
        """A scene from its start, in an empty log."""
        session = cls(Fold(scene), store, clock)
        session._record(_started(scene), GM)
        session._close()
        return session

    @classmethod
    def resume(cls, store: Store, clock: Clock = _now) -> Self:
        """The scene of a log, where it stands; Refused where the log can't be gone on with."""
        reading = store.read()
        if reading.faults:
            raise Refused(reading.faults)
        session = cls(replayed(reading.records), store, clock)
        session._close()
        return session

    @property
    def scene(self) -> Scene:
        """What is played."""
        return self._fold.scene

    @property
    def fold(self) -> Fold:
        """Every event of the log with where it led, for readers; events come by this session alone."""
        return self._fold

    @property
    def state(self) -> Any:
        """Where it stands, in the rule set's own type."""
        return self._fold.standing.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The answered questions that count, in order (what was rewound doesn't)."""
        return self._fold.standing.steps()

    @property
    def rounds(self) -> int:
        """How many rounds have been opened."""
        return self._fold.standing.rounds

    @property
    def records(self) -> tuple[Record, ...]:
        """The whole log."""
        return tuple(self._fold.records)

    @property
    def pending(self) -> tuple[Modifier, ...]:
        """Modifiers announced for the next throw."""
        return self._fold.standing.modifiers

    @property
    def announcements(self) -> tuple[Record, ...]:
        """The events that announced them."""
        return self._fold.standing.pending

    @property
    def autos(self) -> frozenset[Seat]:
        """The seats that play on by themselves."""
        return self._fold.autos

    def question(self) -> Node:
        """What is asked now; an `End` where the scene is over."""
        return self._fold.node()

    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return isinstance(self.question(), End)

    def view(self, viewer: Seat) -> View:
        """What a viewer may see."""
        view: View = self.scene.ruleset.view(self.scene.setup, self.state, viewer)
        return view

    def choose(self, option: Option) -> Step:
        """Answer a choice by one of its options."""
        node = self.question()
        if not isinstance(node, Choice):
            raise Refused([refusal("play.no_choice")])
        return self._step(Chosen(seat=node.seat, option=option, audience=node.audience), node.seat)

    def kept(self) -> tuple[Rolled, ...] | None:
        """The dice that already answered this question before a rewind, if they did: they count again."""
        node = self.question()
        record = self._fold.thrown_before(node) if isinstance(node, Throw) else None
        return _thrown(record).dice if record else None

    def throw(self, hand: Hand) -> Step:
        """Answer a throw; where the same question was answered before a rewind, with those dice."""
        return self._throw(hand, is_correction=False, auto=False)

    def correct(self, hand: Hand) -> Step:
        """Answer a throw that came before with other dice, because the recorded ones were mistaken.

        The log names the throw that is corrected.
        """
        return self._throw(hand, is_correction=True, auto=False)

    def is_auto(self) -> bool:
        """Whether the seat that is asked now plays on by itself."""
        node = self.question()
        return not isinstance(node, End) and node.seat in self.autos

    def play_on(self, hand: Hand) -> Step:
        """Answer what is asked without asking anybody: with the plan's option, or dice from a hand."""
        node = self.question()
        if isinstance(node, End):
            raise Refused([refusal("play.over")])
        if isinstance(node, Choice):
            event = Chosen(seat=node.seat, option=node.push, audience=node.audience, auto=True)
            return self._step(event, node.seat)
        return self._throw(hand, is_correction=False, auto=True)

    def adjust(self, by: int, reason: str, audience: Audience = EVERYONE) -> None:
        """Announce a modifier of the next throw; Refused where the throw can't bear it or no reason is given.

        Positive makes it easier, negative harder.
        """
        reasons = tuple(_faults(by, reason))
        if reasons:
            raise Refused(reasons)
        modifier = Modifier(by=by, reason=reason, audience=audience)
        node = self.question()
        if isinstance(node, End):
            raise Refused([refusal("play.over")])
        if isinstance(node, Throw):
            modified(node.test, (*self.pending, modifier)).weights(node.floor, node.cap)
        self._record(Adjusted(modifier=modifier), GM)

    def rewind(self, to: int) -> None:
        """Go back (or forth again) to where the scene stood after an event."""
        self._record(Rewound(to=to), GM)
        self._close()

    def set_auto(self, seat: Seat, auto: bool = True) -> None:
        """Let a seat play on by itself, or no longer."""
        if seat not in self.scene.manifest.seats:
            known = ", ".join(self.scene.manifest.seats)
            raise Refused([refusal("play.no_seat", seat=seat, known=known)])
        if auto != (seat in self.autos):
            self._record(SeatSet(seat=seat, auto=auto), GM)

    def note(self, text: str, audience: Audience = GM_ONLY) -> None:
        """Write something down in the log."""
        if not 0 < len(text.strip()) <= LONGEST_NOTE:
            raise Refused([refusal("play.note_length", most=LONGEST_NOTE)])
        self._record(Noted(text=text, audience=audience), GM)

    def close(self) -> None:
        """Let others go on with the log."""
        self._store.close()

    def notices(self) -> tuple[Message, ...]:
        """What whoever goes on with this log should know: it was begun under another version of the rules."""
        started = self.records[0].event
        assert isinstance(started, Started)
        now = self.scene.manifest.version
        if started.rules_version == now:
            return ()
        return (message("play.other_version", then=started.rules_version, now=now),)

    def _throw(self, hand: Hand, *, is_correction: bool, auto: bool) -> Step:
        node = self.question()
        if not isinstance(node, Throw):
            raise Refused([refusal("play.no_throw")])
        earlier = self._fold.thrown_before(node)
        if is_correction and earlier is None:
            raise Refused([refusal("play.nothing_to_correct")])
        is_kept = earlier is not None and not is_correction
        dice = _thrown(earlier).dice if earlier and is_kept else hand.roll(node.test.dice())
        result = read(node.test, dice, self.pending)
        event = Thrown(
            seat=node.seat,
            reason=node.reason,
            dice=dice,
            origin="kept" if is_kept else hand.origin,
            of=earlier.sequence if earlier else 0,
            modifiers=self.pending,
            value=result.value,
            mishap=result.mishap,
            audience=node.audience,
            auto=auto,
        )
        return self._step(event, node.seat)

    def _step(self, event: Event, who: Seat) -> Step:
        self._record(event, who)
        step = self._fold.standing.last
        assert step is not None
        self._close()
        return step

    def _close(self) -> None:
        """Record the end once it is reached."""
        node = self.question()
        if isinstance(node, End) and not self._fold.standing.is_closed:
            self._record(Ended(outcome=node.outcome), GM)

    def _record(self, event: Event, who: Seat) -> None:
        """The event has to fit before it is kept, and to be kept before it counts."""
        sequence = len(self._fold.records) + 1
        record = Record(sequence=sequence, time=self._clock(), who=who, event=event)
        standing = self._fold.standing_with(record)
        try:
            self._store.append(record)
        except Refused as refused:
            raise Unkept(refused.reasons) from None
        self._fold.add(record, standing)


def replayed(records: tuple[Record, ...]) -> Fold:
    """The fold of a log, its scene loaded from its first event; Refused where an event doesn't fit."""
    if not records or not isinstance(records[0].event, Started):
        raise Refused([refusal("play.not_started")])
    return folded(registry.load(records[0].event.data), records)


def _faults(by: int, reason: str) -> Iterator[Refusal]:
    """Why a modifier can't be."""
    if not 0 < abs(by) <= LARGEST_MODIFIER:
        yield refusal("play.modifier_range", most=LARGEST_MODIFIER)
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        yield refusal("play.modifier_reason", most=LONGEST_REASON)


def _started(scene: Scene) -> Started:
    rulings = msgspec.to_builtins(getattr(scene.setup, "rulings", {}))
    return Started(
        rules=scene.rules,
        rules_version=scene.manifest.version,
        scene=scene.name,
        data=msgspec.to_builtins(dict(scene.data)),
        rulings=rulings,
    )


def _thrown(record: Record) -> Thrown:
    assert isinstance(record.event, Thrown)
    return record.event
