"""Best play of small games is what trying every policy finds."""

from fractions import Fraction

import pytest

from contrecoup.kernel import End, Refused, Result, Throw
from contrecoup.odds.best import best
from contrecoup.odds.best.values import Values
from tests.odds.best.games import AIM, OUTCOMES, Games, brute, choices, game, reachable, scene, tried
from tests.odds.toys import Row, Toy, ToyTest


def aim(setup: Toy, against: str) -> str:
    """The aim's terms that the game's ends have."""
    terms = (term for term in AIM.split(",") if term.split("=")[0] in reachable(setup, against))
    return ",".join(terms)


LARGER = [seed for seed in range(60) if len(reachable(game(seed, 40), "push")) > 1]
SEEDS = [seed for seed in range(120) if len(reachable(game(seed), "push")) > 1]


@pytest.mark.parametrize("against", ["push", "best"])
@pytest.mark.parametrize("seed", SEEDS[:30])
def test_best_play_is_the_best_of_all_policies(seed: int, against: str) -> None:
    setup = game(seed)
    found = best(scene(setup), "gm", aim(setup, against), against)
    assert found.value == pytest.approx(float(brute(setup, against)), abs=1e-10)


@pytest.mark.parametrize("against", ["push", "best"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_odds_of_best_play_are_worth_its_value(seed: int, against: str) -> None:
    setup = game(seed)
    found = best(scene(setup), "gm", aim(setup, against), against, exact=True)
    worths = {end: OUTCOMES[end] for end in reachable(setup, against)}
    worth = sum(worths[end] * Fraction(share) for end, share in found.odds.ends.items())
    stuck = 1 - sum(Fraction(share) for share in found.odds.ends.values())
    assert float(worth + stuck * min(worths.values())) == pytest.approx(found.value, abs=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_best_play_is_never_worth_less_than_push(seed: int) -> None:
    setup = game(seed)
    found = best(scene(setup), "gm", aim(setup, "push"))
    least = min(OUTCOMES[end] for end in reachable(setup, "push"))
    assert found.value >= float(tried(setup, dict.fromkeys(choices(setup), 0), least)) - 1e-12


@pytest.mark.parametrize("seed", range(40))
def test_against_best_play_is_backward_induction_where_nothing_leads_back(seed: int) -> None:
    setup = game(seed, size=30, backwards=False)
    rules = Games()
    values: dict[int, float] = {}
    for state in reversed(range(len(setup.rows))):
        node = rules.node(setup, state)
        if isinstance(node, End):
            values[state] = float(OUTCOMES[node.outcome])
        elif isinstance(node, Throw):
            weights = node.test.weights(node.floor, node.cap)
            shares = ((rules.apply(setup, state, Result(r.value)), w) for r, w in weights.items())
            values[state] = sum(values[to] * weight for to, weight in shares) / sum(weights.values())
        else:
            ways = [values[rules.apply(setup, state, each)] for each in node.options]
            values[state] = max(ways) if node.seat == "gm" else min(ways)
    assert best(scene(setup), "gm", aim(setup, "best"), "best").value == pytest.approx(values[0], abs=1e-12)


def test_going_round_for_ever_is_never_better_than_an_end() -> None:
    rows = (
        Row(to=((2, 3, 4),), chooses=True),
        Row(outcome="won"),
        Row(to=((0,),), chooses=True, opens=True),
        Row(outcome="lost"),
        Row(outcome="bad"),
    )
    found = best(scene(Toy(rows=rows)), "gm", "lost=-1,bad=-2")
    assert found.value == -1
    assert found.odds.ends == {"lost": 1.0}
    assert [each.value for each in found.decisions[0].options] == [-1, -1, -2]


def test_an_opponent_may_go_round_for_ever_to_keep_an_end_away() -> None:
    rows = (Row(key=0, cap=1, to=((1, 2), (1, 2))), Row(to=((3, 0),), chooses=True), Row(outcome="lost"))
    setup = Toy(rows=(*rows, Row(outcome="won")), tests=(ToyTest((1, 0)),))
    assert best(scene(setup), "gm", "won=1,lost=-1").value == 1
    found = best(scene(setup), "gm", "won=1,lost=-1", "best")
    assert (found.value, found.odds.cut) == (-1, 1)


def test_every_alternative_is_worth_what_comes_of_it() -> None:
    rows = (
        Row(to=((1, 2),), chooses=True),
        Row(key=0, cap=1, to=((3, 4), (3, 4)), minds=False),
        Row(key=1, cap=1, to=((3, 4), (3, 4)), minds=False),
        Row(outcome="lost"),
        Row(outcome="won"),
    )
    setup = Toy(rows=rows, tests=(ToyTest((3, 1)), ToyTest((1, 1))))
    found = best(scene(setup), "gm", "won=1")
    (decision,) = found.decisions
    assert [each.value for each in decision.options] == [0.25, 0.5]
    assert (decision.best["to"], decision.visits, decision.state) == (2, 1.0, 0)
    assert decision == found.first()._replace(visits=1.0)  # type: ignore[union-attr]  # the start is open


def test_a_large_loop_is_solved_sparsely_and_equals_what_is_known() -> None:
    """A walk between ruin and fortune where staying is the only other choice: chances are n / size."""
    size = 400
    rows = [
        Row(key=0, cap=1, to=((max(at - 1, 0), at + 1),) * 2, minds=False) if 0 < at < size else Row()
        for at in range(size + 1)
    ]
    rows[0], rows[size] = Row(outcome="lost"), Row(outcome="won")
    rows.append(Row(to=((100, size + 1),), chooses=True, opens=True))
    setup = Toy(rows=tuple(rows), tests=(ToyTest((1, 1)),), first=size + 1)
    found = best(scene(setup), "gm", "won=1")
    assert found.value == pytest.approx(100 / size, abs=1e-9)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("winn=1", "best.aim.unknown"),
        ("won", "best.aim.term"),
        ("", "best.aim.term"),
        ("won=nan", "best.aim.term"),
        ("won=1/0", "best.aim.term"),
        ("won=1,won=2", "best.aim.twice"),
        ("won=9999999", "best.aim.term"),
        ("harm=1", "best.aim.unknown"),
        (",".join(f"a{n}=1" for n in range(200)), "best.aim.long"),
    ],
)
def test_an_aim_that_says_nothing_is_refused(value: str, reason: str) -> None:
    rows = (Row(to=((1, 2),), chooses=True), Row(outcome="won"), Row(outcome="lost"))
    with pytest.raises(Refused) as refused:
        best(scene(Toy(rows=rows)), "gm", value)
    assert reason in [each.id for each in refused.value.reasons]
    assert {each.where for each in refused.value.reasons} == {"value"}


def test_the_nearest_name_is_offered() -> None:
    rows = (Row(to=((1, 2),), chooses=True), Row(outcome="won"), Row(outcome="lost"))
    with pytest.raises(Refused) as refused:
        best(scene(Toy(rows=rows)), "gm", "lots=1")
    assert dict(refused.value.reasons[0].values)["nearest"] == "lost"


@pytest.mark.parametrize(
    ("seats", "against", "where"),
    [("nobody", "push", "seat"), ((), "push", "seat"), ("gm", "worst", "against")],
)
def test_unknown_seats_and_plans_are_refused(seats: str, against: str, where: str) -> None:
    rows = (Row(to=((1, 1),), chooses=True), Row(outcome="won"))
    with pytest.raises(Refused) as refused:
        best(scene(Toy(rows=rows)), seats, "won=1", against)
    assert [each.where for each in refused.value.reasons] == [where]


def test_more_states_than_the_bound_are_refused() -> None:
    setup = game(0)
    with pytest.raises(Refused) as refused:
        best(scene(setup, bound=3), "gm", "won=1")
    assert [each.id for each in refused.value.reasons] == ["best.states"]


@pytest.mark.parametrize("against", ["push", "best"])
@pytest.mark.parametrize("seed", LARGER)
def test_values_solve_the_equations_of_best_play(seed: int, against: str) -> None:
    """Nobody gains by another option anywhere, on the way or off it."""
    setup = game(seed, size=40)
    found = best(scene(setup), "gm", aim(setup, against), against)
    values: Values = found._solution.values
    for node, state in enumerate(found._land.graph.states):
        decision = found.decision(state)
        if decision is not None:
            better = max if decision.seat == "gm" else min
            reached = [each.value for each in decision.options]
            assert better(reached) == pytest.approx(found.value_at(state), abs=1e-10)
        assert values.of[node] >= 0
