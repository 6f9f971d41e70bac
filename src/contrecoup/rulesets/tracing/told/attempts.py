"""What the split, the opening, attempts and their detection say."""

from collections.abc import Callable, Iterator
from typing import cast

from contrecoup.kernel import GM_ONLY, Answer, Message, Option, message, only, result_of
from contrecoup.rulesets.tracing.names import intruder_name
from contrecoup.rulesets.tracing.opening import DEGRADES_BY
from contrecoup.rulesets.tracing.people import both_sides, intruders_only, keepers_only
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import SessionState

State = SessionState
Said = Iterator[Message]


def _hook(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if after.found != before.found:
        tn, audience = max(2, setup.session_tn(after.found)), intruders_only(setup, before)
        yield message("hook_found", rule="hooks", audience=audience, tn=tn)


def _split(setup: Session, before: State, answer: Answer, after: State) -> Said:
    chosen = cast("Option", answer)
    if chosen.id == "split":
        who, audience = intruder_name(setup, 0), intruders_only(setup, before)
        yield message("splits", rule="split", audience=audience, who=who, **dict(chosen.values))


def _opening(setup: Session, before: State, answer: Answer, after: State) -> Said:
    place = before.actor
    is_shown = setup.rulings.stealth_shown != "never"
    yield message(
        "stealth_opens",
        rule="opening",
        audience=only(setup.intruder_seats[place]) if is_shown else GM_ONLY,
        who=intruder_name(setup, place),
        stealth=after.intruders[place].stealth,
    )
    yield from _noticed(setup, before, after)


def _act(setup: Session, before: State, answer: Answer, after: State) -> Said:
    chosen, who = cast("Option", answer), intruder_name(setup, before.actor)
    audience = both_sides(setup, before) if before.exposed else intruders_only(setup, before)
    if chosen.id == "attempt":
        own = intruders_only(setup, before)
        yield message("attempts", rule="attempt", audience=own, who=who, level=chosen["level"])
    elif chosen.id == "help":
        own, helper = intruders_only(setup, before), chosen["helper"]
        yield message("calls", rule="help", audience=own, who=who, helper=helper)
    elif chosen.id == "wait":
        yield message("waits", rule="turns", audience=audience, who=who)


def _attempt(setup: Session, before: State, answer: Answer, after: State) -> Said:
    who, audience = intruder_name(setup, before.actor), intruders_only(setup, before)
    hits = result_of(answer).value
    yield message("attempt_hits", rule="attempt", audience=audience, who=who, count=hits)


def _wear(setup: Session, before: State, answer: Answer, after: State) -> Said:
    worn = result_of(answer).value <= 1
    is_shown = setup.rulings.stealth_shown == "always"
    yield message(
        "wears" if worn else "holds",
        rule="wear",
        audience=only(setup.intruder_seats[before.actor]) if is_shown else GM_ONLY,
        who=intruder_name(setup, before.actor),
        stealth=before.intruders[before.actor].stealth - (DEGRADES_BY if worn else 0),
    )
    yield from _noticed(setup, before, after)


def _detect(setup: Session, before: State, answer: Answer, after: State) -> Said:
    if not result_of(answer).value:
        who, audience = intruder_name(setup, before.actor), keepers_only(setup, before)
        yield message("unnoticed", rule="detection", audience=audience, who=who)
    yield from _noticed(setup, before, after)


def _noticed(setup: Session, before: State, after: State) -> Said:
    """The defenders know at once; the attackers with the answer, or at once by the ruling."""
    if after.exposed and not before.exposed:
        at_once = setup.rulings.exposed_learns == "at_once"
        audience = both_sides(setup, after) if at_once else keepers_only(setup, after)
        yield message("exposed", rule="detection", audience=audience, who=intruder_name(setup, 0))


SAID: dict[str, Callable[[Session, State, Answer, State], Said]] = {
    "begin": _hook,
    "hook": _hook,
    "split": _split,
    "opening": _opening,
    "act": _act,
    "attempt": _attempt,
    "wear": _wear,
    "detect": _detect,
}
