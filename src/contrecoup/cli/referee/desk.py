"""The desk: what every part of the referee works with."""

from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from contrecoup.cli.referee.board import Board
from contrecoup.cli.referee.keyboard import Keyboard
from contrecoup.cli.referee.words import Words
from contrecoup.cli.screen import Screen, printable
from contrecoup.dice import Source
from contrecoup.kernel import GM, Refused, Seat, Value
from contrecoup.play import Session
from contrecoup.play.telling import Teller, Told

DiceFrom: TypeAlias = Literal["thrown", "typed"]


class Again(Enum):
    """What is shown after an order: nothing new, the question, or the whole table."""

    NOTHING = 0
    QUESTION = 1
    TABLE = 2


class Desk(NamedTuple):
    """The session, for whose eyes and in which language it is told, and where dice come from."""

    session: Session
    teller: Teller
    screen: Screen
    keyboard: Keyboard
    board: Board
    words: Words
    source: Source
    dice: DiceFrom

    @property
    def viewer(self) -> Seat:
        """Whose eyes look at the screen."""
        return self.teller.viewer

    @property
    def is_master(self) -> bool:
        """Whether the game master sits here."""
        return self.viewer == GM

    def say(self, id: str, /, indent: str = "", **values: Value) -> None:
        """A text of the catalogue."""
        self.screen.paragraph(printable(self.teller.texts.text(id, **values)), indent)

    def tell(self, told: Told, indent: str = "  ") -> None:
        """A sentence, its rule behind it."""
        text = (
            self.teller.texts.text("play.with_rule", text=told.text, rule=told.rule)
            if told.rule
            else told.text
        )
        self.screen.paragraph(printable(text), indent)

    def refuse(self, refused: Refused) -> None:
        """Every reason why something typed can't be."""
        for reason in refused.reasons:
            self.screen.paragraph(printable(self.teller.texts.refusal(reason)))
