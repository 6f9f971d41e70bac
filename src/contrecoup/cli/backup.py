"""`contrecoup backup`: a copy of the file that tables are kept in, while a server goes on writing it."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from contrecoup.cli.options import Json, Lang, chosen
from contrecoup.cli.reports import write_json
from contrecoup.cli.screen import Screen, printable
from contrecoup.text import Texts


def backup(
    *,
    data: Annotated[Path, Parameter(name="--data", help="cli.backup.data")],
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="cli.backup.output")],
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The help of everything here is in the catalogues."""
    from contrecoup.storage.backup import back_up

    count = back_up(data, output)
    if json:
        write_json({"output": str(output), "tables": count, "bytes": output.stat().st_size})
        return
    said = Texts(chosen(lang)).text("cli.backup.done", count=count, file=str(output))
    Screen().paragraph(printable(said))
