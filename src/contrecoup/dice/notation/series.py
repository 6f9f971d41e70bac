"""Exact weights of whole numbers and what is done with them: adding, multiplying, powers, the best of many.

Weights are integers of a common whole. Where an endless explosion was closed they add up to less.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from contrecoup.dice.notation.bounds import Budget

Polynomial: TypeAlias = Mapping[int, int]
"""Exponent: coefficient; only those that are not 0."""


class Weights(NamedTuple):
    """Value: weight, of a whole."""

    values: dict[int, int]
    whole: int

    @property
    def bits(self) -> int:
        """The size of the largest weight there may be."""
        return self.whole.bit_length()


ONE = Weights({0: 1}, 1)
"""The sum of nothing."""


def mapped(weights: Weights, pairs: Iterable[tuple[int, int]]) -> Weights:
    """Weights under new values; what falls together is added."""
    values: dict[int, int] = {}
    for value, weight in pairs:
        values[value] = values.get(value, 0) + weight
    return Weights(values, weights.whole)


def add(one: Weights, other: Weights, sign: int, budget: Budget) -> Weights:
    """The weights of the sum (or, sign -1, the difference) of two numbers.

    Dense ones are multiplied as two large integers whose digits are the weights, thin ones one by one.
    """
    if sign < 0:
        other = Weights({-value: weight for value, weight in other.values.items()}, other.whole)
    if len(one.values) == 1 or len(other.values) == 1:
        return _pairwise(one, other, budget)
    span = _span(one) + _span(other) + 1
    slot = one.bits + other.bits
    if len(one.values) * len(other.values) * _pair_cost(slot) < _packed_cost(span, slot):
        return _pairwise(one, other, budget)
    budget.spend(_packed_cost(span, slot), span * slot)
    low, low_other = min(one.values), min(other.values)
    packed = pack(one.values, low, slot) * pack(other.values, low_other, slot)
    return Weights(unpack(packed, low + low_other, slot), one.whole * other.whole)


def _span(weights: Weights) -> int:
    return max(weights.values) - min(weights.values)


def _packed_cost(span: int, slot: int) -> float:
    """Of multiplying, packing and unpacking, by Karatsuba's exponent."""
    digits = span * slot / 30
    return 3.0 * math.pow(digits, 1.585) + span * (200 + slot / 10)


def _pairwise(one: Weights, other: Weights, budget: Budget) -> Weights:
    _spend_pairs(one, other, budget)
    values: dict[int, int] = {}
    for value, weight in one.values.items():
        for more, second in other.values.items():
            values[value + more] = values.get(value + more, 0) + weight * second
    return Weights(values, one.whole * other.whole)


def multiply(one: Weights, other: Weights, budget: Budget) -> Weights:
    """The weights of the product of two numbers."""
    _spend_pairs(one, other, budget)
    values: dict[int, int] = {}
    for value, weight in one.values.items():
        for by, second in other.values.items():
            values[value * by] = values.get(value * by, 0) + weight * second
    return Weights(values, one.whole * other.whole)


def _spend_pairs(one: Weights, other: Weights, budget: Budget) -> None:
    pairs, bits = len(one.values) * len(other.values), one.bits + other.bits
    budget.spend(pairs * _pair_cost(bits), pairs * bits)


def _pair_cost(bits: int) -> float:
    return 350 + bits / 12


def pack(values: Mapping[int, int], low: int, slot: int) -> int:
    """One integer whose digits of `slot` bits are the weights of low, low + 1, …"""
    size = slot // 8 + 1
    row = bytearray(size * (max(values) - low + 1))
    for value, weight in values.items():
        at = (value - low) * size
        row[at : at + size] = weight.to_bytes(size, "little")
    return int.from_bytes(row, "little")


def unpack(packed: int, low: int, slot: int) -> dict[int, int]:
    """The weights, without those of 0, that one integer holds."""
    size = slot // 8 + 1
    row = packed.to_bytes(packed.bit_length() // 8 + size, "little")
    digits = (int.from_bytes(row[at : at + size], "little") for at in range(0, len(row), size))
    return {value: weight for value, weight in enumerate(digits, start=low) if weight}


def times(one: Polynomial, other: Polynomial) -> dict[int, int]:
    """The product of two thin polynomials."""
    product: dict[int, int] = {}
    for exponent, factor in one.items():
        for more, second in other.items():
            product[exponent + more] = product.get(exponent + more, 0) + factor * second
    return {exponent: factor for exponent, factor in product.items() if factor}


def thinned(polynomial: Polynomial) -> dict[int, int]:
    """The polynomial times 1 - x, which leaves little of rows of equal coefficients."""
    return times(polynomial, {0: 1, 1: -1})


class Growth(NamedTuple):
    """A power series: its first coefficient, how many are wanted, and the bits that the largest may take."""

    first: int
    length: int
    bits: int


def power(above: Polynomial, below: Polynomial, n: int, growth: Growth, budget: Budget) -> list[int]:
    """The first coefficients of (above / below)**n, scaled so that the first of them is given.

    Q = (A / B)**n fulfils Q' A B = n (A' B - A B') Q, which gives each coefficient from a few before it.
    Neither polynomial is 0 at x = 0, and every division is exact.
    """
    both = times(above, below)
    slope = _less(times(_slope(above), below), times(above, _slope(below)))
    steps = sorted((both.keys() | {exponent + 1 for exponent in slope}) - {0})
    terms = [(step, n * slope.get(step - 1, 0), both.get(step, 0)) for step in steps]
    cost = growth.length * (300 + growth.bits / 8 + len(terms) * (250 + growth.bits / 8))
    budget.spend(cost, growth.length * growth.bits)
    row = [growth.first]
    for m in range(1, growth.length):
        total = 0
        for step, rise, factor in terms:
            if step > m:
                break
            total += (rise - (m - step) * factor) * row[m - step]
        row.append(total // (m * both[0]))
    return row


def _slope(polynomial: Polynomial) -> dict[int, int]:
    return {exponent - 1: exponent * factor for exponent, factor in polynomial.items() if exponent}


def _less(one: Polynomial, other: Polynomial) -> dict[int, int]:
    return {e: one.get(e, 0) - other.get(e, 0) for e in one.keys() | other.keys()}


class Members(NamedTuple):
    """So many independent values of the same weights."""

    weights: Weights
    number: int


def best(members: Sequence[Members], kept: int, scores: Mapping[int, int], budget: Budget) -> Weights:
    """The weights of the summed scores of the `kept` highest of all values (at least so many there are).

    With e(a, v) the scores of the values above v where exactly a are (the others at or below v), each
    kept value that is not above v being v:  sum over v and a < kept of
    (e(a, v) - e(a, the value before v)) * x**(scores[v] * (kept - a)).
    """
    values = sorted({value for member in members for value in member.weights.values})
    low = min(scores[value] for value in values)
    slot = sum(member.weights.bits * member.number for member in members) + 1
    size = (slot // 8 + 1) * 8
    span = max(scores[value] for value in values) - low + 1
    _spend_best(members, kept, len(values), span, size, budget)
    if kept == 1:
        return _highest(members, values, scores)
    total, before = 0, [0] * kept
    above = _Above(members, kept, {value: size * (scores[value] - low) for value in values})
    for value in values:
        now = above.rows(value)
        shift = size * (scores[value] - low)
        total += sum((now[a] - before[a]) << (shift * (kept - a)) for a in range(kept))
        before = now
    return Weights(unpack(total, low * kept, slot), _whole(members))


def _highest(members: Sequence[Members], values: Sequence[int], scores: Mapping[int, int]) -> Weights:
    """The weights of the highest value's score: all are at or below it, not all below it."""
    below = [_sum_below(member.weights, values) for member in members]
    pairs, before = list[tuple[int, int]](), 0
    for value in values:
        powers = (row[value] ** member.number for row, member in zip(below, members, strict=True))
        now = math.prod(powers)
        pairs.append((scores[value], now - before))
        before = now
    return mapped(Weights({}, _whole(members)), (pair for pair in pairs if pair[1]))


def _whole(members: Sequence[Members]) -> int:
    """The whole of all values together."""
    return math.prod(member.weights.whole**member.number for member in members)


def _spend_best(
    members: Sequence[Members], kept: int, values: int, span: int, size: int, budget: Budget
) -> None:
    """For each value: a power of each number of values above it, the folds of several members, the sum."""
    digits, scalar = span * kept * size / 30, size / 30
    product = 3.0 * kept / 2 * math.pow(span * size / 30, 1.585)
    powers = sum(min(kept, member.number) for member in members)
    folds = kept * (powers - min(kept, members[0].number))
    is_long = kept > 1
    each = (powers + folds) * (600 + is_long * (product + 1.5 * digits * scalar) + 2 * scalar * scalar)
    sums = is_long * (kept + 1) * (300 + 5 * digits)
    budget.spend(values * (each + sums), span * kept * size * (is_long * (kept + 1) + 1))


class _Above:
    """The rows e(0), …, e(kept - 1) for each v."""

    def __init__(self, members: Sequence[Members], kept: int, shifts: Mapping[int, int]) -> None:
        self._members = members
        self._kept = kept
        self._below = [_sum_below(member.weights, sorted(shifts)) for member in members]
        self._above = [_sum_above(member.weights, shifts) for member in members]

    def rows(self, value: int) -> list[int]:
        """The row of a value v."""
        row = [1]
        for member, above, below in zip(self._members, self._above, self._below, strict=True):
            row = self._together(row, self._row(member.number, above[value], below[value]))
        return row + [0] * (self._kept - len(row))

    def _row(self, count: int, above: int, below: int) -> list[int]:
        row, risen = list[int](), 1
        for a in range(min(count, self._kept - 1) + 1):
            risen *= above if a else 1
            row.append(math.comb(count, a) * below ** (count - a) * risen)
        return row

    def _together(self, one: list[int], other: list[int]) -> list[int]:
        if one == [1]:
            return other
        sums = [0] * min(len(one) + len(other) - 1, self._kept)
        for place, factor in enumerate(one):
            for more, second in enumerate(other[: len(sums) - place]):
                sums[place + more] += factor * second
        return sums


def _sum_below(weights: Weights, values: Sequence[int]) -> dict[int, int]:
    """The weight at or below each value."""
    return dict(zip(values, accumulate(weights.values.get(value, 0) for value in values), strict=True))


def _sum_above(weights: Weights, shifts: Mapping[int, int]) -> dict[int, int]:
    """The shifted weights above each value, in one integer."""
    above, total = dict[int, int](), 0
    for value in sorted(shifts, reverse=True):
        above[value] = total
        total += weights.values.get(value, 0) << shifts[value]
    return above
