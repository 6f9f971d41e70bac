"""What holds for all tests."""

import gc

import pytest

_YOUNG = 100_000
"""New objects between two searches for garbage, as in the command itself."""


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Modules and thousands of tests stay: to look through them for garbage takes a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
