"""Themes: the colours of charts, light and dark, that the colour-blind tell apart (Okabe and Ito's)."""

from typing import Any, Final, Literal, TypeAlias

import msgspec

Theme: TypeAlias = Literal["light", "dark"]

FONT: Final = "DejaVu Sans, Verdana, sans-serif"
"""Wide ones first: a reader's font that is narrower than the one that places were measured with fits too."""
SIZE: Final = 13


class Colours(msgspec.Struct, frozen=True):
    """A theme's colours: behind, of texts, of lines, and of series in their order."""

    ground: str
    text: str
    line: str
    series: tuple[str, ...]


THEMES: Final[dict[Theme, Colours]] = {
    "light": Colours(
        "#ffffff",
        "#1b1f24",
        "#c9ced6",
        ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c00", "#4d4d4d"),
    ),
    "dark": Colours(
        "#14181f",
        "#e8eaed",
        "#4a5260",
        ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#4f8fd0", "#bfbfbf"),
    ),
}

SCHEME: Final = "cividis"
"""Of maps: from dark blue to yellow, the same for all eyes."""


def config(colours: Colours) -> dict[str, Any]:
    """What Vega-Lite calls a configuration."""
    text = {
        "labelColor": colours.text,
        "titleColor": colours.text,
        "labelFontSize": SIZE,
        "titleFontSize": SIZE,
    }
    return {
        "background": colours.ground,
        "font": FONT,
        "aria": False,  # its texts are English; the picture's own description is ours
        "view": {"stroke": None},
        "title": {
            "color": colours.text,
            "anchor": "start",
            "frame": "group",
            "fontSize": SIZE + 3,
            "subtitleColor": colours.text,
            "subtitleFontSize": SIZE - 1,
            "subtitlePadding": 6,
            "offset": 12,
        },
        "axis": {
            **text,
            "labelLimit": 0,
            "labelPadding": 6,
            "titleLimit": 0,
            "titleFontWeight": "normal",
            "titlePadding": 10,
            "gridColor": colours.line,
            "gridOpacity": 0.6,
            "domainColor": colours.line,
            "tickColor": colours.line,
        },
        "legend": {**text, "labelLimit": 0, "titleLimit": 0, "titleFontWeight": "normal"},
        "range": {"category": list(colours.series)},
        "text": {"color": colours.text, "fontSize": SIZE - 1},
    }
