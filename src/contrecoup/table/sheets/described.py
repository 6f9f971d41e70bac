"""Described forms: how a sheet is filled in, as data with words, for programs that fill it in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, to_builtins

from contrecoup import registry
from contrecoup.kernel import Refusal
from contrecoup.kernel.form import Field, FieldKind, Offer, Step
from contrecoup.table.sheets.blanks import blank_sheet
from contrecoup.table.sheets.held import grown, lists_of
from contrecoup.table.sheets.naming import entry_name, kind_name, labelled, risen, word_name
from contrecoup.table.sheets.opened import OpenSheet, open_sheet
from contrecoup.text import Texts

Packs: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""Packs by rule set."""


class OfferSeen(Struct, frozen=True):
    """Something that a gear field may hold: its price (negative where it gives points), whether it has
    levels, and the abilities of which one must be named with it."""

    id: str
    name: str
    price: int
    levels: bool
    on: tuple[str, ...]


class WordSeen(Struct, frozen=True):
    """A word or number that a text may say, and how people read it."""

    value: str | int
    name: str


class FieldSeen(Struct, frozen=True):
    """An entry: its place in the sheet, what it is called, and what stands there, as a file would hold it.

    `least`, `most` and `price` (points a level) belong to numbers. `offers` belong to gear, of which each
    thing is its id, or an object with `keys` for id and level. `accepted`: all that a text may say; nothing:
    whatever one likes. `note` explains a limit before it is hit.
    """

    path: str
    kind: FieldKind
    name: str
    value: Any
    least: int
    most: int
    price: int
    offers: tuple[OfferSeen, ...]
    keys: tuple[str, str]
    accepted: tuple[WordSeen, ...]
    note: str


class LimitSeen(Struct, frozen=True):
    """A limit that the sheet breaks, and where."""

    id: str
    text: str
    where: str


class StepSeen(Struct, frozen=True):
    """A step: points that its fields cost, what is left of all points (negative: too many are spent), and
    the limits that its entries break."""

    id: str
    name: str
    fields: tuple[FieldSeen, ...]
    notes: tuple[str, ...]
    spent: int
    left: int
    faults: tuple[LimitSeen, ...]


class ListSeen(Struct, frozen=True):
    """A list in the sheet that may grow, with an entry more as it begins."""

    path: str
    name: str
    entry: Any


class SheetForm(Struct, frozen=True):
    """How a sheet is filled in: `data` is the whole of it as `keep_sheet` takes it, every field's place in
    it included; `faults` are all limits that it breaks.

    `title` is the rule set's, `name` that of this kind of sheet. A step may change with what another says.
    """

    rules: str
    sort: str
    title: str
    name: str
    data: dict[str, Any]
    steps: tuple[StepSeen, ...]
    lists: tuple[ListSeen, ...]
    faults: tuple[LimitSeen, ...]


def blank_forms(lang: str, packs: Packs) -> tuple[SheetForm, ...]:
    """The form of every kind of sheet of every rule set, as a new one begins."""
    return tuple(_blanks(lang, packs))


def _blanks(lang: str, packs: Packs) -> Iterator[SheetForm]:
    for rules in registry.find():
        ruleset = registry.get(rules)
        for sort in ruleset.sheets:
            blank = {"kind": sort, **blank_sheet(ruleset, sort)}
            yield described(open_sheet(blank, packs.get(rules, ()), rules), lang)


def described(opened: OpenSheet, lang: str) -> SheetForm:
    """The form of a sheet as it stands."""
    rules, texts = opened.manifest.id, Texts(lang, opened.manifest.id)
    steps = opened.forms.steps(opened.sheet, opened.content)
    return SheetForm(
        rules=rules,
        sort=opened.kind,
        title=opened.manifest.title[lang],
        name=kind_name(rules, opened.kind, lang),
        data={**opened.said(), **opened.data()},
        steps=tuple(_step(labelled(step, texts), texts) for step in steps),
        lists=tuple(
            ListSeen(path, risen(entry_name(path, texts)), grown(opened, path)[path][-1])
            for path in lists_of(opened)
        ),
        faults=_limits(opened.forms.faults(opened.sheet, opened.content), texts),
    )


def _step(step: Step, texts: Texts) -> StepSeen:
    return StepSeen(
        id=step.id,
        name=risen(texts.value(step.name)),
        fields=tuple(_field(field, texts) for field in step.fields),
        notes=tuple(map(texts.say, step.notes)),
        spent=step.spent,
        left=step.left,
        faults=_limits(step.faults, texts),
    )


def _field(field: Field, texts: Texts) -> FieldSeen:
    return FieldSeen(
        path=field.path,
        kind=field.kind,
        name=risen(texts.value(field.name)),
        value=to_builtins(field.value),
        least=field.least,
        most=field.most,
        price=field.price,
        offers=tuple(_offer(offer, texts) for offer in field.offers),
        keys=field.keys,
        accepted=tuple(
            WordSeen(word, risen(word_name(word, texts)) if isinstance(word, str) else texts.number(word))
            for word in field.accepted
        ),
        note=texts.say(field.note) if field.note else "",
    )


def _offer(offer: Offer, texts: Texts) -> OfferSeen:
    return OfferSeen(offer.id, risen(texts.value(offer.name)), offer.price, offer.levels, offer.on)


def _limits(faults: Sequence[Refusal], texts: Texts) -> tuple[LimitSeen, ...]:
    return tuple(LimitSeen(fault.id, texts.refusal(fault), fault.where) for fault in faults)
