"""The voice: names, options, parts and sentences of one scene, for one viewer in one language.

What is said of equal things is said once: most parts of a view are the same after a step, and most viewers
hear the same sentences.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from typing import Final, ParamSpec, TypeVar, cast

from contrecoup.kernel import (
    EVERYONE,
    GM,
    Audience,
    Card,
    Clock,
    Condition,
    Dice,
    Die,
    Message,
    Name,
    Option,
    Part,
    Pool,
    Seat,
    Table,
    Test,
    Track,
    View,
    may_see,
)
from contrecoup.log import Modifier, Rolled
from contrecoup.play.telling import Teller
from contrecoup.registry import Scene
from contrecoup.table.parts import (
    AnyPart,
    CardSeen,
    ClockSeen,
    ConditionSeen,
    DiceSeen,
    PoolSeen,
    TableSeen,
    TrackSeen,
)
from contrecoup.table.seen import DieSeen, Line, ModifierSeen, OptionSeen, Owned, RolledSeen, Said
from contrecoup.text import Texts

_P = ParamSpec("_P")
_T = TypeVar("_T")

KEPT: Final = 512
"""Sentences of each kind that are remembered."""


class Words:
    """What is said of a scene in one language, whoever hears it; equal things are said once."""

    def __init__(self, scene: Scene, lang: str) -> None:
        # nothing that is remembered knows these words themselves: they go as soon as their scene goes
        teller = Teller(scene, lang)
        self.texts = texts = teller.texts
        self.name: Callable[[str], str] = _once(texts.name)
        self.option: Callable[[Option], OptionSeen] = _once(partial(_option, texts))
        self.part: Callable[[Part], AnyPart] = _once(partial(part_seen, texts=texts))
        self.die: Callable[[Die], DieSeen] = _once(partial(_die, teller))
        self.dice: Callable[[tuple[Die, ...]], str] = _once(teller.asked_dice)
        self.said: Callable[[Message], Said] = _once(partial(_said, teller))
        self.modifier: Callable[[Modifier], ModifierSeen] = _once(partial(_modifier, teller))
        self.reckoned: Callable[[Test, tuple[int, ...]], Said] = _once(partial(_reckoned, texts))
        self.asked: Callable[[str, str], str] = _once(partial(_asked, texts))
        self.title = teller.full_title()
        self.kind = risen(teller.title())
        self.lines: dict[Hashable, Line] = {}


class Voice:
    """Speaks to one viewer of a scene, in words that others hear too."""

    def __init__(self, words: Words, scene: Scene, viewer: Seat) -> None:
        self.words = words
        self.scene = scene
        self.viewer = viewer
        self.texts = words.texts
        self.teller = Teller(scene, words.texts.lang, viewer)
        self.who: Callable[[Seat], str] = _once(partial(_who, self.teller))

    @property
    def is_master(self) -> bool:
        """Whether the game master looks."""
        return self.viewer == GM

    def may_see(self, audience: Audience) -> bool:
        """Whether the viewer belongs to an audience."""
        return may_see(audience, self.viewer)

    def board(self, view: View) -> tuple[Owned, ...]:
        """All parts in the order of the view, each owner's together."""
        owned: dict[str, list[AnyPart]] = {}
        for part in view.parts:
            owned.setdefault(part.of, []).append(self.words.part(part))
        return tuple(Owned(of, self.who(of) if of else "", tuple(parts)) for of, parts in owned.items())

    def modifiers(self, modifiers: tuple[Modifier, ...]) -> tuple[ModifierSeen, ...]:
        """Those that the viewer may know."""
        return tuple(map(self.words.modifier, self.teller.known(modifiers))) if modifiers else ()

    def rolled(self, rolled: Rolled) -> RolledSeen:
        """What a die showed."""
        name = self.words.die(Die(rolled.label, rolled.sides)).name
        return RolledSeen(rolled.label, name, rolled.sides, rolled.number, rolled.faces)

    def follow(self, scene: Scene) -> None:
        """Go on with a scene whose sheets were corrected: names may have changed."""
        if scene is not self.scene:
            self.scene = scene
            self.teller = Teller(scene, self.texts.lang, self.viewer)
            self.who = _once(partial(_who, self.teller))


def part_seen(part: Part, texts: Texts) -> AnyPart:
    """A part with its texts."""
    id, name = part.id, risen(texts.name(f"part.{part.id}"))
    line = partial(_line, texts, name)
    match part:
        case Track():
            text = line(texts.text("play.board.pool", left=part.now, most=part.most))
            return TrackSeen(id=id, name=name, text=text, now=part.now, most=part.most)
        case Pool():
            text = line(texts.text("play.board.pool", left=part.left, most=part.most))
            return PoolSeen(id=id, name=name, text=text, left=part.left, most=part.most)
        case Dice():
            return DiceSeen(id=id, name=name, text=line(part.notation), notation=part.notation)
        case Condition():
            text = name if part.level == 1 else f"{name} {part.level}"
            return ConditionSeen(id=id, name=name, text=text, level=part.level)
        case Clock():
            hours, minutes = divmod(part.minutes, 60)
            text = line(texts.text("play.board.clock", hours=hours, minutes=minutes))
            return ClockSeen(id=id, name=name, text=text, minutes=part.minutes)
        case Card():
            lines = tuple(texts.say(each) if isinstance(each, Message) else each for each in part.lines)
            return CardSeen(id=id, name=name, text="\n".join((line("").rstrip(), *lines)), lines=lines)
        case Table():
            return _table(part, name, texts)


def risen(text: str) -> str:
    """A text as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def _once(say: Callable[_P, _T]) -> Callable[_P, _T]:
    """The same, remembering what it said of what."""
    return cast(Callable[_P, _T], lru_cache(KEPT)(say))


def _who(teller: Teller, seat: Seat) -> str:
    return risen(teller.who(seat))


def _option(texts: Texts, option: Option) -> OptionSeen:
    values = {key: value.id if isinstance(value, Name) else value for key, value in option.values}
    return OptionSeen(option.id, values, risen(texts.option(option)))


def _die(teller: Teller, die: Die) -> DieSeen:
    name = teller.asked_dice((die,))
    return DieSeen(die.label, name, die.sides, die.aces, 0 if die.aces else die.sides)


def _said(teller: Teller, message: Message) -> Said:
    told = teller.said(message)
    return Said(told.text, message.rule, told.rule, told.id)


def _modifier(teller: Teller, modifier: Modifier) -> ModifierSeen:
    text = teller.modifiers((modifier,))
    return ModifierSeen(modifier.by, modifier.reason, text, modifier.audience != EVERYONE)


def _asked(texts: Texts, who: str, reason: str) -> str:
    return texts.text("play.question", who=who, what=texts.name(reason))


def _reckoned(texts: Texts, test: Test, numbers: tuple[int, ...]) -> Said:
    return Said(texts.say(test.account(numbers)))


def _line(texts: Texts, name: str, value: str) -> str:
    return texts.text("play.board.line", name=name, value=value)


def _table(part: Table, name: str, texts: Texts) -> TableSeen:
    heads = tuple(texts.name(head) for head in part.heads)
    rows = tuple(tuple(texts.value(cell) for cell in row) for row in part.rows)
    text = "\n".join((name, *_lines(heads, rows, texts)))
    return TableSeen(id=part.id, name=name, text=text, heads=heads, rows=rows)


def _lines(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], texts: Texts) -> Iterator[str]:
    for row in rows:
        yield "; ".join(_line(texts, *pair) for pair in zip(heads, row, strict=True))
