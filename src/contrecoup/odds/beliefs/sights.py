"""Sights: what one seat has seen of a scene, as play shows it, and nothing else."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeAlias

from contrecoup.kernel import GM, Answer, Choice, End, Message, Node, Option, Throw, Values, View, may_see
from contrecoup.log import Chosen, Modifier, Thrown
from contrecoup.registry import Scene

Said: TypeAlias = tuple[tuple[str, Values], ...]
Dice: TypeAlias = tuple[tuple[str, int, int], ...]
"""Label, sides and number of each die."""


class Seen(Protocol):
    """A step as play records it; only what its seat may see is taken from it."""

    @property
    def node(self) -> Choice | Throw:
        """What was asked."""
        ...

    @property
    def event(self) -> Chosen | Thrown:
        """How it was answered."""
        ...

    @property
    def answer(self) -> Answer:
        """The answer."""
        ...

    @property
    def after(self) -> Any:
        """Where it led."""
        ...

    @property
    def told(self) -> tuple[Message, ...]:
        """What there was to say, for anybody."""
        ...

    @property
    def is_opened(self) -> bool:
        """Whether dice that were hidden are open to everyone."""
        ...


class Asked(NamedTuple):
    """A question that a seat saw: whose, what for; its own options; its own dice, or those thrown."""

    seat: str
    reason: str
    options: tuple[Option, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()


class Sight(NamedTuple):
    """One thing that a seat saw: a question with its answer, or only what was said; and its view then.

    `asked` is None where only something was said. Of a throw there are the numbers, the modifiers that the
    seat may know, and how the result was accounted for; nothing of it where the dice were hidden.
    """

    asked: Asked | None
    option: Option | None
    numbers: tuple[int, ...]
    by: int
    account: Said
    said: Said
    view: View
    is_hidden: bool = False


def sights(scene: Scene, seat: str, steps: Iterable[Seen]) -> Iterator[Sight]:
    """What a seat has seen of some steps."""
    for step in steps:
        said = heard(step.told, seat)
        view = scene.ruleset.view(scene.setup, step.after, seat)
        event = step.event
        is_hidden = isinstance(event, Thrown) and event.hidden and not (step.is_opened or seat == GM)
        asked = question(step.node, seat, is_thrown=not is_hidden)
        if asked is None:
            if said:
                yield Sight(None, None, (), 0, (), said, view)
            continue
        if is_hidden:
            yield Sight(asked, None, (), 0, (), (), view, is_hidden=True)
        elif isinstance(event, Thrown):
            numbers = tuple(die.number for die in event.dice)
            by = known(event.modifiers, seat)
            yield Sight(asked, None, numbers, by, account(step.node, by, numbers), said, view)
        else:
            yield Sight(asked, event.option, (), 0, (), said, view)


def heard(told: Iterable[Message], seat: str) -> Said:
    """What a seat hears."""
    return tuple((each.id, each.values) for each in told if may_see(each.audience, seat))


def known(modifiers: Iterable[Modifier], seat: str) -> int:
    """The sum of the modifiers that a seat may know of."""
    return sum(each.by for each in modifiers if may_see(each.audience, seat))


def question(node: Node, seat: str, is_thrown: bool = False) -> Asked | None:
    """A question as a seat sees it; None where it doesn't.

    Another's dice come out once they are thrown in the open, and not before: which they are tells his sheet.
    """
    if isinstance(node, End):
        return Asked("", node.outcome)
    if not may_see(node.audience, seat):
        return None
    if isinstance(node, Choice):
        return Asked(node.seat, node.reason, node.options if node.seat == seat else ())
    shown = node.test.dice() if is_thrown or seat in (GM, node.seat) else ()
    return Asked(node.seat, node.reason, (), tuple((die.label, die.sides) for die in shown))


def account(node: Node, by: int, numbers: tuple[int, ...]) -> Said:
    """How a throw's result is accounted for to those who see it."""
    assert isinstance(node, Throw)
    said = (node.test.modified(by) if by else node.test).account(numbers)
    return ((said.id, said.values),)
