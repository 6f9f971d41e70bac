"""Scenes with too many states are sampled: said so, with errors, and in agreement with what is exact."""

from importlib import import_module
from math import sqrt
from typing import Any

import pytest
from scipy.stats import chi2

from contrecoup.kernel import Refused
from contrecoup.odds import odds
from contrecoup.odds.atlas import atlas_of, forget
from contrecoup.odds.sample import SEED, TARGET
from contrecoup.registry import load
from tests.odds import toys
from tests.odds.test_loops import ring
from tests.odds.toys import Row, Toy, ToyTest, close


@pytest.fixture(autouse=True)
def _anew() -> None:
    forget()


def long_way(size: int = 12) -> Toy:
    """A way with several ends, loops and rounds."""
    rows = []
    for state in range(size - 1):
        to = ((state, state + 1, size + state % 3), (state + 1, 0, size))
        rows.append(Row(key=state % 2, cap=2, to=to, opens=state % 4 == 0))
    rows.append(Row(key=0, cap=1, to=((size, size + 1),) * 2))
    ends = [Row(outcome=name) for name in ("won", "lost", "drawn")]
    return Toy(rows=(*rows, *ends), tests=(ToyTest((2, 5, 1)), ToyTest((1, 4), (1, 0, 1))))


def test_sampled_ends_agree_with_exact_ones() -> None:
    found = odds(toys.scene(long_way(), bound=3))
    wanted = toys.ends(long_way())
    statistic = sum(
        (found.ends[end] * found.sampled - float(p) * found.sampled) ** 2 / (float(p) * found.sampled)
        for end, p in wanted.items()
    )
    assert statistic < float(chi2.ppf(0.999, len(wanted) - 1))
    assert found.error <= TARGET
    assert sum(found.ends.values()) == pytest.approx(1)


def test_sampled_rounds_agree_with_exact_ones() -> None:
    found, wanted = odds(toys.scene(long_way(), bound=3)), odds(toys.scene(long_way()))
    assert sum(found.rounds.p.values()) == pytest.approx(1)
    assert found.rounds.mean == pytest.approx(wanted.rounds.mean, rel=0.02)
    for number, exact in wanted.rounds.p.items():
        share = float(exact)
        error = sqrt(share * (1 - share) / found.sampled)
        assert abs(float(found.rounds.p.get(number, 0)) - share) < 5 * error + 1e-5


def test_a_sampled_answer_says_so_and_is_the_same_each_time() -> None:
    first, second = (odds(toys.scene(long_way(), bound=3)) for _ in range(2))
    assert first.sampled >= 5_000
    assert first.seed == SEED
    assert first.ends == second.ends
    for share in first.ends.values():
        assert 0 < first.error_of(share) <= first.error


def test_a_scene_within_its_bound_is_solved() -> None:
    found = odds(toys.scene(long_way(), bound=15))
    assert (found.sampled, found.error, found.states) == (0, 0, 15)
    assert odds(toys.scene(long_way(), bound=14)).sampled > 0


def test_a_walk_that_was_given_up_leaves_nothing_behind() -> None:
    scene = toys.scene(long_way(), bound=3)
    _ = odds(scene).ends
    assert len(atlas_of(scene.ruleset, scene.name).chart(scene.setup.shape(0)).graph.states) == 0
    close(odds(toys.scene(long_way())).ends, toys.ends(long_way()))


def test_sampling_stops_at_its_draws_and_says_the_larger_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("contrecoup.odds.sample"), "MOST_DRAWS", 10)
    found = odds(toys.scene(long_way(), bound=3))
    assert found.sampled == 5_000
    assert TARGET < found.error < 0.5 / sqrt(5_000)


def test_a_scene_expected_to_be_too_large_is_given_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("contrecoup.odds.question"), "BEYOND", 14)
    scene = toys.scene(long_way())
    assert odds(scene).sampled == 0
    scene.manifest.beyond = ("toy",)
    assert odds(scene).sampled > 0


def test_runs_that_never_end_are_given_up_and_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("contrecoup.odds.sample"), "MOST_ANSWERS", 50)
    monkeypatch.setattr(import_module("contrecoup.odds.sample"), "MOST_RUNS", 5_000)
    found = odds(toys.scene(ring(5, leaving=0), bound=2))
    assert found.cut == 1
    assert not found.ends


def test_fractions_of_a_sampled_scene_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        odds(toys.scene(long_way(), bound=3), exact=True)
    assert [(reason.id, dict(reason.values)) for reason in caught.value.reasons] == [
        ("odds.exact_states", {"most": 3})
    ]


def test_an_intrusion_sampled_is_the_intrusion_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    data: dict[str, Any] = {
        "rules": "savage",
        "scene": "intrusion",
        "hacker": {"hacking": "d8", "spirit": "d6", "commlink": {"rating": 6}},
        "system": {"colour": "red", "ice": "d6"},
    }
    solved = odds(load(data))
    wanted = {end: float(share) for end, share in solved.ends.items()}
    monkeypatch.setattr(
        import_module("contrecoup.odds.question"), "_courses", lambda _scene, setups: [None] * len(setups)
    )
    found = odds(load(data))
    statistic = sum((found.ends[end] - p) ** 2 * found.sampled / p for end, p in wanted.items())
    assert statistic < float(chi2.ppf(0.999, len(wanted) - 1))
    for label, share in solved.harm.items():
        error = sqrt(float(share) / found.sampled)
        assert abs(float(found.harm.get(label, 0)) - float(share)) < 5 * error + 1e-5
