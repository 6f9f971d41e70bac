"""One attack through all its steps, and the pools that it is made of."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import contrecoup
from contrecoup.dice import PoolTest
from contrecoup.kernel import Result
from contrecoup.registry import load
from contrecoup.rulesets.machines.tests.cast import Table, armed, fight, machine, person

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
WEAPONS = {(6, False): "assault_rifle", (2, True): "blade", (8, False): "laser", (3, False): "pistol"}


def attack(case: dict[str, Any]) -> dict[str, Any]:
    """The scene of a case: a weapon by its damage, a human with the pool, a target with guard and armour."""
    weapon = WEAPONS[case["damage"], case["melee"]]
    skill = "melee" if case["melee"] else "firearms"
    attacker = person(3, case["pool"] - 3, "Ortiz", **{skill: 3})
    target = {"sheet": person(vigor=case["guard"]), "armour": case["armour"]}
    return fight(armed(attacker, weapon), target, scene="attack")


@pytest.mark.parametrize("case", VECTORS["attacks"])
def test_an_attack_takes_as_many_levels_as_reckoned_by_hand(case: dict[str, Any]) -> None:
    """A rifle, a blade, a laser, a pistol against armour: missed, botched, or levels taken."""
    odds, expected = contrecoup.odds(load(attack(case))), case["p"]
    found: dict[str, Any] = {str(levels): share for levels, share in odds.harm.items()}
    found |= {end: odds.ends[end] for end in ("botch", "miss")}
    assert found.keys() == expected.keys()
    assert all(abs(float(found[key]) - expected[key]) < 1e-12 for key in expected)
    assert abs(float(odds.ends["hit"]) - (1 - expected["botch"] - expected["miss"])) < 1e-12


@pytest.mark.parametrize("case", VECTORS["attacks"])
def test_an_attack_in_fractions_is_the_same(case: dict[str, Any]) -> None:
    """Fractions whose doubles are the figures."""
    odds = contrecoup.odds(load(attack(case)), exact=True)
    assert sum(odds.ends.values()) == 1
    assert all(
        abs(float(odds.tallies["harm"][int(key)]) - share) < 1e-12
        for key, share in case["p"].items()
        if key.isdigit()
    )


@pytest.mark.parametrize("case", VECTORS["pools"])
def test_a_pool_is_exact_in_fractions(case: dict[str, Any]) -> None:
    """Net successes of d10: below 0 is a botch."""
    count = case["dice"]
    weights = PoolTest(count, case["difficulty"]).weights(-count, count)
    whole = sum(weights.values())
    found = {result: Fraction(weight, whole) for result, weight in weights.items()}
    expected = {Result(int(net), int(net) < 0): Fraction(share) for net, share in case["p"].items()}
    assert found == {result: share for result, share in expected.items() if share}


def test_the_sources_worked_example_is_two_successes() -> None:
    """9, 1, 4, 8, 7 at difficulty 7."""
    assert PoolTest(5, 7).read([9, 1, 4, 8, 7]) == Result(2, False)


def test_nothing_is_absorbed_at_five_successes() -> None:
    """5 + 5 is above 9: the damage stands as thrown."""
    table = Table(fight(armed(person(dexterity=5, firearms=5), "pistol"), person(), scene="attack"))
    table.give(5)
    assert table.node.reason == "throw.damage"
    table.give(3)
    assert table.state.outcome == "hit"
    assert table.state.levels == 3


def test_by_hand_three_is_added_and_vigor_seven_can_not_be_hurt() -> None:
    """A fist against vigor 7: difficulty 10, no throw, no harm."""
    table = Table(fight(person(brawl=3), person(vigor=7), scene="attack")).give(2)
    assert table.state.levels == 0
    assert "harmless" in table.said


@pytest.mark.parametrize(("metres", "dice"), [(0, 32), (2, 24), (7, 4)])
def test_a_grenade_has_four_dice_less_a_metre(metres: int, dice: int) -> None:
    """30 dice and two successes at the burst; from eight metres on nothing."""
    table = Table(fight(armed(person(firearms=2), "grenade"), person(), scene="attack", distance=metres))
    assert table.give(2).node.test.count == dice


def test_a_grenade_eight_metres_away_does_nothing() -> None:
    """30 less 32."""
    table = Table(fight(armed(person(firearms=2), "grenade"), person(), scene="attack", distance=8)).give(2)
    assert (table.state.outcome, table.state.levels) == ("hit", 0)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (fight(armed(person(dexterity=0), "pistol"), person(), scene="attack"), "no_dice"),
        (
            fight(armed({**person(firearms=3), "damage": 5}, "laser"), person(), scene="attack"),
            "too_difficult",
        ),
        (fight(armed(person(), "pistol", rounds=0), person(), scene="attack"), "empty"),
        (fight(armed(person(), "pistol"), person(), scene="attack", dice=9), "too_many_dice"),
        (
            fight(armed({**person(firearms=3), "damage": 7}, "pistol"), person(), scene="attack"),
            "too_difficult",
        ),
    ],
)
def test_an_attack_that_can_not_be_made_is_refused(data: dict[str, Any], reason: str) -> None:
    """With the rule named."""
    with pytest.raises(contrecoup.Refused) as refused:
        load(data)
    assert reason in [each.id for each in refused.value.reasons]


@pytest.mark.parametrize("scene", ["attack", "fight"])
@pytest.mark.parametrize(
    ("sheet", "most"), [(person(), 7), ({**machine(), "name": "ATC"}, 7)], ids=["human", "robot"]
)
@pytest.mark.parametrize("place", [0, 1])
def test_more_damage_than_there_are_boxes_is_refused_with_how_many_there_are(
    scene: str, sheet: dict[str, Any], most: int, place: int
) -> None:
    """At its place, of either combatant; the last box is accepted."""
    sheets = [armed(person(firearms=3), "pistol"), armed(person(), "pistol")]
    sheets[place] = {"sheet": {**sheet, "damage": most + 1}}
    with pytest.raises(contrecoup.Refused) as refused:
        load(fight(*sheets, scene=scene))
    (reason,) = refused.value.reasons
    assert (reason.id, reason.where) == ("too_much_damage", f"combatants[{place}].sheet.damage")
    assert dict(reason.values) == {"damage": most + 1, "most": most}


def test_only_humans_wear_armour() -> None:
    """A robot in armour is refused, with a sheet of its own or as a ready character."""
    for sheet in (machine(), "scout_robot"):
        worn = {"sheet": sheet, "armour": 2}
        with pytest.raises(contrecoup.Refused) as refused:
            load(fight(armed(person(), "pistol"), worn, scene="attack"))
        assert [(each.id, each.where) for each in refused.value.reasons] == [
            ("armour_on_robot", "combatants[1].armour")
        ]
    load(fight(armed(person(), "pistol"), {"sheet": person(), "armour": 2}, scene="attack"))
