"""A seat's odds from what it may know: of a scene that begins, or of one that is played."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from contrecoup.cli.screen import Screen, printable
from contrecoup.cli.shares import row
from contrecoup.kernel import GM, Refused
from contrecoup.registry import Scene
from contrecoup.registry.reasons import shown
from contrecoup.text import Texts

if TYPE_CHECKING:
    from contrecoup.odds.beliefs import Belief


def of_log(file: Path, seat: str, exact: bool, lang: str, as_json: bool) -> None:
    """The odds from where a log stands; the game master's where no seat is named."""
    import contrecoup

    _tell(contrecoup.belief(file, seat or GM), exact, lang, as_json)


def of_scene(scene: Scene, seat: str, exact: bool, lang: str, as_json: bool) -> bool:
    """The odds of a scene by its stated beliefs, or by what the rules declare hidden; False where the rules
    have a way of their own to say what a seat takes for granted."""
    if seat not in scene.data.get("beliefs", {}):
        try:
            scene.known_to(seat)
        except Refused as refused:
            if refused.reasons[0].id != "odds.seat":
                raise
        else:
            return False
    from contrecoup.odds.beliefs import believe

    _tell(believe(scene, seat), exact, lang, as_json)
    return True


def _tell(belief: "Belief", exact: bool, lang: str, as_json: bool) -> None:
    from contrecoup.cli import scene_odds

    odds = belief.odds(exact)
    if as_json:
        scene_odds.write(belief.scene, odds.plan, odds, _plain(belief, exact))
        return
    texts, screen = Texts(lang, belief.scene.rules), Screen()
    _show(belief, screen, texts)
    scene_odds.show(belief.scene, odds, lang)
    if belief.sights:
        screen.print()
        screen.paragraph(texts.name("belief.from_here"))


def _show(belief: "Belief", screen: Screen, texts: Texts) -> None:
    """The chance of each value of what is hidden."""
    if belief.seat == GM:
        return
    id = f"seat.{belief.seat}"
    who = belief.scene.called(belief.seat) or (texts.name(id) if texts.has(id) else belief.seat)
    screen.heading(printable(texts.text("belief.title", who=who, count=belief.sights)))
    for key, values in belief.marginals.items():
        screen.paragraph(printable(key), "  ")
        screen.rows([row(printable(shown(value)), float(chance), texts) for value, chance in values], "    ")
    screen.print()


def _plain(belief: "Belief", exact: bool) -> dict[str, Any]:
    possible = [
        {"values": each.values, "p": str(each.chance) if exact else float(each.chance)}
        for each in belief.possible
    ]
    return {"seat": belief.seat, "sights": belief.sights, "belief": possible}
