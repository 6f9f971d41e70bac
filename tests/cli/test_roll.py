"""`contrecoup roll` throws dice and says what they come to."""

import pytest

from contrecoup.play.sources import ForcedDice
from tests.cli.command import Command


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Sides and faces of the dice that will fall."""
    falling: list[tuple[int, int]] = []
    monkeypatch.setattr("contrecoup.play.sources.SystemDice", lambda: ForcedDice(falling))
    return falling


def test_a_throw_shows_its_faces_and_total(command: Command, faces: list[tuple[int, int]]) -> None:
    faces += [(6, 2), (6, 5), (6, 5), (6, 6)]
    assert command("roll", "4d6kh3") == (0, "4d6kh3 [(2) 5 5 6] = 16\n", "")


def test_a_trait_test_tells_marks_and_natural_ones(command: Command, faces: list[tuple[int, int]]) -> None:
    faces += [(8, 8), (8, 3), (6, 1)]
    assert command("roll", "s8+2").out.splitlines()[1:] == ["3 marks", "A natural 1, a disaster or a botch."]
    french = ["3 marques", "Un 1 naturel, un désastre ou un échec critique."]
    assert command("roll", "s8+2", "--lang", "fr").out.splitlines()[1:] == french


def test_json_has_stable_keys(command: Command, faces: list[tuple[int, int]]) -> None:
    faces += [(8, 8), (8, 3), (6, 1)]
    ran = command("roll", "s8+2", "--json")
    assert ran.json == {"notation": "s8+2", "value": 13, "marks": 3, "mishap": True, "faces": [8, 3, 1]}


def test_real_dice_fall_within_their_sides(command: Command) -> None:
    thrown = command("roll", "20d6", "--json").json
    assert len(thrown["faces"]) == 20
    assert set(thrown["faces"]) <= set(range(1, 7))
    assert thrown["value"] == sum(thrown["faces"])
