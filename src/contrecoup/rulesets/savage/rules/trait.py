"""Trait tests: which dice a hacker or a system throws, and with what modifier."""

from typing import Final

from contrecoup.dice import Helper, TotalTest, TraitTest
from contrecoup.kernel import Result
from contrecoup.rulesets.savage.sheets import Hacker, Rulings, Skill, Spider, System, sides
from contrecoup.rulesets.savage.state import Body, Kept

WILD_DIE = 6
UNSKILLED = (4, -2)
ALERT_BONUS = 2
BACKDOOR_BONUS = 2
FAULT_BONUS = 2
HOT_SIM_BONUS = 1
TARGET = 4

LOWEST, HIGHEST = -10, 60
"""Totals beyond these count as these where two throws are compared; no play comes near them."""

NOTHING: Final = Kept(LOWEST, False)
"""No throw yet: any other is better."""


def skill(name: Skill) -> tuple[int, int]:
    """Die and modifier of a skill: without it a d4 with -2 is thrown (Base mechanics)."""
    return UNSKILLED if name == "unskilled" else (sides(name), 0)


def wild_die(is_wild: bool) -> int:
    """The size of the Wild Die, 0 where there is none."""
    return WILD_DIE if is_wild else 0


def penalty(body: Body) -> int:
    """-1 for each Wound, 3 at most, and -1 for each level of Fatigue, 2 at most (A hacker)."""
    return -min(3, body.wounds) - min(2, body.fatigue)


def hacking_test(hacker: Hacker, rulings: Rulings, body: Body, bonus: int, helped: bool = True) -> TraitTest:
    """A hacker's Hacking test; `bonus` is what stands from a backdoor or a fault (Intrusion 2 to 4).

    `helped` is False where the commlink's help is left out, as in a backlash.
    """
    die, modifier = skill(hacker.hacking)
    hot = hacker.mode == "hot_sim"
    link = hacker.commlink if helped and rulings.commlink_helps and not hot else None
    return TraitTest(
        die,
        wild=wild_die(hacker.wild_card),
        modifier=modifier + bonus + (HOT_SIM_BONUS if hot else 0) + penalty(body),
        helpers=(Helper(link.rating, label="die.commlink"),) if link else (),
        assist_cap=_cap(rulings),
        ones=rulings.natural_one,
        ones_on=rulings.ones_on,
        label="die.hacking",
    )


def ice_test(system: System, rulings: Rulings, alert: bool, spiders: int) -> TraitTest:
    """A system's Ice test, helped by the spiders that are still there (Intrusion 2, 3 and 7)."""
    present = (spider for place, spider in enumerate(system.spiders) if spiders >> place & 1)
    return TraitTest(
        sides(system.ice),
        wild=wild_die(system.colour == "red"),
        modifier=ALERT_BONUS if alert else 0,
        helpers=tuple(_helper(spider) for spider in present),
        assist_cap=_cap(rulings),
        ones=rulings.natural_one,
        ones_on=rulings.ones_on,
        label="die.ice",
    )


def totals(test: TraitTest) -> TotalTest:
    """The same throw, read as its total where two throws are compared."""
    return TotalTest(
        test.die,
        test.wild,
        test.modifier,
        test.helpers,
        test.assist_cap,
        test.aces,
        test.ones,
        test.ones_on,
        test.label,
    )


def keep(result: Result, kept: Kept | None) -> Kept:
    """The better of two throws of one test, the first one where they are equal (Bennies)."""
    total = max(LOWEST, min(HIGHEST, result.value))
    return kept if kept and kept.total >= total else Kept(total, result.mishap)


def spider_test(spider: Spider, rulings: Rulings) -> TraitTest:
    """A spider's own Hacking test against being thrown out (Intrusion 7)."""
    die, modifier = skill(spider.hacking)
    return TraitTest(
        die,
        wild=wild_die(spider.wild_card),
        modifier=modifier,
        ones=rulings.natural_one,
        ones_on=rulings.ones_on,
        label="die.spider",
    )


def vigor_test(hacker: Hacker, body: Body) -> TraitTest:
    """A Vigor test: to soak, or once Incapacitated; its mishap is every die on a natural 1 (Backlash)."""
    return TraitTest(
        sides(hacker.vigor),
        wild=wild_die(hacker.wild_card),
        modifier=penalty(body),
        ones_on="all_dice",
        label="die.vigor",
    )


def spirit_test(hacker: Hacker, body: Body) -> TraitTest:
    """A Spirit test to shake off being Shaken (Backlash)."""
    return TraitTest(
        sides(hacker.spirit),
        wild=wild_die(hacker.wild_card),
        modifier=penalty(body),
        label="die.spirit",
    )


def _helper(spider: Spider) -> Helper:
    die, modifier = skill(spider.hacking)
    return Helper(die, wild=wild_die(spider.wild_card), modifier=modifier, label="die.spider")


def _cap(rulings: Rulings) -> int | None:
    return None if rulings.assist_cap == "none" else rulings.assist_cap
