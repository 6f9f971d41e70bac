"""Beliefs as a scene file states them: what a seat holds possible of what is hidden from it."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from contrecoup.kernel import Refused, refusal
from contrecoup.registry.faults import fitted


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values that a key may have, and how much each weighs."""

    values: Annotated[tuple[Any, ...], msgspec.Meta(min_length=1, max_length=100)]
    weights: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=1_000_000)], ...], msgspec.Meta(min_length=1)
    ]


Values: TypeAlias = Annotated[tuple[Any, ...], msgspec.Meta(min_length=1, max_length=100)] | Weighed


class _Stated(msgspec.Struct, frozen=True):
    beliefs: dict[str, dict[str, Values]] = {}


def beliefs_of(data: Mapping[str, Any]) -> dict[str, dict[str, Weighed]]:
    """The beliefs that a scene's data state, by seat and key; Refused where they can't be read."""
    if "beliefs" not in data:
        return {}
    stated = fitted({"beliefs": data["beliefs"]}, _Stated).beliefs
    found = {seat: {key: _weighed(values) for key, values in keys.items()} for seat, keys in stated.items()}
    wrong = [
        refusal("belief.weights", f"beliefs.{seat}.{key}", values=len(each.values), weights=len(each.weights))
        for seat, keys in found.items()
        for key, each in keys.items()
        if len(each.values) != len(each.weights)
    ]
    if wrong:
        raise Refused(wrong)
    return found


def _weighed(values: Values) -> Weighed:
    return values if isinstance(values, Weighed) else Weighed(values, (1,) * len(values))
