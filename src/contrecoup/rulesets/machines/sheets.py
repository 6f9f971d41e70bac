"""Sheets: robots and humans, section by section, in words that a group writes into a file.

Levels stand as they are now; what the creation rules allow is checked by `rules.creation` alone, so that
a scene takes any sheet and a draft may break every limit.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

Text: TypeAlias = Annotated[str, Meta(max_length=200)]
Id: TypeAlias = Annotated[str, Meta(max_length=60)]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=30)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Recordings: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=100)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class System(_Part, frozen=True, kw_only=True):
    """What a robot is built of."""

    hard_disk: Level = 1
    condition: Level = 0
    processor: Level = 1
    camera: Level = 1
    resistance: Level = 0


class Attributes(_Part, frozen=True, kw_only=True):
    """What a human is born with, and his rank."""

    dexterity: Level = 1
    vigor: Level = 1
    perception: Level = 1
    rank: Level = 1


class Combat(_Part, frozen=True, kw_only=True):
    """Ways to fight."""

    brawl: Level = 0
    melee: Level = 0
    firearms: Level = 0


class Humanisation(_Part, frozen=True, kw_only=True):
    """Programs that make a robot pass for a human."""

    warmth: Level = 0
    swimming: Level = 0
    human_behaviour: Level = 0


class Competence(_Part, frozen=True, kw_only=True):
    """A human's competences."""

    swimming: Level = 0
    human_behaviour: Level = 0
    stealth: Level = 0


class Technique(_Part, frozen=True, kw_only=True):
    """Techniques."""

    repair: Level = 0
    detection: Level = 0
    research: Level = 0
    identification: Level = 0


class Knowledge(_Part, frozen=True, kw_only=True):
    """Knowledge of humans."""

    human_life: Level = 0
    human_organisation: Level = 0
    language: Level = 0


class Nerve(_Part, frozen=True, kw_only=True):
    """Courage against fear, cold against pity."""

    courage: Level = 0
    cold: Level = 0


class Gear(_Part, frozen=True, kw_only=True):
    """A piece of equipment or a trait with its level, or the ability that it concerns."""

    id: Id
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    on: Id = ""


Gears: TypeAlias = Annotated[tuple[Id | Gear, ...], Meta(max_length=50)]
Ids: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=50)]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What robots and humans have in common.

    `points_to_money`: bonus points turned into dollars. `money`: dollars earned (or spent) in play.
    `experience`: one ability for each level that experience has raised; those levels cost no bonus
    points. `damage`: health boxes filled; `dead`: the last one too (a robot: destroyed).
    """

    name: Text = ""
    origin: Text = ""
    notes: Annotated[str, Meta(max_length=2000)] = ""
    combat: Combat = Combat()
    technique: Technique = Technique()
    knowledge: Knowledge = Knowledge()
    traits: Gears = ()
    equipment: Gears = ()
    weapons: Ids = ()
    points_to_money: Annotated[int, Meta(ge=0, le=10_000)] = 0
    money: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] = 0
    experience: Annotated[tuple[Id, ...], Meta(max_length=200)] = ()
    damage: Annotated[int, Meta(ge=0, le=20)] = 0
    dead: bool = False


class Robot(Sheet, frozen=True, kw_only=True, tag="robot", tag_field="kind"):
    """A robot. Its name is its identifier: year of construction and code name (2023 ATC17).

    `character` is its kind of artificial intelligence. `condition_lost`: points of condition gone in
    combat. `repair_wait`: minutes until the next try at repair.
    """

    character: Text = ""
    recordings: Recordings = ()
    system: System = System()
    humanisation: Humanisation = Humanisation()
    condition_lost: Level = 0
    repair_wait: Annotated[int, Meta(ge=0, le=60)] = 0


class Human(Sheet, frozen=True, kw_only=True, tag="human", tag_field="kind"):
    """A human. `ward`: in a specialised ward; `healed`: minutes already spent there on the last box."""

    attributes: Attributes = Attributes()
    competence: Competence = Competence()
    willpower: Level = 4
    nerve: Nerve = Nerve()
    ward: bool = False
    healed: Count = 0


AnySheet: TypeAlias = Robot | Human


def gear(entry: str | Gear) -> Gear:
    """A piece of equipment or trait in its long form."""
    return Gear(id=entry) if isinstance(entry, str) else entry
