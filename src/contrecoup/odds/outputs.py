"""Outputs: files that are written whole or not at all, and extras that may be missing."""

import contextlib
import os
import tempfile
from collections.abc import Generator, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from contrecoup.kernel import Refused, refusal


def needed(module: str, extra: str) -> Any:
    """A module of an extra; Refused, with what to install, where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        raise Refused([refusal("extra.missing", extra=f"contrecoup[{extra}]", module=module)]) from None


def ending(output: Path, known: Iterable[str]) -> str:
    """The ending of an output's name; Refused where nothing is written under it."""
    accepted = tuple(known)
    if output.suffix.lower() not in accepted:
        raise Refused([refusal("output.ending", file=str(output), accepted=", ".join(accepted))])
    return output.suffix.lower()


def unwritable(path: Path, error: Exception) -> Refused:
    """The refusal of a file that can't be written."""
    fault = getattr(error, "strerror", None) or str(error)
    return Refused([refusal("output.unwritable", file=str(path), fault=fault)])


def hold_writable(path: Path) -> None:
    """Refuse an output that can't be written, before anything is worked out for it."""
    if path.is_dir():
        raise Refused([refusal("output.folder", file=str(path))])
    with written(path) as part:
        part.unlink()


@contextlib.contextmanager
def written(path: Path) -> Generator[Path]:
    """A file beside `path` to be written, which takes its place once it is whole, unless it was removed.

    Refused where that can't be; what was at `path` is there until then.
    """
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    part = Path(name)
    try:
        os.close(descriptor)
        yield part
        if part.exists():
            _settle(part, path)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        part.unlink(missing_ok=True)


def _settle(part: Path, path: Path) -> None:
    """Put a whole file into its place, with the rights that a new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    part.chmod(0o666 & ~mask)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
