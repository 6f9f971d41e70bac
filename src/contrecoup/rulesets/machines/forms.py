"""Forms: building a character section by section, as data that a terminal or a page draws."""

from collections.abc import Iterator
from typing import Any

import msgspec

from contrecoup.kernel import Message, Name, Refusal, View, message
from contrecoup.kernel.form import Field, FieldKind, Offer, Step
from contrecoup.rulesets.machines.contents import Content
from contrecoup.rulesets.machines.entries import Section, Stock, name_of
from contrecoup.rulesets.machines.rules import creation, points, recovery
from contrecoup.rulesets.machines.rules.levels import section_names, sections
from contrecoup.rulesets.machines.sheets import AnySheet, Robot
from contrecoup.rulesets.machines.showing import shown


def steps(sheet: AnySheet, content: Content) -> tuple[Step, ...]:
    """The steps of a sheet, each with the points that it has cost and what is left of all."""
    return tuple(_steps(sheet, content.stock))


def faults(sheet: AnySheet, content: Content) -> tuple[Refusal, ...]:
    """Every limit of a new character that the sheet breaks."""
    return creation.faults(sheet, content.stock)


def show(sheet: AnySheet, content: Content) -> View:
    """The sheet as it is read at the table."""
    return View(tuple(shown(sheet, content.stock)))


def _steps(sheet: AnySheet, stock: Stock) -> Iterator[Step]:
    account = points.account(sheet, stock)
    broken = creation.faults(sheet, stock)

    def step(id: str, fields: Iterator[Field], notes: Iterator[Message], *places: str) -> Step:
        mine = tuple(fault for fault in broken if fault.where.partition(".")[0].partition("[")[0] in places)
        spent = account.spent.get(id, 0)
        return Step(id, Name(f"step.{id}"), tuple(fields), tuple(notes), spent, account.left, mine)

    yield step("identity", _identity(sheet), iter((message("note_identity"),)), "name", "origin", "character")
    for section in section_names(sheet):
        yield step(section, _levels(sheet, stock, section), _section_notes(sheet, stock, section), section)
    if _offers_traits(sheet, stock):
        yield step("traits", _traits(sheet, stock), iter((message("note_traits"),)), "traits")
    yield step("equipment", _equipment(sheet, stock), _equipment_notes(sheet), "equipment")
    yield step("money", _money(sheet, stock), _money_notes(sheet, stock), "points_to_money", "money")
    yield step("weapons", _weapons(sheet, stock), _weapon_notes(sheet, stock), "weapons")


def _identity(sheet: AnySheet) -> Iterator[Field]:
    for path in ("name", "origin", "character", "recordings", "notes"):
        if path not in sheet.__struct_fields__:
            continue
        kind: FieldKind = "words" if path == "recordings" else "text"
        label = "identifier" if path == "name" and isinstance(sheet, Robot) else path
        value = msgspec.to_builtins(getattr(sheet, path))
        yield Field(path, kind, Name(f"field.{label}"), value, note=message(f"note_{label}"))


def _levels(sheet: AnySheet, stock: Stock, section: str) -> Iterator[Field]:
    rules = points.section_rules(sheet, stock).get(section)
    for name, ability, level in sections(sheet):
        if name == section:
            path = ability if ability == section else f"{section}.{ability}"
            yield _level(path, ability, level, rules)


def _level(path: str, ability: str, level: int, rules: Section | None) -> Field:
    """One level with its limits, and what they come from."""
    if rules is None:
        return Field(path, "number", Name(f"ability.{ability}"), level, 0, 5)
    least, most = creation.bounds(rules, ability)
    needs = creation.limit_of(rules, ability).needs
    note = None
    if needs:
        note = message("note_needs", needed=Name(f"grant.{needs}"))
    elif ability in rules.free:
        note = message("note_free")
    return Field(path, "number", Name(f"ability.{ability}"), level, least, most, rules.price, note=note)


def _section_notes(sheet: AnySheet, stock: Stock, section: str) -> Iterator[Message]:
    rules = points.section_rules(sheet, stock).get(section)
    if rules is None:
        return
    yield message("note_price", count=rules.price)
    if not rules.experience:
        yield message("note_no_experience")
    if rules.programs:
        held, bound = points.program_levels(sheet, stock), creation.program_bound(sheet, stock)
        yield message("note_programs", spent=held, allowed=bound)
    if section == "system":
        yield message("note_disk", each=points.budget(sheet, stock).programs_per_disk)
    if section == "attributes":
        yield message("note_rank")
    if section == "nerve":
        yield message("note_nerve")


def _offers_traits(sheet: AnySheet, stock: Stock) -> bool:
    kind = points.kind_of(sheet)
    return bool(sheet.traits) or any(trait.only in (None, kind) for trait in stock.traits.values())


def _traits(sheet: AnySheet, stock: Stock) -> Iterator[Field]:
    kind, programs = points.kind_of(sheet), creation.programs(sheet, stock)
    offers = tuple(
        Offer(trait.id, name_of("traits", trait), -trait.points, False, programs if trait.fails else ())
        for trait in stock.traits.values()
        if trait.only in (None, kind)
    )
    yield Field("traits", "gear", Name("step.traits"), msgspec.to_builtins(sheet.traits), offers=offers)


def _equipment(sheet: AnySheet, stock: Stock) -> Iterator[Field]:
    kind = points.kind_of(sheet)
    offers = tuple(
        Offer(
            item.id,
            name_of("equipment", item),
            item.price,
            item.levels,
            creation.raisable(sheet, item.raises),
        )
        for item in stock.equipment.values()
        if item.only in (None, kind)
    )
    yield Field(
        "equipment", "gear", Name("step.equipment"), msgspec.to_builtins(sheet.equipment), offers=offers
    )


def _equipment_notes(sheet: AnySheet) -> Iterator[Message]:
    yield message("note_equipment")


def _money(sheet: AnySheet, stock: Stock) -> Iterator[Field]:
    left = max(points.account(sheet, stock).left, 0)
    most = sheet.points_to_money + left
    yield Field("points_to_money", "number", Name("field.points_to_money"), sheet.points_to_money, 0, most, 1)


def _money_notes(sheet: AnySheet, stock: Stock) -> Iterator[Message]:
    each = points.budget(sheet, stock).dollars
    yield message("note_money", each=each, has=points.dollars(sheet, stock))


def _weapons(sheet: AnySheet, stock: Stock) -> Iterator[Field]:
    buys = points.budget(sheet, stock).buys_weapons
    offers = tuple(
        Offer(weapon.id, name_of("weapons", weapon), weapon.price or 0 if buys else 0)
        for weapon in stock.weapons.values()
        if (weapon.price is not None if buys else _is_issued(sheet, weapon.rank))
    )
    yield Field("weapons", "gear", Name("step.weapons"), msgspec.to_builtins(sheet.weapons), offers=offers)


def _is_issued(sheet: AnySheet, rank: int | None) -> bool:
    held = next((level for _, ability, level in sections(sheet) if ability == "rank"), 0)
    return rank is not None and rank <= held


def _weapon_notes(sheet: AnySheet, stock: Stock) -> Iterator[Message]:
    if points.budget(sheet, stock).buys_weapons:
        yield message("note_bought", has=points.dollars(sheet, stock))
    else:
        yield message("note_issued")


class Forms:
    """What the builder, the check and importers share."""

    def steps(self, sheet: Any, content: Any) -> tuple[Step, ...]:
        """The steps of a sheet as it stands."""
        return steps(sheet, content)

    def faults(self, sheet: Any, content: Any) -> tuple[Refusal, ...]:
        """Every limit that the sheet breaks."""
        return faults(sheet, content)

    def show(self, sheet: Any, content: Any) -> View:
        """The sheet as it is read at the table."""
        return show(sheet, content)

    def restored(self, sheet: AnySheet, levels: int, content: Content) -> AnySheet:
        """The robot with levels of condition covered again, paid."""
        return recovery.restored(sheet, levels, content.stock)

    def raised(self, sheet: AnySheet, ability: str, content: Content) -> AnySheet:
        """The sheet with an ability a level higher by experience."""
        return recovery.raised(sheet, ability, content.stock)
