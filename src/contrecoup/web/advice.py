"""Advice: what best play comes to in a scene, in words, for the workshop. Imported where it is reckoned."""

from collections.abc import Iterator
from typing import Any, Final

from contrecoup.kernel import GM, Clock, Condition, Part, Pool, Refused, Seat, Track
from contrecoup.odds.answer import Odds
from contrecoup.odds.best import Aim, Best, Decision
from contrecoup.odds.best.answer import hold
from contrecoup.odds.best.own import own_aim
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from contrecoup.web.workbench import Advice, Alternative, BestOdds

MOST_STATES: Final = 100_000
"""States that are walked for somebody who waits for a page."""
MOST_SHOWN: Final = 12


def played_best(scene: Scene, seat: Seat, value: str, lang: str) -> tuple[Odds, BestOdds]:
    """The odds of a scene that a seat plays as well as can be, and its choices; Refused for a seat or an aim
    that the scene doesn't have, and for scenes of too many states."""
    try:
        hold(scene, (seat,))
        aim = Aim.read(value) if value else own_aim(scene, (seat,))
        best = Best(scene, (seat,), aim, bound=min(MOST_STATES, scene.manifest.state_bound))
    except Refused as refused:
        raise Refused(refused.reasons, refused.domain or scene.rules) from None
    return best.odds, _told(best, Teller(scene, lang))


def _told(best: Best, teller: Teller) -> BestOdds:
    start = frozenset(map(repr, _parts(best, best.scene.start())))
    return BestOdds(
        who=teller.texts.list([teller.who(seat) for seat in best.seats]),
        aim=str(best.aim),
        is_own=best.aim.is_own,
        value=best.value,
        states=best.states,
        advice=tuple(_advice(best, each, teller, start) for each in best.decisions[:MOST_SHOWN]),
        more=max(len(best.decisions) - MOST_SHOWN, 0),
    )


def _advice(best: Best, decision: Decision, teller: Teller, start: frozenset[str]) -> Advice:
    texts = teller.texts
    what = texts.text("play.question", who=teller.who(decision.seat), what=texts.name(decision.reason))
    moved = [part for part in _parts(best, decision.state) if repr(part) not in start]
    options = sorted(decision.options, key=lambda each: -each.value)
    return Advice(
        text=what,
        often=decision.visits,
        where=tuple(_features(moved, teller)),
        options=tuple(
            Alternative(texts.option(each.option), each.value, each.option == decision.best)
            for each in options
        ),
    )


def _parts(best: Best, state: Any) -> list[Part]:
    scene = best.scene
    return list(scene.ruleset.view(scene.setup, state, GM).parts)


def _features(parts: list[Part], teller: Teller) -> Iterator[str]:
    """What has changed since the scene began, in a few words each."""
    texts = teller.texts
    for part in parts:
        name = texts.name(f"part.{part.id}")
        if part.of:
            name = texts.text("best.of", name=name, of=teller.who(part.of))
        match part:
            case Track(now=now, most=most) | Pool(left=now, most=most):
                yield texts.text("best.counted", name=name, now=now, most=most)
            case Condition(level=level):
                yield name if level == 1 else f"{name} {level}"
            case Clock(minutes=minutes):
                yield texts.text("best.minutes", name=name, count=minutes)
            case _:
                pass
