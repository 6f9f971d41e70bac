"""Sources of faces for tests: deterministic streams that need no luck."""

from collections.abc import Iterable, Iterator
from hashlib import shake_256


class Stream:
    """Faces from a stream of bytes that a name decides, without bias: what would favour low faces is left."""

    def __init__(self, name: str, size: int = 1 << 20) -> None:
        self._row = iter(shake_256(name.encode()).digest(size))

    def face(self, sides: int, /) -> int:
        """One face of a die of at most 65,536 sides."""
        limit = 65536 - 65536 % sides
        while True:
            number = next(self._row) << 8 | next(self._row)
            if number < limit:
                return number % sides + 1


class Row:
    """Faces given one by one."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces: Iterator[int] = iter(faces)
        self.asked: list[int] = []

    def face(self, sides: int, /) -> int:
        """The next face."""
        self.asked.append(sides)
        return next(self._faces)


class Always:
    """The highest face, always."""

    def face(self, sides: int, /) -> int:
        """The highest face."""
        return sides
