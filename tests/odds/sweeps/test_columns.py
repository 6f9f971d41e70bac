"""Figures taken side by side are those of each scene alone, whatever the scene."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from contrecoup.odds import odds, odds_many
from contrecoup.odds.atlas import forget
from contrecoup.odds.found import Solved
from contrecoup.odds.sweeps.columns import Columns
from tests.odds import toys
from tests.odds.test_random_graphs import toys_of
from tests.odds.toys import Row, Toy, ToyTest

SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def side_by_side(scenes: list[Toy]) -> Columns:
    forget()
    found = [each.found for each in odds_many([toys.scene(toy) for toy in scenes])]
    assert all(isinstance(each, Solved) for each in found)
    return Columns([each for each in found if isinstance(each, Solved)])


def hold_equal(scenes: list[Toy]) -> None:
    columns = side_by_side(scenes)
    for place, toy in enumerate(scenes):
        forget()
        alone = odds(toys.scene(toy))
        toys.close({end: shares[place] for end, shares in columns.ends.items()}, alone.ends)
        harm = {name: shares[place] for (kind, _, name), shares in columns.tallies.items() if kind == "harm"}
        toys.close(harm, alone.harm)
        assert columns.cut[place] == pytest.approx(float(alone.cut), abs=1e-12)
        assert columns.rounds[place] == pytest.approx(float(alone.rounds.mean), rel=1e-9)


@SETTINGS
@given(toys_of(), toys_of(), st.permutations(range(3)))
def test_scenes_of_one_shape_and_of_others_keep_their_own_figures(one: Toy, other: Toy, turn: Any) -> None:
    turned = replace(one, tests=tuple(one.tests[place] for place in turn))
    hold_equal([one, other, turned, replace(other, tests=one.tests), one])


def test_what_is_certain_behind_a_port_is_taken_without_solving() -> None:
    rows = (
        Row(key=0, cap=1, to=((1, 2), (1, 2))),
        Row(key=1, cap=1, to=((3, 3), (3, 3)), fine=True, other=((4, 4), (4, 4))),
        Row(outcome="held"),
        Row(outcome="won"),
        Row(outcome="lost"),
    )
    first = Toy(rows=rows, tests=(ToyTest((1, 3)), ToyTest((1, 1))))
    scenes = [first, replace(first, colour="red"), replace(first, tests=(ToyTest((1, 1)), ToyTest((1, 1))))]
    columns = side_by_side(scenes)
    assert {end: shares.tolist() for end, shares in columns.ends.items()} == {
        "held": [0.75, 0.75, 0.5],
        "won": [0.25, 0, 0.5],
        "lost": [0, 0.25, 0],
    }
    for each in odds_many([toys.scene(toy) for toy in scenes]):
        assert isinstance(each.found, Solved)
        assert each.found.parts[-1].batch.is_settled()
    hold_equal(scenes)


def test_mass_that_never_ends_makes_one_scene_s_mean_infinite_and_no_other_s() -> None:
    rows = (
        Row(key=0, cap=1, to=((1, 2), (1, 2)), opens=True),
        Row(key=1, cap=0, to=((1,), (1,)), opens=True),
        Row(outcome="won"),
    )
    tests = ToyTest((1,)), ToyTest((1,))
    scenes = [
        Toy(rows=rows, tests=(ToyTest((1, 1)), tests[1])),
        Toy(rows=rows, tests=(ToyTest((0, 1)), tests[1])),
    ]
    columns = side_by_side(scenes)
    assert columns.rounds.tolist() == [float("inf"), 1.0]
    assert columns.cut.tolist() == [0.5, 0.0]
