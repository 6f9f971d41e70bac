"""Servers killed at random moments under load, and one of two behind one database."""

from pathlib import Path

from tests.web import leaving
from tests.web.kills import run

TABLES = 6


def test_nothing_that_was_acknowledged_is_lost_over_a_file(tmp_path: Path) -> None:
    assert run(3, ("--data", str(tmp_path / "tables.db")), {}) > 0


def test_nothing_that_was_acknowledged_is_lost_over_postgresql(postgres_url: str) -> None:
    assert run(2, (), {"CONTRECOUP_DATABASE_URL": postgres_url}) > 0


def test_when_one_of_two_servers_dies_every_viewer_of_every_table_ends_with_the_same_state(
    postgres_url: str,
) -> None:
    assert leaving.run(TABLES, postgres_url).startswith("6 tables, one of two servers killed: 18 viewers")
