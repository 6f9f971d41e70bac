"""Fights: turns, split pools, magazines, vehicles, overheating, leaving, and how odds shorten them."""

from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import End
from contrecoup.registry import load
from contrecoup.rulesets.machines.rules.attack import (
    absorb_dice,
    damage_dice,
    damage_difficulty,
    even_split,
    splits,
)
from contrecoup.rulesets.machines.tests.cast import Table, armed, fight, machine, person
from contrecoup.testing.chances import pushed


def test_more_successes_act_first_and_the_attribute_breaks_ties() -> None:
    """Equal successes: processor 4 before dexterity 3."""
    table = Table(fight(person(firearms=3), machine(processor=4))).give(1, 1)
    assert table.node.seat == "fighter_2"
    assert Table(fight(person(firearms=3), machine(processor=4))).give(2, 1).node.seat == "fighter_1"


def test_a_shared_die_breaks_what_is_still_tied() -> None:
    """Equal successes and attributes."""
    table = Table(fight(person(firearms=3), machine(processor=3))).give(1, 1)
    assert table.node.reason == "throw.tie"
    assert table.give(2).node.seat == "fighter_2"


def test_who_botches_initiative_never_acts_in_this_combat() -> None:
    """Round after round it is the other's turn, who may even wait."""
    table = Table(fight(person(firearms=3), machine())).give(-1, 1, "wait", "wait", "wait")
    assert table.node.seat == "fighter_2"


def test_under_the_ruling_a_botch_costs_one_round() -> None:
    """Then initiative is thrown anew."""
    table = Table(fight(person(firearms=3), machine(), rulings={"initiative": "per_round"})).give(
        -1, 1, "wait"
    )
    assert table.node.reason == "throw.initiative"
    assert table.give(2, 1).node.seat == "fighter_1"


def test_wounds_make_everything_harder_up_to_the_impossible() -> None:
    """Five boxes: +4, so a rifle (7) and a pistol (6) can't be fired."""
    hurt = {**person(firearms=3), "damage": 4}
    table = Table(fight(armed(hurt, "assault_rifle"), machine())).give(2, 1)
    ids = [(option.id, str(option.values)) for option in table.node.options]
    assert not any("assault_rifle" in values for _, values in ids)
    assert any(id == "attack" and "bare_hands" in values for id, values in ids)
    worse = {**person(firearms=3), "damage": 5}
    table = Table(fight(armed(worse, "pistol"), machine())).give(2, 1)
    assert {option.id for option in table.node.options} == {"wait", "flee", "surrender"}


def test_a_robot_loses_condition_with_boxes_two_four_and_six() -> None:
    """From none to four: two points."""
    table = Table(fight(armed(person(firearms=3), "pistol"), machine())).give(2, 1, "attack", 1, 4, 0)
    assert table.boxes() == [0, 4]
    table.give("surrender")
    end = table.node
    assert isinstance(end, End)
    assert {(change.field, change.value) for change in end.aftermath} == {
        ("damage", 4),
        ("condition_lost", 2),
    }


def test_several_shots_split_the_pool_and_spend_a_round_each() -> None:
    """Six dice among three shots."""
    table = Table(fight(armed(person(firearms=3), "assault_rifle"), machine(resistance=9)))
    table.give(2, 1, "several")
    table.give("shots")
    assert [option["dice"] for option in table.node.options] == ["5+1", "4+2", "3+3"]
    table.give("push")
    assert table.node.test.count == 3
    table.give(0)
    assert table.node.test.count == 3
    table.give(0)
    assert table.state.standings[0].rounds[0] == 28


def test_an_empty_magazine_can_not_fire_and_a_full_one_is_put_in() -> None:
    """One round, one magazine."""
    data = fight(armed(person(firearms=3), "pistol", rounds=1, magazines=1), machine())
    table = Table(data).give(2, 1, "attack", 0, "wait")
    assert "runs_dry" in table.said
    assert not any("pistol" in str(o.values) for o in table.node.options if o.id == "attack")
    assert table.node.push.id == "reload"
    table.give("reload", "wait")
    assert table.state.standings[0].rounds[0] == 14
    assert table.state.standings[0].spare[0] == 0


def test_a_grenade_reaches_bystanders_and_not_those_too_far_away() -> None:
    """Five metres: ten dice and the successes; forty: none."""
    data = fight(
        armed(person(firearms=3), "grenade", at=0),
        {"sheet": machine(), "at": 20},
        {"sheet": machine(), "at": 25},
        {"sheet": machine(), "at": 60},
    )
    table = Table(data).give(3, 2, 1, 0, "attack", 1)
    assert table.node.test.count == 31
    table.give(2, 0)
    assert table.node.test.count == 11
    table.give(3, 0)
    assert table.boxes() == [0, 2, 3, 0]


def test_between_vehicles_everything_is_divided_by_ten() -> None:
    """20 dice become 2, vigor 50 becomes 5."""
    data = fight({"vehicle": "panzer", "sheet": "soldier"}, {"vehicle": "general_robot"})
    table = Table(data).give(2, 1, "attack", 1)
    assert (table.node.test.count, table.node.test.difficulty) == (3, 5)
    table.give(1)
    assert (table.node.test.count, table.node.test.difficulty) == (5, 6)


@pytest.mark.parametrize(("figure", "scaled"), [(1, 1), (9, 1), (10, 1), (19, 1), (20, 2)])
def test_between_vehicles_at_least_one_is_left(figure: int, scaled: int) -> None:
    """A tenth of 9, rounded down, would be none: of the weapon's dice, of what they are thrown against."""
    scene = load(fight({"vehicle": "panzer", "sheet": "soldier"}, {"vehicle": "general_robot"}))
    setup: Any = scene.setup
    attacker, target = (fighter._replace(guard=figure) for fighter in setup.fighters)
    arm = attacker.arms[0]._replace(damage=figure)
    assert damage_dice(arm, attacker, target, 0, 0) == scaled
    assert damage_difficulty(arm, attacker, target) == scaled
    assert absorb_dice(attacker, target) == scaled


def test_against_a_person_every_die_is_thrown() -> None:
    """20 dice and a success against resistance 3."""
    table = Table(fight({"vehicle": "panzer", "sheet": "soldier"}, machine())).give(2, 1, "attack", 1)
    assert (table.node.test.count, table.node.test.difficulty) == (21, 3)


def test_or_the_person_is_dead_at_the_game_masters_word() -> None:
    """Ruling vehicle_hits_person = dead."""
    data = fight(
        {"vehicle": "panzer", "sheet": "soldier"}, machine(), rulings={"vehicle_hits_person": "dead"}
    )
    table = Table(data).give(2, 1, "attack", 1)
    assert table.boxes() == [0, 7]
    assert table.state.outcome == "north"


def test_a_fight_in_which_nobody_can_harm_anybody_ends_without_a_winner() -> None:
    """Fists against resistance 8, both ways."""
    table = Table(fight(person(vigor=8), machine(resistance=8)))
    assert table.state.outcome == "draw"


def test_an_overclocked_robot_may_overheat_from_its_fifth_action_on() -> None:
    """Four actions without a die, then a 1: four boxes."""
    data = fight(armed(person(), "pistol"), armed(machine(traits=["overclocked"]), "laser"))
    table = Table(data).give(0, 3, *["push", 0, "wait"] * 4, "push", 0)
    assert table.node.reason == "throw.heat"
    assert table.give(1).boxes() == [0, 4]


def test_overheating_fills_no_box_above_the_fourth() -> None:
    """A 10 leaves the robot cool."""
    data = fight(armed(person(), "pistol"), armed(machine(traits=["overclocked"]), "laser"))
    table = Table(data).give(0, 3, *["push", 0, "wait"] * 4, "push", 0, 10)
    assert table.boxes() == [0, 0]


@pytest.mark.parametrize("leaving", ["flee", "surrender"])
def test_who_leaves_takes_no_further_part(leaving: str) -> None:
    """The other side is left."""
    assert Table(fight(person(), machine())).give(2, 1, leaving).state.outcome == "south"


def test_of_two_with_one_name_only_the_second_is_hit() -> None:
    """Options name them apart."""
    table = Table(fight(armed(person(firearms=3), "pistol"), machine(), machine())).give(3, 2, 1)
    second = next(o for o in table.node.options if o.id == "attack" and o["target"] == "2023 ATC17 (2)")
    table.state = table.rules.apply(table.setup, table.state, second)
    assert table.give(1, 2, 0).boxes() == [0, 0, 2]


def test_the_plan_attacks_the_nearest_or_the_weakest() -> None:
    """The one at ten metres, or the one already hurt."""
    near, hurt = {"sheet": machine(), "at": 10}, {"sheet": {**machine(), "damage": 3}, "at": 30}
    for target, label in (("nearest", "2023 ATC17"), ("weakest", "2023 ATC17 (2)")):
        shooter = armed(person(firearms=3), "pistol", at=0)
        table = Table(fight(shooter, near, hurt, plan={"target": target})).give(3, 2, 1)
        assert table.node.push["target"] == label


def test_a_plan_may_flee_or_surrender_once_hurt() -> None:
    """From the third box on."""
    hurt = {**person(firearms=3), "damage": 3}
    assert Table(fight(hurt, machine(), plan={"flees": 3})).give(3, 1).node.push.id == "flee"
    assert Table(fight(hurt, machine(), plan={"surrenders": 3})).give(3, 1).node.push.id == "surrender"


@pytest.mark.parametrize(
    "data",
    [
        fight(armed(person(firearms=1), "pistol", rounds=3), armed(machine(resistance=2), "laser")),
        fight(armed(person(firearms=3), "pistol", rounds=4), machine(), plan={"shots": 2}),
        fight(armed(person(), "grenade", also=["blade"]), armed(machine(traits=["overclocked"]), "blade")),
    ],
)
def test_odds_take_an_attack_as_one_throw_without_changing_an_end(data: dict[str, Any]) -> None:
    """The whole fight, throw by throw, against the shortened one."""
    setup: Any = load(data).setup
    rules: Any = load(data).ruleset
    plain = pushed(rules, setup, rules.start(setup))
    fewer = setup.pushed()
    short = pushed(rules, fewer, rules.start(fewer))
    assert plain.keys() == short.keys()
    assert all(abs(plain[end] - short[end]) < 1e-9 for end in plain)


def test_a_duel_is_solved_to_the_end() -> None:
    """Winner, rounds, boxes left, ammunition; both botch initiative with 0.055 squared."""
    odds = contrecoup.odds(load("examples/machines-duel.toml"))
    assert odds.sampled == 0
    assert abs(float(odds.ends["draw"]) - 0.055**2) < 1e-12
    assert abs(sum(map(float, odds.ends.values())) - 1) < 1e-12
    assert odds.tallies.keys() == {"left", "ammunition"}
    assert abs(sum(map(float, odds.left["fighter_1"].values())) - 1) < 1e-9


@pytest.mark.parametrize("weapon", ["assault_rifle", "pistol", "laser", "blade"])
def test_duels_with_a_magazine_beside_are_walked_and_fights_of_many_sampled_at_once(weapon: str) -> None:
    """Two rifles with 60 rounds each reach 191,592 states; benchmarks/machines.py solves them."""
    one = armed(person(firearms=3), weapon, magazines=1)
    duel: Any = load(fight(one, armed(machine(), weapon, magazines=1)))
    assert not duel.setup.is_vast()
    squads: Any = load(fight(*[one] * 10))
    assert squads.setup.is_vast()


def test_splits_are_whole_and_each_has_a_die() -> None:
    """All ways to split seven dice among three shots, larger parts first."""
    assert splits(7, 3) == ((5, 1, 1), (4, 2, 1), (3, 3, 1), (3, 2, 2))
    assert even_split(7, 3) == (3, 2, 2)
    assert even_split(7, 3) in splits(7, 3)
