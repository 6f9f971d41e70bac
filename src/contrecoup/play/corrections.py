"""Corrections: single values of a state or of a scene's sheets, with what their types allow.

No rule set is named here. A rule set may list which values may be set singly, as `correctable` (of its
states) and `correctable_sheets` (of its setups): key paths, "[]" standing for any place of a list, "*" at the
end for all that is below. Where it lists none, every whole number, truth and word may.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from contrecoup import registry
from contrecoup.kernel import CEILING, GM, SCREEN, Change, Choice, End, Refused, Throw, Track, View, refusal
from contrecoup.log import Part
from contrecoup.play.aftermath import changed
from contrecoup.registry import Scene
from contrecoup.registry.places import Key, parsed, written

Scalar: TypeAlias = int | bool | str
Kind: TypeAlias = Literal["number", "flag", "word", "text"]

ACCIDENTS: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What rules raise that meet a state which play can't reach: it is refused like any other."""
_LONGEST: Final = 200
_UNTOUCHED: Final = ("content", "rulings")
_PLACE: Final = re.compile(r"\[\d+\]")


class Limits(NamedTuple):
    """What may stand in a place: numbers from `least` to `most`, one of `words`, or a text of at most `most`
    characters."""

    kind: Kind
    least: int = 0
    most: int = 0
    words: tuple[str | int, ...] = ()


class Correctable(NamedTuple):
    """A value that may be corrected: where it is, its field (whose label is "field.X", "part.X" or "tally.X"
    in the catalogues), what stands there now, and what may."""

    part: Part
    path: str
    field: str
    value: Scalar
    limits: Limits


def correctables(scene: Scene, state: Any) -> tuple[Correctable, ...]:
    """Every value that may be corrected now: first of the state, then of the sheets."""
    return (*_listed(scene, "state", state), *_listed(scene, "sheet", scene.setup))


def corrected(scene: Scene, state: Any, part: Part, path: str, value: Scalar) -> tuple[Scene, Any]:
    """The scene and the state with a value set; Refused with every reason where they can't be so."""
    place = next(
        (each for each in _listed(scene, part, _whole(scene, state, part)) if each.path == path), None
    )
    if place is None:
        raise Refused([refusal("play.correct.no_place", path)])
    hold(place, value)
    keys = parsed(path)
    assert keys  # it is the path of a value that is listed
    if part == "sheet":
        change = Change(written(keys[:-1]), str(keys[-1]), value)
        scene = _reloaded(scene, change)
    else:
        state = _converted(_put(state, keys, value), type(state), path)
    hold_state(scene, state, path)
    return scene, state


def hold(place: Correctable, value: Scalar) -> None:
    """Refused where a value is none that may stand in a place."""
    limits, path = place.limits, place.path
    if limits.kind == "flag" and not isinstance(value, bool):
        raise Refused([refusal("play.correct.flag", path)])
    if limits.kind == "number" and not (_is_number(value) and limits.least <= int(value) <= limits.most):
        raise Refused([refusal("play.correct.number", path, least=limits.least, most=limits.most)])
    if limits.kind == "word" and (isinstance(value, bool) or value not in limits.words):
        words = ", ".join(map(str, limits.words))
        raise Refused([refusal("play.correct.word", path, words=words)])
    if limits.kind == "text" and not (isinstance(value, str) and len(value) <= limits.most):
        raise Refused([refusal("play.correct.text", path, most=limits.most)])
    if value == place.value:
        raise Refused([refusal("play.correct.same", path)])


def hold_state(scene: Scene, state: Any, path: str) -> None:
    """Refused where the rules can't go on from a state: neither ask, nor show, nor take an answer."""
    rules, setup = scene.ruleset, scene.setup
    try:
        hash(state)
        node = rules.node(setup, state)
        for viewer in (GM, SCREEN, *scene.manifest.seats):
            _hold_view(rules.view(setup, state, viewer), path)
        for answer in _answers(node):
            rules.tell(setup, state, answer, rules.apply(setup, state, answer))
    except Refused as refused:
        raise Refused(refused.reasons, refused.domain or scene.rules) from None
    except ACCIDENTS:
        raise Refused([refusal("play.correct.unfit", path)]) from None


def _reloaded(scene: Scene, change: Change) -> Scene:
    """The scene read again with one value of its sheets changed."""
    try:
        return registry.load(changed(scene, [change]), alone=True)
    except ACCIDENTS:
        raise Refused([refusal("play.correct.unfit", f"{change.sheet}.{change.field}")]) from None


def _hold_view(view: View, path: str) -> None:
    """Refused where something would be counted beyond its end."""
    for part in view.parts:
        if isinstance(part, Track) and not 0 <= part.now <= part.most:
            raise Refused([refusal("play.correct.track", path, most=part.most)])


def _answers(node: Choice | Throw | End) -> Sequence[Any]:
    match node:
        case Choice():
            return node.options
        case Throw():
            node.test.weights(node.floor, node.cap)
            return node.test.results(node.floor, node.cap)
        case End():
            return ()


def _whole(scene: Scene, state: Any, part: Part) -> Any:
    return state if part == "state" else scene.setup


def _listed(scene: Scene, part: Part, whole: Any) -> Iterator[Correctable]:
    name = "correctable" if part == "state" else "correctable_sheets"
    allowed = getattr(scene.ruleset, name, None)
    for keys, value, kind in _leaves(whole, inspect.type_info(type(whole)), ()):
        path, limits = written(keys), _limits(value, kind)
        if part == "sheet" and not isinstance(keys[-1], str):
            continue  # a place of a list is no field that a scene file could be changed at
        if limits is not None and (allowed is None or _is_among(path, allowed)):
            yield Correctable(part, path, _field(keys), value, limits)


def _is_among(path: str, allowed: Collection[str]) -> bool:
    plain = _PLACE.sub("[]", path)
    return any(plain == each or (each[-1:] == "*" and plain.startswith(each[:-1])) for each in allowed)


def _leaves(
    value: Any, kind: inspect.Type, keys: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], Any, Any]]:
    """Each number, truth and text below a value, with its key path and its type."""
    match kind:
        case inspect.Metadata():
            yield from _leaves(value, kind.type, keys)
        case inspect.UnionType():
            yield from _leaves(value, _branch(value, kind), keys)
        case inspect.StructType() | inspect.NamedTupleType() if isinstance(value, kind.cls):
            for field in kind.fields:
                if keys or field.name not in _UNTOUCHED:
                    yield from _leaves(getattr(value, field.name), field.type, (*keys, field.name))
        case inspect.VarTupleType() if isinstance(value, tuple):
            for place, item in enumerate(value):
                yield from _leaves(item, kind.item_type, (*keys, place))
        case inspect.TupleType() if isinstance(value, tuple):
            for place, (item, each) in enumerate(zip(value, kind.item_types, strict=True)):
                yield from _leaves(item, each, (*keys, place))
        case _:
            if isinstance(value, int | str):
                yield keys, value, kind


def _branch(value: Any, kind: inspect.UnionType) -> inspect.Type:
    """The alternative that a value belongs to."""
    for branch in kind.types:
        inner = branch.type if isinstance(branch, inspect.Metadata) else branch
        if isinstance(inner, inspect.StructType | inspect.NamedTupleType):
            if type(value) is inner.cls:
                return inner
        elif _limits(value, inner) is not None or (
            isinstance(value, tuple) and isinstance(inner, inspect.VarTupleType | inspect.TupleType)
        ):
            return inner
    return inspect.AnyType()


def _limits(value: Any, kind: inspect.Type) -> Limits | None:
    """What a leaf's type lets stand there; None where it is no leaf of this type."""
    match kind:
        case inspect.Metadata():
            return _limits(value, kind.type)
        case inspect.UnionType():
            return _limits(value, _branch(value, kind))
        case inspect.LiteralType() if value in kind.values:
            words = (each for each in kind.values if isinstance(each, str | int))
            return Limits("word", words=tuple(sorted(words, key=lambda word: (len(str(word)), word))))
        case inspect.BoolType() if isinstance(value, bool):
            return Limits("flag")
        case inspect.IntType() if _is_number(value):
            return Limits("number", _least(kind, value), _most(kind, value))
        case inspect.StrType() if isinstance(value, str):
            return Limits("text", most=kind.max_length or _LONGEST)
        case _:
            return None


def _least(kind: inspect.IntType, value: int) -> int:
    """Counts don't fall below nothing, unless their type says otherwise."""
    if kind.ge is not None or kind.gt is not None:
        return max(each for each in (kind.ge, None if kind.gt is None else kind.gt + 1) if each is not None)
    return min(0, value)


def _most(kind: inspect.IntType, value: int) -> int:
    if kind.le is not None or kind.lt is not None:
        return min(each for each in (kind.le, None if kind.lt is None else kind.lt - 1) if each is not None)
    return max(CEILING, value)


def _put(whole: Any, keys: tuple[Key, ...], value: Scalar) -> Any:
    """A copy with one value set."""
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(key, int):
        return (*whole[:key], _put(whole[key], rest, value), *whole[key + 1 :])
    inner = _put(getattr(whole, key), rest, value)
    if isinstance(whole, msgspec.Struct):
        return msgspec.structs.replace(whole, **{key: inner})
    return whole._replace(**{key: inner})


def _converted(state: Any, kind: type[Any], path: str) -> Any:
    try:
        return msgspec.convert(msgspec.to_builtins(state), kind)
    except msgspec.ValidationError as error:
        raise Refused([refusal("play.correct.type", path, fault=str(error))]) from None


def _field(keys: tuple[Key, ...]) -> str:
    return next((key for key in reversed(keys) if isinstance(key, str)), "")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
