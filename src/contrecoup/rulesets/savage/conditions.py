"""What a scene leaves on a hacker's sheet, and how odds name it; what stands in the way of connecting."""

from collections.abc import Iterator

from contrecoup.kernel import Change, Refusal, Tally, refusal
from contrecoup.rulesets.savage.rules.backlash import MOST_FATIGUE
from contrecoup.rulesets.savage.sheets import Hacker
from contrecoup.rulesets.savage.state import Body

DOWN = frozenset({"incapacitated", "stable", "dead"})
MOST_WOUNDS = 3
"""Wounds that a sheet holds: the next one Incapacitates."""


def body_of(hacker: Hacker) -> Body:
    """The condition with which a hacker comes into a scene."""
    return Body(hacker.shaken, hacker.wounds, hacker.fatigue, hacker.bennies)


def harm_of(hacker: Hacker, body: Body) -> str:
    """The harm of the scene: none, shaken, wounds_N, fatigue_N or incapacitated."""
    if body.fate in DOWN:
        return "incapacitated"
    if body.wounds > hacker.wounds:
        return f"wounds_{body.wounds - hacker.wounds}"
    if body.fatigue > hacker.fatigue:
        return f"fatigue_{body.fatigue - hacker.fatigue}"
    return "shaken" if body.shaken and not hacker.shaken else "none"


def tallies_of(hacker: Hacker, body: Body, seat: str = "") -> tuple[Tally, ...]:
    """Harm, Bennies left and, once somebody was Incapacitated, whether he lives."""
    return (Tally("harm", harm_of(hacker, body), seat), Tally("fate", body.fate, seat))


def changes_of(sheet: str, hacker: Hacker, body: Body) -> Iterator[Change]:
    """The fields of the sheet that are not as they were."""
    is_tired = body.fatigue >= MOST_FATIGUE
    values = {"shaken": body.shaken, "wounds": min(MOST_WOUNDS, body.wounds), "fatigue": body.fatigue}
    values |= {"bennies": body.bennies, "incapacitated": body.fate in DOWN and not is_tired}
    values |= {"dead": body.fate == "dead"}
    for field, value in values.items():
        if getattr(hacker, field) != value:
            yield Change(sheet, field, value)


def obstacles(hacker: Hacker, where: str) -> Iterator[Refusal]:
    """Why this hacker can't take part, every reason with its place."""
    if hacker.mode == "commlink" and hacker.commlink is None:
        yield refusal("refused.no_commlink", f"{where}.commlink")
    if hacker.dead:
        yield refusal("refused.dead", f"{where}.dead")
    if hacker.incapacitated:
        yield refusal("refused.incapacitated", f"{where}.incapacitated")
    if hacker.fatigue >= MOST_FATIGUE:
        yield refusal("refused.tired", f"{where}.fatigue", most=MOST_FATIGUE - 1)
    if hacker.wounds and not hacker.wild_card:
        yield refusal("refused.extra_wounded", f"{where}.wounds")
