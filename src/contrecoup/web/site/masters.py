"""Masters: pages that are the game master's alone."""

from typing import Any

from litestar import Request

from contrecoup.kernel import GM
from contrecoup.table.refusals import denied
from contrecoup.web.askers import Asker, asker_of


async def master(request: Request[Any, Any, Any], at: str) -> Asker:
    """Whoever asks, where he is the game master; Refused for everybody else."""
    asker = await asker_of(request, at)
    if asker.seat != GM:
        raise denied("table.gm_only")
    return asker
