"""Places: where a machine keeps packs that hold in every scene."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from contrecoup.kernel import Refused, refusal

VARIABLE: Final = "CONTRECOUP_PACKS"


def everywhere() -> tuple[Path, ...]:
    """The pack files that the environment variable CONTRECOUP_PACKS names: files, or folders of them.

    Refused where one isn't there.
    """
    return tuple(_files(os.environ.get(VARIABLE, "")))


def _files(places: str) -> Iterator[Path]:
    for place in filter(None, places.split(os.pathsep)):
        path = Path(place)
        if path.is_dir():
            yield from sorted(path.glob("*.toml"))
        elif path.is_file():
            yield path
        else:
            raise Refused([refusal("packs.no_place", file=place, variable=VARIABLE)])
