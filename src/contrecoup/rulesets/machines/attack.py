"""One attack by itself: the first combatant attacks the second once; `harm` is the levels taken."""

from collections.abc import Callable

from msgspec.structs import replace

from contrecoup.kernel import Answer, End, Node, Refusal, Refused, Tally, Throw, pick, refusal, result_of
from contrecoup.rulesets.machines.endings import changes_of
from contrecoup.rulesets.machines.fighter import Arm
from contrecoup.rulesets.machines.obstacles import obstacles
from contrecoup.rulesets.machines.rules import attack as rules
from contrecoup.rulesets.machines.rules.dice import HIGHEST, is_possible, pool
from contrecoup.rulesets.machines.rules.health import filled
from contrecoup.rulesets.machines.setup import Attack
from contrecoup.rulesets.machines.state import AttackState, Standing

State = AttackState


def start(setup: Attack) -> State:
    """Before the attacker's throw; Refused where he can't attack like this."""
    reasons = tuple(obstacles(setup.combatants, setup.content.stock)) or tuple(_impossible(setup))
    if reasons:
        raise Refused(reasons, "machines")
    return State("attack")


def _impossible(setup: Attack) -> list[Refusal]:
    """Why this attack can't be thrown."""
    arm = _arm(setup)
    dice, difficulty = _attacking(setup)
    where = "combatants[0].weapon"
    reasons = []
    if dice < 1:
        reasons.append(refusal("no_dice", where, weapon=arm.name))
    if difficulty > HIGHEST:
        reasons.append(refusal("too_difficult", where, difficulty=difficulty, most=HIGHEST))
    if not arm.rounds:
        reasons.append(refusal("empty", "combatants[0].rounds", weapon=arm.name))
    if setup.dice > arm.pool:
        reasons.append(refusal("too_many_dice", "dice", dice=setup.dice, most=arm.pool))
    return reasons


def node(setup: Attack, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES[state.phase](setup, state)


def apply(setup: Attack, state: State, answer: Answer) -> State:
    """The state after a throw's result; Refused once the attack is over."""
    if state.phase == "over":
        pick(node(setup, state), answer)
    result = result_of(answer)
    return _THROWS[state.phase](setup, state, result.value, result.mishap)


def _arm(setup: Attack) -> Arm:
    return setup.fighters[0].arms[0]


def _attacking(setup: Attack) -> tuple[int, int]:
    fighter, arm = setup.fighters[0], _arm(setup)
    return setup.dice or arm.pool, arm.difficulty + fighter.boxes.added[fighter.hurt]


def _damaging(setup: Attack, state: State) -> tuple[int, int]:
    attacker, target = setup.fighters
    arm = _arm(setup)
    dice = rules.damage_dice(arm, attacker, target, setup.distance, state.successes)
    return dice, rules.damage_difficulty(arm, attacker, target)


def _absorbing(setup: Attack, state: State) -> tuple[int, int]:
    attacker, target = setup.fighters
    return rules.absorb_dice(attacker, target), rules.absorb_difficulty(state.successes)


def _attack_throw(setup: Attack, state: State) -> Throw:
    dice, difficulty = _attacking(setup)
    test = pool(dice, difficulty, setup.rulings)
    return Throw(setup.fighters[0].seat, test, "throw.attack", ("attack",), floor=-1, cap=dice, round=True)


def _damage_throw(setup: Attack, state: State) -> Throw:
    dice, difficulty = _damaging(setup, state)
    test = pool(dice, difficulty, setup.rulings)
    key = ("damage", state.successes)
    return Throw(setup.fighters[0].seat, test, "throw.damage", key, cap=dice, mishap_matters=False)


def _absorb_throw(setup: Attack, state: State) -> Throw:
    dice, difficulty = _absorbing(setup, state)
    test = pool(dice, difficulty, setup.rulings)
    key = ("absorb", state.successes)
    seat = setup.fighters[1].seat
    return Throw(seat, test, "throw.absorb", key, cap=state.levels, mishap_matters=False)


def _attack(setup: Attack, state: State, net: int, botch: bool) -> State:
    if botch or net <= 0:
        return State("over", outcome="botch" if botch else "miss")
    state = replace(state, successes=min(net, _attacking(setup)[0]))
    attacker, target = setup.fighters
    if attacker.is_vehicle and not target.is_vehicle and setup.rulings.vehicle_hits_person == "dead":
        return _hit(state, target.boxes.last - target.hurt)
    if not is_possible(*_damaging(setup, state)):
        return _hit(state, 0)
    return replace(state, phase="damage")


def _damage(setup: Attack, state: State, net: int, botch: bool) -> State:
    levels = min(max(net, 0), _damaging(setup, state)[0])
    if levels and is_possible(*_absorbing(setup, state)):
        return replace(state, phase="absorb", levels=levels)
    return _hit(state, levels)


def _absorb(setup: Attack, state: State, net: int, botch: bool) -> State:
    return _hit(state, state.levels - min(max(net, 0), state.levels))


def _hit(state: State, levels: int) -> State:
    return State("over", levels=levels, outcome="hit")


def _end(setup: Attack, state: State) -> End:
    """Levels as dealt, beyond the last box too; the sheet has as many boxes as it has."""
    if state.outcome != "hit":
        return End(state.outcome)
    target = setup.fighters[1]
    boxes = filled(target.boxes, target.hurt, state.levels)
    changes = tuple(changes_of(setup, 1, Standing(boxes, (), ())))
    return End("hit", (Tally("harm", state.levels),), changes)


_NODES: dict[str, Callable[[Attack, State], Node]] = {
    "attack": _attack_throw,
    "damage": _damage_throw,
    "absorb": _absorb_throw,
    "over": _end,
}
_THROWS: dict[str, Callable[[Attack, State, int, bool], State]] = {
    "attack": _attack,
    "damage": _damage,
    "absorb": _absorb,
}
