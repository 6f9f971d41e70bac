"""Words of best play: the choices that it comes to, as they are said wherever they are shown."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from contrecoup.kernel import GM, Clock, Condition, Part, Pool, Seat, Track
from contrecoup.odds.best.answer import Best, Decision
from contrecoup.text import Texts

MOST_TOLD: Final = 12
"""Choices that are told where people read them."""

Who: TypeAlias = Callable[[Seat], str]
"""What a seat is called."""


class OptionTold(NamedTuple):
    """An option and what it is worth with best play from there on."""

    text: str
    value: float
    is_best: bool


class ChoiceTold(NamedTuple):
    """A choice: what is asked, how often on average, what has changed by then, its options from the best."""

    text: str
    often: float
    where: tuple[str, ...]
    options: tuple[OptionTold, ...]


def told(best: Best, texts: Texts, who: Who) -> Iterator[ChoiceTold]:
    """The choices that come up most."""
    start = frozenset(map(repr, _parts(best, best.scene.start())))
    for decision in best.decisions[:MOST_TOLD]:
        moved = (part for part in _parts(best, decision.state) if repr(part) not in start)
        where = tuple(feature for part in moved for feature in _features(part, texts, who))
        yield _choice(decision, where, texts, who)


def _choice(decision: Decision, where: tuple[str, ...], texts: Texts, who: Who) -> ChoiceTold:
    what = texts.text("play.question", who=who(decision.seat), what=texts.name(decision.reason))
    options = sorted(decision.options, key=lambda each: -each.value)
    return ChoiceTold(
        what,
        decision.visits,
        where,
        tuple(
            OptionTold(texts.option(each.option), each.value, each.option == decision.best)
            for each in options
        ),
    )


def _parts(best: Best, state: Any) -> list[Part]:
    scene = best.scene
    return list(scene.ruleset.view(scene.setup, state, GM).parts)


def _features(part: Part, texts: Texts, who: Who) -> Iterator[str]:
    """What counts of a part, in a few words."""
    name = texts.name(f"part.{part.id}")
    if part.of:
        name = texts.text("best.of", name=name, of=who(part.of))
    match part:
        case Track(now=now, most=most) | Pool(left=now, most=most):
            yield texts.text("best.counted", name=name, now=now, most=most)
        case Condition(level=level):
            yield name if level == 1 else f"{name} {level}"
        case Clock(minutes=minutes):
            yield texts.text("best.minutes", name=name, count=minutes)
        case _:
            pass
