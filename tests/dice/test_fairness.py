"""Faces from the operating system's kind of bytes favour none, and throws come as often as weights say."""

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import shake_256

import pytest
from scipy.stats import chisquare

from contrecoup.dice import Helper, OpenTest, PoolTest, SuccessTest, TraitTest, throw_test
from contrecoup.kernel import Test
from contrecoup.play.sources import SystemDice
from tests.dice.sources import Stream

THROWS = 1_000_000


class Bytes:
    """In place of the operating system's random bytes: a row that is the same in every run."""

    def __init__(self, name: str) -> None:
        self._blocks = self._all(name)
        self._rest = b""

    def _all(self, name: str) -> Iterator[bytes]:
        block = 0
        while True:
            yield shake_256(f"{name} {block}".encode()).digest(1 << 16)
            block += 1

    def urandom(self, size: int) -> bytes:
        """The next bytes."""
        while len(self._rest) < size:
            self._rest += next(self._blocks)
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_a_million_throws_of_a_die_favour_no_face(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", Bytes(f"d{sides}").urandom)
    dice = SystemDice()
    fallen = Counter(dice.face(sides) for _ in range(THROWS))
    assert set(fallen) == set(range(1, sides + 1))
    assert chisquare([fallen[face] for face in range(1, sides + 1)]).pvalue > 0.001


TESTS: list[Test] = [
    TraitTest(8, wild=6, modifier=1, helpers=(Helper(8),)),
    TraitTest(6, wild=6, ones="any_face"),
    TraitTest(4, modifier=-2, aces=False, ones_on="trait_die"),
    SuccessTest(5, 7),
    OpenTest(3),
    PoolTest(6, 7),
    PoolTest(6, 7, "no_success", "above"),
]


@pytest.mark.parametrize("test", TESTS, ids=repr)
def test_thrown_results_come_as_often_as_their_weights_say(test: Test) -> None:
    throws, floor, cap = 20_000, -3, 7
    stream = Stream(repr(test), 1 << 21)
    fallen = Counter[tuple[int, bool]]()
    for _ in range(throws):
        value, mishap = test.read([sum(chain) for chain in throw_test(test, stream)])
        fallen[min(max(value, floor), cap), mishap] += 1
    weights = test.weights(floor, cap)
    whole = sum(weights.values())
    assert set(fallen) <= set(weights)
    expected = {result: throws * weight / whole for result, weight in weights.items()}
    usual = [result for result, often in expected.items() if often >= 5]
    rare = [result for result in expected if result not in usual]
    counted = [fallen[result] for result in usual] + [sum(fallen[result] for result in rare)] * bool(rare)
    wanted = [expected[result] for result in usual] + [sum(expected[result] for result in rare)] * bool(rare)
    assert chisquare(counted, wanted).pvalue > 0.001
