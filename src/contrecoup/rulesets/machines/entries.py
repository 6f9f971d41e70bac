"""Entries: what this rule set's content files and a group's packs hold. Tables are content, not code."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.kernel import Name
from contrecoup.rulesets.machines.sheets import AnySheet, Human, Id, Robot

Kind: TypeAlias = Literal["robot", "human"]
Skill: TypeAlias = Literal["brawl", "melee", "firearms"]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Price: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Shift: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is read from content: a key that it doesn't have is refused."""


class _Entry(Part, frozen=True, kw_only=True):
    """An entry of a table; in files its `id` is its table's name ([weapons.pistol])."""

    id: Id


class Titles(Part, frozen=True, kw_only=True):
    """An entry's name in both languages."""

    en: Line
    fr: Line


class Weapon(_Entry, frozen=True, kw_only=True):
    """A weapon. No `magazine`: endless; no `rate`: as many shots a round as pool and magazine allow.

    `falloff`: dice less for each metre from the burst, which also hits bystanders. `rank`: the lowest rank
    that is issued one (none: nobody is); of those with the same `one_of` a human gets one.
    """

    name: Titles
    skill: Skill
    damage: Small
    difficulty: Annotated[int, Meta(ge=2, le=9)]
    magazine: Annotated[int, Meta(ge=1, le=100)] | None = None
    rate: Annotated[int, Meta(ge=1, le=100)] | None = None
    falloff: Small = 0
    price: Price | None = None
    rank: Annotated[int, Meta(ge=1, le=3)] | None = None
    one_of: Id = ""


class Equipment(_Entry, frozen=True, kw_only=True):
    """A piece of equipment, priced in bonus points (a level, where it has `levels`).

    `raises`: the ability whose level each of its levels lifts by one, past the limit too; or a section, of
    which the sheet names an ability (`on`). `weapon`: the weapon that is built in. `grants`: what tests
    ask for ("waterproof", "net").
    """

    name: Titles
    price: Small
    only: Kind | None = None
    levels: bool = False
    raises: Id = ""
    weapon: Id = ""
    grants: tuple[Id, ...] = ()
    armour: Small = 0


class Heat(Part, frozen=True, kw_only=True):
    """Overheating: from the action `from_action` of a scene on a die of `die` sides after each action; at
    `at` or less all boxes up to `box` are filled."""

    from_action: Annotated[int, Meta(ge=1, le=50)]
    die: Annotated[int, Meta(ge=2, le=100)]
    box: Annotated[int, Meta(ge=1, le=20)]
    at: Annotated[int, Meta(ge=1, le=100)] = 1


class Compression(Part, frozen=True, kw_only=True):
    """Data compression by `times`/`over`: the hard disk times that, the processor divided by twice that."""

    times: Annotated[int, Meta(ge=1, le=20)]
    over: Annotated[int, Meta(ge=1, le=20)] = 1


class Shifts(Part, frozen=True, kw_only=True):
    """Levels that a trait adds to abilities, or takes away."""

    hard_disk: Shift = 0
    condition: Shift = 0
    processor: Shift = 0
    camera: Shift = 0
    resistance: Shift = 0
    dexterity: Shift = 0
    vigor: Shift = 0
    perception: Shift = 0
    willpower: Shift = 0
    courage: Shift = 0
    cold: Shift = 0


class Trait(_Entry, frozen=True, kw_only=True):
    """A trait: the bonus points that it gives (or, negative, costs) and what it does.

    `fails`: the sheet names one program (`on`), which doesn't work.
    """

    name: Titles
    points: Shift = 0
    only: Kind | None = None
    adds: Shifts = Shifts()
    compression: Compression | None = None
    heat: Heat | None = None
    fails: bool = False
    noisy: bool = False


class Pilot(Part, frozen=True, kw_only=True):
    """The dice of a vehicle that directs itself: initiative, and attack."""

    initiative: Small
    attack: Small


class Vehicle(_Entry, frozen=True, kw_only=True):
    """A vehicle: its vigor, its gun, and a pilot where it directs itself."""

    name: Titles
    vigor: Small
    damage: Small
    difficulty: Annotated[int, Meta(ge=2, le=9)] = 7
    magazine: Annotated[int, Meta(ge=1, le=100)] | None = None
    pilot: Pilot | None = None
    price: Price | None = None


class Box(Part, frozen=True, kw_only=True):
    """A health box: what it adds to difficulties once it is the last one filled."""

    name: Titles
    difficulty: Small = 0
    out: bool = False
    costs_condition: bool = False


class HealthTrack(_Entry, frozen=True, kw_only=True):
    """The health boxes, from the first one filled to the last."""

    boxes: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=20)]


class Task(_Entry, frozen=True, kw_only=True):
    """A standing test: the abilities whose levels are added, by kind; the difficulty; the successes asked,
    a number or an ability of the target (`against`).

    `needs`: what a robot must have been granted. `free_at_zero`: with no success asked nothing is thrown.
    `fear`: a robot knows none; a human without a level in the second ability may be unable to act.
    `mends`: each success takes one box off.
    """

    name: Titles
    robot: tuple[Id, ...] = ()
    human: tuple[Id, ...] = ()
    animal: bool = False
    difficulty: Annotated[int, Meta(ge=2, le=9)] = 7
    successes: Small = 1
    against: Id = ""
    needs: Id = ""
    fear: bool = False
    mends: bool = False


class Limit(Part, frozen=True, kw_only=True):
    """An ability whose limits aren't its section's, or which needs something that equipment grants."""

    ability: Id
    least: Small | None = None
    most: Small | None = None
    needs: Id = ""


class Section(_Entry, frozen=True, kw_only=True):
    """A section of a sheet: the price of a level, free levels, limits, and whether experience raises it."""

    kind: Kind
    section: Id
    price: Small
    free: tuple[Id, ...] = ()
    least: Small = 0
    most: Small = 5
    programs: bool = False
    experience: bool = True
    limits: tuple[Limit, ...] = ()


class Budget(_Entry, frozen=True, kw_only=True):
    """What a new character of a kind (the id) has: bonus points, dollars a point, programs a hard disk."""

    points: Annotated[int, Meta(ge=0, le=10_000)]
    dollars: Price
    programs_per_disk: Small = 0
    buys_weapons: bool = False
    condition_price: Price = 0


class Character(_Entry, frozen=True, kw_only=True):
    """A ready character."""

    name: Titles
    sheet: Robot | Human


class Stock(NamedTuple):
    """The entries of each table by id, as the rules look them up."""

    budgets: Mapping[str, Budget]
    sections: Mapping[str, Section]
    weapons: Mapping[str, Weapon]
    equipment: Mapping[str, Equipment]
    traits: Mapping[str, Trait]
    vehicles: Mapping[str, Vehicle]
    tracks: Mapping[str, HealthTrack]
    tasks: Mapping[str, Task]
    characters: Mapping[str, Character]
    forbidden: frozenset[str]


def name_of(table: str, entry: Any) -> Name:
    """The name of a table's entry, for messages."""
    return Name(f"{table}.{entry.id}", (("en", entry.name.en), ("fr", entry.name.fr)))


def sheet_of(given: str | AnySheet | None, stock: Stock) -> AnySheet | None:
    """The sheet that a scene gives: its own, or a ready character's."""
    if isinstance(given, str):
        return stock.characters[given].sheet
    return given
