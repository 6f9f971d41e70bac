"""Creation: what a character costs, and every limit that a sheet may break."""

from typing import Any

import pytest

from contrecoup.kernel import Value
from contrecoup.rulesets.machines.forms import faults, steps
from contrecoup.rulesets.machines.rules import points
from contrecoup.rulesets.machines.rules.creation import program_bound
from contrecoup.rulesets.machines.rules.levels import levels
from contrecoup.rulesets.machines.sheets import AnySheet
from contrecoup.rulesets.machines.tests.cast import content, human, robot

CONTENT = content()


def broken(sheet: AnySheet) -> dict[str, dict[str, Value]]:
    """The limits that a sheet breaks, with their figures."""
    return {fault.id: dict(fault.values) for fault in faults(sheet, CONTENT)}


def test_a_new_robot_and_a_new_human_break_nothing_and_cost_their_minimum() -> None:
    """A robot nothing; a human four points of willpower, since his attributes' first levels are free."""
    assert broken(robot()) == {}
    assert points.account(robot(), CONTENT.stock).total == 0
    assert broken(human()) == {}
    assert points.account(human(), CONTENT.stock).spent == {
        "attributes": 0, "combat": 0, "competence": 0, "technique": 0, "knowledge": 0, "willpower": 4,
        "nerve": 0, "traits": 0, "equipment": 0, "money": 0,
    }  # fmt: skip


def test_every_level_costs_its_sections_price() -> None:
    """Robot: 5, 2, 3, 1, 2; one level free in hard disk, processor and camera."""
    sheet = robot(
        system={"hard_disk": 4, "condition": 2, "processor": 3, "camera": 1, "resistance": 1},
        combat={"brawl": 2},
        humanisation={"warmth": 2},
        technique={"repair": 4},
        knowledge={"language": 3},
        equipment=["modem", {"id": "video_card", "level": 2}],
        points_to_money=3,
    )
    spent = points.account(sheet, CONTENT.stock).spent
    assert spent["system"] == 5 * (3 + 2 + 2 + 0 + 1)
    assert [spent[key] for key in ("combat", "humanisation", "technique", "knowledge")] == [4, 6, 4, 6]
    assert (spent["equipment"], spent["money"]) == (2 + 14, 3)


def test_a_sheet_over_140_points_is_refused_with_points_spent_and_allowed() -> None:
    """Five times 5 levels of the system: 22 paid, 110 points, and 41 turned into money: 151."""
    full = dict.fromkeys(("hard_disk", "condition", "processor", "camera", "resistance"), 5)
    sheet = robot(system=full, points_to_money=41)
    assert broken(sheet) == {"over_points": {"spent": 151, "allowed": 140, "over": 11}}


def test_traits_may_give_points() -> None:
    """Damaged and bug: 150 allowed."""
    sheet = robot(system={"condition": 1}, traits=["damaged", {"id": "bug", "on": "repair"}])
    assert points.account(sheet, CONTENT.stock).allowed == 150
    assert levels(sheet, CONTENT.stock)["condition"] == 0


PROGRAMS = ("brawl", "melee", "firearms", "warmth", "human_behaviour", "repair", "detection")


def programs(count: int) -> dict[str, Any]:
    """So many program levels."""
    rest = [min(max(count - 5 * place, 0), 5) for place in range(len(PROGRAMS))]
    value = dict(zip(PROGRAMS, rest, strict=True))
    return {
        "combat": {key: value[key] for key in PROGRAMS[:3]},
        "humanisation": {key: value[key] for key in PROGRAMS[3:5]},
        "technique": {key: value[key] for key in PROGRAMS[5:]},
    }


def test_hard_disk_five_holds_thirty_program_levels_and_not_thirty_one() -> None:
    """Six for each level of the hard disk."""
    assert broken(robot(system={"hard_disk": 5}, **programs(30))) == {}
    assert broken(robot(system={"hard_disk": 5}, **programs(31))) == {
        "too_many_programs": {"spent": 31, "allowed": 30, "disk": 5}
    }


def test_compression_doubles_the_disk_and_quarters_the_processor() -> None:
    """Hard disk 4 and processor 4 become 8 and 1; x1.5: 6 and 1; the processor keeps 1 at least."""
    built = {"hard_disk": 4, "processor": 4}
    twice = levels(robot(system=built, traits=["compression_2"]), CONTENT.stock)
    assert (twice["hard_disk"], twice["processor"]) == (8, 1)
    half = levels(robot(system=built, traits=["compression_1_5"]), CONTENT.stock)
    assert (half["hard_disk"], half["processor"]) == (6, 1)
    least = levels(robot(system={"hard_disk": 3, "processor": 2}, traits=["compression_1_5"]), CONTENT.stock)
    assert (least["hard_disk"], least["processor"]) == (4, 1)
    assert program_bound(robot(system=built, traits=["compression_2"]), CONTENT.stock) == 48


def test_overclocking_comes_after_compression() -> None:
    """4 / 4 + 2."""
    sheet = robot(system={"processor": 4}, traits=["overclocked", "compression_2"])
    assert levels(sheet, CONTENT.stock)["processor"] == 3


def test_equipment_lifts_levels_past_the_limit() -> None:
    """Camera 5 + 2, repair 5 + 1."""
    gear = [{"id": "video_card", "level": 2}, {"id": "interface", "on": "repair"}]
    sheet = robot(system={"camera": 5}, technique={"repair": 5}, equipment=gear)
    counted = levels(sheet, CONTENT.stock)
    assert (counted["camera"], counted["repair"]) == (7, 6)
    assert broken(sheet) == {}


def test_a_bug_makes_its_program_fail() -> None:
    """It counts as 0."""
    sheet = robot(technique={"repair": 3}, traits=[{"id": "bug", "on": "repair"}])
    assert levels(sheet, CONTENT.stock)["repair"] == 0


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (robot(name="ATC17"), "identifier"),
        (robot(name=""), "name_missing"),
        (human(origin=""), "origin_missing"),
        (robot(system={"camera": 6}), "level_outside"),
        (robot(system={"hard_disk": 0}), "level_outside"),
        (human(attributes={"rank": 4}), "level_outside"),
        (human(willpower=3), "level_outside"),
        (robot(humanisation={"swimming": 1}), "level_needs"),
        (robot(traits=["compression_2", "compression_1_5"]), "two_compressions"),
        (robot(traits=["overclocked", "overclocked"]), "twice"),
        (robot(traits=["bug"]), "program_unnamed"),
        (robot(traits=[{"id": "bug", "on": "repare"}]), "program_unnamed_near"),
        (robot(traits=["damaged"]), "condition_too_low"),
        (robot(traits=["overclock"]), "unknown_entry_near"),
        (human(traits=["overclocked"]), "not_for_kind"),
        (human(equipment=["waterproofing"]), "not_for_kind"),
        (robot(equipment=[{"id": "modem", "level": 2}]), "one_level"),
        (robot(equipment=[{"id": "interface", "on": "camera"}]), "ability_unnamed"),
        (robot(weapons=["laser"]), "over_money"),
        (robot(weapons=["bare_hands"]), "not_for_sale"),
        (human(weapons=["pistol"]), "rank_too_low"),
        (human(attributes={"rank": 3}, weapons=["laser", "assault_rifle"]), "one_of_group"),
        (robot(experience=["camera"]), "no_experience"),
        (robot(experience=["cooking"]), "unknown_ability"),
        (robot(experience=["repair"]), "experience_above"),
    ],
)
def test_each_broken_limit_is_named(sheet: AnySheet, reason: str) -> None:
    """By its own reason, and no other."""
    assert list(broken(sheet)) == [reason]


def test_all_broken_limits_are_named_at_once() -> None:
    """Points, name, level, programs, trait, equipment, weapon."""
    sheet = robot(
        name="X", system={"camera": 9, "resistance": 30}, combat={"brawl": 5, "melee": 5},
        traits=["bug"], equipment=["waterproof"], weapons=["laser"],
    )  # fmt: skip
    found = [fault.id for fault in faults(sheet, CONTENT)]
    assert found == [
        "over_points", "identifier", "level_outside", "level_outside", "too_many_programs",
        "program_unnamed", "unknown_entry_near", "over_money",
    ]  # fmt: skip


def test_money_buys_a_robots_weapons_and_no_humans() -> None:
    """15 points are $1,500, a laser's price; a human keeps what rank gives."""
    rich = robot(points_to_money=15, weapons=["laser"])
    assert broken(rich) == {}
    assert points.dollars(rich, CONTENT.stock) == 0
    soldier = human(attributes={"rank": 3}, weapons=["assault_rifle", "grenade", "pistol"], points_to_money=2)
    assert broken(soldier) == {}
    assert points.dollars(soldier, CONTENT.stock) == 200


def test_levels_by_experience_cost_no_points() -> None:
    """Three levels of repair, one of them by experience."""
    sheet = robot(technique={"repair": 3}, experience=["repair"])
    assert points.account(sheet, CONTENT.stock).spent["technique"] == 2
    assert broken(sheet) == {}


def test_the_steps_tell_points_spent_and_left() -> None:
    """Each with its own cost, all with what is left of 140."""
    found = {step.id: step for step in steps(robot(combat={"brawl": 2}), CONTENT)}
    assert list(found) == [
        "identity", "system", "combat", "humanisation", "technique", "knowledge", "traits", "equipment",
        "money", "weapons",
    ]  # fmt: skip
    assert (found["combat"].spent, found["combat"].left) == (4, 136)
    assert [field.price for field in found["system"].fields] == [5] * 5
    assert (found["system"].fields[0].least, found["system"].fields[0].most) == (1, 5)


def test_a_humans_steps_offer_the_weapons_of_his_rank() -> None:
    """Rank 1 has bare hands alone, rank 3 everything."""

    def offered(rank: int) -> set[str]:
        found = {step.id: step for step in steps(human(attributes={"rank": rank}), CONTENT)}
        return {offer.id for offer in found["weapons"].fields[0].offers}

    assert offered(1) == {"bare_hands"}
    assert offered(2) == {"bare_hands", "blade", "pistol"}
    assert offered(3) == {"bare_hands", "blade", "pistol", "assault_rifle", "laser", "grenade"}


def test_a_step_holds_the_faults_of_its_own_entries() -> None:
    """A level above the limit stands in its section."""
    found = {step.id: step for step in steps(robot(system={"camera": 6}), CONTENT)}
    assert [fault.id for fault in found["system"].faults] == ["level_outside"]
    assert found["combat"].faults == ()
