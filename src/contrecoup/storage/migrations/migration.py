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
    script = _script()
    found = _version(connection)
    if found == script.get_current_head():
        return
    if found is None and inspect(connection).get_table_names():
        raise _foreign(place)
    if found is not None:
        _check_known(found, script, place)
    _upgrade(connection, script)


def check_schema(connection: Connection, place: str) -> None:
    """Refused, with `place` as the file, where a database isn't of today's schema; it is left as it is."""
    script = _script()
    found = _version(connection)
    if found is None:
        raise _foreign(place)
    _check_known(found, script, place)
    if found != script.get_current_head():
        raise Refused([refusal("storage.older", file=place, version=found)])


def _script() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).parent))


def _version(connection: Connection) -> str | None:
    options = {"version_table": VERSION_TABLE}
    return MigrationContext.configure(connection, opts=options).get_current_revision()


def _check_known(version: str, script: ScriptDirectory, place: str) -> None:
    if version not in {step.revision for step in script.walk_revisions()}:
        raise Refused([refusal("storage.newer", file=place, version=version)])


def _foreign(place: str) -> Refused:
    return Refused([refusal("storage.foreign", file=place)])


def _upgrade(connection: Connection, script: ScriptDirectory) -> None:
    def steps(found: Any, _: MigrationContext) -> Any:
        return script._upgrade_revs("head", found)  # what Alembic's own command `upgrade` calls

    with EnvironmentContext(Config(), script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE, render_as_batch=True)
        environment.run_migrations()
