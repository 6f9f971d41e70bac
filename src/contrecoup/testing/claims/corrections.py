"""The claim about corrections: whatever a game master sets right, the scene goes on or refuses it."""

import random
from collections.abc import Hashable, Iterator
from typing import Final

from contrecoup.kernel import GM, Refused
from contrecoup.play.corrections import ACCIDENTS, Correctable, Scalar, correctables, corrected
from contrecoup.registry import Scene
from contrecoup.testing.catalogues import LANGUAGES
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject
from contrecoup.testing.walk import answers

_CORRECTIONS: Final = 150
"""Corrections of a rule set that are tried, spread over its scenes."""
_LONGEST: Final = 150


@claim
def corrections_are_survived(subject: Subject) -> Iterator[str]:
    """A corrected scene goes on to an end or the correction is refused with a reason; nothing breaks."""
    chance = random.Random(1)
    tries = 1 + _CORRECTIONS // max(1, len(subject.samples))
    for sample in subject.samples:
        states = list(sample.explored.nodes)
        for _ in range(tries):
            yield from _tried(subject, sample, chance.choice(states), chance)


def _tried(subject: Subject, sample: Sample, state: Hashable, chance: random.Random) -> Iterator[str]:
    places = correctables(sample.scene, state)
    if not places:
        return
    place = chance.choice(places)
    value = _other(place, chance)
    name = f"{sample.name}: {place.part} {place.path} = {value!r}"
    try:
        scene, now = corrected(sample.scene, state, place.part, place.path, value)
    except Refused as refused:
        for reason in refused.reasons:
            if not all(subject.sentences(reason.id, language) for language in LANGUAGES):
                yield f"{name} is refused with {reason.id}, which has no sentence"
        return
    except ACCIDENTS as accident:
        yield f"{name} breaks the rules: {accident!r}"
        return
    yield from (f"{name}: {fault}" for fault in _walked(scene, now, chance))


def _walked(scene: Scene, state: Hashable, chance: random.Random) -> Iterator[str]:
    """What goes wrong on a walk from a corrected state."""
    rules, setup = scene.ruleset, scene.setup
    for _ in range(_LONGEST):
        try:
            node = rules.node(setup, state)
            for viewer in (GM, *scene.manifest.seats[:2]):
                rules.view(setup, state, viewer)
            possible = answers(node)
            if not possible:
                return
            answer = chance.choice(possible)
            after = rules.apply(setup, state, answer)
            rules.tell(setup, state, answer, after)
        except (Refused, *ACCIDENTS) as accident:
            yield f"play can't go on: {accident!r}"
            return
        state = after


def _other(place: Correctable, chance: random.Random) -> Scalar:
    """Another value that the limits allow, often one of the bounds."""
    limits = place.limits
    match limits.kind:
        case "flag":
            return not place.value
        case "word":
            return chance.choice(limits.words)
        case "text":
            return chance.choice(("", "x", "X" * min(limits.most, 40)))
        case "number":
            near = (int(place.value) + 1, int(place.value) - 1)
            value = chance.choice(
                (limits.least, limits.most, *near, chance.randint(limits.least, limits.most))
            )
            return min(max(value, limits.least), limits.most)
