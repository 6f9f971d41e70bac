"""Exchanges: for odds, an attack with its damage and absorbing as one throw.

Its weights are found by the blows themselves: the same throws and results as at the table, every result
followed with its exact chance until the attack is over.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from msgspec.structs import replace

from contrecoup.kernel import Result, Throw
from contrecoup.rulesets.machines import blows, heating
from contrecoup.rulesets.machines.endings import spent
from contrecoup.rulesets.machines.rules.health import filled
from contrecoup.rulesets.machines.rules.spread import Spread, spread_of
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import under_way
from contrecoup.rulesets.machines.state import Blow, FightState, Standing

State = FightState
_Ask = Callable[[Fight, State], Throw]
_Take = Callable[[Fight, State, Result], State]
_STEPS: dict[str, tuple[_Ask, _Take]] = {
    "attack": (blows.ask_attack, blows.attack),
    "damage": (blows.ask_damage, blows.deal),
    "absorb": (blows.ask_absorb, blows.absorb),
}


def ask(setup: Fight, state: State) -> Throw:
    """The throw whose value is the boxes that the target loses."""
    blow = under_way(state)
    standings = state.standings
    known = ("exchange", blow, standings[blow.by].boxes, standings[blow.target].boxes, state.opening)
    found = setup.memo.get(known)
    if found is None:
        found = _throw(setup, state, blow)
        setup.remember(known, found)
    return cast(Throw, found)


def _throw(setup: Fight, state: State, blow: Blow) -> Throw:
    fighter, target = setup.fighters[blow.by], setup.fighters[blow.target]
    added = fighter.boxes.added[state.standings[blow.by].boxes]
    left = target.boxes.last - state.standings[blow.target].boxes
    key = ("exchange", blow.by, blow.arm, blow.shots[0], added, blow.target, left)
    before = replace(state, phase="attack", opening=False)
    test = _known_spread(setup.plain, before, blow, added, left)
    return Throw(fighter.seat, test, "throw.attack", key, cap=left, mishap_matters=False, round=state.opening)


def _known_spread(setup: Fight, state: State, blow: Blow, added: int, left: int) -> Spread:
    """The spread of an attack; those of fighters who are alike are found once."""
    attacker, target = setup.fighters[blow.by], setup.fighters[blow.target]
    arm = attacker.arms[blow.arm]
    figures = (arm.difficulty, arm.damage, arm.is_melee, blow.shots[0], added, attacker.is_vehicle)
    key = ("spread", figures, target.kind, target.guard, target.armour, target.boxes.last, left)
    found = setup.memo.get(key)
    if found is None:
        found = _spread(setup, state, blow.target, left)
        setup.remember(key, found)
    return cast(Spread, found)


def _spread(setup: Fight, state: State, target: int, left: int) -> Spread:
    before = state.standings[target].boxes
    chances: dict[int, Fraction] = {}
    here: dict[State, Fraction] = {state: Fraction(1)}
    while here:
        ahead: dict[State, Fraction] = {}
        for each, chance in here.items():
            ask, take = _STEPS[each.phase]
            asked = ask(setup, each)
            weights = asked.test.weights(asked.floor, asked.cap)
            whole = sum(weights.values())
            for result, weight in weights.items():
                after = take(setup, each, result)
                share = chance * Fraction(weight, whole)
                if after.phase in _STEPS:
                    ahead[after] = ahead.get(after, Fraction(0)) + share
                else:
                    taken = after.standings[target].boxes - before
                    chances[taken] = chances.get(taken, Fraction(0)) + share
        here = ahead
    return spread_of(chances, left)


def take(setup: Fight, state: State, result: Result) -> State:
    """The state after an exchange: a round spent, the target's boxes filled, the action over."""
    blow = under_way(state)
    standings = spent(state.standings, blow.by, blow.arm)
    if result.value > 0:
        was = standings[blow.target]
        boxes = filled(setup.fighters[blow.target].boxes, was.boxes, result.value)
        hurt = Standing(boxes, was.rounds, was.spare, was.actions, was.gone)
        standings = (*standings[: blow.target], hurt, *standings[blow.target + 1 :])
    return heating.done(setup, FightState("act", standings, state.groups, (), state.turn), blow.by)
