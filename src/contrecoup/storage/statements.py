"""Statements: SQL made once from the schema, so that an append spends no time on making it again."""

from types import ModuleType
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ClauseElement, Dialect, Executable, bindparam, delete, exists, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from contrecoup.storage.schema import KEYS, REQUESTS, ROWS, SECRETS, SNAPSHOTS, TABLES

_DIALECTS: Final[dict[str, ModuleType]] = {"sqlite": sqlite, "postgresql": postgresql}


class Writes(Struct, frozen=True):
    """The SQL of an append, in the driver's own style of named parameters."""

    row: str
    request: str
    head: str
    key: str
    no_key: str
    secret: str


def writes(dialect: Dialect) -> Writes:
    """The SQL of an append for a database."""
    head = update(TABLES).where(TABLES.c.id == bindparam("of")).values(head=bindparam("now"))
    no_key = delete(KEYS).where(KEYS.c.hash == bindparam("hash"), KEYS.c.table_id == bindparam("table_id"))
    return Writes(
        row=made(ROWS.insert(), dialect),
        request=made(REQUESTS.insert(), dialect),
        head=made(head, dialect),
        key=made(_put(dialect, KEYS, "hash"), dialect),
        no_key=made(no_key, dialect),
        secret=made(_put(dialect, SECRETS, "table_id", "scene"), dialect),
    )


def made(statement: ClauseElement, dialect: Dialect) -> str:
    """The statement's SQL."""
    return str(statement.compile(dialect=dialect))


def _put(dialect: Dialect, table: Any, *by: str) -> Insert:
    insert = _DIALECTS[dialect.name].insert(table)
    rest = {column.name: insert.excluded[column.name] for column in table.c if column.name not in by}
    put: Insert = insert.on_conflict_do_update(index_elements=by, set_=rest)
    return put


def new_table(dialect: Dialect) -> Executable:
    """Inserts a table unless its id is taken, and gives its id where it did."""
    insert = _DIALECTS[dialect.name].insert(TABLES).on_conflict_do_nothing(index_elements=["id"])
    new: Executable = insert.returning(TABLES.c.id)
    return new


def new_snapshot(dialect: Dialect) -> Insert:
    """Puts a snapshot where its table is there and no newer one of its version."""
    names = ("table_id", "sequence", "version", "data")
    values = [bindparam(name, type_=SNAPSHOTS.c[name].type).label(name) for name in names]
    is_there = exists(select(literal(1)).where(TABLES.c.id == bindparam("table_id")))
    insert = _DIALECTS[dialect.name].insert(SNAPSHOTS).from_select(names, select(*values).where(is_there))
    new = insert.excluded
    put: Insert = insert.on_conflict_do_update(
        index_elements=["table_id"],
        set_={name: new[name] for name in names[1:]},
        where=(SNAPSHOTS.c.version != new.version) | (SNAPSHOTS.c.sequence <= new.sequence),
    )
    return put
