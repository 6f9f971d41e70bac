"""Rounds: initiative, whose turn it is, and when a fight is over (rule page, Initiative)."""

from collections.abc import Iterable
from itertools import groupby
from math import factorial, prod
from typing import cast

from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import Result, Throw
from contrecoup.rulesets.machines import actions
from contrecoup.rulesets.machines.obstacles import DRAW
from contrecoup.rulesets.machines.rules.dice import HIGHEST, is_possible, pool
from contrecoup.rulesets.machines.setup import Fight
from contrecoup.rulesets.machines.standing import foes_among, harms, is_up, ups
from contrecoup.rulesets.machines.state import FightState

State = FightState
INITIATIVE = 5
"""The difficulty of initiative."""
MOST_ORDERS = 720
"""Orders of those who are tied that are taken as one throw, for odds."""
ON = ""
"""The outcome of a fight that goes on."""


# Initiative


def begin(setup: Fight, state: State) -> State:
    """The first initiative throw of a combat, or of a round by ruling; over where nobody can go on."""
    up = ups(setup, state)
    outcome = _outcome(setup, up)
    if outcome != ON:
        return _over(state, outcome)
    if is_stalemate(setup, state, up, up):
        return _over(state, DRAW)
    opening = setup.rulings.initiative == "per_round"
    return _next_roller(setup, replace(state, phase="initiative", groups=(), rolled=(), opening=opening), 0)


def _next_roller(setup: Fight, state: State, index: int) -> State:
    """The next who throws; who has no die to throw, or can't at this difficulty, comes last."""
    rolled = state.rolled
    while index < len(setup.fighters):
        if is_up(setup, state, index):
            if is_possible(*_initiative(setup, state, index)):
                return replace(state, turn=index, rolled=rolled)
            rolled = (*rolled, (0, index))
        index += 1
    return _order(setup, replace(state, rolled=rolled))


def _initiative(setup: Fight, state: State, index: int) -> tuple[int, int]:
    """Dice and difficulty of initiative; wounds raise it as that of every action."""
    fighter = setup.fighters[index]
    return fighter.initiative, INITIATIVE + fighter.boxes.added[state.standings[index].boxes]


def ask_initiative(setup: Fight, state: State) -> Throw:
    """The initiative throw of whose turn it is; asked for again, the same one."""
    dice, difficulty = _initiative(setup, state, state.turn)
    key = ("initiative", state.turn, difficulty, state.opening)
    found = setup.memo.get(key)
    if found is None:
        test, seat = pool(dice, difficulty, setup.rulings), setup.fighters[state.turn].seat
        found = Throw(seat, test, "throw.initiative", key, floor=-1, cap=dice, round=state.opening)
        setup.remember(key, found)
    return cast(Throw, found)


def roll(setup: Fight, state: State, result: Result) -> State:
    """More successes act first; a botch: that one doesn't act."""
    rolled = state.rolled
    if not result.mishap:
        most = setup.fighters[state.turn].initiative
        rolled = (*rolled, (min(max(result.value, 0), most), state.turn))
    return _next_roller(setup, replace(state, rolled=rolled, opening=False), state.turn + 1)


def _order(setup: Fight, state: State) -> State:
    """Successes, then the higher attribute, put fighters in order; equal ones stay in one group."""

    def rank(entry: tuple[int, int]) -> tuple[int, int]:
        return -entry[0], -setup.fighters[entry[1]].quickness

    ordered = sorted(state.rolled, key=lambda entry: (rank(entry), entry[1]))
    groups = tuple(tuple(index for _, index in group) for _, group in groupby(ordered, rank))
    return _untie(setup, replace(state, groups=groups, rolled=(), turn=0))


def _untie(setup: Fight, state: State) -> State:
    if any(len(group) > 1 for group in state.groups):
        return replace(state, phase="ties")
    return advance(setup, replace(state, turn=-1))


def _tie(state: State) -> int:
    return next(place for place, group in enumerate(state.groups) if len(group) > 1)


def ask_tie(setup: Fight, state: State) -> Throw:
    """One shared die says which of those who are tied comes next; for odds, all orders are equally likely."""
    group = state.groups[_tie(state)]
    most = len(group)
    if setup.straight:
        ways = _orders(state.groups)
        most = most if ways > MOST_ORDERS else ways
    key = ("tie", most, group[0])
    found = setup.memo.get(key)
    if found is None:
        seat = setup.fighters[group[0]].seat
        found = Throw(seat, PlainDie(most), "throw.tie", key, floor=1, cap=most)
        setup.remember(key, found)
    return cast(Throw, found)


def _orders(groups: tuple[tuple[int, ...], ...]) -> int:
    """The orders that those who are tied may come in."""
    return prod(factorial(len(group)) for group in groups)


def break_tie(setup: Fight, state: State, result: Result) -> State:
    """The one whom the die names comes first of his group; the others stay tied behind him."""
    if setup.straight and (ways := _orders(state.groups)) <= MOST_ORDERS:
        return _untie(
            setup, replace(state, groups=_ordered(state.groups, min(max(result.value, 1), ways) - 1))
        )
    place = _tie(state)
    group = state.groups[place]
    first = group[min(max(result.value, 1), len(group)) - 1]
    rest = tuple(index for index in group if index != first)
    return _untie(
        setup, replace(state, groups=(*state.groups[:place], (first,), rest, *state.groups[place + 1 :]))
    )


def _ordered(groups: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    """The order of so high a number among all orders of those who are tied."""
    ordered: list[tuple[int, ...]] = []
    for group in groups:
        left = [*group]
        for count in range(len(group), 0, -1):
            number, place = divmod(number, count)
            ordered.append((left.pop(place),))
    return tuple(ordered)


# Turns


def advance(setup: Fight, state: State) -> State:
    """The next who can act; after the last a new round begins. Over once nobody can go on."""
    up = ups(setup, state)
    outcome = _outcome(setup, up)
    if outcome != ON:
        return _over(state, outcome)
    groups = state.groups
    once = setup.rulings.initiative == "per_combat"
    for turn in range(state.turn + 1, len(groups)):
        by = groups[turn][0]
        if by in up:
            return actions.go(setup, state, turn, up) or _go_on(setup, state, turn, up, once)
    if not once:
        return begin(setup, replace(state, blow=None))
    if is_stalemate(setup, state, up, [group[0] for group in groups]):
        return _over(state, DRAW)
    return advance(setup, replace(state, turn=-1))


def _go_on(setup: Fight, state: State, turn: int, up: tuple[int, ...], once: bool) -> State:
    """The question of a turn, unless nobody can harm anybody any more."""
    if is_stalemate(setup, state, up, [group[0] for group in state.groups] if once else up):
        return _over(state, DRAW)
    return State("act", state.standings, state.groups, (), turn, state.turn < 0)


def is_stalemate(setup: Fight, state: State, up: tuple[int, ...], acting: Iterable[int]) -> bool:
    """Whether none of those who act in this combat can harm a foe."""
    return not any(index in up and _may_attack(setup, state, index, up) for index in acting)


def _may_attack(setup: Fight, state: State, index: int, up: tuple[int, ...]) -> bool:
    """Whether somebody has a weapon that he can use, or load, and that harms one of his foes."""
    fighter, standing = setup.fighters[index], state.standings[index]
    added = fighter.boxes.added[standing.boxes]
    for place, arm in enumerate(fighter.arms):
        if not arm.pool or arm.difficulty + added > HIGHEST:
            continue
        if standing.rounds[place] == 0 and not standing.spare[place]:
            continue
        if any(harms(setup, index, place, foe) for foe in foes_among(setup, up, index)):
            return True
    return False


def _outcome(setup: Fight, up: tuple[int, ...]) -> str:
    """The side that is left, or that none is; ON while there are more. Found once for those who are up."""
    key = ("outcome", up)
    found = setup.memo.get(key)
    if found is None:
        sides = {setup.sides[index] for index in up}
        found = ON if len(sides) > 1 else sides.pop() if sides else DRAW
        setup.remember(key, found)
    return cast(str, found)


def _over(state: State, outcome: str) -> State:
    """The end: nothing of the order of turns matters any more."""
    return FightState("over", state.standings, outcome=outcome)
