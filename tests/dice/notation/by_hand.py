"""The second method: every row of faces that an expression can ask for, by brute force."""

from collections.abc import Iterator
from fractions import Fraction

from contrecoup.dice.notation import Roll


class _More(Exception):
    """The row of faces is at its end, and a die of so many sides is thrown."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        super().__init__(sides)


class _Row:
    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = iter(faces)

    def face(self, sides: int, /) -> int:
        """The next face."""
        try:
            return next(self._faces)
        except StopIteration:
            raise _More(sides) from None


def values_by_hand(roll: Roll, faces: int = 9) -> dict[int, Fraction]:
    """The chances of an expression's values over all rows of at most so many faces; longer ones are left."""
    chances: dict[int, Fraction] = {}
    for value, share in _rows(roll, (), Fraction(1), faces):
        chances[value] = chances.get(value, Fraction(0)) + share
    return chances


def _rows(roll: Roll, row: tuple[int, ...], share: Fraction, most: int) -> Iterator[tuple[int, Fraction]]:
    try:
        yield roll.throw(_Row(row)).value, share
    except _More as more:
        if len(row) < most:
            for face in range(1, more.sides + 1):
                yield from _rows(roll, (*row, face), share / more.sides, most)
