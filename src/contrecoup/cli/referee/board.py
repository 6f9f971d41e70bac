"""The board: the parts of a view as lines of text."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from contrecoup.cli.screen import Screen
from contrecoup.kernel import Card, Clock, Condition, Dice, Message, Name, Part, Pool, Table, Track, View
from contrecoup.play.telling import Teller

_INDENT: Final = "  "
_LONGEST_BAR: Final = 30


class Board:
    """Shows views, each owner's parts under the owner's name."""

    def __init__(self, teller: Teller, screen: Screen) -> None:
        self._teller = teller
        self._texts = teller.texts
        self._screen = screen

    def show(self, view: View) -> None:
        """All parts in the order of the view, each owner's together under one heading."""
        owned: dict[str, list[Part]] = {}
        for part in view.parts:
            owned.setdefault(part.of, []).append(part)
        for owner, parts in owned.items():
            if owner:
                self._screen.heading(_risen(self._teller.who(owner)))
            for part in parts:
                for line in self._lines(part):
                    self._screen.paragraph(line, _INDENT)

    def _lines(self, part: Part) -> Iterator[str]:
        name = _risen(self._texts.name(f"part.{part.id}"))
        match part:
            case Track():
                yield self._counted(name, self._bar(part, len(name)))
            case Pool():
                left = self._texts.text("play.board.pool", left=part.left, most=part.most)
                yield self._counted(name, left)
            case Dice():
                yield self._counted(name, part.notation)
            case Condition():
                yield name if part.level == 1 else f"{name} {part.level}"
            case Clock():
                hours, minutes = divmod(part.minutes, 60)
                yield self._counted(name, self._texts.text("play.board.clock", hours=hours, minutes=minutes))
            case Card():
                yield from self._card(name, part)
            case Table():
                yield from self._table(name, part)

    def _counted(self, name: str, value: str) -> str:
        return self._texts.text("play.board.line", name=name, value=value)

    def _bar(self, track: Track, taken: int) -> str:
        """What is left of how many: a mark each where they fit, else a share of the room."""
        now, most = min(track.now, track.most), max(track.most, 1)
        room = max(4, min(_LONGEST_BAR, self._screen.width - taken - len(f"  {now}/{most} :  ")))
        length = most if most <= room else room
        full = now if most <= room else max(round(now / most * room), min(now, 1))
        on, off = ("█", "░") if self._screen.has_blocks else ("#", ".")
        return f"{on * full}{off * (length - full)} {track.now}/{track.most}"

    def _card(self, name: str, card: Card) -> Iterator[str]:
        yield self._counted(name, "").rstrip()
        for line in card.lines:
            yield _INDENT + (self._texts.say(line) if isinstance(line, Message) else line)

    def _table(self, name: str, table: Table) -> Iterator[str]:
        """Columns where they fit, else a line a cell."""
        yield name
        heads = [self._texts.name(head) for head in table.heads]
        rows = [[self._cell(cell) for cell in row] for row in table.rows]
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        if sum(widths) + 2 * len(widths) <= self._screen.width - len(_INDENT):
            for row in (heads, *rows):
                cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
                yield (_INDENT + _INDENT.join(cells)).rstrip().replace(" ", "\N{NO-BREAK SPACE}")
            return
        for row in rows:
            yield from _stacked(heads, row, self._counted)

    def _cell(self, cell: str | int | Name) -> str:
        return self._texts.value(cell)


def _stacked(heads: Sequence[str], row: Sequence[str], counted: Callable[[str, str], str]) -> Iterator[str]:
    for place, (head, cell) in enumerate(zip(heads, row, strict=True)):
        yield ("- " if not place else _INDENT) + counted(head, cell)


def _risen(text: str) -> str:
    return text[:1].upper() + text[1:]
