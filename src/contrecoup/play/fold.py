"""The fold of a log: where a scene stands is what its events, one after the other, make of it.

The rules are asked through the five calls alone, the same way live, on resuming and on replaying.
"""

from collections.abc import Hashable, Iterable
from typing import TypeAlias

import msgspec

from contrecoup.kernel import (
    EVERYONE,
    GM,
    Answer,
    Choice,
    End,
    Node,
    Refused,
    Result,
    Seat,
    Test,
    Throw,
    refusal,
)
from contrecoup.log import (
    Adjusted,
    Amended,
    Chosen,
    Corrected,
    Ended,
    Event,
    Forked,
    Modifier,
    Opened,
    Paused,
    Record,
    Resumed,
    Rewound,
    Rolled,
    SeatSet,
    SecretShown,
    Started,
    Thrown,
)
from contrecoup.play.corrections import corrected
from contrecoup.play.proof import Proof
from contrecoup.play.steps import Standing, Step
from contrecoup.registry import Scene

Question: TypeAlias = tuple[int, Seat, str, Test]


class Fold:
    """Takes the records of one log in order. A refused record leaves everything as it was."""

    def __init__(self, scene: Scene) -> None:
        self.records: list[Record] = []
        self.autos: frozenset[Seat] = frozenset()
        self.is_paused = False
        self.opened: frozenset[int] = frozenset()
        self.proof = Proof()
        self._begun = scene
        self._standings: list[Standing] = []
        self._thrown: dict[Hashable, Record] = {}
        self._asked: tuple[Standing, Node] | None = None

    @property
    def scene(self) -> Scene:
        """What is played, its sheets as they have been corrected."""
        return self.standing.scene if self._standings else self._begun

    @property
    def standing(self) -> Standing:
        """Where the scene stands now."""
        return self._standings[-1]

    def steps(self) -> tuple[Step, ...]:
        """The steps that count, in order, as far as they are open now."""
        return tuple(map(self.shown, self.standing.steps()))

    def shown(self, step: Step) -> Step:
        """A step as far as it is open now."""
        return msgspec.structs.replace(step, is_opened=True) if step.sequence in self.opened else step

    def standing_after(self, sequence: int) -> Standing:
        """Where it stood after an event; Refused where there is no such event."""
        if not 1 <= sequence <= len(self._standings):
            raise Refused([refusal("play.no_event", sequence=sequence, most=len(self._standings))])
        return self._standings[sequence - 1]

    def node(self) -> Node:
        """The question that is asked now."""
        standing = self.standing
        if self._asked is None or self._asked[0] is not standing:
            scene = standing.scene
            self._asked = standing, scene.ruleset.node(scene.setup, standing.state)
        return self._asked[1]

    def thrown_before(self, node: Throw) -> Record | None:
        """The throw that answered the same question before a rewind: its dice count again."""
        return self._thrown.get(_question(self.standing.position, node))

    def thrown(self, sequence: int) -> Thrown:
        """The throw with this number; Refused where it is none."""
        event = self.records[sequence - 1].event if 1 <= sequence <= len(self.records) else None
        if not isinstance(event, Thrown):
            raise Refused([refusal("play.no_such_throw", sequence=sequence)])
        return event

    def take(self, record: Record) -> None:
        """Go on by one record; Refused where it doesn't fit what came before or the rules."""
        self.add(record, self.standing_with(record))

    def add(self, record: Record, standing: Standing) -> None:
        """Let a record count, with the standing that it leads to (as `standing_with` gave it)."""
        event = record.event
        if isinstance(event, Thrown | Amended) and standing.last is not None:
            step = standing.last
            assert isinstance(step.node, Throw)
            self._thrown[_question(step.position, step.node)] = step.record
        elif isinstance(event, SeatSet):
            self.autos = self.autos | {event.seat} if event.auto else self.autos - {event.seat}
        elif isinstance(event, Paused | Resumed | Forked):
            self.is_paused = isinstance(event, Paused)
        elif isinstance(event, Opened):
            self.opened |= {event.of}
        elif isinstance(event, SecretShown):
            throws = (each for each in self.records if isinstance(each.event, Thrown))
            self.opened |= {each.sequence for each in throws}
        self.proof = self.proof.after(event)
        self.records.append(record)
        self._standings.append(standing)

    def standing_with(self, record: Record) -> Standing:
        """Where a record would lead; Refused where it doesn't fit. Nothing changes."""
        event: Event = record.event
        self.proof.hold(event)
        match event:
            case Started():
                return Standing(self._begun, self._begun.start())
            case Rewound() | Forked():
                return self.standing_after(event.to)
            case Adjusted():
                pending = (*self.standing.pending, record)
                return msgspec.structs.replace(self.standing, pending=pending)
            case Chosen():
                return self._chosen(record, event)
            case Thrown():
                return self._rolled(record, event)
            case Amended():
                return self._amended(event)
            case Corrected():
                return self._corrected(record, event)
            case Ended():
                return self._ended(event)
            case Opened():
                self._hold_opened(event)
            case Paused() | Resumed():
                self._hold_pause(event)
            case _:
                pass
        return self.standing

    def _chosen(self, record: Record, event: Chosen) -> Standing:
        node = self.node()
        self._hold_turn(record)
        if not isinstance(node, Choice) or node.seat != event.seat:
            raise Refused([refusal("play.not_asked", seat=event.seat)])
        if event.option not in node.options:
            raise Refused([refusal("play.not_offered", option=event.option.id)])
        return self._stepped(record, node, event.option, self.standing, self.standing.pending)

    def _rolled(self, record: Record, event: Thrown) -> Standing:
        node = self.node()
        self._hold_turn(record)
        if not isinstance(node, Throw) or (node.seat, node.reason) != (event.seat, event.reason):
            raise Refused([refusal("play.not_thrown", seat=event.seat)])
        earlier = self.thrown_before(node)
        if earlier is not None and event.counter is not None:
            raise Refused([refusal("play.thrown_again", sequence=earlier.sequence)])
        result = read(node.test, event.dice, event.modifiers)
        if result != Result(event.value, event.mishap):
            raise Refused([refusal("play.result_differs", recorded=event.value, now=result.value)])
        return self._stepped(record, node, result, self.standing, ())

    def _amended(self, event: Amended) -> Standing:
        """The last throw read again, as if it had been so at once."""
        now = self.standing
        last = now.last
        if last is None or last.sequence != event.of or now.state is not last.after:
            raise Refused([refusal("play.not_last", sequence=event.of)])
        thrown, node = last.event, last.node
        if not isinstance(thrown, Thrown) or not isinstance(node, Throw):
            raise Refused([refusal("play.no_such_throw", sequence=event.of)])
        dice = event.dice or thrown.dice
        modifiers = (*thrown.modifiers, event.modifier) if event.modifier else thrown.modifiers
        result = read(node.test, dice, modifiers)
        become = msgspec.structs.replace(
            thrown, dice=dice, modifiers=modifiers, value=result.value, mishap=result.mishap
        )
        if event.dice:
            become = msgspec.structs.replace(become, origin="typed", of=event.of, counter=None)
        record = msgspec.structs.replace(last.record, event=become)
        before = msgspec.structs.replace(now, state=last.before, last=last.earlier)
        return self._stepped(record, node, result, before, now.pending)

    def _stepped(
        self,
        record: Record,
        node: Choice | Throw,
        answer: Answer,
        now: Standing,
        pending: tuple[Record, ...],
    ) -> Standing:
        rules, setup = now.scene.ruleset, now.scene.setup
        after = rules.apply(setup, now.state, answer)
        told = rules.tell(setup, now.state, answer, after)
        rounds = now.rounds + node.round
        step = Step(record, node, answer, now.state, after, told, now.position, rounds, now.last)
        return msgspec.structs.replace(now, state=after, last=step, pending=pending, is_closed=False)

    def _corrected(self, record: Record, event: Corrected) -> Standing:
        now = self.standing
        scene, state = corrected(now.scene, now.state, event.part, event.path, event.value)
        return msgspec.structs.replace(
            now, scene=scene, state=state, corrections=(*now.corrections, record), is_closed=False
        )

    def _ended(self, event: Ended) -> Standing:
        node = self.node()
        if not isinstance(node, End) or node.outcome != event.outcome:
            raise Refused([refusal("play.not_over", outcome=event.outcome)])
        return msgspec.structs.replace(self.standing, is_closed=True)

    def _hold_turn(self, record: Record) -> None:
        if self.is_paused and record.who != GM:
            raise Refused([refusal("play.paused")])

    def _hold_pause(self, event: Paused | Resumed) -> None:
        if self.is_paused == isinstance(event, Paused):
            raise Refused([refusal("play.paused_already" if self.is_paused else "play.not_paused")])

    def _hold_opened(self, event: Opened) -> None:
        thrown = self.thrown(event.of)
        is_open = thrown.audience >= EVERYONE and not thrown.hidden
        if is_open or event.of in self.opened:
            raise Refused([refusal("play.open_already", sequence=event.of)])


def _question(position: int, node: Throw) -> Question:
    return (position, node.seat, node.reason, node.test)


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
