"""Garbage: objects that only one another know of are looked for where that holds nobody up.

A search looks through objects one by one and lets nothing else go on. New ones are looked through few at a
time; all of them, which takes a part of a second where many tables are open, when nobody asks anything.
"""

import asyncio
import gc
from typing import Final

from contrecoup.web.metrics import Metrics

YOUNG: Final = 2_000
"""New objects between two searches among them: some milliseconds."""
WORTH: Final = 1_000
"""Requests that make it worth while to search everything."""
_NEVER: Final = 1_000_000_000
QUIET: Final = 2.0
"""Seconds without a request that count as quiet."""
PATIENCE: Final = 600.0
"""Seconds for which quiet is waited for."""


def settle() -> None:
    """Once all is loaded: what is there now stays, so that no search need look through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, _NEVER, _NEVER)  # what is older is searched by `sweep` alone


async def sweep(metrics: Metrics, quiet: float = QUIET, patience: float = PATIENCE) -> None:
    """Search everything now and then, for as long as this runs."""
    swept, waited = metrics.requests, 0.0
    while True:
        before = metrics.requests
        await asyncio.sleep(quiet)
        if metrics.requests - swept < WORTH:
            continue
        waited += quiet
        if metrics.requests == before or waited >= patience:
            gc.collect()
            swept, waited = metrics.requests, 0.0
