from collections.abc import Iterator
from pathlib import Path

import pytest

from contrecoup.storage import Storage, open_storage
from tests.storage.suite import StorageSuite


class SqliteStorageTests(StorageSuite):
    @pytest.fixture
    def storage(self, tmp_path: Path) -> Iterator[Storage]:
        storage = open_storage(tmp_path / "tables.db", None)
        yield storage
        storage.close()
