"""Skills, pools and what wounds do to tests (rule page, Base mechanics and Who takes part)."""

from contrecoup.dice import OpenTest, SuccessTest
from contrecoup.rulesets.tracing.sheets import MONITOR, Participant, Rulings

SERIOUS, MODERATE, LIGHT = 6, 3, 1
FOR_ONE = 2
"""Successes of a complementary test that count as one."""


def wound_modifier(boxes: int) -> int:
    """+1 at Light, +2 at Moderate, +3 at Serious."""
    return 3 if boxes >= SERIOUS else 2 if boxes >= MODERATE else 1 if boxes >= LIGHT else 0


def is_out(boxes: int) -> bool:
    """Deadly: out of the game."""
    return boxes >= MONITOR


def pool_of(sheet: Participant) -> int:
    """The tech pool; a datajack gives half the intelligence to one who has none."""
    return sheet.tech_pool or (sheet.intelligence // 2 if sheet.datajack else 0)


def added_dice(sheet: Participant, rulings: Rulings) -> int:
    """The intelligence dice that a datajack adds to computers tests."""
    return sheet.intelligence if sheet.datajack and rulings.datajack_intelligence == "dice" else 0


def complement(sheet: Participant, rulings: Rulings) -> int:
    """The intelligence dice of which two successes count as one."""
    return sheet.intelligence if sheet.datajack and rulings.datajack_intelligence == "complementary" else 0


def computers_test(
    sheet: Participant, rulings: Rulings, skill: int, pool: int, tn: int, *, hides_tn: bool = False
) -> SuccessTest:
    """A computers test with the skill that is left, the datajack and pool dice."""
    dice = skill + added_dice(sheet, rulings) + pool
    return SuccessTest(dice, tn, complement=complement(sheet, rulings), hides_tn=hides_tn)


def most_successes(test: SuccessTest) -> int:
    """As many successes as a test can give."""
    return test.count + test.complement // FOR_ONE


def search_test(sheet: Participant, rulings: Rulings) -> OpenTest:
    """The open computers test that looks for a trace; wounds lower it, since it has no target number."""
    dice = sheet.computers + added_dice(sheet, rulings)
    return OpenTest(dice, -wound_modifier(sheet.boxes), complement=complement(sheet, rulings))


def stealth_test(sheet: Participant, pool: int, boxes: int) -> OpenTest:
    """The open digital stealth test that begins a session; wounds lower it."""
    return OpenTest(sheet.stealth + pool, -wound_modifier(boxes))
