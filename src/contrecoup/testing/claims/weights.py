"""Claims about tests: exact weights, honest keys and bounds."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from contrecoup.kernel import CEILING, Die, Result, Setup, Test, Throw
from contrecoup.testing.chances import frequencies, is_likely
from contrecoup.testing.claims.claim import claim
from contrecoup.testing.subject import Sample, Subject

_MOST_COMBINATIONS: Final = 1_500
_THROWS: Final = 2_000
_MOST_TESTS: Final = 80
"""Different tests of a rule set that are compared with their dice: all kinds in many sizes."""
_SLACK: Final = 1e-12


def _throws(sample: Sample) -> Iterator[tuple[Hashable, Throw]]:
    for state, node in sample.explored.nodes.items():
        if isinstance(node, Throw):
            yield state, node


@claim
def weights_add_up(subject: Subject) -> Iterator[str]:
    """Weights are positive whole numbers over the results, and are what the dice give."""
    asked: dict[tuple[Test, int, int], Throw] = {}
    for sample in subject.samples:
        for _, node in _throws(sample):
            asked.setdefault((node.test, node.floor, node.cap), node)
    step = 1 + len(asked) // _MOST_TESTS
    for count, node in enumerate(asked.values()):
        faults = _malformed(node) or (_unlike(node, count) if count % step == 0 else ())
        yield from (f"{node.reason}, {node.test!r}: {fault}" for fault in faults)


def _malformed(node: Throw) -> list[str]:
    """What is wrong with weights and results as such."""
    weights = node.test.weights(node.floor, node.cap)
    results = node.test.results(node.floor, node.cap)
    wrong = ((key, weight) for key, weight in weights.items() if not _is_weight(weight))
    faults = [f"weight {weight!r} of {tuple(key)}" for key, weight in wrong]
    faults += [f"{tuple(key)} has a weight and is no result" for key in weights if key not in results]
    if any(not node.floor <= key.value <= node.cap for key in results):
        faults.append(f"a result lies outside {node.floor} to {node.cap}")
    return faults if weights else ["nothing has a weight"]


def _is_weight(weight: object) -> bool:
    return type(weight) is int and weight > 0


def _unlike(node: Throw, seed: int) -> Iterator[str]:
    """Results whose share isn't what the dice give: thrown every way, or where these are too many, often."""
    weights = node.test.weights(node.floor, node.cap)
    whole = sum(weights.values())
    shares = {result: weight / whole for result, weight in weights.items()}
    if prod(len(_numbers(die)) for die in node.test.dice()) <= _MOST_COMBINATIONS:
        yield from _unlike_every_way(node, shares)
    else:
        found = frequencies(node.test, node.floor, node.cap, _THROWS, seed)
        if not is_likely(found, shares):
            yield f"thrown {_THROWS} times the results are {dict(found)}, far from the weights"


def _numbers(die: Die) -> list[tuple[int, float]]:
    """The numbers that a die shows with their probabilities; an acing one's for its first three throws."""
    if not die.aces:
        return [(face, 1 / die.sides) for face in range(1, die.sides + 1)]
    return [
        (aces * die.sides + face, die.sides ** -(aces + 1.0))
        for aces in range(3)
        for face in range(1, die.sides)
    ]


def _unlike_every_way(node: Throw, shares: Mapping[Result, float]) -> Iterator[str]:
    """Results whose share differs from the dice thrown every way by more than what was left out."""
    seen: dict[Result, float] = {}
    for numbers in product(*map(_numbers, node.test.dice())):
        value, mishap = node.test.read([number for number, _ in numbers])
        result = Result(min(max(value, node.floor), node.cap), mishap)
        seen[result] = seen.get(result, 0.0) + prod(part for _, part in numbers)
    left_out = 1 - sum(seen.values()) + _SLACK
    for result in {*seen, *shares}:
        claimed, given = shares.get(result, 0.0), seen.get(result, 0.0)
        if not given - _SLACK <= claimed <= given + left_out:
            yield f"{tuple(result)} has weight {claimed:.9f}, its dice give {given:.9f}"


@claim
def keys_are_honest(subject: Subject) -> Iterator[str]:
    """Nodes with equal keys ask for equal tests, under this setup and under each of equal shape."""
    for sample in subject.samples:
        throws = [(state, node, sample.setup.shape(state)) for state, node in _throws(sample)]
        yield from _dishonest(sample, throws, sample.name, sample.setup)
        for name, other in sample.siblings:
            yield from _dishonest(sample, throws, f"{sample.name} with {name}", other)


def _dishonest(
    sample: Sample, throws: Sequence[tuple[Hashable, Throw, Hashable]], name: str, setup: Setup
) -> Iterator[str]:
    """Keys that ask for two tests under a setup, at the states where it has the shape beside them."""
    tests: dict[Hashable, Test] = {}
    for state, node, shape in throws:
        if setup is not sample.setup and setup.shape(state) != shape:
            continue
        asked = node if setup is sample.setup else sample.ruleset.node(setup, state)
        if isinstance(asked, Throw) and tests.setdefault(asked.key, asked.test) != asked.test:
            yield f"{name}: {asked.key!r} asks for {tests[asked.key]!r} and {asked.test!r}"


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
