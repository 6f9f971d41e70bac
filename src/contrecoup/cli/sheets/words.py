"""Words: the parts of a sheet's view as texts."""

from collections.abc import Iterator

from contrecoup.cli.screen import Screen
from contrecoup.kernel import Card, Clock, Condition, Dice, Message, Part, Pool, Table, Track, View
from contrecoup.text import Texts


def heading(part: Part, texts: Texts) -> str:
    """What a part is called."""
    return texts.name(f"part.{part.id}")


def lines(part: Part, texts: Texts) -> Iterator[str]:
    """A part without rows, line by line."""
    match part:
        case Card():
            yield from (texts.say(line) if isinstance(line, Message) else line for line in part.lines)
        case Track():
            yield "☒" * part.now + "☐" * max(part.most - part.now, 0) + f"  {part.now}/{part.most}"
        case Pool():
            yield f"{part.left}/{part.most}"
        case Dice():
            yield part.notation
        case Condition():
            yield str(part.level)
        case Clock():
            yield f"{part.minutes // 60} h {part.minutes % 60:02} min"
        case Table():
            heads, rows = table(part, texts)
            yield from ("  ".join(row) for row in (heads, *rows))


def table(part: Table, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of a table."""
    return [texts.name(head) for head in part.heads], [
        [texts.value(cell) for cell in row] for row in part.rows
    ]


def show(view: View, texts: Texts, screen: Screen) -> None:
    """The view on a screen; columns where they fit, else wrapped lines."""
    for part in view.parts:
        screen.heading(heading(part, texts))
        if isinstance(part, Table):
            for line in _columns(part, texts):
                screen.paragraph(line, "  ")
        else:
            for line in lines(part, texts):
                screen.paragraph(line, "  ")


def _columns(part: Table, texts: Texts) -> Iterator[str]:
    heads, rows = table(part, texts)
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip().replace(" ", "\N{NO-BREAK SPACE}")
