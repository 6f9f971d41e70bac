"""Checks: free pools and the standing tests."""

from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Choice, End, Throw
from contrecoup.registry import load
from contrecoup.rulesets.machines.tests.cast import Table

SCOUT = {
    "kind": "robot", "name": "2021 SCT04", "system": {"camera": 3, "condition": 2, "processor": 3},
    "technique": {"detection": 2, "identification": 2, "repair": 3},
    "humanisation": {"warmth": 3, "swimming": 2},
}  # fmt: skip
ORTIZ = {
    "kind": "human",
    "name": "Ortiz",
    "attributes": {"perception": 3},
    "technique": {"identification": 2},
}


def check(**data: Any) -> dict[str, Any]:
    """A check's data."""
    return {"rules": "machines", "scene": "check", **data}


def test_a_mine_is_looked_for_with_camera_and_detection() -> None:
    """Five dice at 7, two successes asked: the odds are those of the pool."""
    data = check(task="mines", successes=2, actor=SCOUT)
    table = Table(data)
    assert (table.node.test.count, table.node.test.difficulty) == (5, 7)
    assert table.give(2).state.outcome == "success"
    odds = contrecoup.odds(load(data))
    assert abs(float(odds.ends["success"]) - (0.264 + 0.1728 + 0.064 + 0.01024)) < 1e-12
    assert abs(float(odds.ends["botch"]) - (0.00001 + 0.00025 + 0.0027 + 0.0165 + 0.06285)) < 1e-12


@pytest.mark.parametrize(
    ("condition", "net", "outcome"), [(2, 1, "failure"), (2, 2, "success"), (1, 1, "success")]
)
def test_a_robot_is_spotted_against_its_condition(condition: int, net: int, outcome: str) -> None:
    """Identification and perception, as many successes as its condition."""
    target = {**SCOUT, "system": {"condition": condition}}
    table = Table(check(task="spot_robot", actor=ORTIZ, target=target))
    assert (table.node.test.count, table.node.test.difficulty) == (5, 7)
    assert table.give(net).state.outcome == outcome


def test_a_robot_without_condition_is_seen_without_a_throw() -> None:
    """Skin gone, also by what it lost in combat."""
    lost = {**SCOUT, "condition_lost": 2}
    end = Table(check(task="spot_robot", actor=ORTIZ, target=lost)).node
    assert isinstance(end, End)
    assert end.outcome == "success"


def test_a_dog_needs_as_many_successes_as_the_robot_has_warmth() -> None:
    """Three, with four dice."""
    assert Table(check(task="scent", dice=4, target=SCOUT)).give(2).state.outcome == "failure"
    assert Table(check(task="scent", dice=4, target=SCOUT)).give(3).state.outcome == "success"


def test_a_robot_swims_only_if_it_is_waterproof() -> None:
    """Refused without; two dice and its resistance with."""
    with pytest.raises(contrecoup.Refused) as refused:
        load(check(task="swimming", actor=SCOUT))
    assert [reason.id for reason in refused.value.reasons] == ["task_needs"]
    assert Table(check(task="swimming", actor={**SCOUT, "equipment": ["waterproofing"]})).node.test.count == 2


def test_repair_takes_a_box_off_a_success_and_an_hour_until_the_next_try() -> None:
    """Camera 3 + repair 3 at 6."""
    hurt = {**SCOUT, "damage": 2}
    table = Table(check(task="repair", actor=hurt))
    assert (table.node.test.count, table.node.test.difficulty) == (6, 7)
    end = table.give(3).node
    assert isinstance(end, End)
    assert [(change.field, change.value) for change in end.aftermath] == [("repair_wait", 60), ("damage", 0)]
    for sheet, reason in (({**hurt, "repair_wait": 5}, "repaired_lately"), (SCOUT, "nothing_to_repair")):
        with pytest.raises(contrecoup.Refused) as refused:
            load(check(task="repair", actor=sheet))
        assert [each.id for each in refused.value.reasons] == [reason]


def test_without_courage_the_game_master_says_whether_one_can_act() -> None:
    """With courage willpower + courage is thrown at 7; a robot knows no fear."""
    assert isinstance(Table(check(task="courage", actor=ORTIZ)).node, Choice)
    assert Table(check(task="courage", actor=ORTIZ)).give("unable").state.outcome == "failure"
    brave = Table(check(task="courage", actor={**ORTIZ, "nerve": {"courage": 2}})).node
    assert isinstance(brave, Throw)
    assert len(brave.test.dice()) == 6
    assert Table(check(task="cold", actor=SCOUT)).state.outcome == "success"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (check(task="mine", actor=SCOUT), "unknown_entry_near"),
        (check(pool=["camara"], actor=SCOUT), "unknown_ability_near"),
        (check(actor=SCOUT), "pool_missing"),
        (check(pool=["camera"]), "actor_missing"),
        (check(task="scent", target=SCOUT), "dice_missing"),
        (check(task="spot_robot", actor=ORTIZ), "target_missing"),
        (check(task="repair", actor=ORTIZ), "not_a_robot"),
        (check(pool=["language"], actor=SCOUT), "no_dice_to_throw"),
        (check(pool=["camera"], difficulty=10, actor=SCOUT), "too_difficult"),
        (check(pool=["camera"], actor={**SCOUT, "damage": 6}), "actor_out"),
        (check(pool=["camera"], actor="scuot_robot"), "unknown_entry_near"),
    ],
)
def test_a_check_that_can_not_be_is_refused(data: dict[str, Any], reason: str) -> None:
    """With the reason."""
    with pytest.raises(contrecoup.Refused) as refused:
        load(data)
    assert reason in [each.id for each in refused.value.reasons]
