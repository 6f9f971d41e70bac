"""Throwing: faces come from a source; what follows from them (Aces, chains) is decided here."""

from typing import Final, Protocol

from contrecoup.kernel import Die, Refused, Test, refusal

LONGEST: Final = 100
"""The most faces that one acing die may show: a d2 gets there once in 10**30 throws."""


class Source(Protocol):
    """Where thrown faces come from: random numbers, a forced row, a recorded log."""

    def face(self, sides: int, /) -> int:
        """One face of a die, from 1 to `sides`, each as likely as the others."""
        ...


def throw_die(die: Die, source: Source) -> tuple[int, ...]:
    """The faces that one die shows, one after the other: (6, 6, 1) where it aces twice.

    Their sum is the number that the die's test reads. Refused where it aces on its only face, or
    shows its highest face `LONGEST` times.
    """
    if not die.aces:
        return (source.face(die.sides),)
    faces: list[int] = []
    while len(faces) < LONGEST and die.sides > 1:
        faces.append(source.face(die.sides))
        if faces[-1] != die.sides:
            return tuple(faces)
    raise Refused([refusal("dice.endless", sides=die.sides)])


def throw_test(test: Test, source: Source) -> tuple[tuple[int, ...], ...]:
    """The chain of faces of each die of a test, in the order of its dice."""
    return tuple(throw_die(die, source) for die in test.dice())
