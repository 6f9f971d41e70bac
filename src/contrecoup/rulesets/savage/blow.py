"""A blow from its damage to its last consequence: the same for an intrusion and a duel.

Phases: `backlash` (damage), `soak` (a Benny for a Vigor test?), `soaking` (that test), `vigor` (a Wild
Card Incapacitated by Wounds), `bleeding` (each minute). `None` as the next phase: the blow is over.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from contrecoup.kernel import CEILING, Answer, Choice, Node, Test, Throw, result_of
from contrecoup.rulesets.savage.options import SOAK, TAKE
from contrecoup.rulesets.savage.rules.backlash import levels_of, most_levels, suffer
from contrecoup.rulesets.savage.rules.trait import vigor_test
from contrecoup.rulesets.savage.sheets import Hacker
from contrecoup.rulesets.savage.state import Blow, Body

Phase: TypeAlias = Literal["backlash", "soak", "soaking", "vigor", "bleeding"]


class Victim(NamedTuple):
    """Who suffers a blow, of what kind: `wounding` for Wounds, else Fatigue; `shakes` as the rulings say."""

    seat: str
    sheet: Hacker
    body: Body
    wounding: bool
    shakes: bool
    soaks: bool


class Step(NamedTuple):
    """Where a blow stands after an answer."""

    phase: Phase | None
    body: Body
    blow: Blow


def node(phase: str, victim: Victim, blow: Blow) -> Node:
    """The question of this phase; the damage itself is the striker's throw (`damage_throw`)."""
    if phase == "soak":
        return Choice(victim.seat, (SOAK, TAKE), SOAK if victim.soaks else TAKE, "choice.soak")
    test, key = (
        vigor_test(victim.sheet, victim.body),
        (phase, victim.seat, victim.body.wounds, victim.body.fatigue),
    )
    if phase == "soaking":
        return Throw(victim.seat, test, "throw.soak", key, cap=blow.levels, mishap_matters=False)
    if phase == "vigor":
        return Throw(victim.seat, test, "throw.vigor", key, cap=1)
    return Throw(victim.seat, test, "throw.bleeding", key, cap=2, mishap_matters=False)


def damage_throw(seat: str, test: Test, victim: Victim, key: tuple[object, ...]) -> Throw:
    """The striker's throw, closed where more levels do the same unless a Soak may take some away."""
    cap = (
        CEILING
        if victim.body.bennies
        else 1 + most_levels(victim.body, victim.wounding, victim.sheet.wild_card)
    )
    return Throw(seat, test, "throw.backlash", ("backlash", *key), cap=cap, mishap_matters=False)


def apply(phase: str, victim: Victim, blow: Blow, answer: Answer) -> Step:
    """What the answer does to the victim."""
    return _STEPS[phase](victim, blow, answer)


def _damage(victim: Victim, blow: Blow, answer: Answer) -> Step:
    body, marks = victim.body, result_of(answer).value
    if not marks:
        return Step(None, body, blow)
    levels = levels_of(marks, body.shaken)
    if levels and body.bennies:
        return Step("soak", body, replace(blow, levels=min(levels, CEILING - 1)))
    return _take(victim, body, blow, levels)


def _choose(victim: Victim, blow: Blow, answer: Answer) -> Step:
    if answer == TAKE:
        return _take(victim, victim.body, blow, blow.levels)
    return Step("soaking", replace(victim.body, bennies=victim.body.bennies - 1), blow)


def _soak(victim: Victim, blow: Blow, answer: Answer) -> Step:
    left = blow.levels - min(result_of(answer).value, blow.levels)
    if not left:
        return Step(None, victim.body, replace(blow, levels=0))
    return _take(victim, victim.body, blow, left)


def _take(victim: Victim, body: Body, blow: Blow, levels: int) -> Step:
    hurt = suffer(body, levels, victim.wounding, victim.sheet.wild_card, victim.shakes)
    return Step("vigor" if hurt.fate == "dying" else None, hurt, replace(blow, levels=0))


def _vigor(victim: Victim, blow: Blow, answer: Answer) -> Step:
    result = result_of(answer)
    if result.mishap:
        return Step(None, replace(victim.body, fate="dead"), blow)
    if result.value:
        return Step(None, replace(victim.body, fate="stable"), blow)
    return Step("bleeding", replace(victim.body, fate="bleeding"), blow)


def _bleed(victim: Victim, blow: Blow, answer: Answer) -> Step:
    marks = result_of(answer).value
    if marks == 0:
        return Step(None, replace(victim.body, fate="dead"), blow)
    if marks == 1:
        return Step("bleeding", victim.body, blow)
    return Step(None, replace(victim.body, fate="stable"), blow)


_STEPS: dict[str, Callable[[Victim, Blow, Answer], Step]] = {
    "backlash": _damage,
    "soak": _choose,
    "soaking": _soak,
    "vigor": _vigor,
    "bleeding": _bleed,
}
