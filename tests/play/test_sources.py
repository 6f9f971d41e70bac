"""Thrown faces: unbiased where chance decides, strict where they are given."""

import os
from collections import Counter

import pytest
from scipy.stats import chi2

from contrecoup.kernel import Refused
from contrecoup.play.sources import ForcedDice, SystemDice


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100, 255, 256, 257, 1000])
def test_every_face_comes_as_often_as_the_others(sides: int) -> None:
    dice, throws = SystemDice(), 200 * sides
    counts = Counter(dice.face(sides) for _ in range(throws))
    assert set(counts) <= set(range(1, sides + 1))
    expected = throws / sides
    statistic = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert statistic < chi2.isf(1e-9, sides - 1)  # a fair die fails once in a thousand million runs


def test_random_bytes_that_would_favour_low_faces_are_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "urandom", lambda _: bytes(range(256)))
    dice = SystemDice()
    counts = Counter(dice.face(10) for _ in range(250))
    assert counts == dict.fromkeys(range(1, 11), 25)


def test_large_dice_throw_biased_numbers_away_too(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([b"\xff\xff", (65000).to_bytes(2, "big"), (64999).to_bytes(2, "big")])
    monkeypatch.setattr(os, "urandom", lambda _: next(numbers))
    assert SystemDice().face(1000) == 1000


def test_a_die_of_one_side_shows_it_and_one_of_none_is_refused() -> None:
    assert SystemDice().face(1) == 1
    for sides in (0, -6):
        with pytest.raises(Refused, match=r"play\.no_sides"):
            SystemDice().face(sides)


def test_a_forked_process_throws_other_dice_than_its_parent() -> None:
    dice = SystemDice()
    dice.face(6)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, bytes(dice.face(256) - 1 for _ in range(64)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 64) != bytes(dice.face(256) - 1 for _ in range(64))
    os.close(reading)
    os.close(writing)


def test_forced_dice_come_in_their_order() -> None:
    dice = ForcedDice([(8, 8), (8, 2), (6, 5)])
    assert [dice.face(8), dice.face(8), dice.face(6)] == [8, 2, 5]
    dice.check_used()


def test_forced_dice_refuse_another_die_and_stay_where_they_are() -> None:
    dice = ForcedDice([(8, 3)])
    with pytest.raises(Refused, match=r"play\.forced_other"):
        dice.face(6)
    assert dice.face(8) == 3


def test_forced_dice_refuse_a_face_that_the_die_does_not_have() -> None:
    with pytest.raises(Refused, match=r"play\.forced_face"):
        ForcedDice([(6, 7)]).face(6)


def test_forced_dice_say_when_they_are_used_up_or_left_over() -> None:
    dice = ForcedDice([(6, 3)])
    with pytest.raises(Refused, match=r"play\.forced_left"):
        dice.check_used()
    dice.face(6)
    with pytest.raises(Refused, match=r"play\.forced_used_up"):
        dice.face(6)
