"""A pytest plugin for mutants: nothing that was worked out before a rule was changed is remembered.

Mutants are tried in forks of a process that has run all tests; what functions remember would hide the change.
"""

import gc
from functools import lru_cache

_REMEMBERING = type(lru_cache(len))


def pytest_sessionstart() -> None:
    gc.unfreeze()  # what is frozen isn't found
    for each in gc.get_objects():
        if isinstance(each, _REMEMBERING):
            each.cache_clear()
