"""Fighters: combatants as a fight counts them, with everything on sheets and in tables worked out."""

from typing import NamedTuple

from contrecoup.kernel import Name
from contrecoup.rulesets.machines.entries import Heat

ENDLESS = -1
"""Rounds in a weapon without a magazine."""


class Boxes(NamedTuple):
    """A health track by boxes filled, from none to all: what is added to difficulties (out of reach where
    one can't act),
    whether a point of condition goes, and what it is called."""

    added: tuple[int, ...]
    costs: tuple[bool, ...]
    names: tuple[Name, ...]

    @property
    def last(self) -> int:
        """The number of boxes."""
        return len(self.added) - 1


class Arm(NamedTuple):
    """A weapon in somebody's hands: the dice of his attack with it, and its own figures.

    `magazine`, `rounds`: what it holds and what is in it, ENDLESS without one; `spare`: full magazines
    beside it; `rate`: shots a round at most, 0 for no such limit.
    """

    id: str
    name: Name
    pool: int
    difficulty: int
    damage: int
    is_melee: bool
    magazine: int
    rounds: int
    spare: int
    rate: int
    falloff: int


class Fighter(NamedTuple):
    """A combatant: his seat, what he is called in this fight (no two alike), his side, and his figures.

    `quickness`: dexterity or processor; `guard`: vigor or resistance; `hurt`: boxes filled when the fight
    begins; `sheet`: the sheet's place in the scene file, "" where nothing stays on it.
    """

    seat: str
    label: str
    side: str
    kind: str
    boxes: Boxes
    hurt: int
    initiative: int
    quickness: int
    guard: int
    armour: int
    arms: tuple[Arm, ...]
    at: int
    heat: Heat | None
    sheet: str

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.kind == "vehicle"
