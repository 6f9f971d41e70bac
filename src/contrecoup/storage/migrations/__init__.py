"""The schema's history: each file in `versions/` leads from the state before it to the next."""

from contrecoup.storage.migrations.migration import migrate

__all__ = ["migrate"]
