"""Advice: what best play comes to in a scene, in words, for the workshop. Imported where it is reckoned."""

from typing import Final

from contrecoup.kernel import Refused, Seat
from contrecoup.odds.answer import Odds
from contrecoup.odds.best import Aim, Best
from contrecoup.odds.best.answer import hold
from contrecoup.odds.best.own import own_aim
from contrecoup.odds.best.words import MOST_TOLD, ChoiceTold, told
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from contrecoup.web.workbench import Advice, Alternative, BestOdds

MOST_STATES: Final = 100_000
"""States that are walked for somebody who waits for a page."""


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
    return BestOdds(
        who=teller.texts.list([teller.who(seat) for seat in best.seats]),
        aim=str(best.aim),
        is_own=best.aim.is_own,
        value=best.value,
        states=best.states,
        advice=tuple(_advice(choice) for choice in told(best, teller.texts, teller.who)),
        more=max(len(best.decisions) - MOST_TOLD, 0),
    )


def _advice(choice: ChoiceTold) -> Advice:
    options = tuple(Alternative(each.text, each.value, each.is_best) for each in choice.options)
    return Advice(choice.text, choice.often, choice.where, options)
