"""The gallery: every component with sample values, in both languages and themes.

`python -m tests.web.gallery FOLDER` writes the pages with the bundle beside them.
"""

import shutil
import sys
from pathlib import Path
from typing import Any, get_args

from contrecoup.text import LANGUAGES
from contrecoup.web import bundle
from contrecoup.web.pages import environment
from contrecoup.web.pieces import Theme
from tests.web.samples import samples

_TEMPLATE = Path(__file__).parent / "gallery.html"


def gallery(lang: str, theme: Theme, **changes: Any) -> str:
    """One page with every component; some of its samples may be others."""
    template = environment(lang, "savage").from_string(_TEMPLATE.read_text("utf-8"))
    return template.render(samples(lang, theme) | changes)


def write(folder: Path) -> list[Path]:
    """Write every page and what it needs, to be served or opened as files."""
    (folder / "static").mkdir(parents=True, exist_ok=True)
    for path in bundle.FOLDER.glob("[!.]*.*"):
        shutil.copyfile(path, folder / "static" / path.name)
    return [_write(folder, lang, theme) for lang in LANGUAGES for theme in get_args(Theme)]


def _write(folder: Path, lang: str, theme: Theme) -> Path:
    path = folder / f"{lang}-{theme}.html"
    path.write_text(gallery(lang, theme).replace('"/static/', '"static/'), "utf-8")
    return path


if __name__ == "__main__":
    for written in write(Path(sys.argv[1])):
        sys.stdout.write(f"{written}\n")
