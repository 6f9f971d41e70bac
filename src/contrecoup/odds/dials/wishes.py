"""Wishes: what odds should be, and how far given odds are from it.

A wish is a figure, a relation and a number: `control=0.65`, `rounds<=6`, `harm.wounds_1<=10%`,
`left.hacker>=2`. A figure is an end's chance, the mean of rounds, the chance of a tally's value, or, where
a tally's values are numbers and none is named, their mean over the scenes that have it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

import msgspec

from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.odds.answer import Odds
from contrecoup.registry.reasons import nearest

Relation: TypeAlias = Literal["=", "<=", ">="]

NEAR_SHARE: Final = 0.02
"""A chance this near to the one wished for meets the wish."""
NEAR_MEAN: Final = 0.05
"""A mean meets the wish within this part of it (of 1 where less was wished for)."""
ROUNDS: Final = "rounds"
_ENDS: Final = "ends"
_LITTLE: Final = 1e-9

_FORM = re.compile(r"\s*([^\s<>=]+)\s*(<=|>=|=)\s*(\d+(?:\.\d+)?|\.\d+)\s*(%?)\s*")


class Figure(NamedTuple):
    """A figure of some odds; `is_mean` where it is no chance."""

    value: float
    is_mean: bool = False


class Wish(msgspec.Struct, frozen=True):
    """What a figure should be."""

    figure: str
    relation: Relation
    target: float

    def __str__(self) -> str:
        return f"{self.figure}{self.relation}{self.target:g}"

    def gap(self, figure: Figure) -> float:
        """How far a figure is off: in chance, or for means in parts of what is wished for."""
        over = figure.value - self.target
        if self.relation == "<=":
            over = max(0.0, over)
        elif self.relation == ">=":
            over = min(0.0, over)
        return abs(over) / (max(1.0, self.target) if figure.is_mean else 1.0)

    def is_met(self, figure: Figure) -> bool:
        """Whether a figure is as wished; one wished to be equal may be off a little."""
        if self.relation != "=":
            return self.gap(figure) <= _LITTLE
        return self.gap(figure) <= (NEAR_MEAN if figure.is_mean else NEAR_SHARE) + _LITTLE


def read(wishes: Iterable[str]) -> tuple[Wish, ...]:
    """The wishes as they were written; Refused with every one that is none, and where there is none."""
    read: list[Wish] = []
    faults: list[Refusal] = []
    for text in wishes:
        match = _FORM.fullmatch(text)
        if match is None:
            faults.append(refusal("dial.wish_form", got=text[:200]))
            continue
        name, relation, number, percent = match.groups()
        target = float(number) / (100 if percent else 1)
        read.append(Wish(name, cast(Relation, relation), target))
    if not read and not faults:
        faults.append(refusal("dial.no_wish"))
    if faults:
        raise Refused(faults)
    return tuple(read)


def figure(odds: Odds, name: str) -> Figure | None:
    """A figure of odds by its name; None where they have none that is called so."""
    first, *rest = name.split(".")
    if name == ROUNDS:
        return Figure(float(odds.rounds.mean), is_mean=True)
    if first == _ENDS and len(rest) == 1:
        first, rest = rest[0], []
    if not rest and first in odds.ends:
        return Figure(float(odds.ends[first]))
    found: Any = odds.tallies.get(first)
    for part in rest:
        if not isinstance(found, Mapping):
            return None
        found = {str(key): value for key, value in found.items()}.get(part)
    if isinstance(found, Mapping):
        return _mean(found)
    return None if found is None else Figure(float(found))


def _mean(shares: Mapping[Any, Any]) -> Figure | None:
    """The mean of numbers by their chances; None where they aren't numbers."""
    if not shares or not all(isinstance(value, int) for value in shares):
        return None
    whole = sum(float(share) for share in shares.values())
    return Figure(sum(value * float(share) for value, share in shares.items()) / whole, is_mean=True)


def names(odds: Iterable[Odds]) -> tuple[str, ...]:
    """The figures that some odds have: ends, rounds, and tallies with each of their values."""
    found: dict[str, None] = {}
    for each in odds:
        found.update(dict.fromkeys(each.ends))
        found[ROUNDS] = None
        for kind, tally in each.tallies.items():
            found.update(dict.fromkeys(_named(kind, tally)))
    return tuple(found)


def _named(path: str, tally: Mapping[Any, Any]) -> Iterable[str]:
    inner = [value for value in tally.values() if isinstance(value, Mapping)]
    if not inner and all(isinstance(key, int) for key in tally):
        yield path
        return
    for key, value in tally.items():
        if isinstance(value, Mapping):
            yield from _named(f"{path}.{key}", value)
        else:
            yield f"{path}.{key}"


def hold(wishes: Iterable[Wish], odds: Iterable[Odds]) -> None:
    """Refuse wishes for figures that none of these odds have, and chances beyond 0 to 1."""
    solved = list(odds)
    faults: list[Refusal] = []
    for wish in wishes:
        found = next((each for one in solved if (each := figure(one, wish.figure))), None)
        if found is None:
            known = names(solved)
            near = nearest(wish.figure, known)
            values = {"figure": wish.figure, "accepted": ", ".join(known)}
            faults.append(
                refusal("dial.figure_near", nearest=near, **values)
                if near
                else refusal("dial.figure", **values)
            )
        elif not found.is_mean and wish.target > 1:
            faults.append(refusal("dial.share", wish=str(wish)))
    if faults:
        raise Refused(faults)
