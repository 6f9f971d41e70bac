"""Points: what a sheet has cost and what it may cost."""

import msgspec

from contrecoup.rulesets.machines.entries import Budget, Kind, Section, Stock
from contrecoup.rulesets.machines.rules.levels import sections
from contrecoup.rulesets.machines.sheets import AnySheet, Gear, Robot, gear


class Account(msgspec.Struct, frozen=True):
    """Bonus points by step ("system", "equipment", "money", "traits") and what is allowed in all."""

    spent: dict[str, int]
    allowed: int

    @property
    def total(self) -> int:
        """All points spent."""
        return sum(self.spent.values())

    @property
    def left(self) -> int:
        """What is left; negative where too many are spent."""
        return self.allowed - self.total


def kind_of(sheet: AnySheet) -> Kind:
    """Robot or human."""
    return "robot" if isinstance(sheet, Robot) else "human"


def budget(sheet: AnySheet, stock: Stock) -> Budget:
    """The budget of the sheet's kind (the shipped one where a pack has forbidden it)."""
    return stock.budgets.get(kind_of(sheet)) or Budget(id=kind_of(sheet), points=140, dollars=100)


def section_rules(sheet: AnySheet, stock: Stock) -> dict[str, Section]:
    """The rules of each section of the sheet's kind, by section."""
    kind = kind_of(sheet)
    return {section.section: section for section in stock.sections.values() if section.kind == kind}


def account(sheet: AnySheet, stock: Stock) -> Account:
    """The sheet's points (rules page, Characters): every level costs its section's price, except free
    levels and those that experience has raised."""
    spent = dict.fromkeys(section_rules(sheet, stock), 0)
    for section, ability, level in sections(sheet):
        rules = section_rules(sheet, stock).get(section)
        if rules is not None:
            unpaid = sheet.experience.count(ability) + (ability in rules.free)
            spent[section] += rules.price * max(level - unpaid, 0)
    gains = [stock.traits[gear(entry).id].points for entry in sheet.traits if gear(entry).id in stock.traits]
    spent["traits"] = -sum(points for points in gains if points < 0)
    spent["equipment"] = sum(_price(gear(entry), stock) for entry in sheet.equipment)
    spent["money"] = sheet.points_to_money
    return Account(spent, budget(sheet, stock).points + sum(points for points in gains if points > 0))


def _price(item: Gear, stock: Stock) -> int:
    known = stock.equipment.get(item.id)
    return known.price * item.level if known else 0


def dollars(sheet: AnySheet, stock: Stock) -> int:
    """The money at hand: points turned into dollars, what play has brought, less the weapons bought."""
    rules = budget(sheet, stock)
    prices = (stock.weapons[weapon].price or 0 for weapon in sheet.weapons if weapon in stock.weapons)
    bought = sum(prices) if rules.buys_weapons else 0
    return sheet.points_to_money * rules.dollars + sheet.money - bought


def program_levels(sheet: AnySheet, stock: Stock) -> int:
    """The levels of all programs together."""
    programs = {name for name, rules in section_rules(sheet, stock).items() if rules.programs}
    return sum(level for section, _, level in sections(sheet) if section in programs)
