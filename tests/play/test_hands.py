"""Hands give one number a die, with the faces where they were seen."""

import pytest

from contrecoup.kernel import Die, Refused
from contrecoup.log import Rolled
from contrecoup.play import ForcedDice, RecordedDice, ThrownDice, TypedDice

DICE = (Die("die.trait", 8, aces=True), Die("die.wild", 6, aces=True), Die("die.plain", 4))
ROLLED = (
    Rolled(label="die.trait", sides=8, number=10, faces=(8, 2)),
    Rolled(label="die.wild", sides=6, number=5, faces=(5,)),
    Rolled(label="die.plain", sides=4, number=4, faces=(4,)),
)


def test_thrown_dice_ace_and_are_added_up() -> None:
    source = ForcedDice([(8, 8), (8, 2), (6, 5), (4, 4)])
    hand = ThrownDice(source)
    assert hand.roll(DICE) == ROLLED
    assert hand.origin == "thrown"
    source.check_used()


def test_typed_dice_have_no_faces() -> None:
    rolled = TypedDice((10, 5, 4)).roll(DICE)
    assert [(each.number, each.faces) for each in rolled] == [(10, ()), (5, ()), (4, ())]


def test_recorded_dice_come_again_for_the_same_dice_alone() -> None:
    assert RecordedDice(ROLLED).roll(DICE) == ROLLED
    for other in (DICE[:2], (*DICE[:2], Die("die.plain", 6)), (DICE[1], DICE[0], DICE[2])):
        with pytest.raises(Refused, match=r"play\.recorded_other"):
            RecordedDice(ROLLED).roll(other)
