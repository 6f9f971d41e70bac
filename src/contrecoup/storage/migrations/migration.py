"""Migration: brings a database to today's schema, in one transaction, and never one that isn't ours."""

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from contrecoup.kernel import Refused, refusal
from contrecoup.storage.names import VERSION_TABLE


def migrate(connection: Connection, place: str) -> None:
    """Take every step that the database lacks, in the connection's transaction.

    Refused, with `place` as the file, where its version is newer than this program or its tables are
    another program's.
    """
    script = ScriptDirectory(str(Path(__file__).parent))
    options = {"version_table": VERSION_TABLE}
    found = MigrationContext.configure(connection, opts=options).get_current_revision()
    if found == script.get_current_head():
        return
    if found is None and inspect(connection).get_table_names():
        raise Refused([refusal("storage.foreign", file=place)])
    if found is not None and found not in {step.revision for step in script.walk_revisions()}:
        raise Refused([refusal("storage.newer", file=place, version=found)])
    _upgrade(connection, script)


def _upgrade(connection: Connection, script: ScriptDirectory) -> None:
    def steps(found: Any, _: MigrationContext) -> Any:
        return script._upgrade_revs("head", found)  # what Alembic's own command `upgrade` calls

    with EnvironmentContext(Config(), script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE, render_as_batch=True)
        environment.run_migrations()
