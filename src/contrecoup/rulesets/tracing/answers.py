"""What a defender does with his action (rule page, 3)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from contrecoup.kernel import Choice, Option, Result, Throw, option
from contrecoup.rulesets.tracing.people import hindrance, present, with_intruder, with_keeper
from contrecoup.rulesets.tracing.rules.skill import computers_test
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.sheets import Program
from contrecoup.rulesets.tracing.state import Deed, Running, SessionState
from contrecoup.rulesets.tracing.turns import LEVELS, WAIT, to_keepers

State = SessionState

BARRIER_TN = 6
FOUR = 4
IC = ("white_ic", "black_ic")


def ask_answer(setup: Session, state: State) -> Choice:
    """Every action that the keeper's programs, skill and pool allow."""
    options = tuple(_answers(setup, state))
    return Choice(setup.keeper_seats[state.actor], options, _planned(setup, state, options), "choice.answer")


def _answers(setup: Session, state: State) -> Iterator[Option]:
    me, sheet = state.keepers[state.actor], setup.keepers[state.actor]
    dice = range(me.pool + 1)
    for target in present(state.intruders):
        seat = setup.intruder_seats[target]
        for count in dice:
            yield option("expose", target=seat, dice=count)
            yield option("end", target=seat, dice=count)
            for level in LEVELS:
                yield option("identify", target=seat, level=level, dice=count)
        for number in deployable(setup, state):
            kind = sheet.programs[number].kind
            if kind != "barrier":
                yield from (option(kind, program=number + 1, target=seat, dice=count) for count in dice)
    for number in deployable(setup, state):
        if sheet.programs[number].kind == "barrier":
            yield from (option("barrier", program=number + 1, dice=count) for count in dice)
    for place, keeper in enumerate(state.keepers):
        if keeper.status == "away":
            yield option("help", helper=setup.keeper_seats[place])
    yield WAIT


def deployable(setup: Session, state: State) -> list[int]:
    """The programs that may be deployed now: as many at once as the skill, a tar bomb once a session."""
    me, sheet = state.keepers[state.actor], setup.keepers[state.actor]
    running = {run.program: run.value for run in me.running}
    ready = []
    for number, program in enumerate(sheet.programs):
        if program.kind == "barrier" and number in running:
            may = running[number] < program.rating // 2
        elif program.kind == "tar_bomb":
            may = not me.bombs >> number & 1 and len(running) < sheet.computers
        else:
            may = number not in running and len(running) < sheet.computers
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
        state = with_keeper(state, setup.keeper_seats.index(str(values["helper"])), status="coming")
    if chosen == WAIT or chosen.id == "help":
        return to_keepers(setup, state, place + 1)
    deed = _deed(setup, place, values, dice)
    if chosen.id in IC:
        run = Running(deed.program, dice, deed.target)
        state = with_keeper(state, place, running=(*me.running, run))
        return to_keepers(setup, state, place + 1)
    return replace(state, phase=chosen.id, deed=deed)


def _deed(setup: Session, place: int, values: Mapping[str, object], dice: int) -> Deed:
    target, program, level = values.get("target"), values.get("program", 1), values.get("level", 0)
    assert isinstance(program, int)
    assert isinstance(level, int)
    aimed = setup.intruder_seats.index(str(target)) if target else 0
    return Deed(place, aimed, program - 1, dice, 0, level)


# What is thrown for it


def ask_deed(setup: Session, state: State) -> Throw:
    """Expose, identify, tar bomb: computers against stealth (and the level wanted); a barrier against 6."""
    deed, phase = _deed_of(state), state.phase
    stealth = state.intruders[deed.target].stealth
    tn = BARRIER_TN if phase == "barrier" else stealth + (deed.level if phase == "identify" else 0)
    cap = 1 if phase == "identify" else MOST_SUCCESSES
    if phase in ("tar_bomb", "barrier"):
        cap = _most(setup, deed, phase)
    return _throw(setup, deed, tn, f"throw.{phase}", (phase, tn), cap)


MOST_SUCCESSES = 40
"""No pool that a sheet can give comes to more."""


def _most(setup: Session, deed: Deed, phase: str) -> int:
    rating = program_of(setup, deed).rating
    return rating if phase == "tar_bomb" else max(1, rating // 2)


def program_of(setup: Session, deed: Deed) -> Program:
    """The program that a deed uses."""
    return setup.keepers[deed.keeper].programs[deed.program]


def _throw(setup: Session, deed: Deed, tn: int, reason: str, key: tuple[object, ...], cap: int) -> Throw:
    sheet = setup.keepers[deed.keeper]
    test = computers_test(sheet, setup.rulings, sheet.computers, deed.dice, tn)
    seat = setup.keeper_seats[deed.keeper]
    return Throw(seat, test, reason, (*key, deed.keeper, deed.dice), cap=cap, mishap_matters=False)


def _deed_of(state: State) -> Deed:
    assert state.deed is not None, "a deed's phases come with their deed"
    return state.deed


def do_deed(setup: Session, state: State, result: Result) -> State:
    """What the successes do."""
    deed, hits = _deed_of(state), result.value
    me = state.intruders[deed.target]
    if state.phase == "expose":
        hits = min(hits, MOST_SUCCESSES)
        state = with_intruder(state, deed.target, stealth=me.stealth - hits, further=me.further + hits)
    elif state.phase == "identify":
        learned = max(state.keepers[deed.keeper].learned, deed.level if hits else 0)
        state = with_keeper(state, deed.keeper, learned=learned)
    elif state.phase == "tar_bomb":
        rating = program_of(setup, deed).rating
        bombs = state.keepers[deed.keeper].bombs | 1 << deed.program
        state = with_keeper(state, deed.keeper, bombs=bombs)
        state = with_intruder(state, deed.target, tar=me.tar + min(rating, hits))
    else:
        state = _raise_barriers(setup, state, deed, hits)
    return to_keepers(setup, replace(state, deed=None), deed.keeper + 1)


def _raise_barriers(setup: Session, state: State, deed: Deed, hits: int) -> State:
    most = program_of(setup, deed).rating // 2
    running = {run.program: run for run in state.keepers[deed.keeper].running}
    stand = running[deed.program].value if deed.program in running else 0
    running[deed.program] = Running(deed.program, min(most, stand + hits), 0)
    return with_keeper(state, deed.keeper, running=tuple(running.values()))


# Ending the session: opposed computers tests


def ask_end(setup: Session, state: State) -> Throw:
    """The defender's throw, at 1 lower for each round since exposure."""
    deed = _deed_of(state)
    skill = state.intruders[deed.target].computers if setup.rulings.opposed_tn == "opponent_skill" else FOUR
    tn = skill - state.rounds
    return _throw(setup, deed, tn, "throw.end", ("end", tn), MOST_SUCCESSES)


def end(setup: Session, state: State, result: Result) -> State:
    """His successes stand against the intruder's; pool dice may still be added."""
    deed = replace_deed(_deed_of(state), successes=min(MOST_SUCCESSES, result.value), dice=0)
    pool = state.intruders[deed.target].pool
    return replace(state, phase="oppose" if pool else "opposing", deed=deed)


def replace_deed(deed: Deed, **changes: int) -> Deed:
    """The deed with some values changed."""
    return deed._replace(**changes)


def ask_oppose(setup: Session, state: State) -> Choice:
    """How many pool dice the intruder adds against being thrown out."""
    deed = _deed_of(state)
    pool = state.intruders[deed.target].pool
    options = tuple(option("dice", count=count) for count in range(pool + 1))
    return Choice(setup.intruder_seats[deed.target], options, options[-1], "choice.oppose")


def oppose(setup: Session, state: State, chosen: Option) -> State:
    """The dice are spent."""
    deed, count = _deed_of(state), chosen["count"]
    assert isinstance(count, int)
    pool = state.intruders[deed.target].pool - count
    state = with_intruder(state, deed.target, pool=pool)
    return replace(state, phase="opposing", deed=replace_deed(deed, dice=count))


def ask_opposing(setup: Session, state: State) -> Throw:
    """The intruder's throw, at 1 higher for each round since exposure."""
    deed = _deed_of(state)
    me = state.intruders[deed.target]
    skill = setup.keepers[deed.keeper].computers if setup.rulings.opposed_tn == "opponent_skill" else FOUR
    tn = skill + state.rounds + hindrance(me)
    test = computers_test(setup.intruders[deed.target], setup.rulings, me.computers, deed.dice, tn)
    seat, key = setup.intruder_seats[deed.target], ("opposing", deed.target, me.computers, deed.dice, tn)
    return Throw(seat, test, "throw.opposing", key, cap=deed.successes, mishap_matters=False)


def opposing(setup: Session, state: State, result: Result) -> State:
    """The defender needs more successes; whom he throws out is handed nothing."""
    deed = _deed_of(state)
    if deed.successes > result.value:
        state = with_intruder(state, deed.target, status="ended", attempt=0, hits=0)
    return to_keepers(setup, replace(state, deed=None), deed.keeper + 1)
