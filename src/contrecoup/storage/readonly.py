"""Reading only: a SQLite file as one moment left it, while another process may go on writing it."""

import sqlite3
from pathlib import Path


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that can't write; the driver itself begins no transaction. sqlite3.Error."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        timeout=10,
        isolation_level=None,
        check_same_thread=False,  # whoever shares it takes turns
    )
    connection.execute("PRAGMA query_only = ON").close()
    return connection
