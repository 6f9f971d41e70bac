"""Whatever value a rule set's own list of secrets names: another one changes no byte of what a seat sees.

Two scenes that differ in it are played side by side, the same where the viewer sees what is asked, at will
where he doesn't, until something that is declared to bring the secret out is part of the difference.
"""

from datetime import UTC, datetime
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest

from contrecoup import registry
from contrecoup.kernel import GM, Choice, End, Node, Throw, may_see
from contrecoup.log import MemoryStore, Rolled
from contrecoup.play import RecordedDice, Session, ThrownDice
from contrecoup.registry import Scene
from contrecoup.table.projection import Stage
from contrecoup.testing.golden import SceneCase, load
from contrecoup.testing.golden.cases import Pair
from contrecoup.testing.subject import Subject, subject

START: Final = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
MOST: Final = 40
"""Answers of one scene that are compared."""
SEEDS: Final = 4


class Case(NamedTuple):
    """A pair of scenes, who looks, and the ids with which the secret comes out."""

    one: Scene
    other: Scene
    viewer: str
    reveals: frozenset[str]


def named() -> dict[str, tuple[Subject, Pair, str]]:
    """Every pair of every rule set, for each of its viewers."""
    found: dict[str, tuple[Subject, Pair, str]] = {}
    for id in ("savage", "tracing"):
        whole = subject(id)
        for place, pair in enumerate(whole.secrets.pairs):
            found |= {f"{id}-{place}-{viewer}": (whole, pair, viewer) for viewer in pair.viewers}
    return found


PAIRS: Final = named()


def case_of(whole: Subject, pair: Pair, viewer: str) -> Case:
    if pair.given is None:
        file = next(file for file in whole.golden if file.name == pair.scene)
        assert isinstance(file.case, SceneCase)
        case, folder = file.case, file.folder
    else:
        case, folder = SceneCase(given=pair.given), whole.folder
    other = msgspec.structs.replace(case, set={**case.set, **pair.set})
    scenes = [registry.load(load(each, folder, pair.scene).data) for each in (case, other)]
    return Case(scenes[0], scenes[1], viewer, frozenset(whole.secrets.reveals))


class Faces:
    """Faces by chance, the same for the same seed."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def face(self, sides: int, /) -> int:
        return self._chance.randint(1, sides)


class Run:
    """One of the two scenes, with its viewer's stage."""

    def __init__(self, scene: Scene, case: Case) -> None:
        self.session = Session.begin(scene, MemoryStore(), lambda: START)
        self.stage = Stage(self.session)
        self.case = case

    @property
    def node(self) -> Node:
        return self.session.question()

    def is_asked_unseen(self) -> bool:
        return not isinstance(self.node, End) and not may_see(self.node.audience, self.case.viewer)

    def go_on_unseen(self, chance: Random) -> None:
        """Answer what the viewer doesn't see asked."""
        for _ in range(MOST):
            if not self.is_asked_unseen() or self.has_come_out():
                return
            self.answer(chance)

    def has_come_out(self) -> bool:
        """Whether the question that is asked, or what was told last, brings the secret out."""
        last = self.session.fold.standing.last
        told = last.heard(self.case.viewer) if last else ()
        asked = self.node.outcome if isinstance(self.node, End) else self.node.reason
        return bool({asked, *(message.id for message in told)} & self.case.reveals)

    def answer(self, chance: Random) -> None:
        if isinstance(self.node, Choice):
            self.session.choose(chance.choice(self.node.options), who=GM)
        elif isinstance(self.node, Throw):
            self.session.throw(ThrownDice(Faces(chance)), who=GM)

    def answer_like(self, other: "Run") -> bool:
        """The answer that the other gave; whether it could be given here."""
        last = other.session.fold.standing.last
        assert last is not None
        node, event = self.node, last.event
        if isinstance(node, Choice) and event.kind == "chosen":
            option = getattr(event, "option", None)
            if option in node.options:
                self.session.choose(option, who=GM)
                return True
        elif isinstance(node, Throw) and event.kind == "thrown":
            dice: tuple[Rolled, ...] = getattr(event, "dice", ())
            if [(die.label, die.sides) for die in dice] == [(d.label, d.sides) for d in node.test.dice()]:
                self.session.throw(RecordedDice(dice, "thrown"), who=GM)
                return True
        return False


@pytest.mark.parametrize("given_pair", list(PAIRS.values()), ids=list(PAIRS))
def test_another_hidden_value_changes_nothing_that_is_seen(given_pair: tuple[Subject, Pair, str]) -> None:
    case = case_of(*given_pair)
    assert sum(compared(case, Random(seed)) for seed in range(SEEDS)) >= SEEDS


def compared(case: Case, chance: Random) -> int:
    """How often the two were looked at before the secret came out or the scene was over."""
    one, other = Run(case.one, case), Run(case.other, case)
    for count in range(1, MOST):
        if one.is_asked_unseen() == other.is_asked_unseen():  # else one of them waits for the game master
            here, there = one.stage.seen(case.viewer, "en").scene, other.stage.seen(case.viewer, "en").scene
            assert msgspec.json.encode(here) == msgspec.json.encode(there)
        if not (one.is_asked_unseen() or other.is_asked_unseen()):
            if isinstance(one.node, End):
                return count
            one.answer(chance)
            if not other.answer_like(one):
                return count
        for run in (one, other):
            run.go_on_unseen(chance)
        if one.has_come_out() or other.has_come_out():
            return count
    return MOST
