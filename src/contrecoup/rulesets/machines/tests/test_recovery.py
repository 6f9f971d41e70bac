"""Healing, repair, condition and experience between scenes."""

import pytest

from contrecoup.kernel import Refused
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
    with pytest.raises(Refused) as refused:
        restored(sheet, 4, STOCK)
    assert [reason.id for reason in refused.value.reasons] == ["nothing_to_restore", "over_money"]


def test_experience_raises_within_the_limits() -> None:
    """Firearms 4 to 5, not to 6; a robot's system never."""
    sheet = raised(human(combat={"firearms": 4}), "firearms", STOCK)
    assert isinstance(sheet, Human)
    assert (sheet.combat.firearms, sheet.experience) == (5, ("firearms",))
    for full, ability, reason in ((sheet, "firearms", "level_outside"), (robot(), "camera", "no_experience")):
        with pytest.raises(Refused) as refused:
            raised(full, ability, STOCK)
        assert reason in [each.id for each in refused.value.reasons]
