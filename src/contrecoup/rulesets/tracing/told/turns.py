"""What turns say: tar, attempts that are dropped or completed, who leaves, who arrives."""

from collections.abc import Callable, Iterator
from typing import cast

from contrecoup.kernel import Answer, Message, Option, message, result_of
from contrecoup.rulesets.tracing.names import intruder_name, keeper_name
from contrecoup.rulesets.tracing.people import both_sides, hindrance, intruders_only
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import SessionState
from contrecoup.rulesets.tracing.told.answers import against

State = SessionState
Said = Iterator[Message]


def _fight_tar(setup: Session, before: State, answer: Answer, after: State) -> Said:
    me, deed = before.intruders[before.actor], before.deed
    assert deed is not None
    tar = me.tar[deed.program]
    hits, who = min(result_of(answer).value, tar.left), intruder_name(setup, before.actor)
    yield message("fights_tar", rule="tar-bomb", audience=both_sides(setup, before), who=who, count=hits)
    yield against(setup, before, "tar-bomb", tar.rating + hindrance(me))


def _decide(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if cast("Option", answer).id == "drop":
        who = intruder_name(setup, before.actor)
        yield message("drops", rule="leaving", audience=both_sides(setup, before), who=who)


SAID: dict[str, Callable[[Session, State, Answer, State], Said]] = {
    "fight_tar": _fight_tar,
    "decide": _decide,
}


# What every step may bring


def information(setup: Session, before: State, after: State) -> Said:
    """Levels gained, fact by fact, and attempts that failed."""
    audience = intruders_only(setup, before)
    for place, (was, now) in enumerate(zip(before.intruders, after.intruders, strict=True)):
        if not was.attempt or now.attempt or now.status != "in":
            continue
        who, level = intruder_name(setup, place), was.attempt
        if now.known == was.known:
            is_old = _is_completed(setup, before, after) and now.stealth == was.stealth and was.hits
            id = "again" if is_old and was.known >> (level - 1) & 1 else "attempt_failed"
            yield message(id, rule="attempt", audience=audience, who=who, level=level)
            continue
        yield message("gained", rule="attempt", audience=audience, who=who, level=level)
        for fact in setup.dossier.facts(level):
            yield message("fact", rule="attempt", audience=audience, level=level, fact=fact)


def _is_completed(setup: Session, before: State, after: State) -> bool:
    """Whether this step completed an attempt that had successes."""
    return before.phase in ("detect", "decide")


def gone(setup: Session, before: State, after: State) -> Said:
    """Who has left, and who is out of the game."""
    audience = both_sides(setup, after) if after.exposed else intruders_only(setup, after)
    for place, (was, now) in enumerate(zip(before.intruders, after.intruders, strict=True)):
        if was.status == "in" and now.status in ("left", "out"):
            id, rule = ("leaves", "leaving") if now.status == "left" else ("out_of_game", "black-ic")
            yield message(id, rule=rule, audience=audience, who=intruder_name(setup, place))


def turn_end(setup: Session, before: State, after: State) -> Said:
    """Those who were called arrive, and a new turn begins."""
    audience = both_sides(setup, after)
    for place, now in enumerate(after.intruders):
        if before.intruders[place].status == "coming" and now.status == "in":
            yield message("arrives", rule="help", audience=audience, who=intruder_name(setup, place))
    for place, keeper in enumerate(after.keepers):
        if before.keepers[place].status == "coming" and keeper.status == "in":
            yield message("arrives", rule="help", audience=audience, who=keeper_name(setup, place))
    if after.rounds != before.rounds and after.phase != "over":
        yield message("new_turn", rule="turns", audience=audience, rounds=after.rounds)
