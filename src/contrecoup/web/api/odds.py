"""A seat's odds from what it may know, and what each option of its question leads to."""

from typing import Any, Final

from litestar import Request, get
from litestar.di import NamedDependency

from contrecoup.kernel import Seat
from contrecoup.log import encode
from contrecoup.table.desk import Desk
from contrecoup.table.refusals import out_of_turn
from contrecoup.table.room import Room
from contrecoup.web.api.table import SceneId
from contrecoup.web.askers import Asker
from contrecoup.web.problems import declared
from contrecoup.web.reckoning import Job, SeatOdds
from contrecoup.web.server import Server, server_of


@get("/odds", responses=declared(401, 404, 409, 422), summary="The seat's odds by what it knows")
async def odds(
    request: Request[Any, Any, Any],
    asker: NamedDependency[Asker],
    scene: SceneId = "",
) -> SeatOdds:
    server = server_of(request)
    server.odds.take(asker.key)
    return await reckon(server, asker, asker.lang, scene)


async def reckon(server: Server, asker: Asker, lang: str, scene: str = "") -> SeatOdds:
    """The odds of a seat in the scene that it is shown, or the one that is named."""
    return await server.reckoner.reckon(await _job(server.desk, asker, lang, scene))


async def _job(desk: Desk, asker: Asker, lang: str, scene: str) -> Job:
    def read(room: Room, shown: str, here: frozenset[Seat]) -> Job:
        held = room.campaign.scenes.get(shown)
        if held is None or held.status == "prepared":
            raise out_of_turn("web.odds_none")
        lines = tuple(encode(record) for record in room.session(shown).records)
        return Job(shown, lines, held.viewer(asker.seat), lang)

    return await desk.look(asker.table, asker.seat, read, scene)


ROUTES: Final = (odds,)
