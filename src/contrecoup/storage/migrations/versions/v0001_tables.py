"""Tables with their rows, requests, seat keys, secrets and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("head", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rows",
        _of_table(primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("scene", sa.Text, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("rows_by_scene", "rows", ["table_id", "scene", "sequence"])
    _create_what_belongs_to_tables()


def _create_what_belongs_to_tables() -> None:
    op.create_table(
        "requests",
        _of_table(primary_key=True),
        sa.Column("asker", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, primary_key=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seat_keys",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        _of_table(),
        sa.Column("seat", sa.Text, nullable=False),
    )
    op.create_index("ix_seat_keys_table_id", "seat_keys", ["table_id"])
    op.create_table(
        "secrets",
        _of_table(primary_key=True),
        sa.Column("scene", sa.Text, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        _of_table(primary_key=True),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def _of_table(primary_key: bool = False) -> sa.Column[str]:
    its = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.Text, its, primary_key=primary_key, nullable=False)
