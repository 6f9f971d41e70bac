"""The schema: the one shape of the tables, for SQLite and PostgreSQL."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, MetaData, Table, Text

METADATA: Final = MetaData()


def _of_table(primary_key: bool = False, index: bool | None = None) -> Column[str]:
    its = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", Text, its, primary_key=primary_key, index=index, nullable=False)


TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("head", BigInteger, nullable=False),
)

ROWS: Final = Table(
    "rows",
    METADATA,
    _of_table(primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("scene", Text, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Index("rows_by_scene", "table_id", "scene", "sequence"),
    sqlite_with_rowid=False,
)

REQUESTS: Final = Table(
    "requests",
    METADATA,
    _of_table(primary_key=True),
    Column("asker", Text, primary_key=True),
    Column("request", Text, primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

KEYS: Final = Table(
    "seat_keys",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    _of_table(index=True),
    Column("seat", Text, nullable=False),
)

SECRETS: Final = Table(
    "secrets",
    METADATA,
    _of_table(primary_key=True),
    Column("scene", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    _of_table(primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
