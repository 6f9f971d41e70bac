"""Playing golden cases: what is given goes in, what the rules answer is filled in."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

import contrecoup.dice
from contrecoup import registry
from contrecoup.kernel import Choice, End, Message, Name, Node, Option, Refused, Result, Test, Throw
from contrecoup.registry import Scene
from contrecoup.testing.chances import pushed, rounded
from contrecoup.testing.golden.cases import BadCase, Came, Ending, File, SceneCase, Step, ThrowCase, Throws
from contrecoup.testing.golden.toml import inline
from contrecoup.testing.lines import (
    change_line,
    message_line,
    option_line,
    refusal_line,
    tally_line,
    view_lines,
)


class Moment(msgspec.Struct, frozen=True):
    """One step as it happened: the question, the answer (None where it was refused), what was said."""

    before: Any
    node: Node
    answer: Option | Result | None
    after: Any
    told: tuple[Message, ...]


class Played(msgspec.Struct, frozen=True):
    """A case with everything filled in; the scene and its moments where one was played."""

    case: Throws | SceneCase
    scene: Scene | None = None
    moments: tuple[Moment, ...] = ()


def play(file: File) -> Played:
    """The case with what the rules answer in the place of what the file expects."""
    if isinstance(file.case, Throws):
        throws = tuple(_thrown(throw) for throw in file.case.throws)
        return Played(msgspec.structs.replace(file.case, throws=throws))
    return _played(file.case, file)


# Throws


def _thrown(case: ThrowCase) -> ThrowCase:
    test = test_of(case.test, case.name)
    if case.modifier:
        test = test.modified(case.modifier)
    try:
        result = test.read(case.dice)  # type: ignore[arg-type]  # what is no number is to be refused, too
    except Refused as refused:
        return msgspec.structs.replace(case, expect=None, refused=_refusals(refused))
    return msgspec.structs.replace(case, expect=_came(result), refused=None)


def test_of(fields: Mapping[str, Any], name: str) -> Test:
    """The test of `contrecoup.dice` that a golden throw describes."""
    kinds = _kinds()
    kind = str(fields.get("kind", ""))
    if kind not in kinds:
        raise BadCase(f"{name}: test.kind is one of {', '.join(sorted(kinds))}, not {kind!r}")
    rest = {key: value for key, value in fields.items() if key != "kind"}
    unknown = set(rest) - set(kinds[kind].__struct_fields__)
    if unknown:
        raise BadCase(f"{name}: a {kind} test has no {', '.join(sorted(unknown))}")
    try:
        test: Any = msgspec.convert(rest, kinds[kind])
    except msgspec.ValidationError as error:
        raise BadCase(f"{name}: {error}") from None
    return cast("Test", test)


test_of.__test__ = False  # type: ignore[attr-defined]  # not a test case for pytest


def _kinds() -> dict[str, type[msgspec.Struct]]:
    found = (getattr(contrecoup.dice, name) for name in contrecoup.dice.__all__)
    tests = (kind for kind in found if isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return {_kind_name(kind.__name__): kind for kind in tests if hasattr(kind, "weights")}


def _kind_name(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Test")).lower()


def _came(result: Result) -> Came:
    return Came(result.value, result.mishap)


def _refusals(refused: Refused) -> tuple[str, ...]:
    return tuple(refusal_line(reason) for reason in refused.reasons)


# Scenes


def load(case: SceneCase, folder: Path, name: str) -> Scene:
    """The scene that a case gives; Refused as the registry and the rules refuse it."""
    overrides = {key: value if isinstance(value, str) else inline(value) for key, value in case.set.items()}
    if case.given is not None:
        return registry.load(case.given, overrides)
    path = folder / case.file
    if not path.is_file():
        raise BadCase(f"{name}: there is no file {path}")
    return registry.load(path, overrides)


def _played(case: SceneCase, file: File) -> Played:
    try:
        scene = load(case, file.folder, file.name)
    except Refused as refused:
        return Played(msgspec.structs.replace(case, end=Ending(refused=_refusals(refused))))
    state = scene.start()
    steps: list[Step] = []
    moments: list[Moment] = []
    for number, step in enumerate(case.steps, 1):
        place = f"{file.name}, step {number}"
        moment, done = _answered(scene, state, step, place)
        state = moment.after
        steps.append(_shown(scene, state, done))
        moments.append(moment)
    filled = msgspec.structs.replace(case, steps=tuple(steps), end=_ending(scene, state))
    return Played(filled, scene, tuple(moments))


def _answered(scene: Scene, state: Any, step: Step, place: str) -> tuple[Moment, Step]:
    """One step applied: the moment, and the step with question, messages or refusals filled in."""
    node = scene.ruleset.node(scene.setup, state)
    if isinstance(node, End):
        raise BadCase(f"{place}: the scene has ended ({node.outcome}); nothing more is asked")
    result = None
    try:
        answer = _choice(node, step, place) if isinstance(node, Choice) else _throw(node, step, place)
        after = scene.ruleset.apply(scene.setup, state, answer)
    except Refused as refused:
        done = msgspec.structs.replace(step, refused=_refusals(refused), told=None, result=None)
        return Moment(state, node, None, state, ()), _asked(node, done)
    if isinstance(answer, Result):
        result = _came(answer)
    told = scene.ruleset.tell(scene.setup, state, answer, after)
    lines = tuple(message_line(said) for said in told)
    done = msgspec.structs.replace(step, refused=None, told=lines, result=result)
    return Moment(state, node, answer, after, told), _asked(node, done)


def _asked(node: Choice | Throw, step: Step) -> Step:
    return msgspec.structs.replace(step, ask=node.reason, seat=node.seat)


def _choice(node: Choice, step: Step, place: str) -> Option:
    if step.choose is None:
        offered = "; ".join(map(option_line, node.options))
        raise BadCase(f"{place}: {node.seat} chooses ({node.reason}); write choose = one of {offered}")
    if step.choose == "push":
        return node.push
    return Option(step.choose, tuple((key, _value(value)) for key, value in step.values.items()))


def _value(value: str | int) -> str | int | Name:
    return Name(value[1:]) if isinstance(value, str) and value.startswith("@") else value


def _throw(node: Throw, step: Step, place: str) -> Result:
    test = node.test
    wanted = [die.label for die in test.dice()]
    if step.dice is None:
        raise BadCase(f"{place}: {node.seat} throws ({node.reason}); write dice for {_counted(wanted)}")
    if step.modifiers:
        test = test.modified(sum(step.modifiers))
    return test.read(_numbers(wanted, step.dice, place))


def _numbers(wanted: list[str], given: Mapping[str, int | tuple[int, ...]], place: str) -> list[int]:
    """The numbers in the order of the test's dice; each label has as many as there are dice, none is left."""
    rows = {label: [row] if isinstance(row, int) else list(row) for label, row in given.items()}
    if {label: len(row) for label, row in rows.items() if row} != {
        label: wanted.count(label) for label in wanted
    }:
        given_labels = [label for label, row in rows.items() for _ in row]
        raise BadCase(f"{place}: the test asks for {_counted(wanted)}, given are {_counted(given_labels)}")
    return [rows[label].pop(0) for label in wanted]


def _counted(labels: list[str]) -> str:
    return ", ".join(f"{labels.count(label)} {label}" for label in dict.fromkeys(labels)) or "no dice"


def _shown(scene: Scene, state: Any, step: Step) -> Step:
    views = {
        viewer: tuple(view_lines(scene.ruleset.view(scene.setup, state, viewer))) for viewer in step.show
    }
    odds = None if step.odds is None else _odds(scene, state)
    return msgspec.structs.replace(step, views=views, odds=odds)


def _odds(scene: Scene, state: Any) -> dict[str, float]:
    return rounded(pushed(scene.ruleset, scene.setup, state))


def _ending(scene: Scene, state: Any) -> Ending | None:
    node = scene.ruleset.node(scene.setup, state)
    if not isinstance(node, End):
        return None
    return Ending(
        outcome=node.outcome,
        tallies=tuple(map(tally_line, node.tallies)),
        aftermath=tuple(map(change_line, node.aftermath)),
    )
