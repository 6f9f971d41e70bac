"""Combatants: who fights, as a scene file says it."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.rulesets.machines.sheets import Human, Id, Robot

Metres: TypeAlias = Annotated[int, Meta(ge=-10_000, le=10_000)]
Dice: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon at hand: rounds in it now (left out: full), full magazines carried beside it."""

    weapon: Id
    rounds: Annotated[int, Meta(ge=0, le=100)] | None = None
    magazines: Annotated[int, Meta(ge=0, le=50)] = 0


class Combatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who fights: on a side, by a sheet (or the id of a ready character), or in a vehicle.

    `weapon` is the one in hand, `also` others carried, `rounds` and `magazines` belong to the one in
    hand; without a weapon the sheet's first one is in hand. `at`: metres along the line of the fight, for
    bursts and for who is nearest; left out, each stands five metres from the next of his side and twenty
    from the other side. `sheet` is needed but in a vehicle that directs itself.
    """

    side: Annotated[str, Meta(min_length=1, max_length=40)]
    sheet: Id | Robot | Human | None = None
    weapon: Id = ""
    rounds: Annotated[int, Meta(ge=0, le=100)] | None = None
    magazines: Annotated[int, Meta(ge=0, le=50)] = 0
    also: Annotated[tuple[Id | Supply, ...], Meta(max_length=6)] = ()
    armour: Dice = 0
    vehicle: Id = ""
    at: Metres | None = None
