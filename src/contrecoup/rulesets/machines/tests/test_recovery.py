"""Healing, repair, condition and experience between scenes."""

from collections.abc import Callable
from functools import partial

import pytest

from contrecoup.kernel import Name, Refusal, Refused, refusal
from contrecoup.registry import get
from contrecoup.rulesets.machines.rules.recovery import healing_minutes, raised, rested, restored
from contrecoup.rulesets.machines.sheets import Human, Robot
from contrecoup.rulesets.machines.tests.cast import content, human, robot

STOCK = content().stock


def test_three_filled_boxes_heal_in_six_hours_in_a_ward() -> None:
    """3 + 2 + 1, one after the other."""
    sheet = human(damage=3, ward=True)
    assert healing_minutes(sheet) == 360
    assert [rested(sheet, minutes).damage for minutes in (179, 180, 299, 300, 359, 360)] == [3, 2, 2, 1, 1, 0]


def test_time_in_pieces_heals_as_time_in_one() -> None:
    """Ten minutes, thirty-six times."""
    sheet = human(damage=3, ward=True)
    for _ in range(36):
        sheet = get("machines").later(sheet, 10)
    assert sheet == human(damage=0, ward=True)


def test_what_has_healed_of_a_box_is_time_that_is_not_needed_again() -> None:
    """Three boxes, the first of which has lain two of its three hours; the last one leaves nothing over."""
    sheet = rested(human(damage=3, ward=True), 120)
    assert isinstance(sheet, Human)
    assert (sheet.damage, sheet.healed, healing_minutes(sheet)) == (3, 120, 240)
    assert rested(sheet, 240) == human(damage=0, ward=True)
    assert isinstance(healing_minutes(sheet), int)


def test_outside_a_ward_and_beyond_the_last_box_nothing_heals() -> None:
    """A wounded one at home; a dead one anywhere."""
    assert rested(human(damage=3), 600) == human(damage=3)
    assert rested(human(damage=7, dead=True, ward=True), 9000).damage == 7


def test_a_robot_does_not_heal_and_waits_an_hour_between_repairs() -> None:
    """Sixty minutes count down."""
    assert rested(robot(damage=3, repair_wait=60), 25) == robot(damage=3, repair_wait=35)
    assert rested(robot(damage=3, repair_wait=60), 90) == robot(damage=3)


def test_condition_costs_250_dollars_a_level() -> None:
    """$500 restore two levels and not three."""
    sheet = robot(system={"condition": 4}, condition_lost=3, points_to_money=5)
    after = restored(sheet, 2, STOCK)
    assert isinstance(after, Robot)
    assert (after.condition_lost, after.money) == (1, -500)
    assert _why(lambda: restored(sheet, 4, STOCK)) == [
        refusal("nothing_to_restore", "condition_lost", lost=3, asked=4),
        refusal("over_money", "money", spent=1000, allowed=500),
    ]


def test_from_one_to_all_lost_levels_of_condition_are_restored() -> None:
    """Of two lost ones: one, both; not none, not three. A human has none to lose."""
    has = partial(robot, system={"condition": 4}, points_to_money=20)
    sheet = has(condition_lost=2)
    assert restored(sheet, 1, STOCK) == has(condition_lost=1, money=-250)
    assert restored(sheet, 2, STOCK) == has(condition_lost=0, money=-500)
    for levels in (0, 3):
        reason = refusal("nothing_to_restore", "condition_lost", lost=2, asked=levels)
        assert _why(partial(restored, sheet, levels, STOCK)) == [reason]
    assert _why(lambda: restored(human(), 1, STOCK)) == [refusal("not_a_robot")]


def test_experience_raises_within_the_limits() -> None:
    """Firearms 4 to 5, not to 6; a robot's system never."""
    sheet = raised(human(combat={"firearms": 4}), "firearms", STOCK)
    assert isinstance(sheet, Human)
    assert (sheet.combat.firearms, sheet.experience) == (5, ("firearms",))
    firearms, camera = Name("ability.firearms"), Name("ability.camera")
    too_high = refusal("level_outside", "combat.firearms", ability=firearms, level=6, least=0, most=5)
    assert _why(lambda: raised(sheet, "firearms", STOCK)) == [too_high]
    machines = refusal("no_experience", "experience", ability=camera)
    assert _why(lambda: raised(robot(), "camera", STOCK)) == [machines]


def test_an_ability_that_there_is_not_is_named_with_those_that_there_are() -> None:
    """Nobody learns to fly."""
    [reason] = _why(lambda: raised(human(), "flying", STOCK))
    assert (reason.id, reason.where) == ("unknown_ability", "experience")
    told = dict(reason.values)
    assert told["got"] == "flying"
    assert {"firearms", "melee", "stealth"} <= set(str(told["accepted"]).split(", "))


def _why(act: Callable[[], object]) -> list[Refusal]:
    """The reasons for which something is refused, by this rule set."""
    with pytest.raises(Refused) as refused:
        act()
    assert refused.value.domain == "machines"
    return list(refused.value.reasons)
