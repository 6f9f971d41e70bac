"""Recovery: what time, a ward, a workshop and money do to a sheet between scenes."""

from msgspec.structs import replace

from contrecoup.kernel import Refused, refusal
from contrecoup.rulesets.machines.entries import Stock
from contrecoup.rulesets.machines.rules import points
from contrecoup.rulesets.machines.rules.absence import unknown
from contrecoup.rulesets.machines.rules.creation import faults
from contrecoup.rulesets.machines.rules.levels import sections, written_levels
from contrecoup.rulesets.machines.sheets import AnySheet, Human, Robot

HOUR = 60
"""Minutes; also the wait between two tries at repair."""


def rested(sheet: AnySheet, minutes: int) -> AnySheet:
    """The sheet after so many minutes: a human in a ward heals box N in N hours, one after the other; a
    robot's next try at repair comes nearer. Nothing else changes by itself."""
    if isinstance(sheet, Robot):
        return replace(sheet, repair_wait=max(sheet.repair_wait - minutes, 0))
    if not sheet.ward or sheet.dead:
        return sheet
    damage, minutes = sheet.damage, sheet.healed + minutes
    while damage and minutes >= damage * HOUR:
        minutes -= damage * HOUR
        damage -= 1
    return replace(sheet, damage=damage, healed=minutes if damage else 0)


def healing_minutes(sheet: Human) -> int:
    """Minutes in a ward until all boxes are healed."""
    return HOUR * sheet.damage * (sheet.damage + 1) // 2 - sheet.healed


def restored(sheet: AnySheet, levels: int, stock: Stock) -> AnySheet:
    """The robot with so many levels of lost condition covered again, paid; Refused where none are lost
    or the money doesn't suffice."""
    if not isinstance(sheet, Robot):
        raise Refused([refusal("not_a_robot")], "machines")
    price = points.budget(sheet, stock).condition_price * levels
    has = points.dollars(sheet, stock)
    reasons = []
    if not 0 < levels <= sheet.condition_lost:
        reasons.append(
            refusal("nothing_to_restore", "condition_lost", lost=sheet.condition_lost, asked=levels)
        )
    if price > has:
        reasons.append(refusal("over_money", "money", spent=price, allowed=has))
    if reasons:
        raise Refused(reasons, "machines")
    return replace(sheet, condition_lost=sheet.condition_lost - levels, money=sheet.money - price)


def raised(sheet: AnySheet, ability: str, stock: Stock) -> AnySheet:
    """The sheet with one ability a level higher by experience; Refused where a limit forbids it."""
    home = {name: section for section, name, _ in sections(sheet)}
    if ability not in home:
        raise Refused([unknown("unknown_ability", "experience", ability, home)], "machines")
    level = written_levels(sheet)[ability] + 1
    part = getattr(sheet, home[ability])
    value = level if isinstance(part, int) else replace(part, **{ability: level})
    changed = replace(sheet, **{home[ability]: value}, experience=(*sheet.experience, ability))
    broken = [fault for fault in faults(changed, stock) if fault not in faults(sheet, stock)]
    if broken:
        raise Refused(broken, "machines")
    return changed
