"""Backlash: what it throws, what it does to a body, and what undoes it (rule page, Backlash)."""

from msgspec.structs import replace

from contrecoup.dice import TraitTest
from contrecoup.rulesets.savage.rules.trait import ALERT_BONUS, WILD_DIE, hacking_test
from contrecoup.rulesets.savage.sheets import Hacker, Rulings, System, sides
from contrecoup.rulesets.savage.state import Body

MOST_FATIGUE = 3
"""The level of Fatigue that Incapacitates anybody."""


def toughness(hacker: Hacker) -> int:
    """The Spirit die's size and the Spirit armour of the commlink, which hot sim bypasses."""
    link = hacker.commlink if hacker.mode == "commlink" else None
    return sides(hacker.spirit) + (link.armour if link else 0)


def system_damage(system: System, rulings: Rulings, alert: bool, markers: int, victim: Hacker) -> TraitTest:
    """A system's damage as a test against Toughness: a first mark shakes, each further one is a level.

    The Ice test with the alert, without helpers, plus the markers left; Green throws without Aces.
    """
    red = system.colour == "red"
    return TraitTest(
        sides(system.ice),
        wild=WILD_DIE if red and rulings.backlash_wild_die else 0,
        modifier=markers + (ALERT_BONUS if alert else 0),
        target=toughness(victim),
        aces=red,
        label="die.ice",
    )


def hacker_damage(
    hacker: Hacker, rulings: Rulings, body: Body, bonus: int, markers: int, victim: Hacker
) -> TraitTest:
    """A hacker's damage: his Hacking test without help, plus his markers; an Extra throws without Aces."""
    test = hacking_test(hacker, rulings, body, bonus, helped=False)
    return replace(test, modifier=test.modifier + markers, target=toughness(victim), aces=hacker.wild_card)


def levels_of(marks: int, is_shaken: bool) -> int:
    """Wounds or levels of Fatigue: one each mark after the first; one at least for whom was Shaken."""
    levels = max(0, marks - 1)
    return max(1, levels) if marks and is_shaken else levels


def most_levels(body: Body, wounding: bool, wild_card: bool) -> int:
    """The levels from which on a blow does the same: those that Incapacitate, one at least."""
    return max(1, _limit(wounding, wild_card) - (body.wounds if wounding else body.fatigue))


def suffer(body: Body, levels: int, wounding: bool, wild_card: bool, shakes: bool) -> Body:
    """The body after a blow that was not soaked whole. `wounding`: Wounds, else Fatigue."""
    limit = _limit(wounding, wild_card)
    wounds = min(limit, body.wounds + levels) if wounding else body.wounds
    fatigue = body.fatigue if wounding else min(limit, body.fatigue + levels)
    down = (wounds if wounding else fatigue) >= limit
    fate = body.fate if not down else "dying" if wounding and wild_card else "incapacitated"
    return replace(body, wounds=wounds, fatigue=fatigue, shaken=body.shaken or wounding or shakes, fate=fate)


def _limit(wounding: bool, wild_card: bool) -> int:
    """The 4th Wound Incapacitates a Wild Card, the 1st an Extra, the 3rd Fatigue anybody."""
    return (4 if wild_card else 1) if wounding else MOST_FATIGUE
