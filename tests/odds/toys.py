"""Toy scenes: any small graph as a rule set, and a second way to its odds by plain linear algebra.

A toy's state is a number; its table says what each state asks and where results lead. Keys name the tests
of the setup, so that two toys of one table differ in weights alone.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from contrecoup.kernel import Answer, Choice, End, Node, Option, Result, Setup, Tally, Throw, View, option


class ToyTest(msgspec.Struct, frozen=True):
    """Values 0, 1, … with these weights, each without and with a mishap."""

    plain: tuple[int, ...]
    mishaps: tuple[int, ...] = ()

    def results(self, floor: int, cap: int, /) -> tuple[Result, ...]:
        return tuple(Result(value, mishap) for value in range(floor, cap + 1) for mishap in (False, True))

    def weights(self, floor: int, cap: int, /) -> Mapping[Result, int]:
        closed: dict[Result, int] = {}
        for weights, mishap in ((self.plain, False), (self.mishaps, True)):
            for value, weight in enumerate(weights):
                result = Result(min(max(value, floor), cap), mishap)
                if weight:
                    closed[result] = closed.get(result, 0) + weight
        return closed


class Row(msgspec.Struct, frozen=True):
    """What a state asks: a throw of a key, whose results lead to `to[mishap][value - floor]`; a choice

    among `to[0]`; with neither an end. `fine`: the setup's colour decides from here on, and leads to
    `to` or to `other`.
    """

    key: int = -1
    floor: int = 0
    cap: int = 0
    to: tuple[tuple[int, ...], ...] = ()
    outcome: str = ""
    opens: bool = False
    chooses: bool = False
    minds: bool = True
    fine: bool = False
    other: tuple[tuple[int, ...], ...] = ()


class Toy(Setup, frozen=True, kw_only=True):
    """A toy scene."""

    rows: tuple[Row, ...]
    tests: tuple[ToyTest, ...] = ()
    first: int = 0
    colour: str = "green"

    def shape(self, state: int, /) -> Hashable:
        return (self.rows, self.colour if self.rows[state].fine else "")


class Toys:
    """The rules of all toys."""

    scenes: Mapping[str, type[Toy]] = {"toy": Toy}
    sheets: Mapping[str, type[msgspec.Struct]] = {}
    content: type[msgspec.Struct] | None = None

    def start(self, setup: Toy) -> int:
        return setup.first

    def node(self, setup: Toy, state: int) -> Node:
        row = setup.rows[state]
        if row.chooses:
            options = tuple(option("go", to=to) for to in row.to[0])
            return Choice("gm", options, options[0], "toy", round=row.opens)
        if row.key < 0:
            return End(row.outcome, (Tally("harm", row.outcome), Tally("left", state, "toy")))
        test: Any = setup.tests[row.key]
        return Throw("gm", test, "toy", row.key, row.floor, row.cap, row.minds, round=row.opens)

    def apply(self, setup: Toy, state: int, answer: Answer) -> int:
        row = setup.rows[state]
        if isinstance(answer, Option):
            return int(answer["to"])  # type: ignore[arg-type]  # toys put whole numbers there
        to = row.other if row.fine and setup.colour == "red" else row.to
        return to[answer.mishap and row.minds][answer.value - row.floor]

    def tell(self, setup: Toy, before: int, answer: Answer, after: int) -> tuple[Any, ...]:
        return ()

    def view(self, setup: Toy, state: int, viewer: str) -> View:
        return View(())

    def later(self, sheet: Any, minutes: int) -> Any:
        return sheet


TOYS = Toys()


def scene(setup: Toy, bound: int = 10_000, rulings: Sequence[Any] = ()) -> Any:
    """A toy as the registry would give it."""
    manifest = SimpleNamespace(state_bound=bound, rulings=rulings, beyond=())
    return SimpleNamespace(rules="toys", name="toy", manifest=manifest, ruleset=TOYS, setup=setup, data={})


def steps(setup: Toy, state: int) -> Iterator[tuple[int, Fraction]]:
    """Where a state leads with what chance, straight from its throw."""
    node = TOYS.node(setup, state)
    if isinstance(node, Choice):
        yield TOYS.apply(setup, state, node.push), Fraction(1)
    elif isinstance(node, Throw):
        weights = node.test.weights(node.floor, node.cap)
        whole = sum(weights.values())
        for result, weight in weights.items():
            yield TOYS.apply(setup, state, result), Fraction(weight, whole)


def hopeful(setup: Toy) -> list[int]:
    """The states that come to an end with some chance."""
    ways = {state: {to for to, _ in steps(setup, state)} for state in range(len(setup.rows))}
    good = {state for state, to in ways.items() if not to}
    while True:
        more = {state for state, to in ways.items() if to & good} - good
        if not more:
            return sorted(good)
        good |= more


def visits(setup: Toy) -> dict[int, Fraction]:
    """Expected visits of the states that come to an end, by elimination over all of them at once."""
    good = hopeful(setup)
    place = {state: i for i, state in enumerate(good)}
    size = len(good)
    rows = [[Fraction(int(i == j)) for j in range(size)] + [Fraction(0)] for i in range(size)]
    for state in good:
        for to, chance in steps(setup, state):
            if to in place:
                rows[place[to]][place[state]] -= chance
    if setup.first in place:
        rows[place[setup.first]][size] = Fraction(1)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                ratio = rows[i][k]
                rows[i] = [one - ratio * other for one, other in zip(rows[i], rows[k], strict=True)]
    return {state: rows[i][size] for state, i in place.items()}


def ends(setup: Toy) -> dict[str, Fraction]:
    """The chance of each outcome."""
    found: dict[str, Fraction] = {}
    for state, chance in visits(setup).items():
        node = TOYS.node(setup, state)
        if isinstance(node, End) and chance:
            found[node.outcome] = found.get(node.outcome, Fraction(0)) + chance
    return found


def rounds(setup: Toy, most: int = 3000) -> dict[int, float]:
    """The chance of each number of rounds for mass that ends, answer by answer."""
    here: dict[tuple[int, int], float] = {(setup.first, 0): 1.0}
    done: dict[int, float] = {}
    for _ in range(most):
        ahead: dict[tuple[int, int], float] = {}
        for (state, played), mass in here.items():
            node = TOYS.node(setup, state)
            if isinstance(node, End):
                done[played] = done.get(played, 0.0) + mass
                continue
            for to, chance in steps(setup, state):
                key = (to, played + node.round)
                ahead[key] = ahead.get(key, 0.0) + mass * float(chance)
        here = {key: mass for key, mass in ahead.items() if mass > 1e-18}
    return done


def close(found: Any, wanted: Any) -> None:
    """Two shares by name are the same; what is left out is none."""
    for name in {*found, *wanted}:
        assert float(found.get(name, 0)) == pytest.approx(float(wanted.get(name, 0)), abs=1e-12), name
