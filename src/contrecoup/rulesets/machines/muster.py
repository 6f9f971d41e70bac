"""The muster: combatants of a scene file become fighters, each with his seat, place, name and weapons."""

from collections.abc import Iterator

from contrecoup.rulesets.machines.combatant import Combatant
from contrecoup.rulesets.machines.entries import Heat, Pilot, Stock, Vehicle, Weapon, name_of, sheet_of
from contrecoup.rulesets.machines.fighter import ENDLESS, Arm, Fighter
from contrecoup.rulesets.machines.rules.health import boxes_of
from contrecoup.rulesets.machines.rules.levels import armour, carried, levels
from contrecoup.rulesets.machines.rules.points import kind_of
from contrecoup.rulesets.machines.sheets import AnySheet, Human, Robot, gear

HANDS = "bare_hands"
_APART, _SIDES_APART = 5, 20


def fighters_of(combatants: tuple[Combatant, ...], stock: Stock) -> tuple[Fighter, ...]:
    """The combatants of a scene that can start, in its order."""
    places = _places(combatants)
    labels = _labels(combatants, stock)
    return tuple(
        _fighter(stock, combatant, index, labels[index], places[index])
        for index, combatant in enumerate(combatants)
    )


def _places(combatants: tuple[Combatant, ...]) -> list[int]:
    """Where each stands: as the scene says, else five metres from the next of his side, the sides apart."""
    placed = [0] * len(combatants)
    edge, forward = 0, -1
    for side in dict.fromkeys(combatant.side for combatant in combatants):
        members = [index for index, combatant in enumerate(combatants) if combatant.side == side]
        for rank, index in enumerate(members):
            placed[index] = edge + forward * rank * _APART
        edge = max(0, edge + forward * (len(members) - 1) * _APART) + _SIDES_APART
        forward = 1
    return [place if fixed.at is None else fixed.at for place, fixed in zip(placed, combatants, strict=True)]


def _labels(combatants: tuple[Combatant, ...], stock: Stock) -> list[str]:
    """What each is called; of two with one name the second is "Guard (2)"."""
    labels: list[str] = []
    for index, combatant in enumerate(combatants):
        sheet = sheet_of(combatant.sheet, stock)
        name = (sheet.name if sheet else "") or combatant.vehicle or f"{combatant.side} {index + 1}"
        label, count = name, 1
        while label in labels:
            count += 1
            label = f"{name} ({count})"
        labels.append(label)
    return labels


def _fighter(stock: Stock, combatant: Combatant, index: int, label: str, place: int) -> Fighter:
    sheet = sheet_of(combatant.sheet, stock)
    seat, own = f"fighter_{index + 1}", f"combatants[{index}].sheet"
    if combatant.vehicle:
        return _crew(stock, combatant, sheet, seat, label, place)
    assert sheet is not None
    level = levels(sheet, stock)
    quickness, guard = _body(sheet, level)
    return Fighter(
        seat=seat,
        label=label,
        side=combatant.side,
        kind=kind_of(sheet),
        boxes=boxes_of(stock.tracks[kind_of(sheet)]),
        hurt=sheet.damage,
        initiative=quickness,
        quickness=quickness,
        guard=guard,
        armour=combatant.armour + armour(sheet, stock),
        arms=tuple(_arms(stock, combatant, sheet, quickness, level)),
        at=place,
        heat=_heat(sheet, stock),
        sheet="" if isinstance(combatant.sheet, str) else own,
    )


def _body(sheet: AnySheet, level: dict[str, int]) -> tuple[int, int]:
    """What attacks and what absorbs: processor and resistance, or dexterity and vigor."""
    if isinstance(sheet, Robot):
        return level["processor"], level["resistance"]
    return level["dexterity"], level["vigor"]


def _heat(sheet: AnySheet, stock: Stock) -> Heat | None:
    traits = (stock.traits.get(gear(entry).id) for entry in sheet.traits)
    return next((trait.heat for trait in traits if trait and trait.heat), None)


def _arms(
    stock: Stock, combatant: Combatant, sheet: AnySheet, quickness: int, level: dict[str, int]
) -> Iterator[Arm]:
    """The weapons at hand in the order in which plan push prefers them, bare hands last."""
    for id, (rounds, spare) in _supplies(combatant, sheet, stock).items():
        weapon = stock.weapons[id]
        yield _arm(weapon, quickness + level.get(weapon.skill, 0), rounds, spare)


def _supplies(
    combatant: Combatant, sheet: AnySheet | None, stock: Stock
) -> dict[str, tuple[int | None, int]]:
    """Rounds (None: full) and spare magazines of each weapon at hand."""
    supplies: dict[str, tuple[int | None, int]] = {}
    if combatant.weapon:
        supplies[combatant.weapon] = (combatant.rounds, combatant.magazines)
    for entry in combatant.also:
        if isinstance(entry, str):
            supplies.setdefault(entry, (None, 0))
        else:
            supplies.setdefault(entry.weapon, (entry.rounds, entry.magazines))
    for id in carried(sheet, stock) if sheet else ():
        if id in stock.weapons:
            in_hand = not combatant.weapon and not supplies
            supplies.setdefault(id, (combatant.rounds, combatant.magazines) if in_hand else (None, 0))
    if HANDS in stock.weapons:
        supplies.setdefault(HANDS, (None, 0))
    return supplies


def _arm(weapon: Weapon, pool: int, rounds: int | None, spare: int) -> Arm:
    magazine = ENDLESS if weapon.magazine is None else weapon.magazine
    return Arm(
        id=weapon.id,
        name=name_of("weapons", weapon),
        pool=pool,
        difficulty=weapon.difficulty,
        damage=weapon.damage,
        is_melee=weapon.skill != "firearms",
        magazine=magazine,
        rounds=magazine if rounds is None else min(rounds, magazine),
        spare=spare if weapon.magazine else 0,
        rate=weapon.rate or 0,
        falloff=weapon.falloff,
    )


def _crew(
    stock: Stock, combatant: Combatant, sheet: AnySheet | None, seat: str, label: str, place: int
) -> Fighter:
    """A vehicle, directed by its gunner or by itself."""
    vehicle = stock.vehicles[combatant.vehicle]
    pilot = vehicle.pilot or Pilot(initiative=0, attack=0)
    initiative, attack = pilot.initiative, pilot.attack
    if isinstance(sheet, Robot | Human):
        level = levels(sheet, stock)
        initiative = _body(sheet, level)[0]
        attack = initiative + level["firearms"]
    return Fighter(
        seat=seat,
        label=label,
        side=combatant.side,
        kind="vehicle",
        boxes=boxes_of(stock.tracks["vehicle"]),
        hurt=0,
        initiative=initiative,
        quickness=initiative,
        guard=vehicle.vigor,
        armour=0,
        arms=(_gun(vehicle, attack, combatant),),
        at=place,
        heat=None,
        sheet="",
    )


def _gun(vehicle: Vehicle, attack: int, combatant: Combatant) -> Arm:
    magazine = ENDLESS if vehicle.magazine is None else vehicle.magazine
    rounds = magazine if combatant.rounds is None else min(combatant.rounds, magazine)
    return Arm(
        id=vehicle.id,
        name=name_of("vehicles", vehicle),
        pool=attack,
        difficulty=vehicle.difficulty,
        damage=vehicle.damage,
        is_melee=False,
        magazine=magazine,
        rounds=rounds,
        spare=combatant.magazines if vehicle.magazine else 0,
        rate=1,
        falloff=0,
    )
