"""Cohesion: entries of content that name something which isn't there."""

from collections.abc import Iterable, Iterator

from contrecoup.kernel import Refusal, refusal
from contrecoup.rulesets.machines.entries import Stock
from contrecoup.rulesets.machines.rules.absence import unknown
from contrecoup.rulesets.machines.rules.levels import section_names, written_levels
from contrecoup.rulesets.machines.sheets import AnySheet, Human, Robot, gear

KINDS: dict[str, AnySheet] = {"robot": Robot(), "human": Human()}
TRACKS = ("robot", "human", "vehicle")


def misfits(stock: Stock) -> Iterator[Refusal]:
    """Every entry that names an unknown one, by its place ("equipment.claw.weapon")."""
    for track in TRACKS:
        if track not in stock.tracks:
            yield refusal("track_missing", f"tracks.{track}", track=track)
    yield from _equipment(stock)
    yield from _tasks(stock)
    yield from _sections(stock)
    for id, character in stock.characters.items():
        yield from _sheet(stock, character.sheet, f"characters.{id}.sheet")


def _abilities() -> set[str]:
    return {ability for sheet in KINDS.values() for ability in written_levels(sheet)}


def _equipment(stock: Stock) -> Iterator[Refusal]:
    raisable = _abilities() | {section for sheet in KINDS.values() for section in section_names(sheet)}
    for id, item in stock.equipment.items():
        if item.weapon and item.weapon not in stock.weapons:
            yield unknown("unknown_entry", f"equipment.{id}.weapon", item.weapon, stock.weapons)
        if item.raises and item.raises not in raisable:
            yield unknown("unknown_ability", f"equipment.{id}.raises", item.raises, raisable)


def _tasks(stock: Stock) -> Iterator[Refusal]:
    for id, task in stock.tasks.items():
        for kind, sheet in KINDS.items():
            known = written_levels(sheet)
            for ability in getattr(task, kind):
                if ability not in known:
                    yield unknown("unknown_ability", f"tasks.{id}.{kind}", ability, known)
        if task.against and task.against not in _abilities():
            yield unknown("unknown_ability", f"tasks.{id}.against", task.against, _abilities())


def _sections(stock: Stock) -> Iterator[Refusal]:
    for id, section in stock.sections.items():
        names = section_names(KINDS[section.kind])
        if section.section not in names:
            yield unknown("unknown_entry", f"sections.{id}.section", section.section, names)
            continue
        known = written_levels(KINDS[section.kind])
        for ability in (*section.free, *(limit.ability for limit in section.limits)):
            if ability not in known:
                yield unknown("unknown_ability", f"sections.{id}", ability, known)


def _sheet(stock: Stock, sheet: AnySheet, where: str) -> Iterator[Refusal]:
    tables: tuple[tuple[str, Iterable[str]], ...] = (
        ("weapons", sheet.weapons),
        ("traits", (gear(entry).id for entry in sheet.traits)),
        ("equipment", (gear(entry).id for entry in sheet.equipment)),
    )
    for table, ids in tables:
        known = getattr(stock, table)
        for id in ids:
            if id not in known:
                yield unknown("unknown_entry", f"{where}.{table}", id, known)
