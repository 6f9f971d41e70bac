"""Odds of random small scenes agree with linear algebra over all their states at once."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contrecoup.odds import odds, odds_many
from contrecoup.odds.atlas import forget
from tests.odds import toys
from tests.odds.toys import Row, Toy, ToyTest, close

SETTINGS = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def _tests(draw: Any) -> ToyTest:
    """A test with some weightless results, but never without any."""
    weights = st.lists(st.integers(0, 3), min_size=1, max_size=4)
    plain = draw(weights)
    return ToyTest((plain[0] + 1, *plain[1:]), tuple(draw(weights)))


@st.composite
def toys_of(draw: Any, size: int = 9) -> Toy:
    """A scene of any shape: loops, choices, floors and caps, ends, states that nothing leaves."""
    count = draw(st.integers(1, size))
    state = st.integers(0, count + 1)
    rows = [draw(_rows(state)) for _ in range(count)]
    rows += [Row(outcome="won"), Row(outcome="lost")]
    tests = tuple(draw(_tests()) for _ in range(3))
    return Toy(rows=tuple(rows), tests=tests, first=draw(st.integers(0, count - 1)))


@st.composite
def _rows(draw: Any, state: Any) -> Row:
    floor = draw(st.integers(0, 2))
    cap = draw(st.integers(floor, 4))
    to = [tuple(draw(state) for _ in range(floor, cap + 1)) for _ in range(2)]
    if draw(st.booleans()) and draw(st.booleans()):
        return Row(chooses=True, to=(to[0],), opens=draw(st.booleans()))
    return Row(
        key=draw(st.integers(0, 2)),
        floor=floor,
        cap=cap,
        to=tuple(to),
        opens=draw(st.booleans()),
        minds=draw(st.booleans()),
    )


@SETTINGS
@given(toys_of())
def test_ends_and_mass_that_never_ends_are_those_of_the_whole_system(toy: Toy) -> None:
    forget()
    found, wanted = odds(toys.scene(toy)), toys.ends(toy)
    close(found.ends, wanted)
    close(found.harm, wanted)
    assert found.cut == pytest.approx(float(1 - sum(wanted.values())), abs=1e-12)


@SETTINGS
@given(toys_of())
def test_fractions_are_those_of_the_whole_system_exactly(toy: Toy) -> None:
    forget()
    found, wanted = odds(toys.scene(toy), exact=True), toys.ends(toy)
    assert {end: share for end, share in found.ends.items() if share} == wanted
    assert found.cut == 1 - sum(wanted.values())
    if not found.cut:
        visits = toys.visits(toy)
        mean = sum((visits[state] for state in visits if toy.rows[state].opens), Fraction(0))
        assert found.rounds.mean == mean


@SETTINGS
@given(toys_of(size=6))
def test_rounds_are_those_counted_answer_by_answer(toy: Toy) -> None:
    forget()
    found = odds(toys.scene(toy))
    if found.cut:
        return
    wanted = toys.rounds(toy)
    if sum(wanted.values()) < 1 - 1e-12:
        return
    close(found.rounds.p, wanted)
    assert sum(found.rounds.p.values()) + found.rounds.cut == pytest.approx(1, abs=1e-12)
    mean = sum(number * share for number, share in found.rounds.p.items())
    assert found.rounds.mean == pytest.approx(mean, rel=1e-9, abs=1e-9)


@SETTINGS
@given(
    toys_of(),
    st.lists(
        st.tuples(st.lists(_tests(), min_size=3, max_size=3), st.integers(0, 9)), min_size=2, max_size=5
    ),
)
def test_many_questions_together_are_each_alone(toy: Toy, others: list[Any]) -> None:
    forget()
    asked = [
        Toy(rows=toy.rows, tests=tuple(tests), first=first % (len(toy.rows) - 2)) for tests, first in others
    ]
    together = odds_many([toys.scene(each) for each in asked])
    for each, found in zip(asked, together, strict=True):
        close(found.ends, toys.ends(each))
        assert found.rounds.mean == pytest.approx(odds(toys.scene(each)).rounds.mean, rel=1e-9)
