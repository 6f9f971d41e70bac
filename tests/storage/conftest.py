import pytest

from tests.postgres import postgres, postgres_url

pytest.register_assert_rewrite("tests.storage.suite", "tests.storage.model")

__all__ = ["postgres", "postgres_url"]
