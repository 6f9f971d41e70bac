"""What each step of a duel says (rule page, Hacker against hacker)."""

from collections.abc import Callable, Iterator

from contrecoup.kernel import Answer, Message, Value, message, result_of
from contrecoup.rulesets.savage import duel
from contrecoup.rulesets.savage.duel import Who, other_of, sheet_of, side_of
from contrecoup.rulesets.savage.options import KEEP, LEAVE, REROLL, UNSHAKE
from contrecoup.rulesets.savage.rules.trait import NOTHING, keep
from contrecoup.rulesets.savage.setup import Duel
from contrecoup.rulesets.savage.state import DuelState
from contrecoup.rulesets.savage.told import blow
from contrecoup.rulesets.savage.told.names import name_of

State = DuelState
Said = Iterator[Message]


def say(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    """The messages of one step."""
    return _SAID.get(before.phase, _blow)(setup, before, answer, after)


def _who(setup: Duel, who: Who) -> Value:
    return name_of(sheet_of(setup, who), who, sheet_of(setup, other_of(who)))


def _bennies(before: State, after: State) -> int:
    return side_of(after, before.turn).body.bennies


def _shaken(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    who = _who(setup, before.turn)
    if answer == UNSHAKE:
        yield message("benny_unshakes", rule="shaken", who=who, count=_bennies(before, after))
    if answer == LEAVE:
        yield message("leaves", rule="duel-leaving", who=who)


def _spirit(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    is_shaken = side_of(after, before.turn).body.shaken
    id = "still_shaken" if is_shaken else "steadied"
    yield message(id, rule="shaken", who=_who(setup, before.turn))


def _round(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    if answer == LEAVE:
        yield message("leaves", rule="duel-leaving", who=_who(setup, before.turn))


def _hack(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    if after.phase == "benny":
        total, count = result_of(answer).value, _bennies(before, after)
        yield message("may_reroll", rule="bennies", who=_who(setup, before.turn), total=total, count=count)
    else:
        yield from _marks(setup, before, after, result_of(answer).mishap)


def _benny(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    if answer == REROLL:
        who = _who(setup, before.turn)
        yield message("benny_rerolls", rule="bennies", who=who, count=_bennies(before, after))
    if answer == KEEP:
        kept = side_of(before, before.turn).kept or NOTHING
        yield from _marks(setup, before, after, kept.natural_one)


def _again(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    first = side_of(before, before.turn).kept or NOTHING
    kept = keep(result_of(answer), first)
    id, who = "reroll_lower" if kept is first else "reroll_better", _who(setup, before.turn)
    yield message(id, rule="bennies", who=who, total=kept.total, count=_bennies(before, after))
    if after.phase != "benny":
        yield from _marks(setup, before, after, kept.natural_one)


def _marks(setup: Duel, before: State, after: State, natural_one: bool) -> Said:
    """What a Hacking test takes, a fault, and what the whole round comes to."""
    turn, other = before.turn, other_of(before.turn)
    attacker, defender = after.attacker.markers, after.defender.markers
    count = side_of(before, other).markers - side_of(after, other).markers
    who = _who(setup, turn)
    id = "duel_takes" if count else "duel_fails"
    yield message(id, rule="duel", who=who, count=count, attacker=attacker, defender=defender)
    if natural_one:
        id = "fault_again" if side_of(before, other).bonus else "fault"
        yield message(id, rule="fault", who=who)
    if after.phase == "hacking" and not side_of(after, other).markers:
        yield message("last_throw", rule="duel", who=_who(setup, other))
    if after.phase == "backlash":
        yield from _crash(setup, after)


def _crash(setup: Duel, after: State) -> Said:
    if after.outcome == "both_crash":
        yield message("both_crash", rule="crash")
    else:
        count = side_of(after, other_of(after.turn)).markers
        yield message("crashes", rule="crash", who=_who(setup, after.turn), count=count)


def _blow(setup: Duel, before: State, answer: Answer, after: State) -> Said:
    struck = before.blow
    assert struck is not None, "a blow's phases come with their blow"
    victim, who = duel.victim_of(setup, before), _who(setup, before.turn)
    return blow.say(before.phase, victim, who, struck, answer, side_of(after, before.turn).body)


_SAID: dict[str, Callable[[Duel, State, Answer, State], Said]] = {
    "shaken": _shaken,
    "spirit": _spirit,
    "round": _round,
    "hacking": _hack,
    "benny": _benny,
    "again": _again,
}
