"""What a scene leaves on a hacker's sheet, and how odds name it; what stands in the way of connecting."""

from collections.abc import Iterator

from contrecoup.kernel import Change, Refusal, Tally, refusal
from contrecoup.rulesets.savage.sheets import Hacker
from contrecoup.rulesets.savage.state import Body

DOWN = frozenset({"incapacitated", "stable", "dead"})


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
    values = {"shaken": body.shaken, "wounds": min(3, body.wounds), "fatigue": min(2, body.fatigue)}
    values |= {"bennies": body.bennies, "incapacitated": body.fate in DOWN}
    for field, value in values.items():
        if getattr(hacker, field) != value:
            yield Change(sheet, field, value)


def obstacles(hacker: Hacker, where: str, connecting: bool = False) -> Iterator[Refusal]:
    """Why this hacker can't take part; where the scene begins with `connecting`, not while Shaken either."""
    if connecting and hacker.shaken:
        yield refusal("refused.shaken", f"{where}.shaken")
    if hacker.mode == "commlink" and hacker.commlink is None:
        yield refusal("refused.no_commlink", f"{where}.commlink")
    if hacker.incapacitated:
        yield refusal("refused.incapacitated", f"{where}.incapacitated")
