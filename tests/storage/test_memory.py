import pytest

from contrecoup.storage import MemoryStorage, open_storage
from tests.storage.suite import StorageSuite


class MemoryStorageTests(StorageSuite):
    runs = 50

    @pytest.fixture
    def storage(self) -> MemoryStorage:
        return MemoryStorage()


def test_without_a_file_or_a_url_everything_is_in_memory() -> None:
    assert isinstance(open_storage(None, None), MemoryStorage)
