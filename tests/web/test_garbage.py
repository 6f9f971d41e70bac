"""Garbage is searched for in small pieces, and as a whole when nobody asks anything."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from contrecoup.web import garbage
from contrecoup.web.metrics import Metrics
from tests.web.served import PATIENCE


class Knot:
    """Something that only it itself knows of."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_a_server_searches_among_few_new_objects_at_a_time_and_never_everything_by_itself() -> None:
    gc.set_threshold(100_000)  # as any command of ours
    garbage.settle()
    young, *older = gc.get_threshold()
    assert young == garbage.YOUNG
    assert min(older) > 10**6
    assert gc.get_freeze_count() > 0


def _old_knot() -> "weakref.ref[Knot]":
    """What no search among new objects finds any more."""
    gc.collect()
    knot = Knot()
    gc.collect(0)
    return weakref.ref(knot)


def _ask(metrics: Metrics) -> None:
    metrics.note_request("GET", "/table", 200, 0.001)


async def _soon_gone(knot: "weakref.ref[Knot]") -> bool:
    end = asyncio.get_running_loop().time() + PATIENCE
    while knot() is not None and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.01)
    return knot() is None


def test_when_nobody_asks_everything_is_searched() -> None:
    async def run() -> None:
        metrics, knot = Metrics(), _old_knot()
        sweeping = asyncio.create_task(garbage.sweep(metrics, quiet=0.01))
        await asyncio.sleep(0.1)
        assert knot() is not None  # nothing was asked that would be worth it
        for _ in range(garbage.WORTH):
            _ask(metrics)
        assert await _soon_gone(knot)
        sweeping.cancel()

    asyncio.run(run())


def test_while_somebody_asks_it_waits_but_not_for_good() -> None:
    async def run() -> None:
        metrics = Metrics()

        async def ask() -> None:
            while True:
                _ask(metrics)
                await asyncio.sleep(0)

        knot = _old_knot()
        asking = asyncio.create_task(ask())
        for patience, is_gone in ((3600.0, False), (0.05, True)):
            sweeping = asyncio.create_task(garbage.sweep(metrics, quiet=0.01, patience=patience))
            if is_gone:
                assert await _soon_gone(knot)
            else:
                await asyncio.sleep(0.2)
                assert knot() is not None
            sweeping.cancel()
        asking.cancel()

    asyncio.run(run())
