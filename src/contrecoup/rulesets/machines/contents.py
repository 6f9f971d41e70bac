"""Contents: all entries of this rule set together, and whether they fit one another."""

from functools import cached_property
from typing import Any

from contrecoup.kernel import Refusal
from contrecoup.rulesets.machines.entries import (
    Budget,
    Character,
    Equipment,
    HealthTrack,
    Part,
    Section,
    Stock,
    Task,
    Trait,
    Vehicle,
    Weapon,
)
from contrecoup.rulesets.machines.rules.cohesion import misfits


class Content(Part, frozen=True, kw_only=True, dict=True):
    """Everything that this rule set reads from content: the shipped entries and those of packs over them.

    `forbidden` are the entries that a pack has taken away ("weapons.laser").
    """

    budgets: tuple[Budget, ...] = ()
    sections: tuple[Section, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    traits: tuple[Trait, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    tracks: tuple[HealthTrack, ...] = ()
    tasks: tuple[Task, ...] = ()
    characters: tuple[Character, ...] = ()
    forbidden: tuple[str, ...] = ()

    @cached_property
    def stock(self) -> Stock:
        """The same entries by id."""
        tables: dict[str, Any] = {table: _by_id(getattr(self, table)) for table in Stock._fields[:-1]}
        return Stock(**tables, forbidden=frozenset(self.forbidden))

    def faults(self) -> tuple[Refusal, ...]:
        """Every entry that names something which isn't there; the layers of packs ask."""
        return tuple(misfits(self.stock))


def _by_id(entries: tuple[Any, ...]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}
