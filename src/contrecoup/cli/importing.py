"""`contrecoup import`: a campaign that was exported, into the file that tables are kept in."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.cli.tables import Data, Url, at_desk, opened
from contrecoup.kernel import Refused, refusal
from contrecoup.log.lines import MOST_BYTES
from contrecoup.storage import Storage
from contrecoup.text import Texts


def import_campaign(
    file: Annotated[Path, Parameter(help="cli.import.file")],
    /,
    *,
    data: Data = None,
    database_url: Url = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    lines = list(_lines(file))
    with opened(data, database_url) as storage:
        table, key = asyncio.run(_adopted(storage, lines))
    if json:
        write_json({"table": table, "key": key, "join": f"/join/{key}"})
        return
    said = Texts(chosen(lang)).text("cli.import.done", table=table, link=f"/join/{key}")
    Screen().paragraph(printable(said))


async def _adopted(storage: Storage, lines: list[bytes]) -> tuple[str, str]:
    async with at_desk(storage) as desk:
        from contrecoup.table.takeaways import adopted

        return await adopted(desk, lines)


def _lines(path: Path) -> Iterator[bytes]:
    """The file's lines; one that is longer than any event comes in pieces, which no event is."""
    try:
        with path.open("rb") as file:
            while line := file.readline(MOST_BYTES + 2):
                yield line
    except OSError as error:
        fault = error.strerror or str(error)
        raise Refused([refusal("cli.import.unreadable", file=str(path), fault=fault)]) from None
