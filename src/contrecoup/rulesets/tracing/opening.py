"""A session until contact: split, opening test, attempts, what wears stealth down (rule page, 2)."""

from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import GM, GM_ONLY, Choice, Option, Result, Throw, only, option
from contrecoup.rulesets.tracing.people import (
    hindrance,
    intruders_only,
    keepers_only,
    with_intruder,
    with_keeper,
)
from contrecoup.rulesets.tracing.rules.skill import computers_test, pool_of, stealth_test, wound_modifier
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Deed, SessionState

State = SessionState

MOST_STEALTH = 72
"""An opening result above this counts as this: less than a billionth comes near it."""
LOWEST_THROWN = -1
"""Even for a keeper with Serious wounds the target number of a lower stealth is 2, like this one's."""
LOWEST = LOWEST_THROWN - 4
"""Nor does lower stealth make any level of identifying easier."""
DEGRADES_BY = 2
COST = 2
"""What each level of an attempt takes off stealth while it is being detected."""

BACK_OUT, LEAVE = option("back_out"), option("leave")


# The split and the opening test


def ask_split(setup: Session, state: State) -> Choice:
    """How the pool is split: dice for computers, the others for digital stealth."""
    pool = pool_of(setup.attacker)
    splits = tuple(split_option(dice, pool) for dice in range(pool + 1))
    planned = setup.plan.pool
    push = split_option((pool + 1) // 2 if planned is None else planned.computers, pool)
    audience = intruders_only(setup, state)
    return Choice("attacker", (*splits, BACK_OUT), push, "choice.split", audience=audience)


def split_option(computers: int, pool: int) -> Option:
    """The option that puts so many dice of the pool into computers, the rest into stealth."""
    return option("split", computers=computers, stealth=pool - computers)


def split(setup: Session, state: State, chosen: Option) -> State:
    """Backing out here costs nothing: the session hasn't begun."""
    if chosen == BACK_OUT:
        return replace(with_intruder(state, 0, status="left"), phase="over")
    dice = chosen["computers"]
    assert isinstance(dice, int)
    return replace(with_intruder(state, 0, split=dice), phase="opening")


def ask_opening(setup: Session, state: State) -> Throw:
    """The open digital stealth test; who joins after contact has no split any more."""
    me, sheet = state.intruders[state.actor], setup.intruders[state.actor]
    dice = 0 if state.exposed else pool_of(sheet) - me.split
    test = stealth_test(sheet, dice, me.boxes)
    key = ("opening", state.actor, dice, wound_modifier(me.boxes))
    seat = setup.intruder_seats[state.actor]
    audience = GM_ONLY if setup.rulings.stealth_shown == "never" else only(seat)
    return Throw(seat, test, "throw.opening", key, cap=MOST_STEALTH, mishap_matters=False, audience=audience)


def open_session(state: State, result: Result) -> State:
    """The highest die is the session's stealth."""
    stealth = min(MOST_STEALTH, max(0, result.value))
    return replace(with_intruder(state, state.actor, stealth=stealth), opened=True)


# An attempt


def ask_attempt(setup: Session, state: State) -> Throw:
    """Computers against the session's target number, with the dice of the split or those just spent."""
    place = state.actor
    me, sheet, deed = state.intruders[place], setup.intruders[place], state.deed or Deed()
    dice = deed.dice if state.exposed else me.split
    more = me.further + hindrance(me)
    test = computers_test(sheet, setup.rulings, me.computers, dice, setup.session_tn(state.found) + more)
    key = ("attempt", place, me.computers, dice, more, state.found)
    return Throw(
        setup.intruder_seats[place],
        test,
        "throw.attempt",
        key,
        cap=setup.most_hits,
        mishap_matters=False,
        audience=intruders_only(setup, state),
    )


def attempt(setup: Session, state: State, result: Result) -> State:
    """The successes stand until the attempt is completed."""
    state = with_intruder(state, state.actor, hits=min(setup.most_hits, result.value))
    return replace(state, phase="wear", deed=None)


def ask_wear(setup: Session, state: State) -> Throw:
    """One chance in two that stealth drops by 2 for good; its owner sees it where he always sees stealth."""
    shown = setup.rulings.stealth_shown == "always"
    audience = only(setup.intruder_seats[state.actor]) if shown else GM_ONLY
    return Throw(
        GM, PlainDie(2), "throw.wear", "wear", floor=1, cap=2, mishap_matters=False, audience=audience
    )


def wear(setup: Session, state: State, result: Result) -> State:
    """A 1 wears stealth down, a 2 doesn't."""
    return lower(setup, state, state.actor, DEGRADES_BY if result.value <= 1 else 0)


def lower(setup: Session, state: State, place: int, by: int) -> State:
    """An intruder's stealth is so much lower for good."""
    return with_intruder(state, place, stealth=kept(setup, state, state.intruders[place].stealth - by))


def kept(setup: Session, state: State, stealth: int) -> int:
    """Stealth as far as it can still matter: in a walk only for what the plan will throw against it."""
    if not setup.is_walked:
        return max(LOWEST, stealth)
    if {"expose", "tar_bomb"} & {*setup.plan.defender.actions}:
        return max(LOWEST_THROWN, stealth)
    if state.exposed:
        return 0
    runs_out = setup.rulings.stealth_out == "exposed"
    return max(0 if runs_out else COST * setup.plan.level + LOWEST_THROWN, stealth)


def fail(setup: Session, state: State, place: int) -> State:
    """A failed attempt lowers stealth by its level for good."""
    state = lower(setup, state, place, state.intruders[place].attempt)
    return with_intruder(state, place, attempt=0, hits=0)


def gain(state: State, place: int) -> State:
    """The information of the level is the intruder's."""
    me = state.intruders[place]
    return with_intruder(state, place, known=me.known | 1 << (me.attempt - 1), attempt=0, hits=0)


# Detection


def ask_detect(setup: Session, state: State) -> Throw:
    """The defender's computers and whole pool against stealth less what the level costs."""
    me = state.intruders[state.actor]
    sheet, dice = setup.defender, state.keepers[0].pool
    tn = me.stealth - COST * me.attempt
    more = wound_modifier(sheet.boxes)
    test = computers_test(sheet, setup.rulings, sheet.computers, dice, tn + more)
    key, audience = ("detect", dice, tn), keepers_only(setup, state)
    return Throw("defender", test, "throw.detect", key, cap=1, mishap_matters=False, audience=audience)


def detect(setup: Session, state: State, result: Result) -> State:
    """One success exposes; the dice of the pool are spent for this turn."""
    if not result.value:
        return state
    return with_keeper(expose(setup, state), 0, pool=0)


def expose(setup: Session, state: State) -> State:
    """Contact: the defender answers at once, and there is no detection any more."""
    state = replace(state, exposed=True, first=True, phase="answer", actor=0, rounds=0)
    return lower(setup, state, 0, 0)
