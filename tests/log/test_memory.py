import pytest

from contrecoup.log import MemoryStore
from tests.log.suite import RECORDS, StoreSuite


class MemoryStoreTests(StoreSuite):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()

    def test_it_goes_on_after_what_it_was_given(self) -> None:
        store = MemoryStore(RECORDS[:2])
        store.append(RECORDS[2])
        assert store.read().records == RECORDS[:3]
