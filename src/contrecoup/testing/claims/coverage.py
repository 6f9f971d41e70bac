"""Claims about golden files: they agree with the rules, and leave out nothing that is asked."""

from collections.abc import Iterator

from contrecoup.kernel import Choice, End, Node, Option, Throw
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.golden import BadCase, difference
from contrecoup.testing.subject import Subject


@claim
def golden_files_agree(subject: Subject) -> Iterator[str]:
    """The rules answer what the golden files expect."""
    if not subject.golden:
        yield "there is no golden file"
    for file in subject.golden:
        try:
            text = difference(file)
        except BadCase as bad:
            text = str(bad)
        if text:
            yield text


@claim
def golden_scenes_cover_the_rules(subject: Subject) -> Iterator[str]:
    """Every scene, question, option, throw and outcome occurs in a golden scene."""
    seen = {
        name
        for played in subject.played.values()
        for m in played.moments
        for name in _names(m.node, m.answer)
    }
    for played in subject.played.values():
        if played.scene and played.moments:
            last = played.moments[-1].after
            seen |= set(_names(played.scene.ruleset.node(played.scene.setup, last), None))
            seen.add(f"scene {played.scene.name}")
    for wanted in sorted(_reachable(subject) - seen):
        yield f"{wanted} occurs in no golden scene"


def _names(node: Node, answer: object) -> Iterator[str]:
    """What a golden scene shows by stopping at a node and answering it."""
    match node:
        case Choice():
            yield f"question {node.reason}"
            if isinstance(answer, Option):
                yield f"option {answer.id}"
        case Throw():
            yield f"throw {node.reason}"
        case End():
            yield f"outcome {node.outcome}"


def _reachable(subject: Subject) -> set[str]:
    """What can occur: by the manifest, by the catalogue, and in the scenes as they were explored."""
    found = {f"scene {scene}" for scene in subject.manifest.scenes}
    for id in subject.own["en"]:
        kind, _, rest = id.partition(".")
        if kind in ("option", "outcome") and rest:
            found.add(f"{kind} {rest}")
    for sample in subject.samples:
        for node in sample.explored.nodes.values():
            options: tuple[object, ...] = node.options if isinstance(node, Choice) else (None,)
            for option in options:
                found.update(_names(node, option))
    return found


@claim
def rulings_are_exercised(subject: Subject) -> Iterator[str]:
    """Every value of every ruling holds in some golden scene."""
    setups = [played.scene.setup for played in subject.played.values() if played.scene]
    for ruling in subject.manifest.rulings:
        used = {repr(getattr(getattr(setup, "rulings", None), ruling.id, None)) for setup in setups}
        for value in ruling.values:
            if repr(value) not in used:
                yield f"no golden scene has the ruling {ruling.id} = {value!r}"
