"""What a rule set answers; nothing else in the project knows more about it."""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, Self, TypeVar

import msgspec

from contrecoup.kernel.message import Message
from contrecoup.kernel.node import Answer, Node
from contrecoup.kernel.refusal import Refused, refusal
from contrecoup.kernel.seat import Seat
from contrecoup.kernel.view import View


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stays the same for a scene: sheets, ratings, rulings, plan. Read as it is from a scene file."""

    def shape(self, state: Any, /) -> Hashable:
        """All of this setup that still decides where things lead from a state on.

        Setups of equal shape at a state lead from there to the same states, options and ends; they may
        differ in the tests that are thrown, never in their kind. So odds walk a shape's graph once, with
        any one of its setups, and only put new weights on it. A shape may grow finer on the way (what
        wounds do matters only once there is a wound), never coarser again.
        """
        return self

    def pushed(self) -> Self:
        """An equal setup for plan *push*: without the questions that a seat on this plan always declines.

        Ends, rounds and tallies under push are the same as this setup's; the walk is smaller.
        """
        return self

    def pushed_from(self, state: Any, /) -> Self:
        """A setup for plan *push* that goes on from a state of this one, wherever both ask the same there.

        Ends and tallies from there are the same as this setup's; the walk is smaller.
        """
        return self

    def played(self, seats: frozenset[Seat], /) -> Self:
        """An equal setup for walks in which only these seats decide and the others do what the plan says.

        Its rules leave out of states whatever can't matter then: so fewer states differ, and the walk is
        smaller. It takes this setup's states as they are, and asks the same of the seats that decide. The
        outcomes and tallies that they can come to, and how likely each is, are the same; what ends leave
        on sheets may be missing.
        """
        return self

    def known_to(self, seat: Seat, /) -> Self:
        """The setup as a seat may take it: hidden values replaced by what it was told or openly assumes.

        Nothing that the seat can't know is left in it, so odds of it tell nothing secret. Refused for a
        seat of which the rules say no such thing.
        """
        raise Refused([refusal("odds.seat", "", seat=seat, accepted="–")])

    def is_vast(self) -> bool:
        """Whether so many states can surely be reached that walking them isn't tried: odds sample at once."""
        return False


SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT")


class RuleSet(Protocol[SetupT, StateT]):
    """The five calls, the types of what is read from files, and what time does to a sheet.

    Pure: no clock, random number, user, file or log. States are frozen, hashable and finite.
    """

    scenes: Mapping[str, type[SetupT]]
    """Scene name: the type that a scene file is read into (without its keys `rules` and `scene`)."""

    sheets: Mapping[str, type[msgspec.Struct]]
    """Sheet kind: its type, for forms, checks and importers."""

    content: type[msgspec.Struct] | None
    """The type of its content (weapons, traits ...), which the loader puts into a setup as `content`."""

    def start(self, setup: SetupT) -> StateT:
        """The first state; Refused with every reason where the setup can't be."""
        ...

    def node(self, setup: SetupT, state: StateT) -> Node:
        """The question that this state asks."""
        ...

    def apply(self, setup: SetupT, state: StateT, answer: Answer) -> StateT:
        """The state after an answer; Refused, with the rule named, for an option that isn't offered."""
        ...

    def tell(self, setup: SetupT, before: StateT, answer: Answer, after: StateT) -> tuple[Message, ...]:
        """What happened, for whom, naming the rule."""
        ...

    def view(self, setup: SetupT, state: StateT, viewer: Seat) -> View:
        """What a viewer may see."""
        ...

    def later(self, sheet: Any, minutes: int) -> Any:
        """The sheet after so many minutes of game time between scenes."""
        ...
