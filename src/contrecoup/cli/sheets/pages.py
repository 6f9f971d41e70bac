"""Pages: a view of a sheet as Markdown, or as an HTML page that prints well."""

from collections.abc import Iterator
from html import escape

from contrecoup.cli.sheets.words import heading, lines, table
from contrecoup.kernel import Part, Table, View
from contrecoup.text import Texts

_STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.4; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
main { columns: 2 18rem; column-gap: 2rem; }
section { break-inside: avoid; margin-bottom: 1rem; }
h1 { margin-bottom: 1rem; } h2 { font-size: 1.05rem; margin: 0 0 .3rem; border-bottom: 1px solid; }
table { border-collapse: collapse; width: 100%; } th { text-align: start; font-weight: 600; }
th, td { padding: .1rem .5rem .1rem 0; } td:not(:first-child) { font-variant-numeric: tabular-nums; }
ul { list-style: none; margin: 0; padding: 0; }
@page { margin: 15mm; } @media print { body { max-width: none; margin: 0; } }
"""


def markdown(view: View, title: str, texts: Texts) -> str:
    """The view as a Markdown page."""
    parts = [f"# {_plain(title)}"]
    for part in view.parts:
        body = (
            _markdown_table(part, texts)
            if isinstance(part, Table)
            else [f"- {_plain(line)}" for line in lines(part, texts)]
        )
        parts.append("\n".join([f"## {_plain(heading(part, texts))}", "", *body]))
    return "\n\n".join(parts) + "\n"


def _markdown_table(part: Table, texts: Texts) -> Iterator[str]:
    heads, rows = table(part, texts)
    yield _row(heads)
    yield _row(["---"] * len(heads))
    yield from map(_row, rows)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(_plain(cell).replace("|", "\\|") for cell in cells) + " |"


def _plain(text: str) -> str:
    """A text that no sign of Markdown or HTML in it changes."""
    for sign in "\\`*_[]<>#":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split("\n"))


def html(view: View, title: str, texts: Texts) -> str:
    """The view as one HTML page without anything from elsewhere."""
    body = "\n".join(_section(part, texts) for part in view.parts)
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{_STYLE}</style>'
    view_port = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    page = f"<h1>{escape(title)}</h1>\n<main>\n{body}\n</main>"
    opening = f'<!doctype html>\n<html lang="{texts.lang}">\n<head>\n{head}\n{view_port}\n</head>'
    return f"{opening}\n<body>\n{page}\n</body>\n</html>\n"


def _section(part: Part, texts: Texts) -> str:
    if isinstance(part, Table):
        heads, rows = table(part, texts)
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        inner = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    else:
        inner = "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines(part, texts)) + "</ul>"
    return f"<section>\n<h2>{escape(heading(part, texts))}</h2>\n{inner}\n</section>"
