"""Tables as commands reach them: the storage that options name, and a desk over it."""

import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from contrecoup.cli.serve import DATA, URL_VARIABLE
from contrecoup.kernel import Refused, refusal

if TYPE_CHECKING:  # a desk takes a while to import, and help does without
    from contrecoup.storage import Storage
    from contrecoup.table.desk import Desk

Data: TypeAlias = Annotated[Path | None, Parameter(name="--data", metavar="FILE", help="cli.serve.data")]
"""The file of tables."""

Url: TypeAlias = Annotated[
    str | None, Parameter(name="--database-url", metavar="URL", help="cli.serve.database_url")
]
"""The database's URL, in the place of a file."""


@contextmanager
def opened(data: Path | None, url: str | None, *, to_read: bool = False) -> Generator["Storage"]:
    """The storage that is meant, closed afterwards; Refused where it can't be reached.

    To be read alone it has to be there, and a server may have it open.
    """
    from contrecoup.storage import Unavailable, open_storage, open_to_read

    url = url or os.environ.get(URL_VARIABLE) or None
    file = data or (None if url else DATA)
    try:
        storage = open_to_read(file, url) if to_read else open_storage(file, url)
        try:
            yield storage
        finally:
            storage.close()
    except Unavailable:
        raise Refused([refusal("serve.no_database")]) from None


@asynccontextmanager
async def at_desk(storage: "Storage") -> AsyncGenerator["Desk"]:
    """A desk over a storage, with everything that it writes kept when it is left."""
    from contrecoup.storage import Writer
    from contrecoup.table.desk import Desk

    writer = Writer(storage)
    desk = Desk(storage, writer)
    try:
        yield desk
    finally:
        await desk.close()
        await writer.close()
