"""Priors: the scenes that a seat holds possible before it has seen anything.

Whatever the rules hide from the seat is replaced, so that nothing of the truth is left where the scene file
states no belief: by every value of its range, by entries of the content, or by leaving it out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any, Final

import msgspec

from contrecoup.kernel import GM, Refused, refusal
from contrecoup.odds.beliefs.likenesses import likenesses
from contrecoup.odds.dials.axes import values_of, with_values
from contrecoup.odds.dials.paths import Every, Path, Place, parsed, places, value_at, written
from contrecoup.registry import Scene, load
from contrecoup.registry.beliefs import Weighed, beliefs_of
from contrecoup.registry.manifests import Hidden
from contrecoup.registry.overrides import put

MOST_SCENES: Final = 2_000
"""Scenes that a seat may hold possible at once."""


class Candidate(msgspec.Struct, frozen=True):
    """A scene held possible: the values of what is hidden, how likely it is, the scene itself."""

    values: Mapping[str, Any]
    weight: Fraction
    scene: Scene


def candidates(scene: Scene, seat: str, is_surprised: bool = False) -> tuple[Candidate, ...]:
    """What a seat holds possible of a scene, the weights adding up to 1; those that the rules refuse aren't.

    `is_surprised`: what it has seen fits nothing that it held possible at first. The game master knows the
    truth. Refused for a seat of which the rules say nothing, and where there is too much to be held possible,
    or nothing.
    """
    if seat == GM:
        return (Candidate({}, Fraction(1), scene),)
    hidden = scene.manifest.hidden_from(seat, scene.name)
    if hidden is None or not _has_place(scene.data, hidden):
        known = (GM, *scene.manifest.hidden.get(scene.name, {}))
        raise Refused([refusal("odds.seat", "", seat=seat, accepted=", ".join(known))])
    stated = beliefs_of(scene.data).get(seat, {})
    named = {place for key in stated for place in places(scene.data, parsed(key))}
    ways = [
        *_open(scene, hidden, named, hidden.surprises if is_surprised else ()),
        *(_stated(key, each) for key, each in stated.items()),
    ]
    count = prod(len(way.values) for way in ways)
    if count > MOST_SCENES:
        raise Refused([_too_many(seat, count, (way.key for way in ways if way.key not in stated))])
    found = tuple(_possible(_without(scene.data, hidden.without, stated), ways))
    whole = sum((each.weight for each in found), Fraction(0))
    return tuple(msgspec.structs.replace(each, weight=each.weight / whole) for each in found)


class _Way(msgspec.Struct, frozen=True):
    """Something hidden that may be one way or the other: what it is called, its values with their weights,
    and how a scene's data get one."""

    key: str
    values: tuple[Any, ...]
    weights: tuple[int, ...]
    put: Callable[[Any, Any], Any]
    is_open: bool = True
    """Whether it is worth telling: not where the rules replace something secret by one thing alone."""


def _stated(key: str, weighed: Weighed) -> _Way:
    return _Way(key, weighed.values, weighed.weights, partial(_put, parsed(key), key))


def may_be_surprised(scene: Scene, seat: str) -> bool:
    """Whether the rules say what else a seat may hold possible."""
    hidden = None if seat == GM else scene.manifest.hidden_from(seat, scene.name)
    return hidden is not None and bool(hidden.surprises)


def _open(
    scene: Scene, hidden: Hidden, named: Collection[Place], surprises: Collection[str]
) -> Iterator[_Way]:
    """What the rules leave open, but for places of which the scene file says what is possible there."""
    for said in (*hidden.any, *surprises):
        key, values = with_values(said)
        path = _meant(scene.data, key)
        if {*_entries_at(scene.data, path)} - {*named}:
            given = values or values_of(scene, key)
            yield _Way(written(path), given, (1,) * len(given), partial(_put, path, key), len(given) > 1)
    for like in hidden.like:
        path = _meant(scene.data, like.key)
        spots = [place for place in _entries_at(scene.data, path) if place not in named]
        for likeness in likenesses(scene, like, written(path), spots):
            ids = tuple(likeness.tables)
            yield _Way(likeness.key, ids, (1,) * len(ids), likeness.at)


def _entries_at(data: Any, path: Path) -> Iterator[Place]:
    """The places of a path in lists that have them."""
    for place in places(data, path):
        lists = [depth for depth, key in enumerate(place) if isinstance(key, int)]
        if all(value_at(data, place[: depth + 1]) is not None for depth in lists):
            yield place


def _meant(data: Any, key: str) -> Path:
    """A manifest's path for these data: "[side!=@combatants.0.side]" is what stands there."""
    return tuple(_compared(data, token) if isinstance(token, Every) else token for token in parsed(key))


def _compared(data: Any, token: Every) -> Every:
    return token._replace(value=str(_at(data, token.value))) if token.value.startswith("@") else token


def _at(data: Any, reference: str) -> Any:
    """What stands where "@combatants.0.side" says; None where nothing does."""
    place = tuple(int(key) if key.isdecimal() else key for key in reference[1:].split("."))
    return value_at(data, place)


def _has_place(data: Any, hidden: Hidden) -> bool:
    """Whether the scene has what the seat's keys are compared with: its own entry."""
    keys = (*hidden.any, *hidden.surprises, *(like.key for like in hidden.like), *hidden.without)
    tokens = (token for key in keys for token in parsed(with_values(key)[0]))
    references = (token.value for token in tokens if isinstance(token, Every) and token.value.startswith("@"))
    return all(_at(data, reference) is not None for reference in references)


def _put(path: Path, key: str, data: Any, value: Any) -> Any:
    for place in list(_entries_at(data, path)):
        data = put(data, place, value, key)
    return data


def _too_many(seat: str, count: int, keys: Iterable[str]) -> Any:
    named = ", ".join(keys) or "–"
    return refusal("belief.too_many", f"beliefs.{seat}", count=count, most=MOST_SCENES, keys=named)


def _without(data: Mapping[str, Any], keys: Iterable[str], stated: Collection[str]) -> Mapping[str, Any]:
    """The data without what stands at some keys, those left out of which the scene file says something."""
    whole: Any = data
    for key in keys:
        if key in stated:
            continue
        for place in sorted(places(whole, _meant(whole, key)), reverse=True):
            table = value_at(whole, place[:-1])
            if isinstance(table, Mapping) and place[-1] in table:
                rest: Any = {name: value for name, value in table.items() if name != place[-1]}
            elif isinstance(table, list | tuple):
                rest = [entry for index, entry in enumerate(table) if index != place[-1]]
            else:
                continue
            whole = put(whole, place[:-1], rest, key)
    return whole  # type: ignore[no-any-return]  # a mapping went in, and put copies it as one


def _possible(data: Mapping[str, Any], ways: Sequence[_Way]) -> Iterator[Candidate]:
    faults: list[Refused] = []
    for step in product(*(zip(way.values, way.weights, strict=True) for way in ways)):
        whole: Any = data
        for way, (value, _) in zip(ways, step, strict=True):
            whole = way.put(whole, value)
        try:
            scene = load(whole)
        except Refused as refused:
            faults.append(refused)
            continue
        open_ways = ((way.key, value) for way, (value, _) in zip(ways, step, strict=True) if way.is_open)
        yield Candidate(dict(open_ways), Fraction(prod(weight for _, weight in step)), scene)
    if len(faults) == prod(len(way.values) for way in ways):
        raise Refused([refusal("belief.all_refused"), *faults[0].reasons], faults[0].domain)
