"""Luck and losses add up from what the scene was worth to what it came to, exactly."""

from fractions import Fraction

import pytest

from contrecoup import registry
from contrecoup.kernel import Choice, Refused, Throw
from contrecoup.odds.best import best
from contrecoup.odds.luck import Luck, Passed, measure
from contrecoup.play import Session
from contrecoup.registry import Scene
from tests.play.hands import SeededDice, begin, play, step

DATA = {
    "rules": "savage",
    "scene": "intrusion",
    "hacker": {"hacking": "d6", "spirit": "d6", "bennies": 1, "commlink": {"rating": 4}},
    "system": {"ice": "d6", "colour": "red"},
    "plan": {"once": True},
}
ROUNDING = 1e-12
AIM = "control=1,wounds_1=-0.5"


@pytest.fixture(scope="module")
def scene() -> Scene:
    return registry.load(DATA)


def measured(session: Session, seat: str | None = "hacker", value: str | None = AIM) -> Luck:
    passed = [Passed(each.node, each.before, each.after, each.sequence) for each in session.steps]
    return measure(session.scene, passed, session.state, seat, value)


@pytest.mark.parametrize("seed", range(2))
def test_start_luck_and_losses_add_up_to_the_result_exactly(scene: Scene, seed: int) -> None:
    found = measured(play(begin(scene), seed))
    assert found.start + found.luck - found.loss == found.result
    assert found.adjusted == found.start - found.loss
    assert sum(each.luck for each in found.sums.values()) == found.luck
    assert sum(each.loss for each in found.sums.values()) == found.loss


@pytest.mark.parametrize("seed", range(2))
def test_the_result_is_what_the_end_is_worth(scene: Scene, seed: int) -> None:
    session = play(begin(scene), seed)
    end = session.question()
    names = {end.outcome, *(str(tally.value) for tally in end.tallies)}  # type: ignore[union-attr]  # it is over
    worth = ("control" in names) - 0.5 * ("wounds_1" in names)
    assert float(measured(session).result) == pytest.approx(worth, abs=1e-12)


def test_own_choices_never_gain_and_the_best_one_loses_nothing(scene: Scene) -> None:
    solved = best(scene, "hacker", AIM)
    for seed in range(2):
        for move in measured(play(begin(scene), seed)).moves:
            assert move.is_throw or move.loss >= -ROUNDING
    session, dice = begin(scene), SeededDice(3)
    while isinstance(node := session.question(), Choice | Throw):
        decision = solved.decision(session.state) if isinstance(node, Choice) else None
        if decision is None:
            step(session, 0, dice)
        else:
            session.choose(decision.best)
    assert abs(measured(session).loss) < ROUNDING


def test_luck_is_zero_on_the_average_of_every_throw(scene: Scene) -> None:
    solved = best(scene, "hacker", AIM)
    for each in play(begin(scene), 5).steps:
        if isinstance(each.node, Throw):
            node = each.node
            weights = node.test.weights(node.floor, node.cap)
            after = (
                (solved.value_at(scene.ruleset.apply(scene.setup, each.before, result)), weight)
                for result, weight in weights.items()
            )
            mean = sum(value * weight for value, weight in after) / sum(weights.values())
            assert mean == pytest.approx(solved.value_at(each.before), abs=1e-12)


def test_without_an_aim_the_outcome_that_came_is_worth_one(scene: Scene) -> None:
    found = measured(play(begin(scene), 1), None, None)
    assert found.seat == "hacker"
    assert float(found.result) == pytest.approx(1, abs=1e-12)
    assert [*found.aim.worths.values()] == [Fraction(1)]


def test_a_scene_that_is_not_over_is_worth_what_it_still_may_come_to(scene: Scene) -> None:
    session, dice = begin(scene), SeededDice(2)
    for _ in range(4):
        step(session, 0, dice)
    found = measured(session)
    assert not found.is_over
    assert float(found.result) == pytest.approx(best(scene, "hacker", AIM).value_at(session.state), abs=1e-12)
    with pytest.raises(Refused) as refused:
        measured(session, "hacker", None)
    assert [each.id for each in refused.value.reasons] == ["luck.not_over"]


def test_nobody_decided_anything_yet(scene: Scene) -> None:
    with pytest.raises(Refused) as refused:
        measured(begin(scene), None)
    assert [each.id for each in refused.value.reasons] == ["luck.no_choice"]


def test_another_s_choices_are_measured_against_the_plan() -> None:
    """The attacker of a duel leaves though his plan goes on: for the defender that is a gift."""
    duel = registry.load(
        {
            "rules": "savage",
            "scene": "duel",
            "attacker": {"hacking": "d6", "spirit": "d6", "commlink": {"rating": 4}},
            "defender": {"hacking": "d6", "spirit": "d6", "commlink": {"rating": 4}},
        }
    )
    session, dice = begin(duel), SeededDice(4)
    while isinstance(node := session.question(), Choice | Throw):
        place = len(node.options) - 1 if isinstance(node, Choice) and node.seat == "attacker" else 0
        step(session, place, dice)
    found = measured(session, "defender", None)
    assert found.start + found.luck - found.loss == found.result
    assert found.sums["attacker"].loss < 0
