"""Creation: every limit of a new character that a sheet breaks, with what it has and what is allowed.

Shared by the check, the builder and importers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from contrecoup.kernel import Name, Refusal, refusal
from contrecoup.rulesets.machines.entries import Limit, Section, Stock, name_of
from contrecoup.rulesets.machines.rules import points
from contrecoup.rulesets.machines.rules.absence import absent, unknown
from contrecoup.rulesets.machines.rules.levels import granted, levels, sections, written_levels
from contrecoup.rulesets.machines.sheets import AnySheet, Gear, Robot, gear

_IDENTIFIER = re.compile(r"\d{4} \S.*")


def faults(sheet: AnySheet, stock: Stock) -> tuple[Refusal, ...]:
    """Every broken limit, in the order of the sheet; nothing of the sheet is changed."""
    return (
        *_points(sheet, stock),
        *_identity(sheet),
        *_levels(sheet, stock),
        *_programs(sheet, stock),
        *_experience(sheet, stock),
        *_traits(sheet, stock),
        *_equipment(sheet, stock),
        *_weapons(sheet, stock),
    )


def _points(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    account = points.account(sheet, stock)
    if account.left < 0:
        yield refusal("over_points", "", spent=account.total, allowed=account.allowed, over=-account.left)


def _identity(sheet: AnySheet) -> Iterator[Refusal]:
    if not sheet.name:
        yield refusal("name_missing", "name")
    elif isinstance(sheet, Robot) and not _IDENTIFIER.fullmatch(sheet.name):
        yield refusal("identifier", "name", name=sheet.name)
    if not sheet.origin:
        yield refusal("origin_missing", "origin")


def limit_of(rules: Section, ability: str) -> Limit:
    """The limits of an ability that a new character has to keep to."""
    limit = next((limit for limit in rules.limits if limit.ability == ability), Limit(ability=ability))
    least = rules.least if limit.least is None else limit.least
    most = rules.most if limit.most is None else limit.most
    return Limit(ability=ability, least=max(least, int(ability in rules.free)), most=most, needs=limit.needs)


def bounds(rules: Section, ability: str) -> tuple[int, int]:
    """The lowest and highest level of an ability that a new character may have."""
    limit = limit_of(rules, ability)
    return limit.least or 0, limit.most or 0


def _levels(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    by_section = points.section_rules(sheet, stock)
    allows = granted(sheet, stock)
    for section, ability, level in sections(sheet):
        rules = by_section.get(section)
        if rules is None:
            continue
        where = ability if section == ability else f"{section}.{ability}"
        name = Name(f"ability.{ability}")
        least, most = bounds(rules, ability)
        if not least <= level <= most:
            yield refusal("level_outside", where, ability=name, level=level, least=least, most=most)
        needed = limit_of(rules, ability).needs
        if level and needed and needed not in allows:
            yield refusal("level_needs", where, ability=name, needed=Name(f"grant.{needed}"))


def program_bound(sheet: AnySheet, stock: Stock) -> int:
    """Program levels that the hard disk holds; 0 where no such bound is."""
    return points.budget(sheet, stock).programs_per_disk * levels(sheet, stock).get("hard_disk", 0)


def _programs(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    if not points.budget(sheet, stock).programs_per_disk or not isinstance(sheet, Robot):
        return
    held, bound = points.program_levels(sheet, stock), program_bound(sheet, stock)
    if held > bound:
        disk = levels(sheet, stock)["hard_disk"]
        yield refusal("too_many_programs", "system.hard_disk", spent=held, allowed=bound, disk=disk)


def _experience(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    by_section = points.section_rules(sheet, stock)
    home = {ability: section for section, ability, _ in sections(sheet)}
    written = written_levels(sheet)
    for ability, count in Counter(sheet.experience).items():
        rules = by_section.get(home.get(ability, ""))
        if rules is None:
            yield unknown("unknown_ability", "experience", ability, home)
        elif not rules.experience:
            yield refusal("no_experience", "experience", ability=Name(f"ability.{ability}"))
        elif count > written[ability] - bounds(rules, ability)[0]:
            yield refusal(
                "experience_above",
                "experience",
                ability=Name(f"ability.{ability}"),
                count=count,
                level=written[ability],
            )


def _twice(where: str, ids: Iterable[str]) -> Iterator[Refusal]:
    for id, count in Counter(ids).items():
        if count > 1:
            yield refusal("twice", where, entry=id)


def _traits(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    entries = [gear(entry) for entry in sheet.traits]
    yield from _twice("traits", (f"{entry.id} {entry.on}".strip() for entry in entries))
    compressions = [e for e in entries if e.id in stock.traits and stock.traits[e.id].compression]
    if len(compressions) > 1:
        yield refusal("two_compressions", "traits")
    for index, entry in enumerate(entries):
        yield from _trait(sheet, stock, entry, f"traits[{index}]")


def _trait(sheet: AnySheet, stock: Stock, entry: Gear, where: str) -> Iterator[Refusal]:
    trait = stock.traits.get(entry.id)
    if trait is None:
        yield absent("traits", where, entry.id, stock.traits, stock)
        return
    if trait.only not in (None, points.kind_of(sheet)):
        yield refusal("not_for_kind", where, entry=name_of("traits", trait), only=Name(f"kind.{trait.only}"))
    if trait.fails and entry.on not in programs(sheet, stock):
        yield unknown("program_unnamed", where, entry.on, programs(sheet, stock))
    if trait.adds.condition + written_levels(sheet).get("condition", 0) < 0:
        yield refusal("condition_too_low", where, entry=name_of("traits", trait))


def programs(sheet: AnySheet, stock: Stock) -> tuple[str, ...]:
    """The abilities of the sheet that are programs."""
    held = {name for name, rules in points.section_rules(sheet, stock).items() if rules.programs}
    return tuple(ability for section, ability, _ in sections(sheet) if section in held)


def _equipment(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    entries = [gear(entry) for entry in sheet.equipment]
    yield from _twice("equipment", (f"{entry.id} {entry.on}".strip() for entry in entries))
    for index, entry in enumerate(entries):
        yield from _item(sheet, stock, entry, f"equipment[{index}]")


def raisable(sheet: AnySheet, raises: str) -> tuple[str, ...]:
    """The abilities of which the sheet names one with equipment that raises a section; none otherwise."""
    return tuple(
        ability for section, ability, _ in sections(sheet) if section == raises and section != ability
    )


def _item(sheet: AnySheet, stock: Stock, entry: Gear, where: str) -> Iterator[Refusal]:
    item = stock.equipment.get(entry.id)
    if item is None:
        yield absent("equipment", where, entry.id, stock.equipment, stock)
        return
    if item.only not in (None, points.kind_of(sheet)):
        yield refusal("not_for_kind", where, entry=name_of("equipment", item), only=Name(f"kind.{item.only}"))
    if item.armour and isinstance(sheet, Robot):
        yield refusal("not_for_kind", where, entry=name_of("equipment", item), only=Name("kind.human"))
    if entry.level > 1 and not item.levels:
        yield refusal("one_level", where, entry=name_of("equipment", item), level=entry.level)
    choices = raisable(sheet, item.raises)
    if choices and entry.on not in choices:
        yield unknown("ability_unnamed", where, entry.on, choices)


def _weapons(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    for index, weapon in enumerate(sheet.weapons):
        if weapon not in stock.weapons:
            yield absent("weapons", f"weapons[{index}]", weapon, stock.weapons, stock)
    if points.budget(sheet, stock).buys_weapons:
        yield from _bought(sheet, stock)
    else:
        yield from _issued(sheet, stock)


def _bought(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    """Weapons that money buys: none without a price, and no more than there is money for."""
    for index, weapon in enumerate(sheet.weapons):
        entry = stock.weapons.get(weapon)
        if entry is not None and entry.price is None:
            yield refusal("not_for_sale", f"weapons[{index}]", weapon=name_of("weapons", entry))
    left = points.dollars(sheet, stock)
    if left < 0:
        has = points.dollars(sheet, stock) + sum(
            stock.weapons[w].price or 0 for w in sheet.weapons if w in stock.weapons
        )
        yield refusal("over_money", "weapons", spent=has - left, allowed=has)


def _issued(sheet: AnySheet, stock: Stock) -> Iterator[Refusal]:
    """Weapons that come with rank: none above it, and one of a group."""
    rank = written_levels(sheet).get("rank", 0)
    groups = Counter[str]()
    for index, weapon in enumerate(sheet.weapons):
        entry = stock.weapons.get(weapon)
        if entry is None:
            continue
        where, name = f"weapons[{index}]", name_of("weapons", entry)
        if entry.rank is None:
            yield refusal("not_issued", where, weapon=name)
        elif rank < entry.rank:
            yield refusal("rank_too_low", where, weapon=name, rank=rank, needed=entry.rank)
        groups[entry.one_of] += bool(entry.one_of)
        if groups[entry.one_of] > 1 and entry.one_of:
            yield refusal("one_of_group", where, weapon=name)
