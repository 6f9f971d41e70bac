"""IC that acts: its attack, the dodge, the resistance, the harm (rule page, 3)."""

from msgspec.structs import replace

from contrecoup.dice import SuccessTest
from contrecoup.kernel import GM, GM_ONLY, Choice, Option, Result, Throw, option
from contrecoup.rulesets.tracing.answers import tool_of
from contrecoup.rulesets.tracing.people import (
    IC,
    hindrance,
    intruders_only,
    keepers_only,
    present,
    tar_on,
    with_intruder,
)
from contrecoup.rulesets.tracing.rules.ic import skill_lost, staged_boxes
from contrecoup.rulesets.tracing.rules.skill import computers_test, is_out, most_successes
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.sheets import MONITOR
from contrecoup.rulesets.tracing.state import Deed, SessionState
from contrecoup.rulesets.tracing.turns import end_turn

State = SessionState

IC_TN = 4
FAR_RESISTED = 4
"""So many excess successes take a Moderate wound away; more do no more."""
HACKER, HARDWARE = option("hacker"), option("hardware")


def to_ic(setup: Session, state: State) -> State:
    """The next IC that acts this turn; after the last one the turn ends."""
    acting = _acting(setup, state)
    if state.queue >= len(acting) or not present(state.intruders):
        return end_turn(setup, state)
    return replace(state, phase="ic", deed=acting[state.queue], queue=state.queue + 1)


def _acting(setup: Session, state: State) -> list[Deed]:
    """Every deployed IC with whom it is set on, or the first intruder once that one is gone."""
    there = present(state.intruders)
    return [
        Deed(place, run.target if run.target in there else there[0], run.program, run.value)
        for place in present(state.keepers)
        for run in state.keepers[place].running
        if there and setup.tools[place][run.program].acts in IC
    ]


def _deed(state: State) -> Deed:
    assert state.deed is not None, "an IC's phases come with their deed"
    return state.deed


def ask_ic(setup: Session, state: State) -> Throw:
    """Its owner's computers, and the dice given to it, against 4. Its owner's wounds are no matter to it."""
    deed = _deed(state)
    sheet = setup.keepers[deed.keeper]
    test = computers_test(sheet, setup.rulings, sheet.computers, deed.dice, IC_TN)
    return Throw(
        setup.keeper_seats[deed.keeper],
        test,
        "throw.ic",
        ("ic", deed.keeper, deed.dice),
        cap=most_successes(test),
        mishap_matters=False,
        audience=keepers_only(setup, state),
    )


def ic(setup: Session, state: State, result: Result) -> State:
    """Without a success it misses; else the intruder may dodge with pool dice."""
    successes = min(ask_ic(setup, state).cap, result.value)
    if not successes:
        return to_ic(setup, replace(state, deed=None))
    deed = _deed(state)._replace(successes=successes, dice=0)
    pool = state.intruders[deed.target].pool
    return replace(state, phase="dodge" if pool else "resisting", deed=deed)


def ask_dice(setup: Session, state: State) -> Choice:
    """How many pool dice go into the dodge, or into the resistance."""
    target = _deed(state).target
    options = tuple(option("dice", count=count) for count in range(state.intruders[target].pool + 1))
    seat, audience = setup.intruder_seats[target], intruders_only(setup, state)
    return Choice(seat, options, options[-1], f"choice.{state.phase}", audience=audience)


def spend(setup: Session, state: State, chosen: Option) -> State:
    """The dice are spent; a dodge without dice is none."""
    deed, count = _deed(state), chosen["count"]
    assert isinstance(count, int)
    state = with_intruder(state, deed.target, pool=state.intruders[deed.target].pool - count)
    phase = "dodging" if state.phase == "dodge" else "resisting"
    state = replace(state, phase=phase, deed=deed._replace(dice=count))
    return _to_resistance(state) if phase == "dodging" and not count else state


def ask_dodging(setup: Session, state: State) -> Throw:
    """The dice against 4."""
    deed = _deed(state)
    more = hindrance(state.intruders[deed.target])
    key = ("dodging", deed.dice, more)
    return Throw(
        setup.intruder_seats[deed.target],
        SuccessTest(deed.dice, IC_TN + more),
        "throw.dodging",
        key,
        cap=deed.successes,
        mishap_matters=False,
        audience=intruders_only(setup, state),
    )


def dodging(setup: Session, state: State, result: Result) -> State:
    """Each success cancels one of the IC's; none left: it misses."""
    deed = _deed(state)
    left = deed.successes - min(deed.successes, result.value)
    if not left:
        return to_ic(setup, replace(state, deed=None))
    return _to_resistance(replace(state, deed=deed._replace(successes=left, dice=0)))


def _to_resistance(state: State) -> State:
    deed = _deed(state)._replace(dice=0)
    pool = state.intruders[deed.target].pool
    return replace(state, phase="resist" if pool else "resisting", deed=deed)


def ask_resisting(setup: Session, state: State) -> Throw:
    """Computers, against Black IC with body, against the IC's rating, which nobody tells him. Wounds don't
    hinder it, tar does."""
    deed = _deed(state)
    me, sheet, tool = state.intruders[deed.target], setup.intruders[deed.target], tool_of(setup, deed)
    dice = deed.dice + (sheet.body if tool.acts == "black_ic" else 0)
    tn = tool.rating + tar_on(me)
    test = computers_test(sheet, setup.rulings, me.computers, dice, tn, hides_tn=True)
    return Throw(
        setup.intruder_seats[deed.target],
        test,
        "throw.resisting",
        ("resisting", deed.target, me.computers, deed.dice, deed.keeper, deed.program, tar_on(me)),
        cap=deed.successes + (0 if tool.acts == "white_ic" else FAR_RESISTED),
        mishap_matters=False,
        audience=intruders_only(setup, state),
    )


def resisting(setup: Session, state: State, result: Result) -> State:
    """White IC takes skill, Black IC fills boxes, of the hacker or of his hardware."""
    deed = _deed(state)
    me = state.intruders[deed.target]
    if tool_of(setup, deed).acts == "white_ic":
        lost = skill_lost(deed.successes, result.value)
        state = with_intruder(state, deed.target, computers=max(0, me.computers - lost))
        return to_ic(setup, replace(state, deed=None))
    boxes = staged_boxes(deed.successes, result.value)
    if not boxes:
        return to_ic(setup, replace(state, deed=None))
    state = replace(state, deed=Deed(deed.keeper, deed.target, deed.program, 0, boxes))
    if setup.black_ic_hits == "gm":
        return replace(state, phase="harm")
    return _harm(setup, state, setup.black_ic_hits == "hardware")


def ask_harm(setup: Session, state: State) -> Choice:
    """The game master says what Black IC fries."""
    return Choice(GM, (HACKER, HARDWARE), HACKER, "choice.harm", audience=GM_ONLY)


def harm(setup: Session, state: State, chosen: Option) -> State:
    """As the game master says."""
    return _harm(setup, state, chosen == HARDWARE)


def _harm(setup: Session, state: State, hardware: bool) -> State:
    deed = _deed(state)
    me = state.intruders[deed.target]
    filled = min(MONITOR, (me.hardware if hardware else me.boxes) + deed.successes)
    status = "out" if is_out(filled) else me.status
    changed = {"hardware": filled} if hardware else {"boxes": filled}
    state = with_intruder(state, deed.target, status=status, **changed)
    return to_ic(setup, replace(state, deed=None))
