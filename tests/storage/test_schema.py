"""The history of the schema leads to the schema that the code reads and writes."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import contrecoup.storage.migrations as migrations
from contrecoup.storage import open_storage
from contrecoup.storage.names import VERSION_TABLE
from contrecoup.storage.schema import METADATA

VERSIONS = ScriptDirectory(str(Path(migrations.__file__).parent))


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        open_storage(tmp_path / "tables.db", None).close()
        return f"sqlite:///{tmp_path / 'tables.db'}"
    made: str = request.getfixturevalue("postgres_url")
    return made.replace("postgresql:", "postgresql+psycopg:")


def test_migrations_end_at_the_schema(url: str) -> None:
    engine = create_engine(url)
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == VERSIONS.get_current_head()
    engine.dispose()


def test_the_history_is_one_line_from_the_beginning() -> None:
    steps = list(VERSIONS.walk_revisions())
    assert [step.down_revision for step in steps] == [*(step.revision for step in steps[1:]), None]
    assert [step.revision for step in reversed(steps)] == [
        f"{number:04}" for number in range(1, len(steps) + 1)
    ]


def test_a_step_does_not_look_at_today_s_schema() -> None:
    for step in VERSIONS.walk_revisions():
        assert "contrecoup" not in Path(step.path).read_text("utf-8")
