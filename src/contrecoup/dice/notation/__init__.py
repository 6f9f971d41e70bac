"""The notation of dice that players know: read a text, throw it, know its exact distribution, show it.

`{1d8!,1d6!}kh1+2`, `6d6!>5`, `5d10>7f1`, `4d6kh3`, and the rule sets' shorthands `s8+2`, `e8`, `6sr5`,
`6open`, `5wod7`. A face's comparison `>5` is at or above 5, `<2` at or below 2. Whatever the order they
are written in, rerolls come first, then explosions, then what is kept, then what is counted. A division
rounds down. lark is imported when the first text is read.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

from contrecoup.dice.distribution import Distribution
from contrecoup.dice.notation.render import show, write
from contrecoup.dice.notation.spread import spread
from contrecoup.dice.notation.syntax import Node, Shorthand
from contrecoup.dice.notation.throw import Thrower, compile_node, throw_shorthand
from contrecoup.dice.reading import shown
from contrecoup.dice.source import Source
from contrecoup.kernel import Refused, refusal

__all__ = ["Roll", "Thrown", "parse", "render"]


class Thrown:
    """A throw: the expression, its value, every face in the order in which it fell.

    `value` is a total, a number of successes or a net; for a trait test the total, with its `marks`
    beside it (None for all else). `mishap`: a test's natural 1, disaster or botch.
    """

    __slots__ = ("faces", "marks", "mishap", "roll", "value")

    def __init__(
        self, roll: "Roll", value: int, faces: Sequence[int], marks: int | None = None, mishap: bool = False
    ) -> None:
        self.roll = roll
        self.value = value
        self.faces = faces
        self.marks = marks
        self.mishap = mishap


class Roll:
    """An expression that was read; it can be thrown as often as wanted."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._thrower: Thrower | None = None if isinstance(node, Shorthand) else compile_node(node)

    @cached_property
    def notation(self) -> str:
        """The expression as it is best written."""
        return write(self.node)

    def throw(self, source: Source) -> Thrown:
        """One throw."""
        thrower = self._thrower
        if thrower is not None:
            faces: list[int] = []
            return Thrown(self, thrower(source.face, faces), faces)
        assert isinstance(self.node, Shorthand)
        result, marks, fallen = throw_shorthand(self.node, source)
        return Thrown(self, result.value, fallen, marks, result.mishap)

    def read(self, faces: Sequence[int]) -> Thrown:
        """The throw that shows these faces, one for each time that a die fell; Refused where it can't be."""
        source = _Recorded(faces)
        thrown = self.throw(source)
        if source.place < len(faces):
            raise Refused([refusal("roll.left_over", f"[{source.place}]", needed=source.place)])
        return thrown

    def distribution(self) -> Distribution:
        """The exact distribution; Refused where it would cost more than the notation's bound."""
        return spread(self.node)


class _Recorded:
    """A source of faces that fell before, each held against the die that is asked for."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = faces
        self.place = 0

    def face(self, sides: int, /) -> int:
        """The next face; Refused where there is none, or where this die has no such face."""
        where = f"[{self.place}]"
        if self.place >= len(self._faces):
            raise Refused([refusal("roll.missing", where, given=self.place, sides=sides)])
        face = self._faces[self.place]
        if type(face) is not int or not 1 <= face <= sides:
            raise Refused([refusal("roll.face", where, face=shown(face), sides=sides)])
        self.place += 1
        return face


@lru_cache(maxsize=256)
def parse(text: str) -> Roll:
    """The expression of a text; Refused with the column of the first wrong character and what could be
    there, or with every bound that it breaks."""
    return Roll(_reader()(text))


@lru_cache(maxsize=1)
def _reader() -> Callable[[str], Node]:
    from contrecoup.dice.notation.build import build
    from contrecoup.dice.notation.grammar import parse_tree

    return lambda text: build(parse_tree(text))


def render(thrown: Thrown) -> str:
    """A throw in one line: the expression, the faces in brackets, the value."""
    return f"{show(thrown.roll.node, thrown.faces)} = {thrown.value}"
