"""The fold of a log: where a scene stands is what its events, one after the other, make of it.

The rules are asked through the five calls alone, the same way live, on resuming and on replaying.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from contrecoup.kernel import (
    Answer,
    Audience,
    Choice,
    End,
    Message,
    Node,
    Refused,
    Result,
    Seat,
    Test,
    Throw,
    may_see,
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
    Thrown,
)
from contrecoup.registry import Scene


class Step(msgspec.Struct, frozen=True, eq=False):
    """One question answered: what was asked, what the answer was, where it led, what there is to say.

    `position` counts the answers before it, `rounds` the rounds opened so far, its own included;
    `earlier` is the step before.
    """

    record: Record
    node: Choice | Throw
    answer: Answer
    before: Any
    after: Any
    told: tuple[Message, ...]
    position: int
    rounds: int
    earlier: "Step | None"

    @property
    def sequence(self) -> int:
        """Its event's number in the log."""
        return self.record.sequence

    @property
    def audience(self) -> Audience:
        """Who learns that this was asked, and the answer."""
        return self.node.audience

    @property
    def event(self) -> Chosen | Thrown:
        """Its event."""
        event = self.record.event
        assert isinstance(event, Chosen | Thrown)
        return event

    def heard(self, viewer: Seat) -> tuple[Message, ...]:
        """What this viewer is told of it."""
        return tuple(message for message in self.told if may_see(message.audience, viewer))


class Standing(msgspec.Struct, frozen=True, eq=False):
    """Where the scene stands: the last step that counts, and modifiers announced for the next throw."""

    state: Any
    last: Step | None = None
    pending: tuple[Record, ...] = ()
    is_closed: bool = False

    @property
    def position(self) -> int:
        """How many answers led here."""
        return self.last.position + 1 if self.last else 0

    @property
    def rounds(self) -> int:
        """How many rounds have been opened."""
        return self.last.rounds if self.last else 0

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers announced for the next throw."""
        events = (record.event for record in self.pending)
        return tuple(event.modifier for event in events if isinstance(event, Adjusted))

    def steps(self) -> tuple[Step, ...]:
        """The steps that led here, in order."""
        return tuple(reversed(list(_back(self.last))))


Question: TypeAlias = tuple[int, Seat, str, Test]


class Fold:
    """Takes the records of one log in order. A refused record leaves everything as it was."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.records: list[Record] = []
        self.autos: frozenset[Seat] = frozenset()
        self._standings: list[Standing] = []
        self._thrown: dict[Hashable, Record] = {}

    @property
    def standing(self) -> Standing:
        """Where the scene stands now."""
        return self._standings[-1]

    def standing_after(self, sequence: int) -> Standing:
        """Where it stood after an event; Refused where there is no such event."""
        if not 1 <= sequence <= len(self._standings):
            raise Refused([refusal("play.no_event", sequence=sequence, most=len(self._standings))])
        return self._standings[sequence - 1]

    def node(self) -> Node:
        """The question that is asked now."""
        node: Node = self.scene.ruleset.node(self.scene.setup, self.standing.state)
        return node

    def thrown_before(self, node: Throw) -> Record | None:
        """The throw that answered the same question before a rewind: its dice count again."""
        return self._thrown.get(self._question(node))

    def take(self, record: Record) -> None:
        """Go on by one record; Refused where it doesn't fit what came before or the rules."""
        self.add(record, self.standing_with(record))

    def add(self, record: Record, standing: Standing) -> None:
        """Let a record count, with the standing that it leads to (as `standing_with` gave it)."""
        event = record.event
        if isinstance(event, Thrown):
            node = self.node()
            assert isinstance(node, Throw)
            self._thrown[self._question(node)] = record
        if isinstance(event, SeatSet):
            self.autos = self.autos | {event.seat} if event.auto else self.autos - {event.seat}
        self.records.append(record)
        self._standings.append(standing)

    def standing_with(self, record: Record) -> Standing:
        """Where a record would lead; Refused where it doesn't fit. Nothing changes."""
        event: Event = record.event
        if isinstance(event, Started):
            return Standing(self.scene.start())
        if isinstance(event, Rewound):
            return self.standing_after(event.to)
        if isinstance(event, Adjusted):
            pending = (*self.standing.pending, record)
            return msgspec.structs.replace(self.standing, pending=pending)
        if isinstance(event, Chosen):
            return self._chosen(record, event)
        if isinstance(event, Thrown):
            return self._rolled(record, event)
        if isinstance(event, Ended):
            return self._ended(event)
        assert isinstance(event, SeatSet | Noted)
        return self.standing

    def _chosen(self, record: Record, event: Chosen) -> Standing:
        node = self.node()
        if not isinstance(node, Choice) or node.seat != event.seat:
            raise Refused([refusal("play.not_asked", seat=event.seat)])
        if event.option not in node.options:
            raise Refused([refusal("play.not_offered", option=event.option.id)])
        return self._stepped(record, node, event.option, self.standing.pending)

    def _rolled(self, record: Record, event: Thrown) -> Standing:
        node = self.node()
        if not isinstance(node, Throw) or (node.seat, node.reason) != (event.seat, event.reason):
            raise Refused([refusal("play.not_thrown", seat=event.seat)])
        result = read(node.test, event.dice, event.modifiers)
        if result != Result(event.value, event.mishap):
            raise Refused([refusal("play.result_differs", recorded=event.value, now=result.value)])
        return self._stepped(record, node, result, ())

    def _stepped(
        self, record: Record, node: Choice | Throw, answer: Answer, pending: tuple[Record, ...]
    ) -> Standing:
        rules, setup, now = self.scene.ruleset, self.scene.setup, self.standing
        after = rules.apply(setup, now.state, answer)
        told = rules.tell(setup, now.state, answer, after)
        rounds = now.rounds + node.round
        step = Step(record, node, answer, now.state, after, told, now.position, rounds, now.last)
        return Standing(after, step, pending)

    def _ended(self, event: Ended) -> Standing:
        node = self.node()
        if not isinstance(node, End) or node.outcome != event.outcome:
            raise Refused([refusal("play.not_over", outcome=event.outcome)])
        return msgspec.structs.replace(self.standing, is_closed=True)

    def _question(self, node: Throw) -> Question:
        return (self.standing.position, node.seat, node.reason, node.test)


def read(test: Test, dice: tuple[Rolled, ...], modifiers: tuple[Modifier, ...]) -> Result:
    """What dice with these modifiers come to; Refused with every number that can't be."""
    expected = [(die.label, die.sides) for die in test.dice()]
    if expected != [(rolled.label, rolled.sides) for rolled in dice]:
        raise Refused([refusal("play.recorded_other")])
    if any(rolled.faces and sum(rolled.faces) != rolled.number for rolled in dice):
        raise Refused([refusal("play.faces_differ")])
    return modified(test, modifiers).read([rolled.number for rolled in dice])


def modified(test: Test, modifiers: tuple[Modifier, ...]) -> Test:
    """The test with the sum of the modifiers."""
    by = sum(modifier.by for modifier in modifiers)
    return test.modified(by) if by else test


def folded(scene: Scene, records: Iterable[Record]) -> Fold:
    """The fold of a whole log; Refused, naming the event, where one doesn't fit."""
    fold = Fold(scene)
    for record in records:
        try:
            fold.take(record)
        except Refused as refused:
            reason = refusal("play.event_refused", sequence=record.sequence)
            raise Refused([reason, *refused.reasons], refused.domain or scene.rules) from None
    return fold


def _back(step: Step | None) -> Iterator[Step]:
    while step is not None:
        yield step
        step = step.earlier
