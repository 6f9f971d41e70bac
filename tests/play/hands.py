"""Sessions and hands for the tests of play."""

from datetime import UTC, datetime
from random import Random

from contrecoup.kernel import Choice, Throw
from contrecoup.log import MemoryStore, Store, Thrown
from contrecoup.play import Session, Step, ThrownDice, TypedDice
from contrecoup.registry import Scene

TIME = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


class SeededDice:
    """Faces that a seed decides, so that a failing test fails again."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def face(self, sides: int, /) -> int:
        return self._random.randint(1, sides)


def begin(scene: Scene, store: Store | None = None) -> Session:
    return Session.begin(scene, MemoryStore() if store is None else store, lambda: TIME)


def step(session: Session, choice: int, dice: SeededDice) -> Step | None:
    """Answer whatever is asked: the option at a place (modulo their number), or thrown dice."""
    node = session.question()
    if isinstance(node, Choice):
        return session.choose(node.options[choice % len(node.options)])
    return session.throw(ThrownDice(dice)) if isinstance(node, Throw) else None


def play(session: Session, seed: int = 1) -> Session:
    """Play to the end, whatever is decided on the way."""
    dice = SeededDice(seed)
    while not session.is_over():
        step(session, dice.face(60), dice)
    return session


def typed(taken: Step) -> TypedDice:
    """The dice of a step, as somebody would type them."""
    assert isinstance(taken.event, Thrown)
    return TypedDice(tuple(rolled.number for rolled in taken.event.dice))


def outcome(session: Session) -> tuple[object, ...]:
    """All that anybody can learn of where a session stands."""
    steps = [(each.node, each.answer, each.before, each.after, each.told) for each in session.steps]
    views = [session.view(viewer) for viewer in ("gm", *session.scene.manifest.seats, "screen")]
    return session.question(), session.state, session.pending, steps, views
