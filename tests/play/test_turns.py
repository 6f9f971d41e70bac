"""A viewer's turn moves with every event that settles a question, and says nothing of those he can't know."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from contrecoup import registry
from contrecoup.kernel import GM_ONLY, Choice, End, Node, Refused, Throw, may_see
from contrecoup.log import MemoryStore
from contrecoup.play import Session, TypedDice
from contrecoup.registry import Scene
from contrecoup.testing import subject
from contrecoup.testing.golden import SceneCase
from contrecoup.testing.golden import load as load_case
from contrecoup.testing.golden.cases import Pair
from tests.play.coins import HEADS
from tests.play.hands import begin


def pairs() -> Iterator[Any]:
    """Each rule set's own pairs of scenes that a viewer must not tell apart."""
    for rules in ("savage", "tracing"):
        examined = subject(rules)
        for pair in examined.secrets.pairs:
            for viewer in pair.viewers:
                yield pytest.param(
                    rules, pair, viewer, id=f"{rules}-{pair.scene}-{viewer}-{len(str(pair.set))}"
                )


def scenes(rules: str, pair: Pair) -> tuple[Scene, Scene]:
    examined = subject(rules)
    file = next((each for each in examined.golden if each.name == pair.scene), None)
    case = file.case if file else SceneCase(given=pair.given or {})
    assert isinstance(case, SceneCase)
    folder = file.folder if file else examined.folder
    other = msgspec.structs.replace(case, set={**case.set, **pair.set})
    return load_case(case, folder, pair.scene), load_case(other, folder, pair.scene)


def seen(session: Session, node: Node | None, viewer: str) -> tuple[object, ...]:
    """What the viewer may see, and is asked where he learns of the question."""
    if node is None:
        return (session.view(viewer),)
    asked = (node.outcome,) if isinstance(node, End) else (node.seat, node.reason)
    return (session.view(viewer), *asked)


def answer(session: Session, node: Node) -> None:
    """The plan's option, and a 2 on each die."""
    if isinstance(node, Choice):
        session.choose(node.push)
    elif isinstance(node, Throw):
        session.throw(TypedDice(tuple(2 for _ in node.test.dice())))


def to_what_he_sees(session: Session, viewer: str) -> Node | None:
    """On to the next question that the viewer learns of; None where there is none for long."""
    for _ in range(60):
        node = session.question()
        if isinstance(node, End) or may_see(node.audience, viewer):
            return node
        answer(session, node)
    return None


@pytest.mark.parametrize(("rules", "pair", "viewer"), list(pairs()))
def test_two_scenes_that_differ_in_secrets_have_the_same_turns(rules: str, pair: Pair, viewer: str) -> None:
    one, other = (Session.begin(scene, MemoryStore()) for scene in scenes(rules, pair))
    compared = 0
    for _ in range(40):
        node, there = (to_what_he_sees(each, viewer) for each in (one, other))
        if seen(one, node, viewer) != seen(other, there, viewer):
            break  # a secret has come out
        assert one.turn(viewer) == other.turn(viewer)
        compared += 1
        if node is None or there is None or isinstance(node, End):
            break
        try:
            answer(one, node)
            answer(other, there)
        except Refused:
            break  # the plan of one is no option of the other
    assert compared


@pytest.mark.parametrize("rules", ["savage", "tracing", "machines"])
def test_what_the_game_master_does_in_secret_moves_nobody_s_turn(rules: str) -> None:
    scene = next(iter(subject(rules).samples)).scene
    one, other = begin(registry.load(scene.data)), begin(registry.load(scene.data))
    other.note("a secret", GM_ONLY)
    if not other.is_over():
        other.adjust(1, "a secret", GM_ONLY)
    for viewer in (*scene.manifest.seats, "screen"):
        assert one.turn(viewer) == other.turn(viewer)


def test_a_hidden_question_moves_the_turn_of_those_alone_who_learn_of_it(scene: Scene) -> None:
    session = begin(scene)
    session.choose(HEADS)
    assert [session.turn(viewer) for viewer in ("gm", "first", "second", "screen")] == [1, 1, 0, 0]
    session.throw(TypedDice((4, 3)), hidden=True)
    assert [session.turn(viewer) for viewer in ("gm", "first", "second", "screen")] == [2, 2, 1, 1]
    session.throw(TypedDice((2,)))
    assert [session.turn(viewer) for viewer in ("gm", "first", "second", "screen")] == [3, 3, 1, 1]


def test_rewinds_and_corrections_move_every_turn_and_openings_none(scene: Scene) -> None:
    session = begin(scene)
    session.choose(HEADS)
    session.throw(TypedDice((4, 3)), hidden=True)
    before = session.turn("second")
    session.open(3)
    session.pause()
    session.unpause()
    session.note("a note")
    assert session.turn("second") == before
    session.set_right("scores[0]", 4, "counted wrongly", audience=GM_ONLY)
    assert session.turn("second") == before + 1
    session.rewind(2)
    assert session.turn("second") == before + 2
    assert session.turn("second", upto=3) == before
