"""Turns: whose action it is, what may be done, how an attempt is completed, and a turn's end (rule page, 3)."""

from msgspec.structs import replace

from contrecoup.kernel import GM, GM_ONLY, Choice, Option, Result, Throw, option
from contrecoup.rulesets.tracing import opening
from contrecoup.rulesets.tracing.opening import LEAVE
from contrecoup.rulesets.tracing.people import hindrance, keeper_pool, present, with_intruder, with_keeper
from contrecoup.rulesets.tracing.rules.skill import computers_test, pool_of
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Deed, Intruder, SessionState

State = SessionState

LEVELS = (1, 2, 3, 4)
MOST_ROUNDS = 24
"""Rounds since exposure beyond this count as this, far beyond play."""

WAIT, DROP, GO_THROUGH = option("wait"), option("drop"), option("go_through")
NO_HOOK = option("no_hook")


# An intruder's action


def may_leave(me: Intruder) -> bool:
    """Tar holds."""
    return me.tar == 0


def ask_act(setup: Session, state: State) -> Choice:
    """What an intruder does: anything that his skill and the tar allow."""
    me = state.intruders[state.actor]
    options = tuple(_actions(setup, state, me))
    return Choice(
        setup.intruder_seats[state.actor], options, _planned(setup, state, me, options), "choice.act"
    )


def _actions(setup: Session, state: State, me: Intruder) -> list[Option]:
    dice = range(me.pool + 1) if state.exposed else range(1)
    ways: list[Option] = []
    if me.computers > 0:
        ways += [option("attempt", level=level, dice=count) for level in LEVELS for count in dice]
        if state.exposed and me.tar:
            ways += [option("fight_tar", dice=count) for count in dice]
        if state.exposed:
            ways += [_summon(setup, place) for place in _away(state.intruders)]
            ways.append(WAIT)
    if may_leave(me):
        ways.append(LEAVE)
    return ways or [WAIT]


def _away(people: tuple[Intruder, ...]) -> list[int]:
    return [place for place, person in enumerate(people) if person.status == "away"]


def _summon(setup: Session, place: int) -> Option:
    return option("help", helper=setup.intruder_seats[place])


def _planned(setup: Session, state: State, me: Intruder, options: tuple[Option, ...]) -> Option:
    """Plan push: attempt the level until it is gained, then leave; out of tar as soon as may be."""
    level, dice = setup.plan.level, me.pool if state.exposed else 0
    if not me.known >> (level - 1) & 1:
        planned = option("attempt", level=level, dice=dice)
    else:
        planned = LEAVE if may_leave(me) else option("fight_tar", dice=dice)
    return planned if planned in options else options[-1]


def act(setup: Session, state: State, chosen: Option) -> State:
    """An attempt is thrown now, leaving is done at once."""
    place = state.actor
    if chosen.id == "attempt":
        level, dice = _number(chosen, "level"), _number(chosen, "dice")
        state = with_intruder(state, place, attempt=level, pool=state.intruders[place].pool - dice)
        return replace(state, phase="attempt", deed=Deed(dice=dice) if state.exposed else None)
    if chosen.id == "fight_tar":
        dice = _number(chosen, "dice")
        state = with_intruder(state, place, pool=state.intruders[place].pool - dice)
        return replace(state, phase="fight_tar", deed=Deed(dice=dice))
    if chosen == LEAVE:
        return after_action(setup, with_intruder(state, place, status="left"))
    if chosen.id == "help":
        state = with_intruder(state, setup.intruder_seats.index(str(chosen["helper"])), status="coming")
    return after_action(setup, state)


def _number(chosen: Option, name: str) -> int:
    value = chosen[name]
    assert isinstance(value, int)
    return value


def ask_fight_tar(setup: Session, state: State) -> Throw:
    """Computers against the tar's rating."""
    place = state.actor
    me, dice = state.intruders[place], (state.deed or Deed()).dice
    tn = _tar_rating(setup) + hindrance(me)
    test = computers_test(setup.intruders[place], setup.rulings, me.computers, dice, tn)
    key = ("fight_tar", place, me.computers, dice, hindrance(me))
    return Throw(setup.intruder_seats[place], test, "throw.fight_tar", key, cap=me.tar, mishap_matters=False)


def _tar_rating(setup: Session) -> int:
    """The strongest tar bomb's rating: which one still holds is not kept apart."""
    programs = (program for keeper in setup.keepers for program in keeper.programs)
    return max((program.rating for program in programs if program.kind == "tar_bomb"), default=2)


def fight_tar(setup: Session, state: State, result: Result) -> State:
    """Each success takes 1 off."""
    left = max(0, state.intruders[state.actor].tar - result.value)
    return after_action(setup, replace(with_intruder(state, state.actor, tar=left), deed=None))


def after_action(setup: Session, state: State) -> State:
    """The next intruder acts; after the last one, the keepers. Before contact there are no turns."""
    if not state.exposed:
        return replace(state, phase="act" if present(state.intruders) else "over")
    if not present(state.intruders):
        return replace(state, phase="over", actor=0)
    others = present(state.intruders, state.actor + 1)
    if others:
        return replace(state, phase="act", actor=others[0])
    return to_keepers(setup, state, 0)


def to_keepers(setup: Session, state: State, start: int) -> State:
    """The keepers' actions from one of them on; then the attempts in hand."""
    if not present(state.intruders):
        return replace(state, phase="over", actor=0)
    there = present(state.keepers, start)
    if there:
        return replace(state, phase="answer", actor=there[0])
    return to_decisions(setup, state, 0)


# Attempts in hand


def to_decisions(setup: Session, state: State, start: int) -> State:
    """The next intruder with an attempt in hand; then the IC."""
    for place in present(state.intruders, start):
        if state.intruders[place].attempt:
            return replace(state, phase="decide", actor=place)
    return replace(state, phase="ic", actor=0, queue=0)


def ask_decide(setup: Session, state: State) -> Choice:
    """Drop the attempt and leave, unless tar holds, or go through with it."""
    ways = (GO_THROUGH, DROP) if may_leave(state.intruders[state.actor]) else (GO_THROUGH,)
    return Choice(setup.intruder_seats[state.actor], ways, GO_THROUGH, "choice.decide")


def decide(setup: Session, state: State, chosen: Option) -> State:
    """The successes must reach 1 and the barriers as they stand now."""
    place = state.actor
    if chosen == DROP:
        state = with_intruder(state, place, attempt=0, hits=0, status="left")
    else:
        enough = state.intruders[place].hits >= 1 + opening.standing_barriers(setup, state)
        state = opening.gain(state, place) if enough else opening.fail(state, place)
    return to_decisions(setup, state, place + 1)


# A turn's end


def end_turn(setup: Session, state: State) -> State:
    """Tar fades, pools are full again, those summoned arrive, and a new turn begins."""
    if not present(state.intruders):
        return replace(state, phase="over", actor=0, queue=0, deed=None)
    full = state.first or setup.rulings.pool_refresh == "each_turn"
    for place in present(state.intruders):
        me = state.intruders[place]
        pool = pool_of(setup.intruders[place]) if full else me.pool
        state = with_intruder(state, place, tar=max(0, me.tar - 1), pool=pool, split=0)
    for place in present(state.keepers):
        pool = keeper_pool(setup, state, place) if full else state.keepers[place].pool
        state = with_keeper(state, place, pool=pool)
    state = replace(state, first=False, rounds=min(MOST_ROUNDS, state.rounds + 1), queue=0, deed=None)
    return arrive(setup, state)


def arrive(setup: Session, state: State) -> State:
    """Keepers join at once, intruders with an opening test of their own."""
    for place, keeper in enumerate(state.keepers):
        if keeper.status == "coming":
            state = with_keeper(state, place, status="in", pool=pool_of(setup.keepers[place]))
    for place, me in enumerate(state.intruders):
        if me.status == "coming":
            sheet = setup.intruders[place]
            state = with_intruder(
                state, place, status="in", pool=pool_of(sheet), computers=sheet.computers, boxes=sheet.boxes
            )
            return replace(state, phase="opening", actor=place)
    return to_hook(setup, state)


def to_hook(setup: Session, state: State) -> State:
    """The game master is asked for hooks found while there are any to be found; then the first one acts."""
    first = present(state.intruders)[0]
    phase = "hook" if state.found != (1 << len(setup.findable)) - 1 else "act"
    return replace(state, phase=phase, actor=first)


def ask_hook(setup: Session, state: State) -> Choice:
    """Which hook was found, if any. Asked of the game master alone."""
    hooks = tuple(
        option("hook", number=place + 1)
        for place in range(len(setup.findable))
        if not state.found >> place & 1
    )
    return Choice(GM, (NO_HOOK, *hooks), NO_HOOK, "choice.hook", audience=GM_ONLY)


def hook(setup: Session, state: State, chosen: Option) -> State:
    """A hook that is found lowers the target number from now on."""
    if chosen == NO_HOOK:
        return replace(state, phase="act")
    found = state.found | 1 << (_number(chosen, "number") - 1)
    return replace(state, phase="act", found=found)
