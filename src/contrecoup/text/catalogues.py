"""Catalogues: gettext files, one a language, looked up by id.

The compiled file beside a catalogue is read where it is as new as its source. Otherwise the source is
compiled, and the result kept beside it as Python keeps its bytecode: where that can't be, nothing is lost.
"""

import contextlib
import functools
import os
import sys
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

COMMON: Final = Path(__file__).parent / "catalogues"
_SAME_MOMENT_NS: Final = 250_000_000
"""Installers write both files within moments of each other, in either order."""


def catalogue(folder: Path, language: str) -> NullTranslations:
    """A folder's catalogue in a language; an empty one where it has none."""
    source = folder / f"{language}.po"
    return _read(source, _changed(source), _changed(source.with_suffix(".mo")))


@functools.lru_cache(maxsize=64)
def _read(source: Path, changed: int, compiled: int) -> NullTranslations:
    if compiled and compiled >= changed - _SAME_MOMENT_NS:
        with source.with_suffix(".mo").open("rb") as file:
            return GNUTranslations(file)
    if not changed:
        return NullTranslations()
    content = _compiled(source)
    if not sys.dont_write_bytecode:
        _keep(content, source.with_suffix(".mo"), changed)
    return GNUTranslations(BytesIO(content))


def _changed(path: Path) -> int:
    """When a file was written, in nanoseconds; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _compiled(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        read = read_po(file, abort_invalid=True)
    content = BytesIO()
    write_mo(content, read)
    return content.getvalue()


def _keep(content: bytes, target: Path, changed: int) -> None:
    """Put a compiled catalogue beside its source, whole or not at all, dated like the source."""
    draft = target.with_suffix(f".{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        try:
            draft.write_bytes(content)
            os.utime(draft, ns=(changed, changed))
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def looked_up(found: NullTranslations, id: str, count: int) -> str | None:
    """An entry's text, in the plural form for a count; None where there is no such entry."""
    text = found.ngettext(id, id, count)
    if text == id:
        text = found.gettext(id)
    return None if text == id else text
