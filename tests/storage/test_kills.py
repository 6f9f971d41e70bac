"""Few kills of each kind; `make trial` does 200 of each."""

import pytest

from tests.storage.kills import LEAST, Database, kill


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_what_was_acknowledged_outlives_a_kill(database: Database) -> None:
    tally = kill(database, rounds=6, seed=20_261_130)
    assert tally.rounds == 6
    assert tally.acknowledged >= 6 * LEAST
    assert tally.unanswered > 0
