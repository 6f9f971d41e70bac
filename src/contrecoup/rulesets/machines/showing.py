"""Showing: a sheet as parts that any screen, page or printer draws."""

from collections.abc import Iterator

from contrecoup.kernel import Card, Message, Name, Part, Table, Track, message
from contrecoup.rulesets.machines.entries import Stock, name_of
from contrecoup.rulesets.machines.rules import creation, points
from contrecoup.rulesets.machines.rules.health import OUT, boxes_of
from contrecoup.rulesets.machines.rules.levels import carried, levels, section_names, sections
from contrecoup.rulesets.machines.rules.recovery import healing_minutes
from contrecoup.rulesets.machines.sheets import AnySheet, Gear, Human, Robot, gear

Cell = str | int | Name


def shown(sheet: AnySheet, stock: Stock) -> Iterator[Part]:
    """Identity, levels section by section (as bought, and as they count), belongings, body, points."""
    yield Card("identity", "", tuple(_identity(sheet)))
    counted = levels(sheet, stock)
    for section in section_names(sheet):
        rows = tuple(
            (Name(f"ability.{ability}"), level, counted[ability])
            for name, ability, level in sections(sheet)
            if name == section
        )
        yield Table(f"section.{section}", "", ("head.ability", "head.level", "head.counts"), rows)
    yield from _belongings(sheet, stock)
    yield from _body(sheet, stock)
    yield from _points(sheet, stock)


def _identity(sheet: AnySheet) -> Iterator[Message]:
    label = "identifier" if isinstance(sheet, Robot) else "name"
    yield message("line", what=Name(f"field.{label}"), value=sheet.name or "–")
    yield message("line", what=Name("field.kind"), value=Name(f"kind.{points.kind_of(sheet)}"))
    for field in ("origin", "character", "notes"):
        value = getattr(sheet, field, "")
        if value:
            yield message("line", what=Name(f"field.{field}"), value=value)
    for recording in sheet.recordings if isinstance(sheet, Robot) else ():
        yield message("line", what=Name("field.recording"), value=recording)


def _belongings(sheet: AnySheet, stock: Stock) -> Iterator[Part]:
    for table in ("traits", "equipment"):
        rows = tuple(_gear_row(table, gear(entry), stock) for entry in getattr(sheet, table))
        if rows:
            yield Table(table, "", ("head.what", "head.level", "head.on"), rows)
    rows = tuple(_weapon_row(id, stock) for id in carried(sheet, stock) if id in stock.weapons)
    if rows:
        heads = ("head.weapon", "head.damage", "head.difficulty", "head.magazine")
        yield Table("weapons", "", heads, rows)


def _gear_row(table: str, entry: Gear, stock: Stock) -> tuple[Cell, ...]:
    known = getattr(stock, table).get(entry.id)
    name: Cell = name_of(table, known) if known else entry.id
    return name, entry.level, Name(f"ability.{entry.on}") if entry.on else "–"


def _weapon_row(id: str, stock: Stock) -> tuple[Cell, ...]:
    weapon = stock.weapons[id]
    magazine: Cell = "–" if weapon.magazine is None else weapon.magazine
    return name_of("weapons", weapon), weapon.damage, weapon.difficulty, magazine


def _body(sheet: AnySheet, stock: Stock) -> Iterator[Part]:
    boxes = boxes_of(stock.tracks[points.kind_of(sheet)])
    filled = min(sheet.damage, boxes.last)
    yield Track("health", "", filled, boxes.last)
    added = boxes.added[filled]
    lines = [
        message("state_out" if added >= OUT else "state", box=boxes.names[filled], added=min(added, OUT))
    ]
    if isinstance(sheet, Robot):
        lines.append(
            message("condition_is", count=levels(sheet, stock)["condition"], lost=sheet.condition_lost)
        )
        if sheet.repair_wait:
            lines.append(message("repair_in", minutes=sheet.repair_wait))
    if isinstance(sheet, Human) and sheet.ward and sheet.damage:
        lines.append(message("healed_in", minutes=healing_minutes(sheet)))
    yield Card("state", "", tuple(lines))


def _points(sheet: AnySheet, stock: Stock) -> Iterator[Part]:
    account = points.account(sheet, stock)
    spent: list[tuple[Cell, ...]] = [
        (Name(f"step.{step}"), count) for step, count in account.spent.items() if count
    ]
    spent.append((Name("head.total"), account.total))
    spent.append((Name("head.allowed"), account.allowed))
    yield Table("points", "", ("head.what", "head.points"), tuple(spent))
    lines = [message("dollars_are", dollars=points.dollars(sheet, stock))]
    if isinstance(sheet, Robot):
        held, bound = points.program_levels(sheet, stock), creation.program_bound(sheet, stock)
        lines.append(message("programs_are", spent=held, allowed=bound))
    for ability in dict.fromkeys(sheet.experience):
        lines.append(
            message("raised_by", ability=Name(f"ability.{ability}"), count=sheet.experience.count(ability))
        )
    yield Card("purse", "", tuple(lines))
