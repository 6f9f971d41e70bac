"""What happened between two states, for whom, naming the rule."""

from collections.abc import Callable, Iterator
from typing import cast

from contrecoup.kernel import (
    GM_ONLY,
    Answer,
    Audience,
    Message,
    Name,
    Option,
    message,
    only,
    result_of,
)
from contrecoup.rulesets.tracing.answers import IC
from contrecoup.rulesets.tracing.names import intruder_name, intruders_only, keeper_name, keepers_only
from contrecoup.rulesets.tracing.opening import standing_barriers
from contrecoup.rulesets.tracing.setup import Session, Trace
from contrecoup.rulesets.tracing.state import SessionState, TraceState

State = SessionState
Said = Iterator[Message]

LEVELS = (1, 2, 3, 4)


def tell(
    setup: Trace | Session,
    before: TraceState | SessionState,
    answer: Answer,
    after: TraceState | SessionState,
) -> tuple[Message, ...]:
    """The messages of one step; `Message.rule` is an anchor of the rule page."""
    if isinstance(setup, Trace):
        return tuple(_trace(setup, cast(TraceState, before), answer, cast(TraceState, after)))
    return tuple(_session(setup, cast(State, before), answer, cast(State, after)))


def _trace(setup: Trace, before: TraceState, answer: Answer, after: TraceState) -> Said:
    """Success or failure, and nothing else; the target number with the success."""
    who, audience = setup.attacker.name or Name("seat.attacker"), only("attacker")
    if before.phase != "throw":
        return
    if after.outcome == "found":
        yield message("trace_found", rule="trace", audience=audience, who=who, tn=max(2, setup.target))
    else:
        yield message("trace_nothing", rule="trace", audience=audience, who=who)
    yield message("trace_tn", rule="trace", audience=GM_ONLY, tn=max(2, setup.target))


def _session(setup: Session, before: State, answer: Answer, after: State) -> Said:
    yield from _SAID.get(before.phase, _nothing)(setup, before, answer, after)
    yield from _information(setup, before, after)
    yield from _gone(setup, before, after)
    yield from _turn_end(setup, before, after)


def _nothing(setup: Session, before: State, answer: Answer, after: State) -> Said:
    yield from ()


def _seen(setup: Session, state: State) -> Audience:
    """Who sees what an intruder does: his side, and after contact the defenders too."""
    return only(*setup.intruder_seats, *setup.keeper_seats) if state.exposed else intruders_only(setup)


def _both(setup: Session) -> Audience:
    return only(*setup.intruder_seats, *setup.keeper_seats)


# Before contact


def _split(setup: Session, before: State, answer: Answer, after: State) -> Said:
    who, audience = intruder_name(setup, 0), intruders_only(setup)
    chosen = cast(Option, answer)
    if chosen.id == "split":
        values = dict(chosen.values)
        yield message("splits", rule="split", audience=audience, who=who, **values)


def _opening(setup: Session, before: State, answer: Answer, after: State) -> Said:
    seat = setup.intruder_seats[before.actor]
    shown = setup.rulings.stealth_shown != "never"
    stealth = after.intruders[before.actor].stealth
    yield message(
        "stealth_opens",
        rule="opening",
        audience=only(seat) if shown else GM_ONLY,
        who=intruder_name(setup, before.actor),
        stealth=stealth,
    )


def _act(setup: Session, before: State, answer: Answer, after: State) -> Said:
    chosen, audience = cast(Option, answer), _seen(setup, before)
    who = intruder_name(setup, before.actor)
    if chosen.id == "attempt":
        yield message(
            "attempts", rule="attempt", audience=intruders_only(setup), who=who, level=chosen["level"]
        )
    elif chosen.id == "help":
        yield message(
            "calls", rule="help", audience=audience, who=who, helper=Name(f"seat.{chosen['helper']}")
        )
    elif chosen.id == "wait":
        yield message("waits", rule="turns", audience=audience, who=who)


def _attempt(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits = result_of(answer).value
    who = intruder_name(setup, before.actor)
    yield message("attempt_hits", rule="attempt", audience=intruders_only(setup), who=who, count=hits)


def _wear(setup: Session, before: State, answer: Answer, after: State) -> Said:
    id = "wears" if result_of(answer).value == 1 else "holds"
    stealth = before.intruders[before.actor].stealth - (2 if id == "wears" else 0)
    who = intruder_name(setup, before.actor)
    yield message(id, rule="wear", audience=GM_ONLY, who=who, stealth=stealth)
    if after.exposed and not before.exposed:
        yield from _exposed(setup, before)


def _detect(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if after.exposed:
        yield from _exposed(setup, before)
    else:
        who = intruder_name(setup, before.actor)
        yield message("unnoticed", rule="detection", audience=GM_ONLY, who=who)


def _exposed(setup: Session, before: State) -> Said:
    """The defenders know at once; the attackers with the answer, or at once by the ruling."""
    at_once = setup.rulings.exposed_learns == "at_once"
    audience = _both(setup) if at_once else keepers_only(setup)
    yield message("exposed", rule="detection", audience=audience, who=intruder_name(setup, before.actor))


# The defender's answer


def _answer(setup: Session, before: State, answer: Answer, after: State) -> Said:
    chosen, both = cast(Option, answer), _both(setup)
    if before.first and setup.rulings.exposed_learns == "when_answered":
        yield message(
            "exposed", rule="detection", audience=intruders_only(setup), who=intruder_name(setup, 0)
        )
    who = keeper_name(setup, before.actor)
    if chosen.id in IC:
        yield message(
            "deploys", rule=chosen.id.replace("_", "-"), audience=both, program=Name(f"program.{chosen.id}")
        )
    elif chosen.id == "help":
        helper = Name(f"seat.{chosen['helper']}")
        yield message("calls", rule="help", audience=keepers_only(setup), who=who, helper=helper)
    elif chosen.id == "wait":
        yield message("waits", rule="turns", audience=keepers_only(setup), who=who)


def _expose(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits, who = result_of(answer).value, _target(setup, before)
    id = "exposed_further" if hits else "not_exposed_further"
    yield message(id, rule="expose", audience=_both(setup), who=who, count=hits)


def _identify(setup: Session, before: State, answer: Answer, after: State) -> Said:
    deed, audience = before.deed, keepers_only(setup)
    assert deed is not None
    if not result_of(answer).value:
        yield message("not_identified", rule="identify", audience=audience, level=deed.level)
        return
    yield message(
        "identified", rule="identify", audience=audience, who=_target(setup, before), level=deed.level
    )
    for fact in setup.intruders[deed.target].dossier.facts(deed.level):
        yield message("fact", rule="identify", audience=audience, level=deed.level, fact=fact)


def _opposing(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    ended = after.intruders[before.deed.target].status == "ended"
    hits = result_of(answer).value
    yield message(
        "thrown_out" if ended else "holds_on",
        rule="end",
        audience=_both(setup),
        who=_target(setup, before),
        theirs=before.deed.successes,
        own=hits,
    )


def _tar_bomb(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    place = before.deed.target
    count = after.intruders[place].tar if after.phase != "act" else before.intruders[place].tar
    id = "tar_sticks" if result_of(answer).value else "tar_misses"
    yield message(id, rule="tar-bomb", audience=_both(setup), who=_target(setup, before), count=count)


def _barrier(setup: Session, before: State, answer: Answer, after: State) -> Said:
    yield message(
        "barriers_stand", rule="barrier", audience=_both(setup), count=standing_barriers(setup, after)
    )


def _target(setup: Session, state: State) -> str | int | Name:
    assert state.deed is not None
    return intruder_name(setup, state.deed.target)


# Turns


def _fight_tar(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits = min(result_of(answer).value, before.intruders[before.actor].tar)
    who = intruder_name(setup, before.actor)
    yield message("fights_tar", rule="tar-bomb", audience=_both(setup), who=who, count=hits)


def _decide(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if cast(Option, answer).id == "drop":
        who = intruder_name(setup, before.actor)
        yield message("drops", rule="turns", audience=_both(setup), who=who)


def _hook(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if after.found != before.found:
        tn = max(2, setup.session_tn(after.found))
        yield message("hook_found", rule="hooks", audience=intruders_only(setup), tn=tn)


# IC


def _ic(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits = result_of(answer).value
    id = "ic_strikes" if hits else "ic_misses"
    yield message(
        id,
        rule=_program_rule(setup, before),
        audience=_both(setup),
        program=_program(setup, before),
        count=hits,
    )


def _dodging(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    left = max(0, before.deed.successes - result_of(answer).value)
    id = "dodges_some" if left else "dodges"
    yield message(id, rule="dodge", audience=_both(setup), who=_target(setup, before), count=left)


def _resisting(setup: Session, before: State, answer: Answer, after: State) -> Said:
    deed = before.deed
    assert deed is not None
    was, now = before.intruders[deed.target], after.intruders[deed.target]
    who, both = _target(setup, before), _both(setup)
    if _kind(setup, before) == "white_ic":
        id = "skill_falls" if now.computers < was.computers else "resists"
        yield message(id, rule="white-ic", audience=both, who=who, computers=now.computers)
    elif after.phase == "harm" and after.deed is not None:
        yield message("ic_burns", rule="black-ic", audience=both, who=who, boxes=after.deed.successes)
    elif (now.boxes, now.hardware) == (was.boxes, was.hardware):
        yield message("resists", rule="black-ic", audience=both, who=who, computers=now.computers)
    else:
        yield from _burnt(setup, before, after)


def _burnt(setup: Session, before: State, after: State) -> Said:
    assert before.deed is not None
    place = before.deed.target
    was, now = before.intruders[place], after.intruders[place]
    is_hardware = now.hardware > was.hardware
    boxes = now.hardware - was.hardware if is_hardware else now.boxes - was.boxes
    id = "hardware_burns" if is_hardware else "hacker_burns"
    yield message(id, rule="black-ic", audience=_both(setup), who=intruder_name(setup, place), boxes=boxes)


def _harm(setup: Session, before: State, answer: Answer, after: State) -> Said:
    yield from _burnt(setup, before, after)


def _kind(setup: Session, state: State) -> str:
    assert state.deed is not None
    return setup.keepers[state.deed.keeper].programs[state.deed.program].kind


def _program(setup: Session, state: State) -> Name:
    return Name(f"program.{_kind(setup, state)}")


def _program_rule(setup: Session, state: State) -> str:
    return _kind(setup, state).replace("_", "-")


# What every step may bring


def _information(setup: Session, before: State, after: State) -> Said:
    """Levels gained, fact by fact, and attempts that failed."""
    audience = intruders_only(setup)
    for place, (was, now) in enumerate(zip(before.intruders, after.intruders, strict=True)):
        who = intruder_name(setup, place)
        for level in LEVELS:
            if (now.known & ~was.known) >> (level - 1) & 1:
                yield message("gained", rule="attempt", audience=audience, who=who, level=level)
                for fact in setup.dossier.facts(level):
                    yield message("fact", rule="attempt", audience=audience, level=level, fact=fact)
        if was.attempt and not now.attempt and now.status == "in" and now.known == was.known:
            id = "again" if was.known >> (was.attempt - 1) & 1 and was.hits else "attempt_failed"
            yield message(id, rule="attempt", audience=audience, who=who, level=was.attempt)


def _gone(setup: Session, before: State, after: State) -> Said:
    audience = _seen(setup, after)
    for place, (was, now) in enumerate(zip(before.intruders, after.intruders, strict=True)):
        if was.status == "in" and now.status in ("left", "out"):
            id = "leaves" if now.status == "left" else "out_of_game"
            rule = "leaving" if now.status == "left" else "black-ic"
            yield message(id, rule=rule, audience=audience, who=intruder_name(setup, place))


def _turn_end(setup: Session, before: State, after: State) -> Said:
    """Tar fades, those who were called arrive."""
    if after.rounds == before.rounds:
        return
    for place, now in enumerate(after.intruders):
        if before.intruders[place].status == "coming" and now.status == "in":
            yield message("arrives", rule="help", audience=_both(setup), who=intruder_name(setup, place))
    for place, keeper in enumerate(after.keepers):
        if before.keepers[place].status == "coming" and keeper.status == "in":
            yield message("arrives", rule="help", audience=_both(setup), who=keeper_name(setup, place))
    yield message("new_turn", rule="turns", audience=_both(setup), rounds=after.rounds)


_SAID: dict[str, Callable[[Session, State, Answer, State], Said]] = {
    "split": _split,
    "opening": _opening,
    "hook": _hook,
    "act": _act,
    "attempt": _attempt,
    "wear": _wear,
    "detect": _detect,
    "fight_tar": _fight_tar,
    "answer": _answer,
    "expose": _expose,
    "identify": _identify,
    "opposing": _opposing,
    "tar_bomb": _tar_bomb,
    "barrier": _barrier,
    "decide": _decide,
    "ic": _ic,
    "dodging": _dodging,
    "resisting": _resisting,
    "harm": _harm,
}
