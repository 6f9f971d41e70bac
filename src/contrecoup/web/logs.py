"""Logs: one JSON object a line, without keys, session tokens, texts of players or addresses of databases."""

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

LOGGER: Final = logging.getLogger("contrecoup.web")
_SECRET: Final = re.compile(r"[A-Za-z0-9_\-]{22,}")
"""Keys and tokens are longer than any word of ours in a path."""
_CREDENTIALS: Final = re.compile(r"(?<=://)[^/@\s]+(?=@)")


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": masked(record.getMessage()),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = masked(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def masked(text: str) -> str:
    """A text without what may be a key, a token, or a database's user and password."""
    return _SECRET.sub("…", _CREDENTIALS.sub("…", text))


def set_up(is_quiet: bool = False, stream: TextIO | None = None) -> None:
    """Have what this process logs written as lines; where it is quiet, only what went wrong."""
    # lines say neither who logs nor where
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None  # as logging's documentation tells: no stack is searched then
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING if is_quiet else logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # says at length that all is as it was
