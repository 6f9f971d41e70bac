"""Sources of thrown faces: the operating system's random numbers, and rows given beforehand."""

import os
from collections.abc import Iterable, Iterator
from typing import Final

from contrecoup.kernel import Refused, refusal

_BUFFER: Final = 4096
_BYTE: Final = 256


class _Forks:
    """How many forks lie between this process and its first ancestor here."""

    count = 0

    @classmethod
    def note(cls) -> None:
        cls.count += 1


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_Forks.note)


class SystemDice:
    """Faces from the operating system's random numbers, each exactly as likely as the others.

    Random bytes are taken in bulk. What would favour low faces is thrown away, and a forked process
    throws away what it shares with its parent.
    """

    def __init__(self) -> None:
        self._bytes: Iterator[int] = iter(b"")
        self._forks = _Forks.count

    def face(self, sides: int, /) -> int:
        """One face from 1 to `sides`."""
        if sides < 1:
            raise Refused([refusal("play.no_sides", sides=sides)])
        if self._forks != _Forks.count:
            self._bytes, self._forks = iter(b""), _Forks.count
        if sides > _BYTE:
            return self._large(sides)
        limit = _BYTE - _BYTE % sides
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % sides + 1
            self._bytes = iter(os.urandom(_BUFFER))

    def _large(self, sides: int) -> int:
        width = (sides.bit_length() + 7) // 8
        limit = _BYTE**width - _BYTE**width % sides
        while True:
            number = int.from_bytes(os.urandom(width), "big")
            if number < limit:
                return number % sides + 1


class ForcedDice:
    """Faces given beforehand, each with the sides of the die that must ask for it, for examples and tests."""

    def __init__(self, faces: Iterable[tuple[int, int]]) -> None:
        self._faces = list(faces)
        self._next = 0

    def face(self, sides: int, /) -> int:
        """The next face; Refused where none is left or another die was meant."""
        if self._next == len(self._faces):
            raise Refused([refusal("play.forced_used_up", sides=sides)])
        meant, face = self._faces[self._next]
        if meant != sides:
            raise Refused([refusal("play.forced_other", sides=sides, meant=meant)])
        if not 1 <= face <= sides:
            raise Refused([refusal("play.forced_face", sides=sides, face=face)])
        self._next += 1
        return face

    def check_used(self) -> None:
        """Refused where faces are left over."""
        left = len(self._faces) - self._next
        if left:
            raise Refused([refusal("play.forced_left", left=left)])
