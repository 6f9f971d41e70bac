"""Pages: a picture and the table of its numbers, in one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape

from contrecoup.odds.charts.figures import Figure
from contrecoup.odds.charts.themes import FONT, THEMES, Theme

_STYLE = """\
:root {{ color-scheme: {theme}; }}
body {{ background: {ground}; color: {text}; font: 1rem/1.5 {font}; margin: 2rem auto; max-width: 60rem;
  padding: 0 1rem; }}
section {{ margin-bottom: 3rem; }}
.picture {{ overflow-x: auto; }}
svg {{ max-width: 100%; min-width: 30rem; height: auto; }}
table {{ border-collapse: collapse; margin-top: 1rem; min-width: min(100%, 24rem); }}
caption {{ text-align: left; font-weight: bold; padding: .3rem 0; }}
th, td {{ border-bottom: 1px solid {line}; padding: .3rem 1rem .3rem 0; text-align: left; }}
td:last-child, th:last-child {{ text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; }}
"""


def page(figures: Sequence[Figure], drawings: Sequence[str], theme: Theme, lang: str) -> str:
    """The page of figures with their drawings (SVG)."""
    colours = THEMES[theme]
    style = _STYLE.format(theme=theme, ground=colours.ground, text=colours.text, line=colours.line, font=FONT)
    title = escape(figures[0].title)
    sections = "\n".join(
        f'<section>\n<div class="picture" tabindex="0">\n{drawing}\n</div>\n{_table(figure)}\n</section>'
        for figure, drawing in zip(figures, drawings, strict=True)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{sections}\n"
        "</main>\n</body>\n</html>\n"
    )


def _table(figure: Figure) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in figure.headings())
    body = "\n".join(
        "<tr>"
        f'<th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(each)}</td>" for each in rest)
        + "</tr>"
        for first, *rest in figure.rows()
    )
    return (
        f"<table>\n<caption>{escape(figure.caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )
