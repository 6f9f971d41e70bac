"""Looking: what a seat sees, asked of the desk and projected by the table."""

from contrecoup.kernel import GM, Seat
from contrecoup.table.desk import Desk
from contrecoup.table.projection import project
from contrecoup.table.refusals import denied
from contrecoup.table.room import Room
from contrecoup.table.seen import Seen


async def see(desk: Desk, table: str, seat: Seat, lang: str, scene: str = "", preview: str = "") -> Seen:
    """What a seat sees of its table, or, for the game master, what the seat `preview` sees of it."""
    if preview and seat != GM:
        raise denied("table.not_yours", "preview")

    def read(room: Room, shown: str, here: frozenset[Seat]) -> Seen:
        return project(room, seat, lang, shown, here=here, preview=preview)

    return await desk.look(table, preview or seat, read, scene)
