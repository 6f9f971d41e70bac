"""What a defender does with his action (rule page, 3)."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from contrecoup.kernel import Choice, Name, Option, Result, Throw, option
from contrecoup.rulesets.tracing.opening import lower
from contrecoup.rulesets.tracing.people import (
    IC,
    away,
    hindrance,
    intruders_only,
    keepers_only,
    present,
    seat_name,
    seat_of,
    with_intruder,
    with_keeper,
)
from contrecoup.rulesets.tracing.rules.skill import computers_test, most_successes, wound_modifier
from contrecoup.rulesets.tracing.setup import Session, Tool
from contrecoup.rulesets.tracing.state import Deed, Running, SessionState, Tar
from contrecoup.rulesets.tracing.turns import LEVELS, WAIT, to_keepers

State = SessionState

BARRIER_TN = 6
FOUR = 4
MOST_FURTHER = 40
"""A target number that exposing has raised by so much is out of reach."""
BITS = len(LEVELS)


def ask_answer(setup: Session, state: State) -> Choice:
    """Every action that the keeper's programs, skill and pool allow."""
    options = tuple(_answers(setup, state))
    push = _planned(setup, state, options)
    seat, audience = setup.keeper_seats[state.actor], keepers_only(setup, state)
    return Choice(seat, options, push, "choice.answer", audience=audience)


def _answers(setup: Session, state: State) -> Iterator[Option]:
    dice, tools = range(state.keepers[state.actor].pool + 1), setup.tools[state.actor]
    for target in present(state.intruders):
        seat = seat_name(setup.intruder_seats[target])
        for count in dice:
            yield option("expose", target=seat, dice=count)
            yield option("end", target=seat, dice=count)
            for level in LEVELS:
                yield option("identify", target=seat, level=level, dice=count)
        for number in deployable(setup, state):
            if tools[number].acts != "barrier":
                yield from (_deployed(number, tools[number], count, target=seat) for count in dice)
    for number in deployable(setup, state):
        if tools[number].acts == "barrier":
            yield from (_deployed(number, tools[number], count) for count in dice)
    for place in away(state.keepers):
        yield option("help", helper=seat_name(setup.keeper_seats[place]))
    yield WAIT


def _deployed(number: int, tool: Tool, dice: int, **aimed: Name) -> Option:
    return option(tool.acts, number=number + 1, program=tool.name, **aimed, dice=dice)


def deployable(setup: Session, state: State) -> list[int]:
    """The programs that may be deployed now: as many at once as the skill, a tar bomb once a session, a
    barrier until half its rating stands."""
    me, most = state.keepers[state.actor], setup.keepers[state.actor].computers
    running = {run.program: run.value for run in me.running}
    ready = []
    for number, tool in enumerate(setup.tools[state.actor]):
        is_room = number in running or len(running) < most
        match tool.acts:
            case "barrier":
                may = is_room and running.get(number, 0) < tool.rating // 2
            case "tar_bomb":
                may = is_room and not me.bombs >> number & 1
            case _:
                may = is_room and number not in running
        if may:
            ready.append(number)
    return ready


def _planned(setup: Session, state: State, options: tuple[Option, ...]) -> Option:
    """The plan's action, on the first intruder, with the whole pool; what can't be done is waited out."""
    me = state.keepers[state.actor]
    actions = setup.plan.defender.actions
    wanted = actions[min(me.step, len(actions) - 1)]
    fitting = [way for way in options if way.id == wanted]
    if wanted == "identify":
        fitting = [way for way in fitting if way["level"] == LEVELS[-1]]
    most = [way for way in fitting if dict(way.values).get("dice", me.pool) == me.pool]
    return most[0] if most else WAIT


def answer(setup: Session, state: State, chosen: Option) -> State:
    """Throw for it, deploy IC, call help, or wait."""
    place, values = state.actor, dict(chosen.values)
    me = state.keepers[place]
    most = len(setup.plan.defender.actions) - 1
    dice = values.get("dice", 0)
    assert isinstance(dice, int)
    state = with_keeper(state, place, step=min(most, me.step + 1), pool=me.pool - dice)
    if chosen.id == "help":
        state = with_keeper(state, setup.keeper_seats.index(seat_of(values["helper"])), status="coming")
    if chosen == WAIT or chosen.id == "help":
        return to_keepers(state, place + 1)
    deed = _deed(setup, place, values, dice)
    if chosen.id in IC:
        run = Running(deed.program, dice, deed.target)
        state = with_keeper(state, place, running=(*me.running, run))
        return to_keepers(state, place + 1)
    return replace(state, phase=chosen.id, deed=deed)


def _deed(setup: Session, place: int, values: Mapping[str, object], dice: int) -> Deed:
    target, program, level = values.get("target"), values.get("number", 1), values.get("level", 0)
    assert isinstance(program, int)
    assert isinstance(level, int)
    aimed = setup.intruder_seats.index(seat_of(target)) if target else 0
    return Deed(place, aimed, program - 1, dice, 0, level)


# What is thrown for it


def ask_deed(setup: Session, state: State) -> Throw:
    """Expose, identify, tar bomb: computers against stealth (and the level wanted); a barrier against 6."""
    deed, phase = _deed_of(state), state.phase
    stealth = state.intruders[deed.target].stealth
    tn = BARRIER_TN if phase == "barrier" else stealth + (deed.level if phase == "identify" else 0)
    throw = _throw(setup, state, deed, tn, (phase, tn))
    if phase == "identify":
        return replace(throw, cap=1)
    if phase == "expose":
        return throw
    rating = tool_of(setup, deed).rating
    return replace(throw, cap=rating if phase == "tar_bomb" else rating // 2)


def tool_of(setup: Session, deed: Deed) -> Tool:
    """The program that a deed uses."""
    return setup.tools[deed.keeper][deed.program]


def _throw(setup: Session, state: State, deed: Deed, tn: int, key: tuple[object, ...]) -> Throw:
    sheet = setup.keepers[deed.keeper]
    more = wound_modifier(sheet.boxes)
    test = computers_test(sheet, setup.rulings, sheet.computers, deed.dice, tn + more)
    return Throw(
        setup.keeper_seats[deed.keeper],
        test,
        f"throw.{state.phase}",
        (*key, deed.keeper, deed.dice),
        cap=most_successes(test),
        mishap_matters=False,
        audience=keepers_only(setup, state),
    )


def _deed_of(state: State) -> Deed:
    assert state.deed is not None, "a deed's phases come with their deed"
    return state.deed


def do_deed(setup: Session, state: State, result: Result) -> State:
    """What the successes do."""
    deed = _deed_of(state)
    state = _DONE[state.phase](setup, state, deed, result.value)
    return to_keepers(replace(state, deed=None), deed.keeper + 1)


def _expose(setup: Session, state: State, deed: Deed, hits: int) -> State:
    """Each success takes 1 stealth, and adds 1 to this trace and every later one."""
    hits = min(hits, ask_deed(setup, state).cap)
    further = min(MOST_FURTHER, state.intruders[deed.target].further + hits)
    return with_intruder(lower(setup, state, deed.target, hits), deed.target, further=further)


def _identify(setup: Session, state: State, deed: Deed, hits: int) -> State:
    bit = 1 << (BITS * deed.target + deed.level - 1) if hits else 0
    return with_keeper(state, deed.keeper, learned=state.keepers[deed.keeper].learned | bit)


def _tar(setup: Session, state: State, deed: Deed, hits: int) -> State:
    """As much tar as successes, up to the rating. The bomb is used up either way."""
    rating, me = tool_of(setup, deed).rating, state.intruders[deed.target]
    state = with_keeper(state, deed.keeper, bombs=state.keepers[deed.keeper].bombs | 1 << deed.program)
    stuck = (Tar(rating, min(rating, hits)),) if hits else ()
    return with_intruder(state, deed.target, tar=(*me.tar, *stuck))


def _barrier(setup: Session, state: State, deed: Deed, hits: int) -> State:
    """Each success stands as one barrier, up to half the rating."""
    most = tool_of(setup, deed).rating // 2
    running = {run.program: run for run in state.keepers[deed.keeper].running}
    stand = running[deed.program].value if deed.program in running else 0
    if not stand + hits:
        return state
    running[deed.program] = Running(deed.program, min(most, stand + hits), 0)
    return with_keeper(state, deed.keeper, running=tuple(running.values()))


_DONE: dict[str, Callable[[Session, State, Deed, int], State]] = {
    "expose": _expose,
    "identify": _identify,
    "tar_bomb": _tar,
    "barrier": _barrier,
}


# Ending the session: opposed computers tests


def ask_end(setup: Session, state: State) -> Throw:
    """The defender's throw, at 1 lower for each round since exposure."""
    deed = _deed_of(state)
    skill = state.intruders[deed.target].computers
    tn = (skill if setup.rulings.opposed_tn == "opponent_skill" else FOUR) - state.rounds
    return _throw(setup, state, deed, tn, ("end", skill, state.rounds))


def end(setup: Session, state: State, result: Result) -> State:
    """His successes stand against the intruder's; pool dice may still be added."""
    successes = min(ask_end(setup, state).cap, result.value)
    deed = _deed_of(state)._replace(successes=successes, dice=0)
    pool = state.intruders[deed.target].pool
    return replace(state, phase="oppose" if pool else "opposing", deed=deed)


def ask_oppose(setup: Session, state: State) -> Choice:
    """How many pool dice the intruder adds against being thrown out."""
    target = _deed_of(state).target
    pool = state.intruders[target].pool
    options = tuple(option("dice", count=count) for count in range(pool + 1))
    seat, audience = setup.intruder_seats[target], intruders_only(setup, state)
    return Choice(seat, options, options[-1], "choice.oppose", audience=audience)


def oppose(setup: Session, state: State, chosen: Option) -> State:
    """The dice are spent."""
    deed, count = _deed_of(state), chosen["count"]
    assert isinstance(count, int)
    pool = state.intruders[deed.target].pool - count
    state = with_intruder(state, deed.target, pool=pool)
    return replace(state, phase="opposing", deed=deed._replace(dice=count))


def ask_opposing(setup: Session, state: State) -> Throw:
    """The intruder's throw, at 1 higher for each round since exposure. He isn't told the number."""
    deed = _deed_of(state)
    me = state.intruders[deed.target]
    skill = setup.keepers[deed.keeper].computers if setup.rulings.opposed_tn == "opponent_skill" else FOUR
    more = state.rounds + hindrance(me)
    test = computers_test(
        setup.intruders[deed.target], setup.rulings, me.computers, deed.dice, skill + more, hides_tn=True
    )
    return Throw(
        setup.intruder_seats[deed.target],
        test,
        "throw.opposing",
        ("opposing", deed.keeper, deed.target, me.computers, deed.dice, more),
        cap=deed.successes,
        mishap_matters=False,
        audience=intruders_only(setup, state),
    )


def opposing(state: State, result: Result) -> State:
    """The defender needs more successes; whom he throws out is handed nothing."""
    deed = _deed_of(state)
    if deed.successes > result.value:
        state = with_intruder(state, deed.target, status="ended", attempt=0, hits=0)
    return to_keepers(replace(state, deed=None), deed.keeper + 1)
