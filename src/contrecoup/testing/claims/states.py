"""Claims about states: values that hash, never change, survive being written down, and are not too many."""

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Any

import msgspec

from contrecoup.kernel import Change, End
from contrecoup.registry import load
from contrecoup.registry.places import parsed
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject
from contrecoup.testing.walk import answers, random_walk, reached


@claim
def states_are_frozen(subject: Subject) -> Iterator[str]:
    """A state holds frozen structs, tuples, frozensets, texts, whole numbers and nothing that changes."""
    for sample in subject.samples:
        for value in (sample.setup, *sample.explored.nodes):
            yield from (f"{sample.name}: {fault}" for fault in _loose(value, type(value).__name__))


def _loose(value: Any, path: str) -> Iterator[str]:
    """What in a value may change or has no exact text."""
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield f"{path} is a struct that is not frozen"
        for name in value.__struct_fields__:
            yield from _loose(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from _loose(item, f"{path}[]")
    elif not (value is None or isinstance(value, str | int | bytes | Enum)):
        yield f"{path} is a {type(value).__name__}"


@claim
def states_survive_writing(subject: Subject) -> Iterator[str]:
    """A state written as JSON and read as its own type is equal and hashes alike."""
    for sample in subject.samples:
        for state in sample.explored.nodes:
            yield from (f"{sample.name}: {fault}" for fault in _lost(state))


def _lost(state: Any) -> Iterator[str]:
    try:
        again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
        if again != state or hash(again) != hash(state):
            yield f"{state!r} comes back as {again!r}"
    except (TypeError, msgspec.MsgspecError) as error:
        yield f"{type(state).__name__} can't be hashed, written or read: {error}"


@claim
def states_stay_within_the_bound(subject: Subject) -> Iterator[str]:
    """No more states are reached than the state_bound, except in scenes that the manifest names as beyond."""
    bound = subject.manifest.state_bound
    for sample in _different(subject):
        if sample.is_beyond:
            yield from _endless_walks(sample)
        elif not sample.explored.is_whole:
            setup = sample.setup.pushed()
            if reached(sample.ruleset, setup, sample.ruleset.start(setup), bound) > bound:
                yield f"{sample.name} reaches more than {bound} states; the manifest's beyond doesn't name it"
        elif len(sample.explored.nodes) > bound:
            yield f"{sample.name} reaches {len(sample.explored.nodes)} states, more than {bound}"


def _different(subject: Subject) -> tuple[Sample, ...]:
    """One scene of each shape with each start; the others reach the same states."""
    shapes = {(type(s.setup), s.setup.shape(s.start), s.start): s for s in reversed(subject.samples)}
    return tuple(reversed(shapes.values()))


def _endless_walks(sample: Sample) -> Iterator[str]:
    """Where states can't be counted, plan push must at least come to an end by random results."""
    ends = 0
    for seed in range(10):
        walk = tuple(random_walk(sample.ruleset, sample.setup, sample.start, seed))
        ends += isinstance(sample.ruleset.node(sample.setup, walk[-1]), End)
    if not ends:
        yield f"{sample.name}: not one of ten random walks comes to an end"


@claim
def rules_are_pure(subject: Subject) -> Iterator[str]:
    """The same answers, given to a scene read anew with states read from text, tell and reach the same."""
    for sample in subject.samples:
        again = load(sample.scene.data)
        for seed in range(5):
            walk = tuple(random_walk(sample.ruleset, sample.setup, sample.start, seed))
            yield from (f"{sample.name}: {fault}" for fault in _differences(sample, again.setup, walk))


def _differences(sample: Sample, setup: Any, walk: tuple[Any, ...]) -> Iterator[str]:
    rules = sample.ruleset
    for before, after in pairwise(walk):
        node = rules.node(sample.setup, before)
        copy = msgspec.json.decode(msgspec.json.encode(before), type=type(before))
        if rules.node(setup, copy) != node:
            yield f"at {before!r} the question differs the second time"
            continue
        for answer in answers(node):
            if rules.apply(sample.setup, before, answer) != after:
                continue
            if rules.apply(setup, copy, answer) != after:
                yield f"{before!r} leads elsewhere the second time it is answered {answer!r}"
            elif rules.tell(setup, copy, answer, after) != rules.tell(sample.setup, before, answer, after):
                yield f"{before!r} is told otherwise the second time it is answered {answer!r}"


@claim
def aftermath_fits_the_sheets(subject: Subject) -> Iterator[str]:
    """Every change that a scene leaves behind names a sheet's field of the scene and fits its type."""
    for sample in subject.samples:
        for node in sample.explored.nodes.values():
            if isinstance(node, End):
                for change in node.aftermath:
                    yield from (f"{sample.name}: {fault}" for fault in _misfit(sample, change))


def _misfit(sample: Sample, change: Change) -> Iterator[str]:
    data: Any = msgspec.json.decode(msgspec.json.encode(sample.setup))  # lists, which can be changed
    place: Any = data
    for key in parsed(change.sheet) or ():
        if not _has(place, key):
            yield f"the aftermath changes {change.sheet}, which the scene doesn't have"
            return
        place = place[key]
    if not _has(place, change.field):
        yield f"the aftermath changes {change.field} of {change.sheet}, which has no such field"
        return
    place[change.field] = change.value
    try:
        msgspec.convert(data, type(sample.setup))
    except msgspec.ValidationError as error:
        yield f"the aftermath's {change.sheet}.{change.field} = {change.value!r} doesn't fit: {error}"


def _has(place: Any, key: str | int) -> bool:
    return key in (place if isinstance(place, dict) else range(len(place) if isinstance(place, list) else 0))


@claim
def time_keeps_sheets_valid(subject: Subject) -> Iterator[str]:
    """Whatever time passes between scenes, a sheet stays valid, and no time changes nothing."""
    for sample in subject.samples:
        for sheet in _sheets(subject, sample.setup):
            if subject.ruleset.later(sheet, 0) != sheet:
                yield f"{sample.name}: {type(sheet).__name__} changes in no time"
            for minutes in (1, 59, 60, 359, 360, 1_440, 60_000, 10_000_000):
                later = subject.ruleset.later(sheet, minutes)
                try:
                    msgspec.convert(msgspec.to_builtins(later), type(sheet))
                except msgspec.ValidationError as error:
                    yield f"{sample.name}: {type(sheet).__name__} after {minutes} minutes: {error}"


def _sheets(subject: Subject, value: Any) -> Iterator[Any]:
    """Every sheet that a setup holds."""
    if isinstance(value, tuple(subject.ruleset.sheets.values())):
        yield value
    parts = (
        tuple(getattr(value, name) for name in value.__struct_fields__)
        if isinstance(value, msgspec.Struct)
        else value
        if isinstance(value, tuple)
        else ()
    )
    for part in parts:
        yield from _sheets(subject, part)
