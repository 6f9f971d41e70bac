"""Obstacles: why combatants can't take part, every reason at once."""

from collections.abc import Iterator

from contrecoup.kernel import Refusal, refusal
from contrecoup.rulesets.machines.combatant import Combatant
from contrecoup.rulesets.machines.entries import Stock
from contrecoup.rulesets.machines.rules.absence import absent
from contrecoup.rulesets.machines.rules.points import kind_of
from contrecoup.rulesets.machines.sheets import AnySheet, Robot, gear

DRAW = "draw"


def obstacles(combatants: tuple[Combatant, ...], stock: Stock) -> Iterator[Refusal]:
    """Every reason why these combatants can't begin."""
    sides = {combatant.side for combatant in combatants}
    if len(sides) < 2:
        yield refusal("one_side", "combatants")
    for index, combatant in enumerate(combatants):
        yield from _combatant(stock, combatant, f"combatants[{index}]")


def _combatant(stock: Stock, combatant: Combatant, where: str) -> Iterator[Refusal]:
    if combatant.side == DRAW:
        yield refusal("side_draw", f"{where}.side")
    yield from given_sheet(stock, combatant.sheet, f"{where}.sheet")
    if combatant.vehicle:
        yield from _vehicle(stock, combatant, where)
    elif combatant.sheet is None:
        yield refusal("sheet_missing", f"{where}.sheet")
    else:
        yield from _person(stock, combatant, where)


def _vehicle(stock: Stock, combatant: Combatant, where: str) -> Iterator[Refusal]:
    vehicle = stock.vehicles.get(combatant.vehicle)
    if vehicle is None:
        yield absent("vehicles", f"{where}.vehicle", combatant.vehicle, stock.vehicles, stock)
    elif vehicle.pilot is None and combatant.sheet is None:
        yield refusal("gunner_missing", f"{where}.sheet", vehicle=combatant.vehicle)
    for field in ("weapon", "also", "armour"):
        if getattr(combatant, field):
            yield refusal("not_in_vehicle", f"{where}.{field}", field=field)


def _person(stock: Stock, combatant: Combatant, where: str) -> Iterator[Refusal]:
    if combatant.weapon and combatant.weapon not in stock.weapons:
        yield absent("weapons", f"{where}.weapon", combatant.weapon, stock.weapons, stock)
    for place, entry in enumerate(combatant.also):
        id, rounds = (entry, None) if isinstance(entry, str) else (entry.weapon, entry.rounds)
        if id not in stock.weapons:
            yield absent("weapons", f"{where}.also[{place}]", id, stock.weapons, stock)
        else:
            yield from _rounds(stock, id, rounds, f"{where}.also[{place}].rounds")
    if combatant.weapon in stock.weapons:
        yield from _rounds(stock, combatant.weapon, combatant.rounds, f"{where}.rounds")
    sheet = combatant.sheet
    robot = isinstance(sheet, Robot) or (isinstance(sheet, str) and _is_robot(stock, sheet))
    if combatant.armour and robot:
        yield refusal("armour_on_robot", f"{where}.armour")


def _is_robot(stock: Stock, id: str) -> bool:
    return id in stock.characters and isinstance(stock.characters[id].sheet, Robot)


def _rounds(stock: Stock, weapon: str, rounds: int | None, where: str) -> Iterator[Refusal]:
    most = stock.weapons[weapon].magazine
    if rounds is not None and most is not None and rounds > most:
        yield refusal("too_many_rounds", where, rounds=rounds, most=most)


def given_sheet(stock: Stock, sheet: str | AnySheet | None, where: str) -> Iterator[Refusal]:
    """What keeps a sheet, or the ready character that stands for one, out of a scene."""
    if isinstance(sheet, str):
        if sheet not in stock.characters:
            yield absent("characters", where, sheet, stock.characters, stock)
        else:
            yield from _damage(stock, stock.characters[sheet].sheet, where)
        return
    if sheet is None:
        return
    if sheet.dead:
        yield refusal("is_dead", f"{where}.dead")
    yield from _damage(stock, sheet, f"{where}.damage")
    for table in ("weapons", "traits", "equipment"):
        known = getattr(stock, table)
        for place, entry in enumerate(getattr(sheet, table)):
            if gear(entry).id not in known:
                yield absent(table, f"{where}.{table}[{place}]", gear(entry).id, known, stock)


def _damage(stock: Stock, sheet: AnySheet, where: str) -> Iterator[Refusal]:
    most = len(stock.tracks[kind_of(sheet)].boxes)
    if sheet.damage > most:
        yield refusal("too_much_damage", where, damage=sheet.damage, most=most)
