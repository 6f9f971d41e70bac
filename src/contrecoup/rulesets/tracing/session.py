"""A session, phase by phase: dispatch to opening, turns, answers and countermeasures (rule page, 2, 3)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from contrecoup.kernel import (
    Answer,
    Change,
    Choice,
    End,
    Node,
    Option,
    Refused,
    Result,
    Tally,
    pick,
    refusal,
    result_of,
)
from contrecoup.rulesets.tracing import answers, countermeasures, opening, trimming, turns
from contrecoup.rulesets.tracing.obstacles import refuse_session, why_not
from contrecoup.rulesets.tracing.people import ABSENT, levels_known
from contrecoup.rulesets.tracing.rules.ic import WOUNDS
from contrecoup.rulesets.tracing.rules.skill import pool_of
from contrecoup.rulesets.tracing.setup import Played, Session
from contrecoup.rulesets.tracing.sheets import MONITOR
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState

State = SessionState

HELPER = "helper_"
MOST_PENALTY = 40
"""History counts no further."""
HARM = ("none", "light", "moderate", "serious", "deadly")


def start(setup: Session) -> State:
    """Before the split; Refused where the setup can't be."""
    refuse_session(setup)
    attacker, away = setup.attacker, len(setup.intruders) - 1
    first = Intruder("in", attacker.computers, attacker.boxes, known=attacker.known.bits)
    keeper = Keeper("in", pool_of(setup.defender), learned=setup.defender.known.bits)
    keepers = (keeper, *(Keeper("away"),) * (len(setup.keepers) - 1))
    return State("begin" if setup.findable else "split", (first, *(Intruder("away"),) * away), keepers)


def node(setup: Session, state: State) -> Node:
    """The question of the state's phase; in a walk every seat has its plan and no other way."""
    asked = _NODES[state.phase](setup, state)
    if setup.is_walked and isinstance(asked, Choice):
        return replace(asked, options=(asked.push,))
    return asked


def apply(setup: Session, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase."""
    if state.phase in _CHOICES:
        asked = node(setup, state)
        if isinstance(answer, Option):
            why_not(setup, state, answer)
        return _settled(setup, _CHOICES[state.phase](setup, state, pick(asked, answer)))
    if state.phase == "over":
        raise Refused([refusal("scene.not_offered")])
    return _settled(setup, _THROWS[state.phase](setup, state, result_of(answer)))


def _settled(setup: Session, state: State) -> State:
    """Past the phase that only says that the IC's turn has come; for odds, without what can't matter."""
    if isinstance(setup, Played):
        state = trimming.skipped(setup, state)
    if state.phase == "ic" and state.deed is None:
        state = countermeasures.to_ic(setup, state)
    return trimming.trimmed(setup, state) if isinstance(setup, Played) else state


def _open(setup: Session, state: State, result: Result) -> State:
    state = opening.open_session(state, result)
    if state.exposed:
        return turns.arrive(setup, opening.lower(setup, state, state.actor, 0))
    return _found_out(setup, state)


def _wear(setup: Session, state: State, result: Result) -> State:
    """After the coin: turns go on; before contact the attempt is detected or not, or has failed."""
    state = opening.wear(setup, state, result)
    if state.exposed:
        return turns.after_action(state)
    me = state.intruders[state.actor]
    if me.hits or setup.rulings.detection == "every_attempt":
        return _look(setup, state)
    return _found_out(setup, opening.fail(setup, state, state.actor))


def _look(setup: Session, state: State) -> State:
    """Stealth of 0 or less may be found out without a test."""
    if setup.rulings.stealth_out == "exposed" and state.intruders[state.actor].stealth <= 0:
        return opening.expose(setup, state)
    return replace(state, phase="detect")


def _found_out(setup: Session, state: State) -> State:
    """After the opening or an attempt before contact: stealth that has run out may expose."""
    if setup.rulings.stealth_out == "exposed" and state.intruders[state.actor].stealth <= 0:
        return opening.expose(setup, state)
    return turns.to_hook(setup, state)


def _detect(setup: Session, state: State, result: Result) -> State:
    state = opening.detect(setup, state, result)
    if state.exposed:
        return state
    me = state.intruders[state.actor]
    done = opening.gain(state, state.actor) if me.hits else opening.fail(setup, state, state.actor)
    return _found_out(setup, done)


def _end(setup: Session, state: State) -> End:
    me = state.intruders[0]
    gained = levels_known(state) & ~setup.attacker.known.bits
    found = "found_exposed" if state.exposed else "found_unnoticed"
    tallies = (
        Tally("level", gained.bit_length()),
        Tally("exposed", "yes" if state.exposed else "no"),
        Tally("ended", me.status),
        Tally("skill_lost", setup.attacker.computers - me.computers),
        Tally("harm", _harm(me.boxes - setup.attacker.boxes)),
    )
    return End(found if gained else me.status, tallies, tuple(_changes(setup, state, gained)))


def _harm(boxes: int) -> str:
    return next(name for most, name in zip(reversed(WOUNDS), reversed(HARM), strict=True) if boxes >= most)


def _changes(setup: Session, state: State, gained: int) -> Iterator[Change]:
    """What stays: a session that has begun is one more earlier one; contact, wounds, and what was learned."""
    me, sheet = state.intruders[0], setup.attacker
    if state.opened:
        yield Change("attacker", "previous", min(MOST_PENALTY, sheet.previous + 1))
        if sheet.traced:
            yield Change("attacker", "traced", False)
    if me.further:
        yield Change("attacker", "further", min(MOST_PENALTY, sheet.further + me.further))
    if me.boxes != sheet.boxes:
        yield Change("attacker", "boxes", min(MONITOR - 1, me.boxes))
    if state.exposed and not sheet.contact:
        yield Change("attacker", "contact", True)
    yield from _learned("attacker", gained)
    if state.exposed and not setup.defender.contact:
        yield Change("defender", "contact", True)
    learned = 0
    for keeper in state.keepers:
        learned |= keeper.learned & 0b1111
    yield from _learned("defender", learned & ~setup.defender.known.bits)
    yield from _helped(setup, state)


def _learned(who: str, levels: int) -> Iterator[Change]:
    for level in turns.LEVELS:
        if levels >> (level - 1) & 1:
            yield Change(f"{who}.known", str(level), True)


def _helped(setup: Session, state: State) -> Iterator[Change]:
    """Taking part counts as digital contact."""
    people: tuple[Intruder | Keeper, ...] = (*state.intruders, *state.keepers)
    for seat, who in zip((*setup.intruder_seats, *setup.keeper_seats), people, strict=True):
        if not seat.startswith(HELPER) or who.status in ABSENT:
            continue
        place = int(seat.removeprefix(HELPER)) - 1
        helper = setup.helpers[place]
        if not helper.contact:
            yield Change(f"helpers[{place}]", "contact", True)
        if isinstance(who, Intruder) and who.boxes != helper.boxes:
            yield Change(f"helpers[{place}]", "boxes", min(MONITOR - 1, who.boxes))


_NODES: dict[str, Callable[[Session, State], Node]] = {
    "split": opening.ask_split,
    "opening": opening.ask_opening,
    "begin": turns.ask_hook,
    "hook": turns.ask_hook,
    "act": turns.ask_act,
    "attempt": opening.ask_attempt,
    "wear": opening.ask_wear,
    "detect": opening.ask_detect,
    "fight_tar": turns.ask_fight_tar,
    "answer": answers.ask_answer,
    "expose": answers.ask_deed,
    "identify": answers.ask_deed,
    "tar_bomb": answers.ask_deed,
    "barrier": answers.ask_deed,
    "end": answers.ask_end,
    "oppose": answers.ask_oppose,
    "opposing": answers.ask_opposing,
    "decide": turns.ask_decide,
    "ic": countermeasures.ask_ic,
    "dodge": countermeasures.ask_dice,
    "dodging": countermeasures.ask_dodging,
    "resist": countermeasures.ask_dice,
    "resisting": countermeasures.ask_resisting,
    "harm": countermeasures.ask_harm,
    "over": _end,
}
_CHOICES: dict[str, Callable[[Session, State, Option], State]] = {
    "split": opening.split,
    "begin": turns.hook,
    "hook": turns.hook,
    "act": turns.act,
    "answer": answers.answer,
    "oppose": answers.oppose,
    "decide": turns.decide,
    "dodge": countermeasures.spend,
    "resist": countermeasures.spend,
    "harm": countermeasures.harm,
}
_THROWS: dict[str, Callable[[Session, State, Result], State]] = {
    "opening": _open,
    "attempt": opening.attempt,
    "wear": _wear,
    "detect": _detect,
    "fight_tar": lambda setup, state, result: turns.fight_tar(state, result),
    "expose": answers.do_deed,
    "identify": answers.do_deed,
    "tar_bomb": answers.do_deed,
    "barrier": answers.do_deed,
    "end": answers.end,
    "opposing": lambda setup, state, result: answers.opposing(state, result),
    "ic": countermeasures.ic,
    "dodging": countermeasures.dodging,
    "resisting": countermeasures.resisting,
}
