"""Rule page, Who sees what: paired runs over what is hidden, from the attacker's side of the table."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import contrecoup
from contrecoup.dice import throw_test
from contrecoup.kernel import Choice, End, Message, Throw, View, may_see
from contrecoup.log import MemoryStore
from contrecoup.play import Session, TypedDice
from contrecoup.play.recap import recap
from contrecoup.play.telling import Teller
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.people import is_met
from contrecoup.rulesets.tracing.tests.hands import ATTACKER, exposed, held, ids, session, told
from contrecoup.testing.chances import Chance

SEEDS = range(25)
STEPS = 30
"""What is compared of each run."""
HIDDEN: tuple[dict[str, Any], ...] = (
    {"whom": {"computers": 9, "tech_pool": 0, "stealth": 8}},
    {"whom": {"programs": [], "boxes": 6}},
    {"dossier": {"1": ["Somebody else", "and more"]}},
    {"defences": [{"kind": "protected", "rating": 9}]},
    {"findable": [{"kind": "hunted", "value": -6}]},
)
Seen = tuple[tuple[Message, ...], View, tuple[str, ...]]


def seen_before_contact(setup: Any, viewer: str, seed: int, *, notices: bool) -> Iterator[Seen]:
    """All that a viewer gets of a session played on by chance, until he may know that there is contact.

    The attacker's own dice and choices come from the seed alone; hidden throws from another source, and
    detection is decided from outside.
    """
    own, hidden = Chance(seed), Random(seed + 1)
    chooser = Random(seed + 2)
    state: Any = held(setup)
    for _ in range(120):
        node: Any = RULESET.node(setup, state)
        if isinstance(node, End) or is_met(setup, state) or (state.exposed and notices):
            return
        if node.reason == "throw.detect":
            answer: Any = node.test.read([11 if notices else 1 for _ in node.test.dice()])
        elif isinstance(node, Throw):
            is_own = may_see(node.audience, viewer)
            dice = [sum(faces) for faces in throw_test(node.test, own)] if is_own else [hidden.randint(1, 2)]
            answer = node.test.read(dice)
        else:
            answer = chooser.choice(node.options) if may_see(node.audience, viewer) else node.push
        after = RULESET.apply(setup, state, answer)
        said = tuple(
            each for each in RULESET.tell(setup, state, answer, after) if may_see(each.audience, viewer)
        )
        asked = (node.reason, node.seat) if may_see(node.audience, viewer) else ()
        if said or asked:
            yield tuple(each for each in said if each.id != "fact"), _bare(setup, after, viewer), asked
        state = after


def _bare(setup: Any, state: Any, viewer: str) -> View:
    """The view without the dossier, which is handed over and no secret then."""
    view = RULESET.view(setup, state, viewer)
    return View(tuple(part for part in view.parts if part.id != "dossier"))


@pytest.mark.parametrize("hidden", HIDDEN)
def test_nothing_hidden_shows_before_contact(hidden: dict[str, Any]) -> None:
    given = dict(hidden)
    one, other = session(dossier={"1": ["x"]}), session(None, given.pop("whom", None), **given)
    for seed in SEEDS:
        here = islice(seen_before_contact(one, "attacker", seed, notices=False), STEPS)
        there = islice(seen_before_contact(other, "attacker", seed, notices=False), STEPS)
        seen = list(here)
        assert seen
        assert seen == list(there)


def test_to_be_noticed_shows_nothing_until_the_answer() -> None:
    setup = session()
    for seed in SEEDS:
        noticed = list(seen_before_contact(setup, "attacker", seed, notices=True))
        unnoticed = list(seen_before_contact(setup, "attacker", seed, notices=False))
        assert [asked for *_, asked in noticed] == [asked for *_, asked in unnoticed][: len(noticed)]
        assert [view for _, view, _ in noticed][:-1] == [view for _, view, _ in unnoticed][: len(noticed) - 1]


def test_the_view_while_the_answer_is_awaited_is_that_of_an_attempt_under_way() -> None:
    setup = session()
    noticed = exposed(setup)
    under_way = held(setup, ("split", {}), 9, ("attempt", {"level": 1}), 1, 2)
    assert RULESET.view(setup, noticed, "attacker") == RULESET.view(setup, under_way, "attacker")


def test_the_defender_sees_nothing_of_the_attacker_before_contact() -> None:
    setup = session({"name": "Kestrel"})
    other = session({"name": "Merlin", "computers": 2})
    given: tuple[Any, ...] = (("split", {"computers": 1}), 9, ("attempt", {"level": 1}), 0, 2)
    assert RULESET.view(setup, held(setup, *given), "defender") == RULESET.view(
        other, held(other, *given), "defender"
    )
    for count in range(len(given)):
        assert ids(setup, held(setup, *given[:count]), given[count], "defender") == []


def test_a_spectators_screen_sees_nothing_but_the_end() -> None:
    setup = session()
    state = exposed(setup)
    assert RULESET.view(setup, state, "screen").parts == ()
    assert ids(setup, state, "wait", "screen") == []


def test_numbers_that_are_the_defenders_are_told_to_the_game_master_alone() -> None:
    setup = session()
    aim = {"target": "attacker", "dice": 0}
    opposing = held(setup, ("end", aim), 1, state=exposed(setup))
    resisting = held(setup, ("white_ic", aim), "go_through", 2, state=exposed(setup))
    for state in (opposing, resisting):
        assert "against" in [each.id for each in told(setup, state, 0)]
        assert "against" not in [each.id for each in told(setup, state, 0, "attacker")]


def test_the_defenders_recap_counts_no_rounds_of_which_he_knows_nothing() -> None:
    scene = contrecoup.load(
        {"rules": "tracing", "scene": "session", "tn": 5, "attacker": ATTACKER, "defender": {"computers": 1}}
    )
    played = Session.begin(scene, MemoryStore())
    for _ in range(3):
        played.play_on(TypedDice(()) if isinstance(played.question(), Choice) else _eleven(played.question()))
    played.play_on(_eleven(played.question()))
    assert "Round 1" in recap(played, Teller(scene, "en", "attacker"))
    assert "Round" not in recap(played, Teller(scene, "en", "defender"))


def _eleven(node: Any) -> TypedDice:
    return TypedDice(tuple(11 for _ in node.test.dice()))
