"""A session, phase by phase: dispatch to before contact, turns, answers and countermeasures (rule page, 2, 3)."""

from collections.abc import Callable

from msgspec.structs import replace

from contrecoup.kernel import Answer, Change, End, Node, Option, Result, Tally, pick, result_of
from contrecoup.rulesets.tracing import answers, countermeasures, opening, turns
from contrecoup.rulesets.tracing.obstacles import refuse_session, why_not
from contrecoup.rulesets.tracing.rules.ic import WOUNDS
from contrecoup.rulesets.tracing.rules.skill import pool_of
from contrecoup.rulesets.tracing.setup import Session
from contrecoup.rulesets.tracing.state import Intruder, Keeper, SessionState

State = SessionState

HARM = ("none", "light", "moderate", "serious", "deadly")


def start(setup: Session) -> State:
    """Before the split; Refused where the setup can't be."""
    refuse_session(setup)
    attacker, away = setup.attacker, len(setup.intruders) - 1
    first = Intruder("in", attacker.computers, attacker.boxes)
    keepers = (Keeper("in", pool_of(setup.defender)), *(Keeper("away"),) * (len(setup.keepers) - 1))
    return State("split", (first, *(Intruder("away"),) * away), keepers)


def node(setup: Session, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES[state.phase](setup, state)


def apply(setup: Session, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase."""
    if state.phase in _CHOICES:
        asked = node(setup, state)
        if isinstance(answer, Option):
            why_not(setup, state, answer)
        return _settled(setup, _CHOICES[state.phase](setup, state, pick(asked, answer)))
    return _settled(setup, _THROWS[state.phase](setup, state, result_of(answer)))


def _settled(setup: Session, state: State) -> State:
    """Past the phase that only says that the IC's turn has come."""
    if state.phase == "ic" and state.deed is None:
        return countermeasures.to_ic(setup, state)
    return state


def _open(setup: Session, state: State, result: Result) -> State:
    state = opening.open_session(setup, state, result)
    if state.exposed:
        return turns.arrive(setup, state)
    return turns.to_hook(setup, state)


def _wear(setup: Session, state: State, result: Result) -> State:
    """After the coin: turns go on; before contact the attempt is detected or not, or has failed."""
    state = opening.wear(state, result)
    if state.exposed:
        return turns.after_action(setup, state)
    me = state.intruders[state.actor]
    if me.hits or setup.rulings.detection == "every_attempt":
        return _look(setup, state)
    return _found_out(setup, opening.fail(state, state.actor))


def _look(setup: Session, state: State) -> State:
    """Stealth of 0 or less may be found out without a test."""
    if setup.rulings.stealth_out == "exposed" and state.intruders[state.actor].stealth <= 0:
        return opening.expose(state)
    return replace(state, phase="detect")


def _found_out(setup: Session, state: State) -> State:
    """After an attempt before contact: stealth that has run out may expose."""
    if setup.rulings.stealth_out == "exposed" and state.intruders[state.actor].stealth <= 0:
        return opening.expose(state)
    return turns.to_hook(setup, state)


def _detect(setup: Session, state: State, result: Result) -> State:
    state = opening.detect(setup, state, result)
    if state.exposed:
        return state
    me = state.intruders[state.actor]
    done = opening.gain(state, state.actor) if me.hits else opening.fail(state, state.actor)
    return _found_out(setup, done)


def _end(setup: Session, state: State) -> End:
    me = state.intruders[0]
    known = [level for level in turns.LEVELS if any(who.known >> (level - 1) & 1 for who in state.intruders)]
    found = "found_exposed" if state.exposed else "found_unnoticed"
    outcome = found if known else me.status
    tallies = (
        Tally("level", known[-1] if known else 0),
        Tally("exposed", "yes" if state.exposed else "no"),
        Tally("ended", me.status),
        Tally("skill_lost", setup.attacker.computers - me.computers),
        Tally("harm", _harm(me.boxes - setup.attacker.boxes)),
    )
    return End(outcome, tallies, tuple(_changes(setup, state)))


def _harm(boxes: int) -> str:
    return next(name for most, name in zip(reversed(WOUNDS), reversed(HARM), strict=True) if boxes >= most)


def _changes(setup: Session, state: State) -> list[Change]:
    me, sheet = state.intruders[0], setup.attacker
    if state.intruders[0].stealth == 0 and not state.exposed and me.status == "left" and not me.known:
        return []
    changes = [Change("attacker", "previous", sheet.previous + 1)]
    if me.further:
        changes.append(Change("attacker", "further", sheet.further + me.further))
    if me.boxes != sheet.boxes:
        changes.append(Change("attacker", "boxes", me.boxes))
    return changes


_NODES: dict[str, Callable[[Session, State], Node]] = {
    "split": opening.ask_split,
    "opening": opening.ask_opening,
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
    "fight_tar": turns.fight_tar,
    "expose": answers.do_deed,
    "identify": answers.do_deed,
    "tar_bomb": answers.do_deed,
    "barrier": answers.do_deed,
    "end": answers.end,
    "opposing": answers.opposing,
    "ic": countermeasures.ic,
    "dodging": countermeasures.dodging,
    "resisting": countermeasures.resisting,
}
