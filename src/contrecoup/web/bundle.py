"""The bundle: the script and the style that the build makes of `assets/`, and their addresses."""

import functools
import hashlib
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "static"
PREFIX: Final = "/static"
"""Where the folder is served; files may be kept for ever, as their address changes with their content."""


@functools.cache
def address(name: str) -> str:
    """The address of a file of the bundle, another one for another content."""
    digest = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
    return f"{PREFIX}/{name}?v={digest[:12]}"
