"""What a defender's action says, and to whom: what is done in silence stays with the defenders."""

from collections.abc import Callable, Iterator
from typing import cast

from contrecoup.kernel import GM_ONLY, Answer, Message, Option, message, result_of
from contrecoup.rulesets.tracing.answers import FOUR
from contrecoup.rulesets.tracing.names import intruder_name, keeper_name, target_name
from contrecoup.rulesets.tracing.people import (
    IC,
    both_sides,
    hindrance,
    intruders_only,
    keepers_only,
    standing_barriers,
    tar_on,
)
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import SessionState

State = SessionState
Said = Iterator[Message]


def _answer(setup: Session, before: State, answer: Answer, after: State) -> Said:
    chosen, who = cast("Option", answer), keeper_name(setup, before.actor)
    own = keepers_only(setup, before)
    if before.first and setup.rulings.exposed_learns == "when_answered" and before.actor == 0:
        attackers = intruders_only(setup, before)
        yield message("exposed", rule="detection", audience=attackers, who=intruder_name(setup, 0))
    if chosen.id in IC:
        number = chosen["number"]
        assert isinstance(number, int)
        program = setup.tools[before.actor][number - 1].name
        rule, audience = chosen.id.replace("_", "-"), both_sides(setup, before)
        yield message("deploys", rule=rule, audience=audience, program=program)
    elif chosen.id == "help":
        helper = chosen["helper"]
        yield message("calls", rule="help", audience=own, who=who, helper=helper)
    elif chosen.id == "wait":
        yield message("waits", rule="turns", audience=own, who=who)


def _expose(setup: Session, before: State, answer: Answer, after: State) -> Said:
    hits, who = result_of(answer).value, target_name(setup, before)
    id = "exposed_further" if hits else "not_exposed_further"
    yield message(id, rule="expose", audience=both_sides(setup, before), who=who, count=hits)


def _identify(setup: Session, before: State, answer: Answer, after: State) -> Said:
    deed, audience = before.deed, keepers_only(setup, before)
    assert deed is not None
    who, level = target_name(setup, before), deed.level
    if not result_of(answer).value:
        yield message("not_identified", rule="identify", audience=audience, who=who, level=level)
        return
    yield message("identified", rule="identify", audience=audience, who=who, level=level)
    for fact in setup.intruders[deed.target].dossier.facts(level):
        yield message("fact", rule="identify", audience=audience, level=level, fact=fact)


def _opposing(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    is_out = after.intruders[before.deed.target].status == "ended"
    yield message(
        "thrown_out" if is_out else "holds_on",
        rule="end",
        audience=both_sides(setup, before),
        who=target_name(setup, before),
    )
    yield against(setup, before, "end", _opposed_tn(setup, before))


def _opposed_tn(setup: Session, before: State) -> int:
    deed = before.deed
    assert deed is not None
    skill = setup.keepers[deed.keeper].computers if setup.rulings.opposed_tn == "opponent_skill" else FOUR
    return skill + before.rounds + hindrance(before.intruders[deed.target])


def against(setup: Session, before: State, rule: str, tn: int) -> Message:
    """What the thrower isn't told: the number that he threw against."""
    return message("against", rule=rule, audience=GM_ONLY, tn=max(2, tn))


def _tar_bomb(setup: Session, before: State, answer: Answer, after: State) -> Said:
    assert before.deed is not None
    place = before.deed.target
    was, now = tar_on(before.intruders[place]), tar_on(after.intruders[place])
    hits = min(result_of(answer).value, setup.tools[before.deed.keeper][before.deed.program].rating)
    id, who = "tar_sticks" if hits else "tar_misses", target_name(setup, before)
    audience = both_sides(setup, before)
    yield message(id, rule="tar-bomb", audience=audience, who=who, count=max(was + hits, now))


def _barrier(setup: Session, before: State, answer: Answer, after: State) -> Said:
    audience, count = both_sides(setup, before), standing_barriers(setup, after)
    yield message("barriers_stand", rule="barrier", audience=audience, count=count)


SAID: dict[str, Callable[[Session, State, Answer, State], Said]] = {
    "answer": _answer,
    "expose": _expose,
    "identify": _identify,
    "opposing": _opposing,
    "tar_bomb": _tar_bomb,
    "barrier": _barrier,
}
