"""Telling: what happened in one step, in a reader's language and for one viewer's eyes alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from contrecoup.kernel import (
    EVERYONE,
    GM,
    Change,
    Choice,
    Die,
    End,
    Message,
    Name,
    Refused,
    Result,
    Seat,
    Tally,
    Throw,
    may_see,
)
from contrecoup.log import (
    Adjusted,
    Chosen,
    Corrected,
    Event,
    Modifier,
    Opened,
    Record,
    Rolled,
    SecretShown,
    Thrown,
)
from contrecoup.play.corrections import ACCIDENTS
from contrecoup.play.fold import modified, read
from contrecoup.play.pages import Page
from contrecoup.play.steps import Step
from contrecoup.registry import Scene
from contrecoup.registry.places import parsed
from contrecoup.text import texts_of

_TITLES: Final = 128
"""Titles of rules that are remembered."""


class Told(NamedTuple):
    """A sentence and the title of the rule that it rests on ("" where none is concerned)."""

    text: str
    rule: str = ""
    id: str = ""


class Teller:
    """Says what a viewer may know of a scene."""

    def __init__(self, scene: Scene, lang: str, viewer: Seat = GM) -> None:
        self.scene = scene
        self.viewer = viewer
        self.texts = texts_of(lang, scene.rules)
        self.page = Page(scene.manifest.folder, lang)
        self._title = lru_cache(_TITLES)(self.page.title)
        self._called: dict[Seat, str] = {}

    def who(self, seat: Seat) -> str:
        """What a seat is called: by its own name for those who know it, else by its part."""
        if seat not in self._called:
            self._called[seat] = self._called_now(seat)
        return self._called[seat]

    def _called_now(self, seat: Seat) -> str:
        called = self.scene.called(seat)
        if called:
            return called
        name = self._name(seat)
        if (
            name
            and self.viewer in (GM, seat)
            and Counter(map(self._name, self.scene.manifest.seats))[name] == 1
        ):
            return name
        return self.texts.name(f"seat.{seat}") if self.texts.has(f"seat.{seat}") else seat

    def title(self) -> str:
        """The scene's title."""
        return self.texts.name(f"scene.{self.scene.name}")

    def full_title(self) -> str:
        """The rules and the scene."""
        rules = self.scene.manifest.title[self.texts.lang]
        return self.texts.text("play.title", rules=rules, scene=self.title())

    def sees(self, node: Choice | Throw) -> bool:
        """Whether the viewer learns that this is asked."""
        return may_see(node.audience, self.viewer)

    def holds(self, node: Choice | Throw) -> bool:
        """Whether the viewer may know the options or dice of whoever is asked: they tell of a sheet."""
        return self.viewer in (GM, node.seat)

    def knows(self, step: Step) -> bool:
        """Whether the viewer learns that a step was asked and answered."""
        return may_see(step.audience, self.viewer)

    def question(self, node: Choice | Throw) -> str:
        """Who is asked what."""
        return self.texts.text(
            "play.question", who=_risen(self.who(node.seat)), what=self.texts.name(node.reason)
        )

    def headline(self, step: Step) -> str:
        """Who answered what in a step, as far as it is open now."""
        return self.head(step.event, is_opened=step.is_opened)

    def head(self, event: Chosen | Thrown, *, is_opened: bool = False) -> str:
        """Who answered what; not what hidden dice showed, unless they are opened."""
        who = _risen(self.who(event.seat))
        if isinstance(event, Chosen):
            return self.texts.text("play.chosen", who=who, option=self.texts.option(event.option))
        what = self.texts.name(event.reason)
        if event.hidden and not is_opened and self.viewer != GM:
            return self.texts.text("play.thrown_hidden", who=who, what=what)
        dice = self.dice(event)
        if event.hidden and not is_opened:
            dice = self.texts.text("play.hidden_dice", dice=dice)
        return self.texts.text("play.thrown", who=who, what=what, dice=dice)

    def told(self, step: Step) -> Iterator[Told]:
        """What the viewer is told of a step, each sentence with its rule."""
        event = step.event
        if isinstance(event, Thrown) and step.shows_answer(self.viewer):
            yield from map(Told, self._reckoned(step, event))
        for message in self.heard(step):
            yield self.said(message)

    def heard(self, step: Step) -> tuple[Message, ...]:
        """The messages that the viewer is told of a step.

        Where a throw had modifiers that he doesn't know, but leaves him where it would have left him without
        them, he is told what it would have come to without them: their size shows in no total.
        """
        event, node = step.event, step.node
        if isinstance(event, Thrown) and isinstance(node, Throw) and step.shows_answer(self.viewer):
            known = self.known(event.modifiers)
            if known != event.modifiers:
                return self._as_if(step, read(node.test, event.dice, known)) or step.heard(self.viewer)
        return step.heard(self.viewer)

    def _as_if(self, step: Step, result: Result) -> tuple[Message, ...]:
        """What a step would have told with another result; () where the viewer could tell the difference."""
        rules, setup = self.scene.ruleset, self.scene.setup
        try:
            after = rules.apply(setup, step.before, result)
            told = rules.tell(setup, step.before, result, after)
        except (Refused, *ACCIDENTS):
            return ()  # sheets that were corrected since may no longer fit the step
        if rules.view(setup, after, self.viewer) != rules.view(setup, step.after, self.viewer):
            return ()
        return msgspec.structs.replace(step, told=told).heard(self.viewer)

    def said(self, message: Message) -> Told:
        """A message with the title of its rule."""
        return Told(self.texts.say(message), self._title(message.rule) if message.rule else "", message.id)

    def dice(self, event: Thrown) -> str:
        """What the dice showed, and where they come from."""
        shown = self.dice_of(event.dice)
        mark = "play.corrected" if event.origin == "typed" and event.of else f"play.{event.origin}"
        return shown if event.origin == "thrown" else self.texts.text(f"{mark}_dice", dice=shown)

    def dice_of(self, dice: Sequence[Rolled]) -> str:
        """What some dice showed."""
        groups = (self._group(list(group)) for _, group in groupby(dice, _kind))
        return self.texts.name("play.dice_joint").join(groups)

    def asked_dice(self, dice: Sequence[Die]) -> str:
        """The dice that are to be thrown, in order."""
        return ", ".join(self._die(die.label, die.sides) for die in dice)

    def modifiers(self, modifiers: Sequence[Modifier]) -> str:
        """The modifiers that the viewer may know of, with their reasons; "" where there are none."""
        return ", ".join(self._modifier(each) for each in self.known(modifiers))

    def outcome(self, end: End) -> str:
        """How the scene ended."""
        return _risen(self.ended(end.outcome))

    def ended(self, outcome: str) -> str:
        """What an outcome is called; a side's own name stands for itself."""
        id = f"outcome.{outcome}"
        return self.texts.name(id) if self.texts.has(id) else outcome

    def remains(self, end: End) -> Iterator[str]:
        """What there is to count at the end, and what stays on sheets, as far as the viewer may know."""
        for tally in self.known_tallies(end):
            yield self._tally(tally)
        for change in self.known_changes(end):
            yield self._change(change)

    def known_tallies(self, end: End) -> Iterator[Tally]:
        """The game master's are all, another's those of the scene and of his own seat."""
        return (tally for tally in end.tallies if self.viewer in (GM, tally.of) or not tally.of)

    def known_changes(self, end: End) -> Iterator[Change]:
        """The game master's are all, another's those of his own sheet."""
        return (change for change in end.aftermath if self.viewer in (GM, change.sheet.split(".")[0]))

    def is_open(self, event: Event) -> bool:
        """Whether the viewer may learn of an event.

        A hidden throw that was opened stays out: its opening is the event that the viewer learns of, so that
        nothing that he was told before changes. Everyone learns that something was corrected.
        """
        if isinstance(event, Corrected):
            return True
        audience = (
            event.modifier.audience if isinstance(event, Adjusted) else getattr(event, "audience", EVERYONE)
        )
        return may_see(audience, self.viewer)

    def numbered(self, records: Iterable[Record]) -> dict[int, Record]:
        """The events that the viewer may know of, numbered from 1 so that no gap tells of the others."""
        return dict(enumerate((record for record in records if self.is_open(record.event)), 1))

    def places(self, records: Iterable[Record]) -> dict[int, int]:
        """The number that the viewer knows an event by; a throw that was opened by its opening's."""
        found: dict[int, int] = {}
        hidden: list[int] = []
        number = 0
        for record in records:
            event = record.event
            if not self.is_open(event):
                hidden.append(record.sequence)
                continue
            number += 1
            found[record.sequence] = number
            shown = [event.of] if isinstance(event, Opened) else hidden
            if isinstance(event, Opened | SecretShown):
                found |= {each: number for each in shown if each not in found}
        return found

    def label(self, path: str) -> str:
        """What a value that may be corrected is called: whose it is, and its name."""
        keys = parsed(path) or ()
        name = next((key for key in reversed(keys) if isinstance(key, str)), path)
        what = self.field(name) or path
        seat = next((key for key in keys[:1] if key in self.scene.manifest.seats and len(keys) > 1), "")
        if seat:
            return self.texts.text("play.correct.of", who=_risen(self.who(str(seat))), what=what)
        return what

    def field(self, field: str) -> str:
        """What a sheet's or a state's field is called; "" where no catalogue says."""
        known = (f"field.{field}", f"part.{field}", f"tally.{field}")
        return next((self.texts.name(id) for id in known if self.texts.has(id)), "")

    def value(self, value: int | bool | str) -> str:
        """A corrected value as it is read."""
        if isinstance(value, bool):
            return self.texts.name("play.yes" if value else "play.no")
        return str(value)

    def known(self, modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
        """The modifiers that the viewer may know of."""
        return tuple(each for each in modifiers if may_see(each.audience, self.viewer))

    def _name(self, seat: Seat) -> str:
        sheet = self.scene.data.get(seat)
        name = sheet.get("name") if isinstance(sheet, dict) else None
        return name if isinstance(name, str) else ""

    def _reckoned(self, step: Step, event: Thrown) -> Iterator[str]:
        """Modifiers and how the result comes about, as if what the viewer doesn't know weren't there."""
        assert isinstance(step.node, Throw)
        known = self.known(event.modifiers)
        if known:
            yield self.texts.text("play.modifiers", modifiers=self.modifiers(known))
        test = modified(step.node.test, known)
        yield self.texts.say(test.account([rolled.number for rolled in event.dice]))

    def _modifier(self, modifier: Modifier) -> str:
        id = "play.modifier" if may_see(modifier.audience, "") else "play.modifier_secret"
        return self.texts.text(id, by=signed(modifier.by), reason=modifier.reason)

    def _group(self, dice: Sequence[Rolled]) -> str:
        numbers = ", ".join(map(_chain, dice))
        return self.texts.text("play.die_shows", die=self._die(*_kind(dice[0])), numbers=numbers)

    def _die(self, label: str, sides: int) -> str:
        name = self.texts.name(label)
        return name if f"d{sides}" in name.split() else f"{name} (d{sides})"

    def _tally(self, tally: Tally) -> str:
        value = tally.value
        if isinstance(value, str):
            id = f"tally.{tally.kind}.{value}"
            value = self.texts.name(id) if self.texts.has(id) else value
        what = self.texts.name(f"tally.{tally.kind}")
        return self._of(tally.of, what, value)

    def _change(self, change: Change) -> str:
        what = self.field(change.field) or change.field
        value = change.value
        shown = Name("play.yes" if value else "play.no") if isinstance(value, bool) else value
        whose = change.sheet.partition(".")[0]
        return self._of(whose, self.texts.text("play.stays", what=what), shown)

    def _of(self, seat: Seat, what: str, value: int | str | Name) -> str:
        if not seat:
            return self.texts.text("play.counted", what=_risen(what), value=value)
        return self.texts.text("play.counted_of", who=_risen(self.who(seat)), what=what, value=value)


def signed(by: int) -> str:
    """A modifier with its sign."""
    return f"+{by}" if by > 0 else f"\N{MINUS SIGN}{-by}"


def _kind(rolled: Rolled) -> tuple[str, int]:
    return rolled.label, rolled.sides


def _chain(rolled: Rolled) -> str:
    if len(rolled.faces) < 2:
        return str(rolled.number)
    return f"{' + '.join(map(str, rolled.faces))} = {rolled.number}"


def _risen(text: str) -> str:
    """The text as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]
