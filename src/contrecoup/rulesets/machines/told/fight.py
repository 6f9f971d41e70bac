"""What each step of a fight says (rule page, Combat)."""

from collections.abc import Callable, Iterator

from contrecoup.kernel import Answer, Message, Option, Value, message, result_of
from contrecoup.rulesets.machines.actions import arm_of
from contrecoup.rulesets.machines.fighter import Arm, Fighter
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import HIGHEST, is_possible
from contrecoup.rulesets.machines.rules.health import OUT, condition_cost
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import actor, under_way
from contrecoup.rulesets.machines.state import Blow, FightState

State = FightState
Said = Iterator[Message]


def say(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    """The messages of one step: what was done, whom it changed, and what it decided."""
    yield from _SAID[before.phase](setup, before, answer, after)
    yield from _changes(setup, before, after)
    if before.phase in ("initiative", "ties") and after.phase not in ("initiative", "ties", "over"):
        order = ", ".join(setup.fighters[group[0]].label for group in after.groups)
        yield message("order", rule="initiative", order=order)
    if after.phase == "over":
        if after.outcome == "draw":
            yield message("nobody_left", rule="end")
        else:
            yield message("side_left", rule="end", side=after.outcome)


def _initiative(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    who, result = setup.fighters[before.turn].label, result_of(answer)
    if result.mishap:
        once = setup.rulings.initiative == "per_combat"
        yield message("initiative_botch" if once else "initiative_botch_round", rule="initiative", who=who)
    else:
        yield message("initiative", rule="initiative", who=who, count=max(result.value, 0))


def _tie(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    group = next(group for group in before.groups if len(group) > 1)
    first = group[min(max(result_of(answer).value, 1), len(group)) - 1]
    yield message("tie_broken", rule="initiative", who=setup.fighters[first].label)


def _act(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    assert isinstance(answer, Option)
    by = actor(before)
    rule = {"reload": "reloading", "flee": "leaving", "surrender": "leaving"}.get(answer.id, "attack")
    yield Message(f"act_{answer.id}", tuple(_named(setup.fighters[by], answer)), rule=rule)


def _named(fighter: Fighter, answer: Option) -> Iterator[tuple[str, Value]]:
    """Who acts, and the option's values, the weapon's with its own name."""
    yield "who", fighter.label
    for name, value in answer.values:
        yield name, fighter.arms[arm_of(fighter, answer)].name if name == "weapon" else value


def _shots(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    if after.phase == "attack":
        yield _splitting(setup, after)


def _split(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    yield _splitting(setup, after)


def _splitting(setup: Fight, after: State) -> Message:
    blow = under_way(after)
    dice = " + ".join(map(str, blow.shots))
    return message("splits", rule="shots", who=setup.fighters[blow.by].label, dice=dice)


def _aim(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    blow = under_way(after)
    who, target = setup.fighters[blow.by].label, setup.fighters[blow.target].label
    yield message("aims", rule="shots", who=who, target=target)


def _attack(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    blow, result = under_way(before), result_of(answer)
    attacker, target = setup.fighters[blow.by], setup.fighters[blow.target]
    if result.mishap or result.value <= 0:
        id = "botches" if result.mishap else "misses"
        yield message(id, rule="attack", who=attacker.label, target=target.label)
    else:
        yield from _hit(setup, before, blow, result.value)
    if after.standings[blow.by].rounds[blow.arm] == 0 != before.standings[blow.by].rounds[blow.arm]:
        yield message("runs_dry", rule="reloading", who=attacker.label, weapon=attacker.arms[blow.arm].name)


def _hit(setup: Fight, before: State, blow: Blow, successes: int) -> Said:
    attacker, target = setup.fighters[blow.by], setup.fighters[blow.target]
    yield message("hits", rule="attack", who=attacker.label, target=target.label, count=successes)
    yield from effect(setup, attacker, attacker.arms[blow.arm], target)


def effect(setup: Fight, attacker: Fighter, arm: Arm, target: Fighter) -> Said:
    """What a hit means where no damage is thrown."""
    if attacker.is_vehicle and not target.is_vehicle and setup.rulings.vehicle_hits_person == "dead":
        yield message("killed_outright", rule="vehicles", target=target.label)
    elif rules.damage_difficulty(arm, attacker, target) > HIGHEST:
        yield message("harmless", rule="damage", weapon=arm.name, target=target.label)


def _damage(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    blow, levels = under_way(before), max(result_of(answer).value, 0)
    victim = setup.fighters[blow.victims[0]]
    yield from damage(setup.fighters[blow.by], victim, blow.successes, levels)


def damage(attacker: Fighter, victim: Fighter, successes: int, levels: int) -> Said:
    """What a throw of damage comes to."""
    if not levels:
        yield message("damage_none", rule="damage", target=victim.label)
        return
    yield message("damage", rule="damage", target=victim.label, count=levels)
    dice, difficulty = rules.absorb_dice(attacker, victim), rules.absorb_difficulty(successes)
    if not is_possible(dice, difficulty):
        yield message("nothing_absorbed", rule="absorb", target=victim.label)


def _absorb(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    blow = under_way(before)
    yield absorbing(setup.fighters[blow.victims[0]], blow.levels, result_of(answer).value)


def absorbing(victim: Fighter, levels: int, net: int) -> Message:
    """What absorbing comes to."""
    off = min(max(net, 0), levels)
    if not off:
        return message("absorbs_none", rule="absorb", target=victim.label)
    return message("absorbs", rule="absorb", target=victim.label, count=off, left=levels - off)


def _heat(setup: Fight, before: State, answer: Answer, after: State) -> Said:
    fighter = setup.fighters[actor(before)]
    assert fighter.heat is not None
    hot = result_of(answer).value <= fighter.heat.at
    yield message("overheats" if hot else "stays_cool", rule="overheating", who=fighter.label)


def _changes(setup: Fight, before: State, after: State) -> Said:
    for fighter, was, now in zip(setup.fighters, before.standings, after.standings, strict=True):
        if now.boxes > was.boxes:
            yield from boxes_filled(fighter, was.boxes, now.boxes)


def boxes_filled(fighter: Fighter, before: int, after: int) -> Said:
    """New boxes, what they make of somebody, and a robot's lost condition."""
    box, added = fighter.boxes.names[after], fighter.boxes.added[after]
    count = after - before
    if added >= OUT:
        yield message("is_out", rule="wounds", who=fighter.label, count=count, box=box)
    else:
        yield message("is_hurt", rule="wounds", who=fighter.label, count=count, box=box, added=added)
    lost = condition_cost(fighter.boxes, before, after)
    if lost:
        yield message("loses_condition", rule="wounds", who=fighter.label, count=lost)


_SAID: dict[str, Callable[[Fight, State, Answer, State], Said]] = {
    "initiative": _initiative,
    "ties": _tie,
    "act": _act,
    "shots": _shots,
    "split": _split,
    "aim": _aim,
    "attack": _attack,
    "damage": _damage,
    "absorb": _absorb,
    "heat": _heat,
}
