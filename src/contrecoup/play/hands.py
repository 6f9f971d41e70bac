"""Hands: who says what the dice of a throw show."""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from contrecoup.dice import Source, throw_die
from contrecoup.kernel import Die, Refused, refusal
from contrecoup.log import Rolled


class Hand(Protocol):
    """Gives one number a die. Refused, with nothing used up, where it can't."""

    @property
    def origin(self) -> Literal["thrown", "typed"]:
        """How the log names where the dice come from."""
        ...

    def roll(self, dice: Sequence[Die], /) -> tuple[Rolled, ...]:
        """What each die shows, in their order."""
        ...


class ThrownDice(msgspec.Struct, frozen=True):
    """Dice that the machine throws, with faces from a source."""

    source: Source
    origin: Literal["thrown"] = "thrown"

    def roll(self, dice: Sequence[Die], /) -> tuple[Rolled, ...]:
        chains = [(die, throw_die(die, self.source)) for die in dice]
        return tuple(
            Rolled(label=die.label, sides=die.sides, number=sum(faces), faces=faces) for die, faces in chains
        )


class TypedDice(msgspec.Struct, frozen=True):
    """Dice that somebody threw on the table: one number a die. The test says which are impossible."""

    numbers: tuple[int, ...]
    origin: Literal["typed"] = "typed"

    def roll(self, dice: Sequence[Die], /) -> tuple[Rolled, ...]:
        if len(dice) != len(self.numbers):
            raise Refused([refusal("dice.count", needed=len(dice), given=len(self.numbers))])
        pairs = zip(dice, self.numbers, strict=True)
        return tuple(Rolled(label=die.label, sides=die.sides, number=number) for die, number in pairs)


class RecordedDice(msgspec.Struct, frozen=True):
    """Dice that a log recorded, for the same dice again."""

    rolled: tuple[Rolled, ...]
    origin: Literal["thrown", "typed"] = "typed"

    def roll(self, dice: Sequence[Die], /) -> tuple[Rolled, ...]:
        recorded = [(each.label, each.sides) for each in self.rolled]
        if recorded != [(die.label, die.sides) for die in dice]:
            raise Refused([refusal("play.recorded_other")])
        return self.rolled
