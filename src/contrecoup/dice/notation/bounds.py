"""The notation's bounds, the same on every path: reading, throwing and the exact distribution."""

from typing import Final

from contrecoup.kernel import Refused, refusal

MOST_DICE: Final = 1_000
MOST_SIDES: Final = 1_000
MOST_TEXT: Final = 1_000
MOST_NESTING: Final = 20
MOST_NUMBER: Final = 1_000_000
MOST_EXPECTED: Final = 5_000
"""Faces that an expression may be expected to throw, with its rerolls and explosions."""
MOST_FACES: Final = 500_000
"""Faces after which a throw is given up: a fair source never gets there."""

UNSEEN: Final = 1e-16
"""What one endless explosion may leave out; with a thousand dice in an expression still below 1e-12."""

_MOST_COST: Final = 250_000_000
_MOST_BITS: Final = 400_000_000


class Budget:
    """What an exact distribution may cost. Each step says its cost before it begins.

    Costs are in nanoseconds of a slow machine; sizes in bits of the integers kept at one time.
    """

    def __init__(self) -> None:
        self._left = _MOST_COST

    def spend(self, cost: float, bits: float = 0) -> None:
        """Refused where a step costs more time or memory than is left."""
        if cost > self._left or bits > _MOST_BITS:
            raise Refused([refusal("roll.costly")])
        self._left -= int(cost)
