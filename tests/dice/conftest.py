"""What is worked out by hand is worked out once a run."""

from collections.abc import Iterator

import pytest

from tests.dice.by_hand import read_by_hand


@pytest.fixture(scope="session", autouse=True)
def _by_hand_anew() -> Iterator[None]:
    """Mutants are tried in copies of a process that has run the tests: each reads dice in its own way."""
    read_by_hand.cache_clear()
    yield
    read_by_hand.cache_clear()
