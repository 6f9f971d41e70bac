"""What each step of a single attack says (rule page, Combat)."""

from collections.abc import Iterator

from contrecoup.kernel import Answer, Message, message, result_of
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import HIGHEST
from contrecoup.rulesets.machines.rules.health import filled
from contrecoup.rulesets.machines.setup import Attack
from contrecoup.rulesets.machines.state import AttackState
from contrecoup.rulesets.machines.told import fight

Said = Iterator[Message]


def say(setup: Attack, before: AttackState, answer: Answer, after: AttackState) -> Said:
    """The messages of one step."""
    attacker, target = setup.fighters
    result = result_of(answer)
    if before.phase == "attack":
        yield from _attack(setup, result.value, result.mishap)
    elif before.phase == "damage":
        yield from fight.damage(attacker, target, before.successes, max(result.value, 0))
    else:
        yield fight.absorbing(target, before.levels, result.value)
    if after.outcome == "hit":
        yield from _taken(setup, after.levels)


def _attack(setup: Attack, net: int, botch: bool) -> Said:
    attacker, target = setup.fighters
    if botch or net <= 0:
        id = "botches" if botch else "misses"
        yield message(id, rule="attack", who=attacker.label, target=target.label)
        return
    arm = attacker.arms[0]
    yield message("hits", rule="attack", who=attacker.label, target=target.label, count=net)
    if attacker.is_vehicle and not target.is_vehicle and setup.rulings.vehicle_hits_person == "dead":
        yield message("killed_outright", rule="vehicles", target=target.label)
    elif rules.damage_difficulty(arm, attacker, target) > HIGHEST:
        yield message("harmless", rule="damage", weapon=arm.name, target=target.label)
    elif not rules.reach(arm, setup.distance):
        yield message("out_of_reach", rule="grenades", target=target.label, metres=setup.distance)


def _taken(setup: Attack, levels: int) -> Said:
    target = setup.fighters[1]
    after = filled(target.boxes, target.hurt, levels)
    if after > target.hurt:
        yield from fight.boxes_filled(target, target.hurt, after)
    else:
        yield message("unharmed", rule="wounds", who=target.label)
