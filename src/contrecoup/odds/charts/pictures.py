"""Pictures: figures drawn as SVG, PNG, or a page with the table of their numbers, written whole or not at
all."""

import csv
import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from contrecoup.odds.charts.figures import Figure
from contrecoup.odds.charts.pages import page
from contrecoup.odds.charts.specs import spec_of
from contrecoup.odds.charts.themes import Theme
from contrecoup.odds.outputs import ending, needed, written

EXTRA: Final = "charts"
_LOCALES: Final = {"en": "en-US", "fr": "fr-FR"}
_SAID: Final = re.compile(r' (?:aria-[a-z]+|role)="[^"]*"')
"""What the drawing says of its parts, in English whatever the language is."""
_SCALE: Final = 2.0
"""Pixels of a PNG for each of the drawing's."""
_DESCRIBED: Final = 40
"""Points that a description reads out."""


def prepare(output: Path) -> None:
    """Refuse an output that can't be drawn, before anything is worked out for it."""
    ending(output, DRAWERS)
    needed("vl_convert", EXTRA)


def draw(figures: Sequence[Figure], output: Path, theme: Theme, lang: str) -> None:
    """Write a picture of figures, by the output's ending: .svg, .png or .html."""
    drawn = DRAWERS[ending(output, DRAWERS)](figures, theme, lang)
    with written(output) as part:
        part.write_bytes(drawn)


def write_table(figures: Sequence[Figure], output: Path) -> None:
    """Write the figures' numbers as CSV, in full precision."""
    with written(output) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("figure", "at", "by", "value"))
        for figure in figures:
            writer.writerows((figure.caption, point.at, point.by, point.value) for point in figure.points)


def _svg(figures: Sequence[Figure], theme: Theme, lang: str) -> bytes:
    return _svg_text(figures, theme, lang).encode()


def _svg_text(figures: Sequence[Figure], theme: Theme, lang: str) -> str:
    """The drawing, which says in the reader's language what it shows to those who don't see it."""
    vega: Any = needed("vl_convert", EXTRA)
    svg: str = vega.vegalite_to_svg(spec_of(figures, theme), format_locale=_LOCALES[lang])
    said = escape(described(figures), quote=True)
    return _SAID.sub("", svg).replace("<svg ", f'<svg role="img" lang="{lang}" aria-label="{said}" ', 1)


def _png(figures: Sequence[Figure], theme: Theme, lang: str) -> bytes:
    vega: Any = needed("vl_convert", EXTRA)
    png: bytes = vega.vegalite_to_png(spec_of(figures, theme), scale=_SCALE, format_locale=_LOCALES[lang])
    return png


def _html(figures: Sequence[Figure], theme: Theme, lang: str) -> bytes:
    drawings = [_svg_text([figure], theme, lang) for figure in figures]
    return page(figures, drawings, theme, lang).encode()


def described(figures: Sequence[Figure]) -> str:
    """What figures show, in words."""
    return " ".join(_described(figure) for figure in figures)


def _described(figure: Figure) -> str:
    read = "; ".join(
        ", ".join(filter(None, (point.at, point.by, point.shown))) for point in figure.points[:_DESCRIBED]
    )
    return f"{figure.caption}. {read}{' …' if len(figure.points) > _DESCRIBED else '.'}"


DRAWERS: Final[dict[str, Callable[[Sequence[Figure], Theme, str], bytes]]] = {
    ".svg": _svg,
    ".png": _png,
    ".html": _html,
}
"""How figures are drawn, by the ending of a file."""
