"""Priors: the scenes that a seat holds possible before it has seen anything.

Whatever the rules hide from the seat is replaced, so that nothing of the truth is left where the scene file
states no belief: by every value of its range, or by leaving it out.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

import msgspec

from contrecoup.kernel import GM, Refused, refusal
from contrecoup.odds.dials.axes import values_of
from contrecoup.odds.dials.paths import parsed, places, value_at
from contrecoup.registry import Scene, load
from contrecoup.registry.beliefs import Weighed, beliefs_of
from contrecoup.registry.overrides import put

MOST_SCENES: Final = 2_000
"""Scenes that a seat may hold possible at once."""


class Candidate(msgspec.Struct, frozen=True):
    """A scene held possible: the values of what is hidden, how likely it is, the scene itself."""

    values: Mapping[str, Any]
    weight: Fraction
    scene: Scene


def candidates(scene: Scene, seat: str) -> tuple[Candidate, ...]:
    """What a seat holds possible of a scene, the weights adding up to 1; those that the rules refuse aren't.

    The game master knows the truth. Refused for a seat of which the rules say nothing, and where there is
    too much to be held possible, or nothing.
    """
    if seat == GM:
        return (Candidate({}, Fraction(1), scene),)
    hidden = scene.manifest.hidden.get(scene.name, {}).get(seat)
    if hidden is None:
        known = (GM, *scene.manifest.hidden.get(scene.name, {}))
        raise Refused([refusal("odds.seat", "", seat=seat, accepted=", ".join(known))])
    stated = beliefs_of(scene.data).get(seat, {})
    open_keys = [key for key in hidden.any if key not in stated]
    bare = _without(scene.data, [key for key in hidden.without if key not in stated])
    ranges = {**{key: _range(scene, key) for key in open_keys}, **stated}
    count = prod(len(each.values) for each in ranges.values())
    if count > MOST_SCENES:
        raise Refused([_too_many(seat, count, open_keys)])
    found = tuple(_possible(bare, ranges))
    whole = sum((each.weight for each in found), Fraction(0))
    return tuple(msgspec.structs.replace(each, weight=each.weight / whole) for each in found)


def _too_many(seat: str, count: int, keys: Iterable[str]) -> Any:
    named = ", ".join(keys) or "–"
    return refusal("belief.too_many", f"beliefs.{seat}", count=count, most=MOST_SCENES, keys=named)


def _range(scene: Scene, key: str) -> Weighed:
    """Every value that the rules allow, each as likely."""
    values = values_of(scene, key)
    return Weighed(values, (1,) * len(values))


def _without(data: Mapping[str, Any], keys: Iterable[str]) -> Mapping[str, Any]:
    """The data without what stands at some keys."""
    whole: Any = data
    for key in keys:
        for place in sorted(places(whole, parsed(key)), reverse=True):
            table = value_at(whole, place[:-1])
            if isinstance(table, Mapping) and place[-1] in table:
                rest: Any = {name: value for name, value in table.items() if name != place[-1]}
            elif isinstance(table, list | tuple):
                rest = [entry for index, entry in enumerate(table) if index != place[-1]]
            else:
                continue
            whole = put(whole, place[:-1], rest, key)
    return whole  # type: ignore[no-any-return]  # a mapping went in, and put copies it as one


def _possible(data: Mapping[str, Any], ranges: Mapping[str, Weighed]) -> Iterator[Candidate]:
    faults: list[Refused] = []
    steps = [list(zip(each.values, each.weights, strict=True)) for each in ranges.values()]
    for step in product(*steps):
        values = dict(zip(ranges, (value for value, _ in step), strict=True))
        whole: Any = data
        for key, value in values.items():
            for place in list(places(whole, parsed(key))):
                whole = put(whole, place, value, key)
        try:
            scene = load(whole)
        except Refused as refused:
            faults.append(refused)
            continue
        yield Candidate(values, Fraction(prod(weight for _, weight in step)), scene)
    if len(faults) == prod(len(each) for each in steps):
        raise Refused([refusal("belief.all_refused"), *faults[0].reasons], faults[0].domain)
