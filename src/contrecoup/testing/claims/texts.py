"""Claims about words: all that is said has a sentence in both languages, with its placeholders filled."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from contrecoup.kernel import (
    GM,
    Card,
    Choice,
    End,
    Message,
    Name,
    Node,
    Part,
    Table,
    Throw,
    Values,
)
from contrecoup.testing.catalogues import LANGUAGES, placeholders
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.lines import listed
from contrecoup.testing.subject import Sample, Subject


@claim
def catalogues_agree(subject: Subject) -> Iterator[str]:
    """Both languages have the same ids, each with a sentence, with the same placeholders."""
    for language in LANGUAGES:
        for other in LANGUAGES:
            for id in subject.own[other]:
                if id not in subject.own[language]:
                    yield f"{id} is missing in {language}.po"
        for id, sentences in subject.own[language].items():
            if not sentences or not all(sentence.strip() for sentence in sentences):
                yield f"{id} has no sentence in {language}.po"
    for id in {*subject.own["en"]} & {*subject.own["fr"]}:
        english, french = (placeholders(subject.own[language][id]) for language in ("en", "fr"))
        if english != french:
            yield f"{id} has the placeholders {listed(english)} in English and {listed(french)} in French"


@claim
def everything_has_words(subject: Subject) -> Iterator[str]:
    """Seats, scenes, rulings, questions, options, parts, messages, ends and tallies have sentences."""
    yield from _lacking(subject, _declared(subject))
    for sample in subject.samples:
        yield from _lacking(subject, _met(sample))


def _lacking(subject: Subject, entries: Iterable[tuple[str, Values]]) -> Iterator[str]:
    """Ids without a sentence, and placeholders without a value."""
    known: set[tuple[str, tuple[str, ...]]] = set()
    for id, values in entries:
        names = tuple(name for name, _ in values)
        if (id, names) in known:
            continue
        known.add((id, names))
        for language in LANGUAGES:
            sentences = subject.sentences(id, language)
            if not sentences:
                yield f"{id} has no sentence in {language}.po"
            unfilled = placeholders(sentences).difference(names)
            if unfilled:
                yield f"{id} leaves {listed(unfilled)} unfilled in {language}.po"


def _declared(subject: Subject) -> Iterator[tuple[str, Values]]:
    manifest = subject.manifest
    yield from ((f"seat.{seat}", ()) for seat in manifest.seats)
    yield from ((f"scene.{scene}", ()) for scene in manifest.scenes)
    for ruling in manifest.rulings:
        yield f"ruling.{ruling.id}", ()
        yield from ((f"ruling.{ruling.id}.{value_id(value)}", ()) for value in ruling.values)


def value_id(value: object) -> str:
    """A ruling's or tally's value as it ends a catalogue id: `true`, `none`, `4`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _met(sample: Sample) -> Iterator[tuple[str, Values]]:
    """Everything that is said in a scene, by its id with its values."""
    rules, setup = sample.ruleset, sample.setup
    for state, node in sample.explored.nodes.items():
        yield from _asked(node)
        for viewer in (*sample.viewers, GM):
            for part in rules.view(setup, state, viewer).parts:
                yield from _shown(part)
        for way in sample.explored.ways[state]:
            for said in rules.tell(setup, state, way.answer, way.after):
                yield from _said(said)


def _asked(node: Node) -> Iterator[tuple[str, Values]]:
    match node:
        case Choice():
            yield node.reason, ()
            for option in node.options:
                yield f"option.{option.id}", option.values
                yield from _named(option.values)
        case Throw():
            yield node.reason, ()
            yield from ((die.label, ()) for die in node.test.dice())
        case End():
            yield f"outcome.{node.outcome}", ()
            for tally in node.tallies:
                yield f"tally.{tally.kind}", (("count", 1),)
                if isinstance(tally.value, str):
                    yield f"tally.{tally.kind}.{tally.value}", ()


def _said(said: Message) -> Iterator[tuple[str, Values]]:
    yield said.id, said.values
    yield from _named(said.values)


def _named(values: Values) -> Iterator[tuple[str, Values]]:
    """Names that need a catalogue: what content brings along in both languages doesn't."""
    for _, value in values:
        if isinstance(value, Name) and not {*LANGUAGES} <= dict(value.own).keys():
            yield value.id, ()


def _shown(part: Part) -> Iterator[tuple[str, Values]]:
    values = tuple((name, getattr(part, name)) for name in part.__struct_fields__)
    yield f"part.{part.id}", values
    match part:
        case Card():
            for line in part.lines:
                yield from _said(line) if isinstance(line, Message) else ()
        case Table():
            yield from ((head, ()) for head in part.heads)
            for cell in (cell for row in part.rows for cell in row):
                yield from _named((("cell", cell),))
        case _:
            pass


@claim
def rulings_are_those_of_the_manifest(subject: Subject) -> Iterator[str]:
    """The setups' rulings have the manifest's ids, values and defaults, in its order."""
    wanted = {ruling.id: ruling for ruling in subject.manifest.rulings}
    for name, kind in subject.ruleset.scenes.items():
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        if "rulings" not in fields:
            if wanted:
                yield f"the setup of {name} has no field rulings"
            continue
        rulings = msgspec.structs.fields(fields["rulings"].type)
        if [field.encode_name for field in rulings] != list(wanted):
            yield f"{name} has the rulings {[field.name for field in rulings]}, the manifest {list(wanted)}"
        for field in rulings:
            if field.encode_name in wanted:
                yield from (f"{name}: {fault}" for fault in _ruling_faults(field, wanted[field.encode_name]))


def _ruling_faults(field: msgspec.structs.FieldInfo, ruling: Any) -> Iterator[str]:
    if field.default != ruling.default:
        yield f"ruling {field.name} is {field.default!r} by default, {ruling.default!r} in the manifest"
    accepted = _accepted(field.type)
    if accepted != set(map(repr, ruling.values)):
        yield f"ruling {field.name} takes {listed(accepted)}, the manifest says {list(ruling.values)}"


def _accepted(kind: Any) -> set[str]:
    """The values that a type accepts, as Python writes them."""
    info = msgspec.inspect.type_info(kind)
    parts = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    found: set[str] = set()
    for part in parts:
        if isinstance(part, msgspec.inspect.BoolType):
            found |= {"True", "False"}
        elif isinstance(part, msgspec.inspect.LiteralType):
            found |= set(map(repr, part.values))
    return found
