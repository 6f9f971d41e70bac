"""The suite's own two ways of finding odds: mass pushed forward, and dice thrown."""

import pytest

from contrecoup import registry
from contrecoup.dice import PlainDie, TraitTest
from contrecoup.testing.chances import Chance, frequencies, is_likely, played, pushed, rounded

SCENE = {"rules": "coins", "scene": "toss", "hider": {"name": "Ada"}, "caller": {"name": "Ben", "purse": 2}}


@pytest.mark.usefixtures("coins")
class SceneTests:
    def test_mass_is_pushed_until_all_of_it_has_ended(self) -> None:
        """Right once, then luck: heads hides from the plan's call for good, tails is called a second time."""
        scene = registry.load(SCENE)
        assert rounded(pushed(scene.ruleset, scene.setup, scene.start())) == {
            "broke": 0.5,
            "seen_through": 0.5,
        }

    def test_an_end_holds_all_its_mass(self) -> None:
        scene = registry.load({**SCENE, "caller": {"name": "Ben", "purse": 1}})
        assert rounded(pushed(scene.ruleset, scene.setup, scene.start())) == {"broke": 1.0}

    def test_a_scene_played_with_the_same_seed_ends_alike(self) -> None:
        scene = registry.load(SCENE)
        ends = [played(scene.ruleset, scene.setup, scene.start(), Chance(7)) for _ in range(3)]
        assert ends == [ends[0]] * 3
        assert ends[0] in {"broke", "seen_through"}


class FrequencyTests:
    def test_results_beyond_the_bounds_count_at_the_bound(self) -> None:
        found = frequencies(PlainDie(6), 2, 3, 600, seed=1)
        assert set(found) == {(2, False), (3, False)}
        assert is_likely(found, {(2, False): 1 / 3, (3, False): 2 / 3})

    def test_a_wrong_share_is_unlikely(self) -> None:
        found = frequencies(PlainDie(6), 2, 3, 600, seed=1)
        assert not is_likely(found, {(2, False): 1 / 2, (3, False): 1 / 2})

    def test_an_extra_succeeds_five_times_in_eight(self) -> None:
        """An Extra with d8 at 4: 5/8, not 13/16, which is a Wild Card's."""
        found = frequencies(TraitTest(8), 0, 1, 2_000, seed=1)
        success = sum(count for (value, _), count in found.items() if value)
        counts = {"success": success, "failure": 2_000 - success}
        assert is_likely(counts, {"success": 5 / 8, "failure": 3 / 8})
        assert not is_likely(counts, {"success": 13 / 16, "failure": 3 / 16})

    @pytest.mark.parametrize("shares", [{"a": 1.0}, {"a": 1.0, "b": 0.0}])
    def test_what_can_not_be_is_unlikely(self, shares: dict[str, float]) -> None:
        assert not is_likely({"a": 99, "b": 1}, shares)

    def test_rare_results_are_counted_together(self) -> None:
        rare = {f"rare {n}": 0.0001 for n in range(10)}
        assert is_likely({"often": 1_000, "rare 3": 1}, {"often": 0.999, **rare})
        assert not is_likely({"often": 980, "rare 3": 20}, {"often": 0.999, **rare})

    def test_one_chance_in_a_thousand_may_come_once(self) -> None:
        assert is_likely(
            {"heads": 99, "tails": 100, "edge": 1}, {"heads": 0.4995, "tails": 0.4995, "edge": 1e-3}
        )
