"""What of a session can't matter any more where only some seats decide, so that odds walk fewer states.

Nothing here is a rule: each trim says why what it takes away changes neither an outcome nor a tally. The
contract suite compares trimmed sessions with whole ones.
"""

from msgspec.structs import replace

from contrecoup.rulesets.tracing import turns
from contrecoup.rulesets.tracing.opening import COST, LOWEST_THROWN
from contrecoup.rulesets.tracing.people import IC, levels_known, present, standing_barriers
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState

State = SessionState

_SETTLING = frozenset({"decide", "ic", "dodge", "dodging", "resist", "resisting", "harm"})
"""Phases after the keepers' actions of a turn."""
_DEEDS = frozenset({"expose", "identify", "tar_bomb", "barrier", "end", "oppose", "opposing"})
_ASKS_DICE = frozenset({"act", "end", "oppose", "ic", "dodge", "dodging", "resist"})
"""Phases that ask for pool dice themselves, or whose throw may lead straight to such a question."""
_AGAINST_STEALTH = frozenset({"expose", "tar_bomb"})


def skipped(setup: Session, state: State) -> State:
    """Past throws that change nothing: what identifies, and what wears down a stealth that nothing is thrown
    against any more."""
    if state.phase == "wear" and state.exposed and not _counts_stealth(setup, state):
        state = turns.after_action(state)
    if state.phase == "identify" and state.deed is not None:
        state = turns.to_keepers(replace(state, deed=None), state.deed.keeper + 1)
    return state


def trimmed(setup: Session, state: State) -> State:
    """The state without what can't matter from here on."""
    if state.phase == "over":
        return _over(setup, state)
    rounds = state.rounds if state.phase in _DEEDS or "end" in _later(setup, state) else 0
    intruders = tuple(_intruder(setup, state, me) for me in state.intruders)
    keepers = tuple(_keeper(setup, state, place) for place in range(len(state.keepers)))
    return replace(state, rounds=rounds, intruders=intruders, keepers=keepers)


def _over(setup: Session, state: State) -> State:
    """What an end counts: levels, exposure, how the attacker left, his skill and his boxes."""
    me = state.intruders[0]
    ended = Intruder(me.status, me.computers, me.boxes, known=_known(setup, levels_known(state)))
    others = (Intruder("away"),) * (len(state.intruders) - 1)
    keepers = (Keeper("away"),) * len(state.keepers)
    return State("over", (ended, *others), keepers, opened=True, exposed=state.exposed)


def _known(setup: Session, known: int) -> int:
    """The highest new level alone counts: those below are taken as known too."""
    before = setup.attacker.known.bits
    return before | (1 << (known & ~before).bit_length()) - 1


def _intruder(setup: Session, state: State, me: Intruder) -> Intruder:
    if me.status != "in":
        return me
    counts_stealth = _counts_stealth(setup, state)
    is_single = len(state.intruders) == 1
    known, attempt, hits = me.known, me.attempt, me.hits
    if is_single and setup.decides("attacker"):
        known = _known(setup, known)
    if attempt and state.phase != "attempt" and not _may_build(setup, state):
        needed = 1 + standing_barriers(setup, state)
        hits = needed if hits >= needed else 0
        if state.exposed and not counts_stealth and (not hits or (is_single and known >> (attempt - 1) & 1)):
            attempt, hits = 1, 0  # it fails, or brings nothing new: which level it was for is no matter
    return replace(
        me,
        known=known,
        attempt=attempt,
        hits=hits,
        stealth=_stealth(setup, state, me, counts_stealth),
        split=0 if state.exposed else me.split,
        pool=me.pool if _counts_pool(setup, state) else 0,
    )


def _stealth(setup: Session, state: State, me: Intruder, counts: bool) -> int:
    """Below these every target number against it is 2; an attempt costs at least one level's stealth."""
    if counts:
        return max(LOWEST_THROWN, me.stealth)
    if state.exposed:
        return 0
    runs_out = setup.rulings.stealth_out == "exposed"
    return max(0 if runs_out else COST + LOWEST_THROWN, me.stealth)


def _counts_stealth(setup: Session, state: State) -> bool:
    """Whether a keeper may yet throw against stealth, detection before contact left aside."""
    return state.phase in _AGAINST_STEALTH or bool(_AGAINST_STEALTH & _later(setup, state))


def _counts_pool(setup: Session, state: State) -> bool:
    """Whether an intruder may yet spend pool dice before his pool is full again."""
    if state.phase in _ASKS_DICE or not _is_filled(setup, state):
        return True
    if state.phase in ("resisting", "harm"):
        return state.queue < _running_ic(setup, state)
    if state.phase not in _SETTLING and len(state.intruders) > 1:
        return True
    coming = _coming(setup, state)
    return bool(_running_ic(setup, state)) or "end" in coming or bool(coming & {*IC})


def _is_filled(setup: Session, state: State) -> bool:
    """Whether pools are full again when this turn ends."""
    return state.first or setup.rulings.pool_refresh == "each_turn"


def _running_ic(setup: Session, state: State) -> int:
    return sum(
        setup.tools[place][run.program].acts in IC
        for place in present(state.keepers)
        for run in state.keepers[place].running
    )


def _may_build(setup: Session, state: State) -> bool:
    """Whether a barrier may yet be raised before attempts in hand are decided."""
    return state.phase == "barrier" or "barrier" in _coming(setup, state)


def _coming(setup: Session, state: State) -> frozenset[str]:
    """What keepers may do in this turn from here on."""
    if state.phase in _SETTLING:
        return frozenset()
    if setup.keepers_decide:
        return setup.feared
    start = 0
    if state.phase in _DEEDS and state.deed is not None:
        start = state.deed.keeper + 1
    elif state.phase == "answer":
        start = state.actor
    actions = setup.plan.defender.actions
    steps = (state.keepers[place].step for place in present(state.keepers, start))
    return frozenset(actions[min(step, len(actions) - 1)] for step in steps)


def _later(setup: Session, state: State) -> frozenset[str]:
    """What keepers may do from here on, in this turn or a later one."""
    if setup.keepers_decide or len(state.keepers) > 1:
        return setup.feared
    actions = setup.plan.defender.actions
    return frozenset(actions[min(state.keepers[0].step, len(actions) - 1) :])


def _keeper(setup: Session, state: State, place: int) -> Keeper:
    """What was learned is no matter to odds; nor are dice that can't be spent before the pool is full."""
    keeper = state.keepers[place]
    has_acted = state.phase in _SETTLING or (
        state.phase in _DEEDS and state.deed is not None and place <= state.deed.keeper
    )
    pool = 0 if has_acted and _is_filled(setup, state) else keeper.pool
    return replace(keeper, learned=setup.keepers[place].known.bits if not place else 0, pool=pool)
