"""What each step of an intrusion says (rule page, Intrusion)."""

from collections.abc import Callable, Iterator

from contrecoup.kernel import GM_ONLY, Answer, Message, Value, message, result_of
from contrecoup.rulesets.savage import intrusion
from contrecoup.rulesets.savage.options import CONNECT, DISCONNECT, KEEP, REROLL, UNSHAKE
from contrecoup.rulesets.savage.rules.trait import NOTHING, TARGET, keep
from contrecoup.rulesets.savage.setup import Intrusion
from contrecoup.rulesets.savage.state import IntrusionState
from contrecoup.rulesets.savage.told import blow
from contrecoup.rulesets.savage.told.names import name_of, spider_name

State = IntrusionState
Said = Iterator[Message]


def say(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    """The messages of one step."""
    return _SAID.get(before.phase, _blow)(setup, before, answer, after)


def _who(setup: Intrusion) -> Value:
    return name_of(setup.hacker, "hacker")


def _offline(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    who = _who(setup)
    if answer == UNSHAKE:
        yield message("benny_unshakes", rule="shaken", who=who, count=after.body.bennies)
    if answer == CONNECT:
        yield message("connected", rule="connecting", who=who, hacker=after.hacker, system=after.system)
        if setup.hacker.mode == "hot_sim":
            yield message("connected_hot", rule="hot-sim", who=who)
        if after.alert:
            yield message("alert_stands", rule="alert")


def _spirit(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    yield message("still_shaken" if after.body.shaken else "steadied", rule="shaken", who=_who(setup))


def _round(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    if answer == DISCONNECT:
        id = "leaving" if after.leaving else "disconnected"
        yield message(id, rule="disconnecting", who=_who(setup))


def _ice(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    who, count = _who(setup), before.hacker - after.hacker
    id = "ice_takes" if count else "ice_fails"
    yield message(id, rule="rounds", who=who, count=count, hacker=after.hacker, system=after.system)
    if before.leaving:
        is_out = after.phase == "backlash"
        yield _ejected(who, after) if is_out else message("disconnected", rule="disconnecting", who=who)
        return
    if result_of(answer).mishap:
        id = "backdoor_known" if before.backdoor else "backdoor_found"
        yield message(id, rule="backdoor", who=who)
    if not after.hacker:
        yield message("last_throw", rule="rounds", who=who)


def _hack(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    if after.phase == "benny":
        total, count = result_of(answer).value, after.body.bennies
        yield message("may_reroll", rule="bennies", who=_who(setup), total=total, count=count)
    else:
        yield from _marks(setup, before, after, result_of(answer).mishap)


def _benny(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    if answer == REROLL:
        yield message("benny_rerolls", rule="bennies", who=_who(setup), count=after.body.bennies)
    if answer == KEEP:
        yield from _marks(setup, before, after, (before.kept or NOTHING).natural_one)


def _again(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    first = before.kept or NOTHING
    kept = keep(result_of(answer), first)
    id = "reroll_lower" if kept is first else "reroll_better"
    yield message(id, rule="bennies", who=_who(setup), total=kept.total, count=after.body.bennies)
    if after.phase != "benny":
        yield from _marks(setup, before, after, kept.natural_one)


def _marks(setup: Intrusion, before: State, after: State, natural_one: bool) -> Said:
    """What a Hacking test takes, and what the whole round comes to."""
    who, count = _who(setup), before.system - after.system
    id = "hacker_takes" if count else "hacker_fails"
    yield message(id, rule="rounds", who=who, count=count, hacker=after.hacker, system=after.system)
    yield from _alert(setup, before, natural_one)
    if before.backdoor == 1 and after.backdoor:
        yield message("backdoor_opens", rule="backdoor", who=who)
    if after.phase == "control":
        id = "control" if after.hacker else "both_out_control"
        yield message(id, rule="control" if after.hacker else "both-out", who=who)
    if after.phase == "backlash":
        yield _ejected(who, after)


def _alert(setup: Intrusion, before: State, natural_one: bool) -> Said:
    if not natural_one:
        return
    yield message("alert_renewed" if before.alert else "alert_starts", rule="alert", who=_who(setup))
    if setup.system.consequences and not before.alert:
        text = setup.system.consequences
        yield message("alert_consequences", rule="alert", audience=GM_ONLY, text=text)


def _ejected(who: Value, after: State) -> Message:
    if not after.system:
        return message("both_out_ejected", rule="both-out", who=who)
    return message("ejected", rule="ejection", who=who, count=after.system)


def _control(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    if answer == DISCONNECT:
        yield message("disconnected", rule="disconnecting", who=_who(setup))


def _act(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    result = result_of(answer)
    yield message("act_done" if result.value else "act_fails", rule="control", who=_who(setup))
    yield from _alert(setup, before, result.mishap)


def _throw_out(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    result = result_of(answer)
    yield message("throws_out", rule="spiders", who=_who(setup), total=result.value)
    yield from _alert(setup, before, result.mishap)


def _resist(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    total, against = (before.kept or NOTHING).total, result_of(answer).value
    spider = spider_name(setup.system.spiders, before.target)
    is_out = after.spiders != before.spiders
    id = "spider_out" if is_out else "spider_stays" if total <= against else "spider_stays_failure"
    who = _who(setup)
    yield message(id, rule="spiders", who=who, spider=spider, total=total, against=against, target=TARGET)


def _blow(setup: Intrusion, before: State, answer: Answer, after: State) -> Said:
    struck = before.blow
    assert struck is not None, "a blow's phases come with their blow"
    victim = intrusion.victim_of(setup, before)
    return blow.say(before.phase, victim, _who(setup), struck, answer, after.body)


_SAID: dict[str, Callable[[Intrusion, State, Answer, State], Said]] = {
    "offline": _offline,
    "spirit": _spirit,
    "round": _round,
    "ice": _ice,
    "hacking": _hack,
    "benny": _benny,
    "again": _again,
    "control": _control,
    "act": _act,
    "throw_out": _throw_out,
    "resist": _resist,
}
