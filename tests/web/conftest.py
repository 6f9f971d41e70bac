"""A PostgreSQL for the tests of servers."""

from tests.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]
