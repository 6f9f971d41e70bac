"""Throwing an expression: compiled once into functions, thrown as often as asked."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from contrecoup.dice.notation.bounds import MOST_FACES
from contrecoup.dice.notation.syntax import Count, Dice, Group, Keep, Node, Number, Product, Shorthand, Sum
from contrecoup.dice.source import Source, throw_die
from contrecoup.dice.trait import TraitTest
from contrecoup.kernel import Refused, Result, refusal

Face: TypeAlias = Callable[[int], int]
Thrower: TypeAlias = Callable[[Face, list[int]], int]
"""Takes the source's `face` and the record of all faces, to which it adds; gives the value."""


def compile_node(node: Node) -> Thrower:
    """The thrower of an expression that is no shorthand."""
    match node:
        case Number():
            return _constant(node.value)
        case Dice():
            return _dice(node)
        case Group():
            return _group(node)
        case Sum():
            return _sum(node)
        case Product():
            return _product(node)
        case Shorthand():
            raise AssertionError("a shorthand stands alone")


def _constant(value: int) -> Thrower:
    return lambda face, faces: value


def _sum(node: Sum) -> Thrower:
    throwers = [(sign, compile_node(term)) for sign, term in node.terms]

    def throw(face: Face, faces: list[int]) -> int:
        total = 0
        for sign, thrower in throwers:
            total += sign * thrower(face, faces)
        return total

    return throw


def _product(node: Product) -> Thrower:
    first = compile_node(node.first)
    steps = [(sign == "*", compile_node(step)) for sign, step in node.steps]

    def throw(face: Face, faces: list[int]) -> int:
        value = first(face, faces)
        for is_times, thrower in steps:
            by = thrower(face, faces)
            value = value * by if is_times else value // by
        return value

    return throw


def _group(node: Group) -> Thrower:
    throwers = [compile_node(member) for member in node.members]
    keep, counts = node.keep, node.counts

    def throw(face: Face, faces: list[int]) -> int:
        return settle([thrower(face, faces) for thrower in throwers], keep, counts)

    return throw


def _dice(node: Dice) -> Thrower:
    if node.rerolls or node.explodes:
        return _chained(node)
    sides, keep, counts = node.sides, node.keep, node.counts
    row = range(node.count)

    def throw(face: Face, faces: list[int]) -> int:
        thrown = [face(sides) for _ in row]
        faces += thrown
        return sum(thrown) if keep is None and counts is None else settle(thrown, keep, counts)

    return throw


def _chained(node: Dice) -> Thrower:
    def throw(face: Face, faces: list[int]) -> int:
        return settle(values_of(node, lambda: _next(face, node.sides, faces)), node.keep, node.counts)

    return throw


def _next(face: Face, sides: int, faces: list[int]) -> int:
    if len(faces) >= MOST_FACES:
        raise Refused([refusal("roll.faces", most=MOST_FACES)])
    faces.append(face(sides))
    return faces[-1]


def values_of(node: Dice, face: Callable[[], int]) -> list[int]:
    """The values of dice whose faces come one by one, rerolls and explosions followed."""
    rerolled, exploding = node.rerolled(), node.exploding()
    values: list[int] = []
    for _ in range(node.count):
        chain = [_settled(face, rerolled, node.is_once)]
        while chain[-1] in exploding:
            chain.append(_settled(face, rerolled, node.is_once))
        values += [sum(chain)] if node.is_compound else chain
    return values


def _settled(face: Callable[[], int], rerolled: frozenset[int], is_once: bool) -> int:
    """One face, thrown again where it has to be."""
    value = face()
    if is_once:
        return face() if value in rerolled else value
    while value in rerolled:
        value = face()
    return value


def settle(values: Sequence[int], keep: Keep | None, counts: Count | None) -> int:
    """What the values come to: those that are kept, summed or counted."""
    if keep is not None:
        number, is_high = keep.kept_of(len(values))
        values = sorted(values, reverse=is_high)[:number]
    return sum(values) if counts is None else sum(map(counts.score, values))


def throw_shorthand(node: Shorthand, source: Source) -> tuple[Result, int | None, list[int]]:
    """The result of a test (a trait test's total), its marks where it has any, and all faces."""
    chains = [throw_die(die, source) for die in node.test.dice()]
    faces = [face for chain in chains for face in chain]
    numbers = [sum(chain) for chain in chains]
    if isinstance(node.test, TraitTest):
        sums = node.test.sums(numbers)
        return Result(sums.total, sums.mishap), node.test.read(numbers).value, faces
    return node.test.read(numbers), None, faces
