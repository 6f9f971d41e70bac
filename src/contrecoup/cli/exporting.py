"""`contrecoup export`: a campaign, or what a seat has of it, from where a server may go on keeping tables."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.cli.tables import Url, at_desk, opened
from contrecoup.kernel import GM, Refused, refusal
from contrecoup.storage import Storage
from contrecoup.text import Texts

Form = Literal["lines", "markdown", "html"]


def export(
    table: Annotated[str, Parameter(help="cli.export.table")] = "",
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="cli.export.output")],
    data: Annotated[Path | None, Parameter(name="--data", metavar="FILE", help="cli.export.data")] = None,
    database_url: Url = None,
    seat: Annotated[str, Parameter(help="cli.export.seat")] = GM,
    form: Annotated[Form, Parameter(name="--as", help="cli.export.as")] = "lines",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    with opened(data, database_url, to_read=True) as storage:
        table = _meant(storage, table)
        size = asyncio.run(_written(storage, table, seat, chosen(lang), form, output))
    if json:
        write_json({"output": str(output), "table": table, "seat": seat, "bytes": size})
        return
    Screen().paragraph(printable(Texts(chosen(lang)).text("cli.export.done", file=str(output), table=table)))


def _meant(storage: Storage, table: str) -> str:
    """The table that is named, or the only one; Refused with those that there are."""
    tables = storage.tables()
    if not table and len(tables) == 1:
        return tables[0].id
    if table in [each.id for each in tables]:
        return table
    known = ", ".join(f"{each.id} ({each.title})" for each in tables) or "–"
    raise Refused([refusal("cli.export.no_table", known=known)])


async def _written(storage: Storage, table: str, seat: str, lang: str, form: Form, output: Path) -> int:
    """How many bytes a new file has; what can't be written whole isn't left there."""
    async with at_desk(storage) as desk:
        from contrecoup.table.takeaways import exported, recapped

        if form == "lines":
            pieces = exported(desk, table, seat, lang)
        else:
            pieces = _alone(await recapped(desk, table, seat, lang, form))
        return await _put(pieces, output)


async def _alone(page: str) -> AsyncIterator[bytes]:
    yield page.encode()


async def _put(pieces: AsyncIterator[bytes], output: Path) -> int:
    first = await anext(pieces)  # refused before there is a file
    try:
        with output.open("xb") as file:
            try:
                file.write(first)
                async for piece in pieces:
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
                return file.tell()
            except BaseException:
                output.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise Refused([refusal("cli.export.exists", file=str(output))]) from None
    except OSError as error:
        fault = error.strerror or str(error)
        raise Refused([refusal("cli.export.unwritable", file=str(output), fault=fault)]) from None
