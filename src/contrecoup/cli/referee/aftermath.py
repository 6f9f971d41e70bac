"""Writes what a scene leaves behind: its file again, with the sheets as they are now."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contrecoup.kernel import GM, End, Refused, refusal
from contrecoup.play import Session
from contrecoup.play.aftermath import changed
from contrecoup.table.sheets.writing import toml


def hold_new(path: Path | None, seat: str) -> None:
    """Refused, before anything is played, where nothing new can be written, or would tell a seat too much."""
    if path is None:
        return
    if seat != GM:
        raise Refused([refusal("play.aftermath.seat", seat=seat)])
    if path.exists():
        raise Refused([refusal("play.aftermath.exists", file=str(path))])
    if not path.parent.is_dir():
        raise Refused([refusal("play.aftermath.unwritable", file=str(path), fault=str(path.parent))])


def write_aftermath(path: Path, session: Session) -> bool:
    """The scene after its end in a new file; False, and nothing written, where it isn't over."""
    end = session.question()
    if not isinstance(end, End):
        return False
    text = "\n".join(_lines(changed(session.scene, end.aftermath), "")).strip() + "\n"
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise Refused([refusal("play.aftermath.exists", file=str(path))]) from None
    except OSError as error:
        fault = error.strerror or str(error)
        raise Refused([refusal("play.aftermath.unwritable", file=str(path), fault=fault)]) from None
    return True


def _lines(table: Mapping[str, Any], place: str) -> Iterator[str]:
    """A table as TOML: its values, then the tables in it, each under its own head."""
    for key, value in table.items():
        if value is not None and not _is_below(value):
            yield f"{_key(key)} = {toml(value)}"
    for key, value in table.items():
        if not _is_below(value):
            continue
        below = f"{place}.{_key(key)}" if place else _key(key)
        for each in value if isinstance(value, list) else (value,):
            yield ""
            yield f"[[{below}]]" if isinstance(value, list) else f"[{below}]"
            yield from _lines(each, below)


def _is_below(value: object) -> bool:
    """Whether a value stands in tables of its own: a table, or a list of nothing but tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else toml(key)
