"""The recorder: a scene's fold and its log. Every change is an event, kept before it counts."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Self, TypeAlias

import msgspec

from contrecoup import registry
from contrecoup.kernel import EVERYONE, GM, End, Message, Node, Refused, Seat, View, may_see, message, refusal
from contrecoup.log import (
    Amended,
    Chosen,
    Committed,
    Corrected,
    Ended,
    Event,
    Forked,
    Modifier,
    Record,
    Rewound,
    Started,
    Store,
    Thrown,
)
from contrecoup.play.fold import Fold, folded
from contrecoup.play.steps import Step
from contrecoup.play.verifiable import hashed
from contrecoup.registry import Scene

Clock: TypeAlias = Callable[[], datetime]

_SETTLING: Final = (Chosen, Thrown, Amended, Corrected, Rewound, Forked)


def _now() -> datetime:
    return datetime.now(UTC)


class Unkept(Refused):
    """Raised when an event can't be kept, so that play can't go on; the log is whole up to the last one."""


class Recorder:
    """Where a scene stands, and the writing of what happens next.

    Whatever is refused (`Refused`, with every reason) changes nothing, neither here nor in the log.
    """

    def __init__(self, fold: Fold, store: Store, clock: Clock = _now, secret: bytes | None = None) -> None:
        self._fold = fold
        self._store = store
        self._clock = clock
        self._secret = secret
        self._turns: dict[Seat, list[int]] = {}

    @classmethod
    def begin(cls, scene: Scene, store: Store, clock: Clock = _now, *, secret: bytes | None = None) -> Self:
        """A scene from its start, in an empty log; with a secret, its hash is published before play."""
        session = cls(Fold(scene), store, clock, secret)
        session._record(_started(scene), GM)
        if secret is not None:
            session._record(Committed(hash=hashed(secret)), GM)
        session._close()
        return session

    @classmethod
    def resume(cls, store: Store, clock: Clock = _now, *, secret: bytes | None = None) -> Self:
        """The scene of a log, where it stands; Refused where the log can't be gone on with, or where the
        secret isn't the one that it was committed to."""
        reading = store.read()
        if reading.faults:
            raise Refused(reading.faults)
        fold = replayed(reading.records)
        if secret is not None:
            fold.proof.hold_secret(secret)
        session = cls(fold, store, clock, secret)
        session._close()
        return session

    @property
    def fold(self) -> Fold:
        """Every event of the log with where it led, for readers; events come by this session alone."""
        return self._fold

    @property
    def scene(self) -> Scene:
        """What is played, its sheets as they have been corrected."""
        return self._fold.scene

    @property
    def state(self) -> Any:
        """Where it stands, in the rule set's own type."""
        return self._fold.standing.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The answered questions that count, in order (what was rewound doesn't)."""
        return self._fold.steps()

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
    def corrections(self) -> tuple[Record, ...]:
        """The events that corrected a value, as far as they count."""
        return self._fold.standing.corrections

    @property
    def autos(self) -> frozenset[Seat]:
        """The seats that play on by themselves."""
        return self._fold.autos

    @property
    def opened(self) -> frozenset[int]:
        """The events whose hidden throws everyone sees now."""
        return self._fold.opened

    @property
    def is_paused(self) -> bool:
        """Whether nobody but the game master may answer."""
        return self._fold.is_paused

    @property
    def commitment(self) -> str:
        """The hash of the secret that virtual dice come from; "" where they come from none."""
        return self._fold.proof.hash

    @property
    def knows_secret(self) -> bool:
        """Whether the secret that virtual dice come from is at hand."""
        return self._secret is not None

    @property
    def entropies(self) -> tuple[str, ...]:
        """What seats added to what virtual dice come from."""
        return self._fold.proof.entropies

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

    def turn(self, viewer: Seat, upto: int | None = None) -> int:
        """How many events that settle or move questions this viewer knows of (of the first `upto` alone).

        Commands can be made for it: it moves with every such event, and says nothing of those that the
        viewer doesn't learn of.
        """
        counts, records = self._turns.setdefault(viewer, [0]), self._fold.records
        for record in records[len(counts) - 1 :]:
            counts.append(counts[-1] + moves(record.event, viewer))
        return counts[len(records) if upto is None else min(upto, len(records))]

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
        self._keep(record)
        self._fold.add(record, standing)

    def _keep(self, record: Record) -> None:
        try:
            self._store.append(record)
        except Refused as refused:
            raise Unkept(refused.reasons) from None


def replayed(records: tuple[Record, ...]) -> Fold:
    """The fold of a log, its scene loaded from its first event; Refused where an event doesn't fit."""
    if not records or not isinstance(records[0].event, Started):
        raise Refused([refusal("play.not_started")])
    return folded(registry.load(records[0].event.data, alone=True), records)


def moves(event: Event, viewer: Seat) -> bool:
    """Whether an event is one of those that a viewer's turn counts."""
    return isinstance(event, _SETTLING) and may_see(_known_to(event), viewer)


def _known_to(event: Event) -> frozenset[Seat]:
    """Who learns that an event happened: of a correction everyone does."""
    return event.audience if isinstance(event, Chosen | Thrown | Amended) else EVERYONE


def _started(scene: Scene) -> Started:
    rulings = msgspec.to_builtins(getattr(scene.setup, "rulings", {}))
    return Started(
        rules=scene.rules,
        rules_version=scene.manifest.version,
        scene=scene.name,
        data=msgspec.to_builtins(dict(scene.data)),
        rulings=rulings,
    )
