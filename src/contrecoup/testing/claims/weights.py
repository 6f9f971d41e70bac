"""Claims about tests: exact weights, honest keys and bounds."""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from contrecoup.kernel import CEILING, Die, Result, Test, Throw
from contrecoup.testing.chances import frequencies, is_likely
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject

_MOST_COMBINATIONS: Final = 4_000
_THROWS: Final = 3_000
_ALL_TESTS: Final = 60
"""Different tests of a rule set that are thrown; enough for each of its kinds in many sizes."""


def _throws(sample: Sample) -> Iterator[tuple[Hashable, Throw]]:
    for state, node in sample.explored.nodes.items():
        if isinstance(node, Throw):
            yield state, node


@claim
def weights_add_up(subject: Subject) -> Iterator[str]:
    """Weights are positive whole numbers over the results, and are what the dice give."""
    seen: set[tuple[Test, int, int]] = set()
    for sample in subject.samples:
        for _, node in _throws(sample):
            question = (node.test, node.floor, node.cap)
            if question not in seen:
                seen.add(question)
                yield from (f"{node.reason}, {node.test!r}: {fault}" for fault in _wrong(node, len(seen)))


def _wrong(node: Throw, count: int) -> Iterator[str]:
    weights = node.test.weights(node.floor, node.cap)
    results = node.test.results(node.floor, node.cap)
    yield from (
        f"weight {weight!r} of {result}" for result, weight in weights.items() if not _is_weight(weight)
    )
    yield from (
        f"{tuple(result)} has a weight and is no result" for result in weights if result not in results
    )
    if any(not node.floor <= result.value <= node.cap for result in results):
        yield f"a result lies outside {node.floor} to {node.cap}"
    if not weights:
        yield "nothing has a weight"
    elif _combinations(node.test) <= _MOST_COMBINATIONS:
        yield from _unlike(node, weights)
    elif count <= _ALL_TESTS:
        found = frequencies(node.test, node.floor, node.cap, _THROWS, seed=count)
        whole = sum(weights.values())
        shares = {tuple(result): weight / whole for result, weight in weights.items()}
        if not is_likely(found, shares):
            yield f"thrown {_THROWS} times the results are {dict(found)}, far from the weights"


def _is_weight(weight: object) -> bool:
    return type(weight) is int and weight > 0


def _numbers(die: Die) -> list[tuple[int, Fraction]]:
    """The numbers that a die shows with their probabilities; an acing one's for its first three throws."""
    if not die.aces:
        return [(face, Fraction(1, die.sides)) for face in range(1, die.sides + 1)]
    return [
        (aces * die.sides + face, Fraction(1, die.sides ** (aces + 1)))
        for aces in range(3)
        for face in range(1, die.sides)
    ]


def _combinations(test: Test) -> int:
    count = 1
    for die in test.dice():
        count *= len(_numbers(die))
    return count


def _unlike(node: Throw, weights: Mapping[Result, int]) -> Iterator[str]:
    """Results whose share differs from the dice thrown every way by more than what was left out."""
    shares: dict[Result, Fraction] = {}
    for numbers in product(*map(_numbers, node.test.dice())):
        share = Fraction(1)
        for _, part in numbers:
            share *= part
        value, mishap = node.test.read([number for number, _ in numbers])
        result = Result(min(max(value, node.floor), node.cap), mishap)
        shares[result] = shares.get(result, Fraction(0)) + share
    left_out = 1 - sum(shares.values())
    whole = sum(weights.values())
    for result in {*shares, *weights}:
        claimed = Fraction(weights.get(result, 0), whole)
        if not shares.get(result, 0) <= claimed <= shares.get(result, 0) + left_out:
            yield f"{tuple(result)} has weight {claimed}, its dice give {shares.get(result, Fraction(0))}"


@claim
def keys_are_honest(subject: Subject) -> Iterator[str]:
    """Nodes of a scene with equal keys ask for equal tests, under this setup and under each sibling."""
    for sample in subject.samples:
        setups = [("", sample.setup), *((f" with {name}", other) for name, other in sample.siblings)]
        for name, setup in setups:
            tests: dict[Hashable, Throw] = {}
            for state, node in _throws(sample):
                other = node if not name else sample.ruleset.node(setup, state)
                if isinstance(other, Throw):
                    first = tests.setdefault(other.key, other)
                    if first.test != other.test:
                        yield f"{sample.name}{name}: {other.key!r} asks for {first.test!r} and {other.test!r}"


@claim
def bounds_are_honest(subject: Subject) -> Iterator[str]:
    """Results beyond floor and cap lead where the bound leads; mishaps matter only where they may."""
    for sample in subject.samples:
        for state, node in _throws(sample):
            yield from (f"{sample.name}, {node.reason}: {fault}" for fault in _beyond(sample, state, node))


def _beyond(sample: Sample, state: Hashable, node: Throw) -> Iterator[str]:
    apply = sample.ruleset.apply
    for value, mishap in node.test.results(node.floor - 2, min(node.cap, CEILING) + 3):
        result = Result(value, mishap)
        bound = Result(min(max(value, node.floor), node.cap), mishap)
        where = apply(sample.setup, state, result)
        if where != apply(sample.setup, state, bound):
            yield f"{tuple(result)} leads elsewhere than the bound {tuple(bound)} at {state!r}"
        if mishap and not node.mishap_matters and where != apply(sample.setup, state, Result(value)):
            yield f"the mishap of {tuple(result)} matters at {state!r}"
