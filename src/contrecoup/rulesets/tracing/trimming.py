"""What of a session can't matter any more where only some seats decide, so that odds walk fewer states.

Nothing here is a rule: each trim says why what it takes away changes neither an outcome nor a tally. The
contract suite compares trimmed sessions with whole ones.
"""

from typing import NamedTuple

from msgspec.structs import replace

from contrecoup.rulesets.tracing import turns
from contrecoup.rulesets.tracing.opening import COST, LOWEST_THROWN
from contrecoup.rulesets.tracing.people import IC, levels_known, standing_barriers
from contrecoup.rulesets.tracing.setup import Played
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState

State = SessionState

_SETTLING = frozenset({"decide", "ic", "dodge", "dodging", "resist", "resisting", "harm"})
"""Phases after the keepers' actions of a turn."""
_DEEDS = frozenset({"expose", "identify", "tar_bomb", "barrier", "end", "oppose", "opposing"})
_ASKS_DICE = frozenset({"act", "end", "oppose", "ic", "dodge", "dodging", "resist"})
"""Phases that ask for pool dice themselves, or whose throw may lead straight to such a question."""
_ASKING = frozenset({"end", *IC})
"""Actions after which an intruder may be asked for pool dice."""
_AGAINST_STEALTH = frozenset({"expose", "tar_bomb"})
_NOTHING: frozenset[str] = frozenset()


def skipped(setup: Played, state: State) -> State:
    """Past throws that change nothing: what identifies, and what wears down a stealth that nothing is thrown
    against any more."""
    if state.phase == "wear" and state.exposed and _AGAINST_STEALTH.isdisjoint(_later(setup, state)):
        state = turns.after_action(state)
    if state.phase == "identify" and state.deed is not None:
        state = turns.to_keepers(replace(state, deed=None), state.deed.keeper + 1)
    return state


class _Ahead(NamedTuple):
    """What may still come of a state: `needed` successes for an attempt in hand (0 where that is open yet),
    whether something may be thrown against stealth, whether pool dice may be spent before the pool is full
    again, whether keepers' pools are full again at the end of the turn."""

    needed: int
    counts_stealth: bool
    counts_pool: bool
    is_filled: bool


def trimmed(setup: Played, state: State) -> State:
    """The state without what can't matter from here on."""
    if state.phase == "over":
        return _over(setup, state)
    later = _later(setup, state)
    ahead = _ahead(setup, state, later)
    return replace(
        state,
        rounds=state.rounds if "end" in later or state.phase in _DEEDS else 0,
        intruders=tuple([_intruder(setup, state, me, ahead) for me in state.intruders]),
        keepers=tuple([_keeper(setup, state, place, ahead) for place in range(len(state.keepers))]),
    )


def _ahead(setup: Played, state: State, later: frozenset[str]) -> _Ahead:
    coming, phase = _coming(setup, state), state.phase
    is_filled = state.first or setup.rulings.pool_refresh == "each_turn"
    is_open = phase in ("attempt", "barrier") or "barrier" in coming
    return _Ahead(
        0 if is_open else 1 + standing_barriers(setup, state),
        phase in _AGAINST_STEALTH or not _AGAINST_STEALTH.isdisjoint(later),
        phase in _ASKS_DICE or not is_filled or _counts_pool(setup, state, coming),
        is_filled,
    )


def _over(setup: Played, state: State) -> State:
    """What an end counts: levels, exposure, how the attacker left, his skill and his boxes."""
    me = state.intruders[0]
    ended = Intruder(me.status, me.computers, me.boxes, known=_known(setup, levels_known(state)))
    others = (Intruder("away"),) * (len(state.intruders) - 1)
    keepers = (Keeper("away"),) * len(state.keepers)
    return State("over", (ended, *others), keepers, opened=True, exposed=state.exposed)


def _known(setup: Played, known: int) -> int:
    """The highest new level alone counts: those below are taken as known too."""
    before = setup.known_before
    return before | (1 << (known & ~before).bit_length()) - 1


def _intruder(setup: Played, state: State, me: Intruder, ahead: _Ahead) -> Intruder:
    if me.status != "in":
        return me
    is_single = len(state.intruders) == 1
    known, attempt, hits = me.known, me.attempt, me.hits
    if is_single and known and setup.attacker_decides:
        known = _known(setup, known)
    if attempt and ahead.needed:
        hits = ahead.needed if hits >= ahead.needed else 0
        is_known = is_single and known >> (attempt - 1) & 1
        if state.exposed and not ahead.counts_stealth and (is_known or not hits):
            attempt, hits = 1, 0  # it fails, or brings nothing new: which level it was for is no matter
    return replace(
        me,
        known=known,
        attempt=attempt,
        hits=hits,
        stealth=_stealth(setup, state, me, ahead.counts_stealth),
        split=0 if state.exposed else me.split,
        pool=me.pool if ahead.counts_pool else 0,
    )


def _stealth(setup: Played, state: State, me: Intruder, counts: bool) -> int:
    """Below these every target number against it is 2; an attempt costs at least one level's stealth."""
    if counts:
        return max(LOWEST_THROWN, me.stealth)
    if state.exposed:
        return 0
    runs_out = setup.rulings.stealth_out == "exposed"
    return max(0 if runs_out else COST + LOWEST_THROWN, me.stealth)


def _counts_pool(setup: Played, state: State, coming: frozenset[str]) -> bool:
    """Whether an intruder may yet be asked for pool dice in this turn, his own action done."""
    if state.phase in ("resisting", "harm"):
        return state.queue < _running_ic(setup, state)
    if state.phase not in _SETTLING and len(state.intruders) > 1:
        return True
    return not _ASKING.isdisjoint(coming) or _running_ic(setup, state) > 0


def _running_ic(setup: Played, state: State) -> int:
    """How many IC act at a turn's end."""
    return sum(
        setup.tools[place][run.program].acts in IC
        for place, keeper in enumerate(state.keepers)
        if keeper.running and keeper.status == "in"
        for run in keeper.running
    )


def _coming(setup: Played, state: State) -> frozenset[str]:
    """What keepers may do in this turn from here on."""
    if state.phase in _SETTLING:
        return _NOTHING
    if setup.keepers_decide:
        return setup.feared
    start = 0
    if state.phase in _DEEDS and state.deed is not None:
        start = state.deed.keeper + 1
    elif state.phase == "answer":
        start = state.actor
    steps = [keeper.step for keeper in state.keepers[start:] if keeper.status == "in"]
    actions = setup.plan.defender.actions
    return frozenset([actions[min(step, len(actions) - 1)] for step in steps]) if steps else _NOTHING


def _later(setup: Played, state: State) -> frozenset[str]:
    """What keepers may do from here on, in this turn or a later one."""
    if setup.keepers_decide or len(state.keepers) != 1:
        return setup.feared
    return setup.ahead[min(state.keepers[0].step, len(setup.ahead) - 1)]


def _keeper(setup: Played, state: State, place: int, ahead: _Ahead) -> Keeper:
    """What was learned is no matter to odds; nor are dice that can't be spent before the pool is full."""
    keeper, deed = state.keepers[place], state.deed
    has_acted = state.phase in _SETTLING or (
        state.phase in _DEEDS and deed is not None and place <= deed.keeper
    )
    return replace(keeper, learned=0, pool=0 if has_acted and ahead.is_filled else keeper.pool)
