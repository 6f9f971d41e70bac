from collections.abc import Iterator

import pytest

from contrecoup.storage import Storage, open_storage
from tests.storage.suite import StorageSuite


class PostgresStorageTests(StorageSuite):
    @pytest.fixture
    def storage(self, postgres_url: str) -> Iterator[Storage]:
        storage = open_storage(None, postgres_url)
        yield storage
        storage.close()
