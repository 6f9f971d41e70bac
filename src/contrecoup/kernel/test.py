"""What a test is to everybody who doesn't know its rules: dice to throw, a reading, exact weights."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, Self

import msgspec

from contrecoup.kernel.message import Message


class Result(NamedTuple):
    """What a test came to.

    `value` counts what the test counts (marks, successes, net successes, the highest die, a total);
    `mishap` is its natural 1, disaster or botch.
    """

    value: int
    mishap: bool = False


class Die(msgspec.Struct, frozen=True):
    """One die of a test. `label` is the catalogue entry that names it ("die.trait", "die.wild").

    A die that `aces` is thrown again on its highest face and added up, so one number, the total, says
    everything about its throw, and a positive multiple of `sides` is impossible.
    """

    label: str
    sides: int
    aces: bool = False


class Test(Protocol):
    """A frozen, hashable value that describes one throw.

    Weights, throwing and reading agree: reading what the dice show gives a result as often as its
    weight says.
    """

    def dice(self) -> tuple[Die, ...]:
        """The dice that are thrown, in order."""
        ...

    def read(self, numbers: Sequence[int], /) -> Result:
        """The result of one number a die, in the order of `dice`; Refused with every impossible number."""
        ...

    def account(self, numbers: Sequence[int], /) -> Message:
        """How the result comes from the numbers, as a message of the common catalogue."""
        ...

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        """Every result that some test of this kind can give, values outside floor..cap moved to the bound.

        The same for all tests of a kind, whatever their dice: a scene's graph is walked over them.
        """
        ...

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        """The exact positive integer weights of the results, closed at the bounds; their sum is the whole."""
        ...

    def modified(self, by: int, /) -> Self:
        """The same test made easier by a situational modifier (harder where it is negative)."""
        ...
