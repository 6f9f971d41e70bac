"""What a blow says: damage, Soak, what is taken, and whether he lives (rule page, Backlash)."""

from collections.abc import Callable, Iterator

from contrecoup.kernel import Answer, Message, Value, message, result_of
from contrecoup.rulesets.savage.blow import Victim
from contrecoup.rulesets.savage.options import TAKE
from contrecoup.rulesets.savage.rules.backlash import levels_of, toughness
from contrecoup.rulesets.savage.state import Blow, Body

Said = Iterator[Message]


def say(phase: str, victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    """What one step of a blow says of its victim, called `who`, whose body is `after` it."""
    return _SAID[phase](victim, who, blow, answer, after)


def _damage(victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    marks, limit = result_of(answer).value, toughness(victim.sheet)
    levels = levels_of(marks, victim.body.shaken)
    if not marks:
        yield message("backlash_nothing", rule="backlash", who=who, toughness=limit)
    elif not levels:
        id = "backlash_shakes" if victim.shakes else "backlash_harmless"
        yield message(id, rule="backlash", who=who, toughness=limit)
    else:
        id = "backlash_wounds" if victim.wounding else "backlash_fatigue"
        yield message(id, rule="backlash", who=who, toughness=limit, count=levels)
        if not victim.body.bennies:
            yield from _taken(victim, who, after)


def _choose(victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    if answer == TAKE:
        yield from _taken(victim, who, after)
    else:
        yield message("benny_soaks", rule="soak", who=who, count=after.bennies)


def _soak(victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    soaked = min(result_of(answer).value, blow.levels)
    left = blow.levels - soaked
    id = "soaked_some" if soaked and left else "soaked_all" if soaked else "soaked_nothing"
    yield message(id, rule="soak", who=who, count=soaked, left=left)
    if left:
        yield from _taken(victim, who, after)


def _taken(victim: Victim, who: Value, after: Body) -> Said:
    """What was not soaked, and what that makes of him."""
    before = victim.body
    if after.wounds > before.wounds:
        count, now = after.wounds - before.wounds, after.wounds
        yield message("takes_wounds", rule="wounds", who=who, count=count, now=now)
    if after.fatigue > before.fatigue:
        count, now = after.fatigue - before.fatigue, after.fatigue
        yield message("takes_fatigue", rule="fatigue", who=who, count=count, now=now)
    if after.shaken and not before.shaken:
        yield message("is_shaken", rule="shaken", who=who)
    if after.fate == "dying":
        yield message("incapacitated_wounds", rule="incapacitation", who=who)
    if after.fate == "incapacitated":
        id = "extra_out" if victim.wounding else "incapacitated_fatigue"
        yield message(id, rule="incapacitation", who=who)


def _vigor(victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    yield message(f"vigor_{after.fate}", rule="incapacitation", who=who)


def _bleed(victim: Victim, who: Value, blow: Blow, answer: Answer, after: Body) -> Said:
    yield message(f"bleeding_{after.fate}", rule="incapacitation", who=who)


_SAID: dict[str, Callable[[Victim, Value, Blow, Answer, Body], Said]] = {
    "backlash": _damage,
    "soak": _choose,
    "soaking": _soak,
    "vigor": _vigor,
    "bleeding": _bleed,
}
