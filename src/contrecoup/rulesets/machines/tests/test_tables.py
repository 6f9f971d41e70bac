"""The shipped tables hold what the rules page says; and what a pool may not be."""

from contrecoup.dice import PoolTest
from contrecoup.registry import load
from contrecoup.rulesets.machines.rules.attack import damage_difficulty
from contrecoup.rulesets.machines.rules.dice import is_possible
from contrecoup.rulesets.machines.rules.health import OUT, boxes_of
from contrecoup.rulesets.machines.tests.cast import Table, armed, content, fight, machine, person

STOCK = content().stock


def test_weapons_have_the_pages_damage_difficulty_magazine_and_price() -> None:
    """Only an assault rifle has up to 14 shots, only a grenade loses dice with distance."""
    found = {
        id: (each.damage, each.difficulty, each.magazine, each.price) for id, each in STOCK.weapons.items()
    }
    assert found == {
        "pistol": (3, 6, 14, 300),
        "assault_rifle": (6, 7, 30, 1000),
        "grenade": (30, 6, 1, 50),
        "laser": (8, 8, None, 1500),
        "bare_hands": (1, 6, None, None),
        "blade": (2, 6, None, 50),
    }
    assert STOCK.weapons["assault_rifle"].rate == 14
    assert {id: each.falloff for id, each in STOCK.weapons.items() if each.falloff} == {"grenade": 4}


def test_equipment_costs_what_the_page_says() -> None:
    """In bonus points, a level where it has levels; some for robots alone."""
    assert {id: each.price for id, each in STOCK.equipment.items()} == {
        "modem": 2, "graphical_interface": 1, "video_card": 7, "built_in_blade": 1, "built_in_rifle": 5,
        "infrared_vision": 2, "thermographic_vision": 3, "interface": 3, "motor_accelerator": 2,
        "waterproofing": 3, "antivirus": 3,
    }  # fmt: skip
    robots = {id for id, each in STOCK.equipment.items() if each.only == "robot"}
    assert robots == {"graphical_interface", "video_card", "motor_accelerator", "waterproofing", "antivirus"}


def test_vehicles_and_traits_have_the_pages_figures() -> None:
    """Vigor and dice; points that traits give."""
    vehicles = {id: (each.vigor, each.damage) for id, each in STOCK.vehicles.items()}
    assert vehicles == {"panzer": (30, 20), "general_robot": (50, 30)}
    assert {id: each.points for id, each in STOCK.traits.items() if each.points} == {"damaged": 5, "bug": 5}


def test_boxes_add_up_to_four_then_nobody_can_act() -> None:
    """Seven boxes; a robot's second, fourth and sixth cost a point of condition."""
    for kind in ("human", "robot"):
        boxes = boxes_of(STOCK.tracks[kind])
        assert boxes.added == (0, 0, 1, 2, 3, 4, OUT, OUT)
    assert [place for place, costs in enumerate(boxes_of(STOCK.tracks["robot"]).costs) if costs] == [2, 4, 6]
    assert not any(boxes_of(STOCK.tracks["human"]).costs)


def test_sections_cost_what_the_page_says() -> None:
    """A level of each section, robots' and humans'."""
    prices = {(each.kind, each.section): each.price for each in STOCK.sections.values()}
    assert prices == {
        ("robot", "system"): 5, ("robot", "combat"): 2, ("robot", "humanisation"): 3,
        ("robot", "technique"): 1, ("robot", "knowledge"): 2,
        ("human", "attributes"): 3, ("human", "combat"): 3, ("human", "competence"): 2,
        ("human", "technique"): 3, ("human", "knowledge"): 1, ("human", "willpower"): 1,
        ("human", "nerve"): 3,
    }  # fmt: skip


def test_difficulty_below_two_counts_as_two_and_above_nine_is_impossible() -> None:
    """Neither is a pool of no dice thrown."""
    assert PoolTest(3, 0).weights(-3, 3) == PoolTest(3, 2).weights(-3, 3)
    assert not is_possible(3, 10)
    assert not is_possible(0, 5)
    assert is_possible(1, 9)


def test_a_ten_counts_once() -> None:
    """It is not thrown again."""
    assert not any(die.aces for die in PoolTest(3, 6).dice())
    assert PoolTest(3, 6).read([10, 10, 2]).value == 2


def test_firearms_meet_the_guard_and_blades_three_more() -> None:
    """Resistance 4: difficulty 4 and 7."""
    setup = Table(fight(armed(person(), "pistol", also=["blade"]), machine(resistance=4))).setup
    attacker, target = setup.fighters
    arms = {arm.id: damage_difficulty(arm, attacker, target) for arm in attacker.arms}
    assert arms == {"pistol": 4, "blade": 7, "bare_hands": 7}


def test_a_laser_is_never_empty() -> None:
    """Its attack is offered however often it has been fired."""
    table = Table(fight(armed(person(firearms=3), "laser"), machine())).give(2, 1)
    for _ in range(40):
        table.give("attack", 0, "wait")
    assert any(each.id == "attack" and "laser" in str(each.values) for each in table.node.options)


def test_armour_adds_dice_to_a_human_s_absorbing_pool() -> None:
    """Vigor 3 and armour 2."""
    target = {"sheet": person(vigor=3), "armour": 2}
    table = Table(fight(armed(person(firearms=3), "pistol"), target, scene="attack")).give(1, 2)
    assert table.node.test.count == 5


def test_the_rulings_are_the_pages_with_its_defaults() -> None:
    """The first value of each is the default."""
    rulings = load(fight(person(), person())).manifest.rulings
    assert [(each.id, each.values, each.default) for each in rulings] == [
        ("success_at", ("at_or_above", "above"), "at_or_above"),
        ("botch", ("more_ones", "no_success"), "more_ones"),
        ("initiative", ("per_combat", "per_round"), "per_combat"),
        ("vehicle_hits_person", ("roll", "dead"), "roll"),
    ]
