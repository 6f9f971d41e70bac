"""The schema's history: each file in `versions/` leads from the state before it to the next."""

from contrecoup.storage.migrations.migration import check_schema, migrate

__all__ = ["check_schema", "migrate"]
