"""Levels: what a sheet's abilities come to after traits and equipment."""

from collections.abc import Iterator

import msgspec

from contrecoup.rulesets.machines.entries import Stock, Trait
from contrecoup.rulesets.machines.sheets import AnySheet, Gear, Robot, gear


def written_levels(sheet: AnySheet) -> dict[str, int]:
    """Every ability's level as the sheet has it, by ability."""
    return {ability: level for _, ability, level in sections(sheet)}


def sections(sheet: AnySheet) -> Iterator[tuple[str, str, int]]:
    """Section, ability and level of everything on a sheet, in its order."""
    for section in section_names(sheet):
        part = getattr(sheet, section)
        if isinstance(part, int):
            yield section, section, part
        else:
            for ability in part.__struct_fields__:
                yield section, ability, getattr(part, ability)


def section_names(sheet: AnySheet) -> tuple[str, ...]:
    """The sections of a kind of sheet in the order of the rules."""
    if isinstance(sheet, Robot):
        return ("system", "combat", "humanisation", "technique", "knowledge")
    return ("attributes", "combat", "competence", "technique", "knowledge", "willpower", "nerve")


def levels(sheet: AnySheet, stock: Stock) -> dict[str, int]:
    """Every ability's level as it counts: compressed, shifted by traits, raised by equipment.

    A bug makes its program fail; condition lost in combat is gone. Unknown entries count for nothing.
    """
    counted = written_levels(sheet)
    traits = [
        (entry, stock.traits[entry.id]) for entry in map(gear, sheet.traits) if entry.id in stock.traits
    ]
    for _, trait in traits:
        _compress(counted, trait)
    for entry, trait in traits:
        _shift(counted, entry, trait)
    for entry in map(gear, sheet.equipment):
        _raise(counted, entry, stock)
    if isinstance(sheet, Robot):
        counted["condition"] -= sheet.condition_lost
    return {ability: max(level, 0) for ability, level in counted.items()}


def _compress(counted: dict[str, int], trait: Trait) -> None:
    """Hard disk x k, processor / 2k, both rounded down; at least 1 is left of the processor."""
    if trait.compression is None or "processor" not in counted:
        return
    times, over = trait.compression.times, trait.compression.over
    counted["hard_disk"] = counted["hard_disk"] * times // over
    counted["processor"] = max(counted["processor"] * over // (2 * times), 1)


def _shift(counted: dict[str, int], entry: Gear, trait: Trait) -> None:
    for ability, by in msgspec.structs.asdict(trait.adds).items():
        if by and ability in counted:
            counted[ability] += by
    if trait.fails and entry.on in counted:
        counted[entry.on] = 0


def _raise(counted: dict[str, int], entry: Gear, stock: Stock) -> None:
    equipment = stock.equipment.get(entry.id)
    if equipment is None or not equipment.raises:
        return
    ability = equipment.raises if equipment.raises in counted else entry.on
    if ability in counted:
        counted[ability] += entry.level


def granted(sheet: AnySheet, stock: Stock) -> frozenset[str]:
    """What the equipment allows ("waterproof", "net")."""
    items = (stock.equipment.get(gear(entry).id) for entry in sheet.equipment)
    return frozenset(grant for item in items if item for grant in item.grants)


def armour(sheet: AnySheet, stock: Stock) -> int:
    """Dice that armour adds to the absorbing pool; robots wear none."""
    if isinstance(sheet, Robot):
        return 0
    items = (stock.equipment.get(gear(entry).id) for entry in sheet.equipment)
    return sum(item.armour for item in items if item)


def carried(sheet: AnySheet, stock: Stock) -> tuple[str, ...]:
    """The weapons at hand: the sheet's, those built in, each once, in order."""
    built_in = (stock.equipment.get(gear(entry).id) for entry in sheet.equipment)
    weapons = (*sheet.weapons, *(item.weapon for item in built_in if item and item.weapon))
    return tuple(dict.fromkeys(weapons))
