"""A session until contact: the split, the opening test, attempts, and what wears stealth down (rule page, 2)."""

from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import GM, GM_ONLY, Choice, Option, Result, Throw, only, option
from contrecoup.rulesets.tracing.people import hindrance, with_intruder, with_keeper
from contrecoup.rulesets.tracing.rules.skill import computers_test, pool_of, stealth_test
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Deed, SessionState

State = SessionState

MOST_STEALTH = 72
"""An opening result above this counts as this: less than a billionth comes near it."""
DEGRADES_BY = 2
COST = 2
"""What each level of an attempt takes off stealth while it is being detected."""

BACK_OUT, LEAVE = option("back_out"), option("leave")


def standing_barriers(setup: Session, state: State) -> int:
    """Barriers that stand."""
    return sum(
        run.value
        for sheet, keeper in zip(setup.keepers, state.keepers, strict=True)
        for run in keeper.running
        if keeper.status == "in" and sheet.programs[run.program].kind == "barrier"
    )


# The split and the opening test


def ask_split(setup: Session, state: State) -> Choice:
    """How the pool is split: dice for computers, the others for digital stealth."""
    pool = pool_of(setup.attacker)
    splits = tuple(split_option(dice, pool) for dice in range(pool + 1))
    planned = setup.plan.pool
    push = split_option((pool + 1) // 2 if planned is None else planned.computers, pool)
    return Choice("attacker", (*splits, BACK_OUT), push, "choice.split")


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
    test = stealth_test(sheet, dice)
    key = ("opening", state.actor, dice)
    seat = setup.intruder_seats[state.actor]
    shown = setup.rulings.stealth_shown != "never"
    audience = only(seat) if shown else GM_ONLY
    return Throw(seat, test, "throw.opening", key, cap=MOST_STEALTH, mishap_matters=False, audience=audience)


def open_session(setup: Session, state: State, result: Result) -> State:
    """The highest die is the session's stealth."""
    stealth = min(MOST_STEALTH, result.value)
    return with_intruder(state, state.actor, stealth=stealth)


# An attempt


def ask_attempt(setup: Session, state: State) -> Throw:
    """Computers against the session's target number, with the dice of the split or those just spent."""
    place = state.actor
    me, sheet, deed = state.intruders[place], setup.intruders[place], state.deed or Deed()
    dice = deed.dice if state.exposed else me.split
    more = me.further + hindrance(me)
    tn = setup.session_tn(state.found) + more
    test = computers_test(sheet, setup.rulings, me.computers, dice, tn)
    key = ("attempt", place, me.computers, dice, more, state.found)
    cap = 1 + (setup.most_barriers if state.exposed else 0)
    opens = place == 0
    return Throw(
        setup.intruder_seats[place], test, "throw.attempt", key, cap=cap, mishap_matters=False, round=opens
    )


def attempt(setup: Session, state: State, result: Result) -> State:
    """The successes stand until the attempt is completed."""
    cap = 1 + (setup.most_barriers if state.exposed else 0)
    state = with_intruder(state, state.actor, hits=min(cap, result.value))
    return replace(state, phase="wear", deed=None)


def ask_wear(setup: Session, state: State) -> Throw:
    """One chance in two that stealth drops by 2 for good."""
    return Throw(
        GM, PlainDie(2), "throw.wear", "wear", floor=1, cap=2, mishap_matters=False, audience=GM_ONLY
    )


def wear(state: State, result: Result) -> State:
    """A 1 wears stealth down, a 2 doesn't."""
    lost = DEGRADES_BY if result.value == 1 else 0
    return with_intruder(state, state.actor, stealth=state.intruders[state.actor].stealth - lost)


def fail(state: State, place: int) -> State:
    """A failed attempt lowers stealth by its level for good."""
    me = state.intruders[place]
    return with_intruder(state, place, stealth=me.stealth - me.attempt, attempt=0, hits=0)


def gain(state: State, place: int) -> State:
    """The information of the level is the intruder's."""
    me = state.intruders[place]
    return with_intruder(state, place, known=me.known | 1 << (me.attempt - 1), attempt=0, hits=0)


# Detection


def ask_detect(setup: Session, state: State) -> Throw:
    """The defender's computers and whole pool against stealth less what the level costs."""
    me = state.intruders[state.actor]
    tn = me.stealth - COST * me.attempt
    dice = state.keepers[0].pool
    test = computers_test(setup.defender, setup.rulings, setup.defender.computers, dice, tn)
    key = ("detect", dice, tn)
    audience = only("defender")
    return Throw("defender", test, "throw.detect", key, cap=1, mishap_matters=False, audience=audience)


def detect(setup: Session, state: State, result: Result) -> State:
    """One success exposes; the dice of the pool are spent for this turn."""
    if not result.value:
        return state
    return with_keeper(expose(state), 0, pool=0)


def expose(state: State) -> State:
    """Contact: the defender answers at once, and there is no detection any more."""
    return replace(state, exposed=True, first=True, phase="answer", rounds=0)
