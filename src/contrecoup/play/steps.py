"""Steps and standings: what was asked and answered, and where a scene stands after it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from contrecoup.kernel import EVERYONE, GM, Answer, Audience, Choice, Message, Seat, Throw, may_see
from contrecoup.log import Adjusted, Chosen, Modifier, Record, Thrown
from contrecoup.registry import Scene


class Step(msgspec.Struct, frozen=True, eq=False):
    """One question answered: what was asked, what the answer was, where it led, what there is to say.

    `position` counts the answers before it, `rounds` the rounds opened so far, its own included;
    `earlier` is the step before. Where a throw was read again, `record` has the throw's number, and its
    event is what the throw has become.
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
    is_opened: bool = False

    @property
    def sequence(self) -> int:
        """Its event's number in the log."""
        return self.record.sequence

    @property
    def audience(self) -> Audience:
        """Who learns that this was asked and answered."""
        return EVERYONE if self.is_opened else self.node.audience

    @property
    def event(self) -> Chosen | Thrown:
        """Its event."""
        event = self.record.event
        assert isinstance(event, Chosen | Thrown)
        return event

    def shows_answer(self, viewer: Seat) -> bool:
        """Whether this viewer learns the answer: not where the dice are hidden from it."""
        if self.is_opened or viewer == GM:
            return True
        is_hidden = isinstance(self.event, Thrown) and self.event.hidden
        return may_see(self.node.audience, viewer) and not is_hidden

    def heard(self, viewer: Seat) -> tuple[Message, ...]:
        """What this viewer is told of it."""
        if self.is_opened:
            return self.told
        if isinstance(self.event, Thrown) and self.event.hidden and viewer != GM:
            return ()
        return tuple(message for message in self.told if may_see(message.audience, viewer))


class Standing(msgspec.Struct, frozen=True, eq=False):
    """Where the scene stands: the last step that counts, and modifiers announced for the next throw.

    `scene` is the scene with the corrections of its sheets, `corrections` are all that count.
    """

    scene: Scene
    state: Any
    last: Step | None = None
    pending: tuple[Record, ...] = ()
    corrections: tuple[Record, ...] = ()
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


def _back(step: Step | None) -> Iterator[Step]:
    while step is not None:
        yield step
        step = step.earlier
