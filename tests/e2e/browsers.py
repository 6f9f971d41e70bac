"""The browser that tests drive: one that is installed, and how to get one where none is."""

import os
import shutil
from pathlib import Path
from typing import Any, Final

VARIABLE: Final = "CONTRECOUP_CHROMIUM"
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_QUIET: Final = ("--disable-background-networking", "--disable-component-update", "--no-first-run")
_HOW = (
    "The browser tests need Chromium, and none was found. Install one: `apt-get install chromium` (Debian, "
    "Ubuntu), or `playwright install chromium` in the project's environment, or name one in "
    f"the variable {VARIABLE}."
)


class NoBrowser(Exception):
    """There is no Chromium here; the message says how to get one."""


def launch_options(own: str) -> dict[str, Any]:
    """How Playwright starts Chromium here; `own` is where its own one would lie."""
    chosen = executable(own)
    # a sandbox refuses to run for root, and nobody else should go without
    arguments = [*_QUIET, "--no-sandbox"] if _is_root() else [*_QUIET]
    return {"args": arguments} | ({"executable_path": chosen} if chosen != own else {})


def executable(own: str) -> str:
    """The Chromium to start: the one that is named, else Playwright's own, else one on the path."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise NoBrowser(f"{VARIABLE} names {named}, which is no file. {_HOW}")
        return named
    if Path(own).is_file():
        return own
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise NoBrowser(_HOW)
    return found


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
