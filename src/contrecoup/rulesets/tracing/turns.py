"""Turns: whose action it is, what may be done, how an attempt is completed, a turn's end (rule page, 3)."""

from msgspec.structs import replace

from contrecoup.kernel import GM, GM_ONLY, Choice, Option, Result, Throw, option
from contrecoup.rulesets.tracing import opening
from contrecoup.rulesets.tracing.entries import name_of
from contrecoup.rulesets.tracing.opening import LEAVE
from contrecoup.rulesets.tracing.people import (
    away,
    hindrance,
    intruders_only,
    keeper_pool,
    levels_known,
    present,
    seat_name,
    seat_of,
    standing_barriers,
    with_intruder,
    with_keeper,
)
from contrecoup.rulesets.tracing.rules.skill import computers_test, pool_of
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Deed, Intruder, SessionState, Tar

State = SessionState

LEVELS = (1, 2, 3, 4)
MOST_ROUNDS = 24
"""Rounds since exposure beyond this count as this, far beyond play."""

WAIT, DROP, GO_THROUGH = option("wait"), option("drop"), option("go_through")
NO_HOOK = option("no_hook")


# An intruder's action


def may_leave(me: Intruder) -> bool:
    """Tar holds."""
    return not me.tar


def ask_act(setup: Session, state: State) -> Choice:
    """What an intruder does: anything that his skill and the tar allow."""
    place = state.actor
    me = state.intruders[place]
    options = tuple(_actions(setup, state, me))
    push = _planned(setup, state, me, options)
    first = place == present(state.intruders)[0]
    return Choice(
        setup.intruder_seats[place],
        options,
        push,
        "choice.act",
        audience=intruders_only(setup, state),
        round=first,
    )


def _actions(setup: Session, state: State, me: Intruder) -> list[Option]:
    dice = range(me.pool + 1) if state.exposed else range(1)
    ways: list[Option] = []
    if me.computers > 0:
        ways += [option("attempt", level=level, dice=count) for level in LEVELS for count in dice]
        if state.exposed:
            stuck = range(1, len(me.tar) + 1)
            ways += [option("fight_tar", number=number, dice=count) for number in stuck for count in dice]
            ways += [
                option("help", helper=seat_name(setup.intruder_seats[place]))
                for place in away(state.intruders)
            ]
            ways.append(WAIT)
    if may_leave(me):
        ways.append(LEAVE)
    return ways or [WAIT]


def _planned(setup: Session, state: State, me: Intruder, options: tuple[Option, ...]) -> Option:
    """Plan push: attempt the level until it is gained, then leave; out of tar as soon as may be."""
    level, dice = setup.plan.level, me.pool if state.exposed else 0
    if not levels_known(state) >> (level - 1) & 1:
        planned = option("attempt", level=level, dice=dice)
    else:
        planned = LEAVE if may_leave(me) else option("fight_tar", number=1, dice=dice)
    return planned if planned in options else options[-1]


def act(setup: Session, state: State, chosen: Option) -> State:
    """An attempt and the fight against tar are thrown now, leaving is done at once."""
    place = state.actor
    me = state.intruders[place]
    if chosen.id in ("attempt", "fight_tar"):
        dice = _number(chosen, "dice")
        level = _number(chosen, "level") if chosen.id == "attempt" else 0
        tar = 0 if level else _number(chosen, "number") - 1
        state = with_intruder(state, place, attempt=level, pool=me.pool - dice)
        deed = Deed(dice=dice, program=tar) if state.exposed else None
        return replace(state, phase="attempt" if level else "fight_tar", deed=deed)
    if chosen == LEAVE:
        return after_action(with_intruder(state, place, status="left"))
    if chosen.id == "help":
        state = with_intruder(state, setup.intruder_seats.index(seat_of(chosen["helper"])), status="coming")
    return after_action(state)


def _number(chosen: Option, name: str) -> int:
    value = chosen[name]
    assert isinstance(value, int)
    return value


def ask_fight_tar(setup: Session, state: State) -> Throw:
    """Computers against the tar's rating, which its victim isn't told."""
    place = state.actor
    me, deed = state.intruders[place], state.deed or Deed()
    tar = me.tar[deed.program]
    test = computers_test(
        setup.intruders[place],
        setup.rulings,
        me.computers,
        deed.dice,
        tar.rating + hindrance(me),
        hides_tn=True,
    )
    return Throw(
        setup.intruder_seats[place],
        test,
        "throw.fight_tar",
        ("fight_tar", place, me.computers, deed.dice, tar.rating + hindrance(me)),
        cap=tar.left,
        mishap_matters=False,
        audience=intruders_only(setup, state),
    )


def fight_tar(state: State, result: Result) -> State:
    """Each success takes 1 off."""
    me, fought = state.intruders[state.actor], (state.deed or Deed()).program
    left = tuple(
        Tar(tar.rating, tar.left - result.value) if place == fought else tar
        for place, tar in enumerate(me.tar)
    )
    return after_action(replace(with_intruder(state, state.actor, tar=_sticking(left)), deed=None))


def _sticking(tars: tuple[Tar, ...]) -> tuple[Tar, ...]:
    return tuple(tar for tar in tars if tar.left > 0)


def after_action(state: State) -> State:
    """The next intruder acts; after the last one, the keepers. Before contact there are no turns."""
    if not state.exposed:
        return replace(state, phase="act" if present(state.intruders) else "over")
    if not present(state.intruders):
        return replace(state, phase="over", actor=0)
    others = present(state.intruders, state.actor + 1)
    if others:
        return replace(state, phase="act", actor=others[0])
    return to_keepers(state, 0)


def to_keepers(state: State, start: int) -> State:
    """The keepers' actions from one of them on; then the attempts in hand."""
    if not present(state.intruders):
        return replace(state, phase="over", actor=0)
    there = present(state.keepers, start)
    if there:
        return replace(state, phase="answer", actor=there[0])
    return to_decisions(state, 0)


# Attempts in hand


def to_decisions(state: State, start: int) -> State:
    """The next intruder with an attempt in hand; then the IC."""
    for place in present(state.intruders, start):
        if state.intruders[place].attempt:
            return replace(state, phase="decide", actor=place)
    return replace(state, phase="ic", actor=0, queue=0)


def ask_decide(setup: Session, state: State) -> Choice:
    """Drop the attempt and leave, unless tar holds, or go through with it."""
    ways = (GO_THROUGH, DROP) if may_leave(state.intruders[state.actor]) else (GO_THROUGH,)
    seat, audience = setup.intruder_seats[state.actor], intruders_only(setup, state)
    return Choice(seat, ways, GO_THROUGH, "choice.decide", audience=audience)


def decide(setup: Session, state: State, chosen: Option) -> State:
    """The successes must reach 1 and the barriers as they stand now."""
    place = state.actor
    if chosen == DROP:
        state = with_intruder(state, place, attempt=0, hits=0, status="left")
    else:
        enough = state.intruders[place].hits >= 1 + standing_barriers(setup, state)
        state = opening.gain(state, place) if enough else opening.fail(setup, state, place)
    return to_decisions(state, place + 1)


# A turn's end


def end_turn(setup: Session, state: State) -> State:
    """Tar fades, pools are full again, those summoned arrive, and a new turn begins."""
    if not present(state.intruders):
        return replace(state, phase="over", actor=0, queue=0, deed=None)
    full = state.first or setup.rulings.pool_refresh == "each_turn"
    for place in present(state.intruders):
        me = state.intruders[place]
        pool = pool_of(setup.intruders[place]) if full else me.pool
        tar = _sticking(tuple(Tar(tar.rating, tar.left - 1) for tar in me.tar))
        state = with_intruder(state, place, tar=tar, pool=pool, split=0)
    for place in present(state.keepers):
        pool = keeper_pool(setup, state, place) if full else state.keepers[place].pool
        state = with_keeper(state, place, pool=pool)
    rounds = _counted(setup, state.rounds + 1)
    return arrive(setup, replace(state, first=False, rounds=rounds, queue=0, deed=None))


def _counted(setup: Session, rounds: int) -> int:
    """Rounds as far as they can matter: in a walk only where the plan ever ends the session."""
    if setup.is_walked and "end" not in setup.plan.defender.actions:
        return 0
    return min(MOST_ROUNDS, rounds)


def arrive(setup: Session, state: State) -> State:
    """Keepers join at once, intruders with an opening test of their own."""
    for place, keeper in enumerate(state.keepers):
        if keeper.status == "coming":
            state = with_keeper(state, place, status="in", pool=pool_of(setup.keepers[place]))
    for place, me in enumerate(state.intruders):
        if me.status == "coming":
            sheet = setup.intruders[place]
            state = with_intruder(
                state,
                place,
                status="in",
                pool=pool_of(sheet),
                computers=sheet.computers,
                boxes=sheet.boxes,
                known=sheet.known.bits,
            )
            return replace(state, phase="opening", actor=place)
    return to_hook(setup, state)


# Hooks that are found


def to_hook(setup: Session, state: State) -> State:
    """The game master is asked for hooks found while there are any to be found; then the first one acts."""
    phase = "hook" if state.found != (1 << len(setup.findable)) - 1 else "act"
    return replace(state, phase=phase, actor=present(state.intruders)[0])


def ask_hook(setup: Session, state: State) -> Choice:
    """Which hook was found, if any. Asked of the game master alone."""
    kinds = setup.content.stock.hooks
    hooks = tuple(
        option("hook", number=place + 1, hook=name_of("hooks", kinds[hook.kind]))
        for place, hook in enumerate(setup.findable)
        if not state.found >> place & 1
    )
    return Choice(GM, (NO_HOOK, *hooks), NO_HOOK, "choice.hook", audience=GM_ONLY)


def hook(setup: Session, state: State, chosen: Option) -> State:
    """A hook that is found lowers the target number from now on; before the session it is found as well."""
    if chosen != NO_HOOK:
        state = replace(state, found=state.found | 1 << (_number(chosen, "number") - 1))
    return replace(state, phase="split" if state.phase == "begin" else "act")
