"""Showing expressions: as they are written, and with the faces that fell. No words, so in any language."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from contrecoup.dice.notation.syntax import (
    Count,
    Dice,
    Group,
    Keep,
    Node,
    Number,
    Point,
    Product,
    Shorthand,
    Sign,
    Sum,
)
from contrecoup.dice.notation.throw import settle
from contrecoup.dice.opening import OpenTest
from contrecoup.dice.pool import PoolTest
from contrecoup.dice.source import throw_die
from contrecoup.dice.success import SuccessTest
from contrecoup.dice.trait import TraitTest

_SIGNS: Final[dict[Sign, str]] = {"at_or_above": ">", "at_or_below": "<", "equal": "="}


def write(node: Node) -> str:
    """The expression in the notation; reading it gives the same expression."""
    return _node(node, None).text


def show(node: Node, faces: Sequence[int]) -> str:
    """The expression with the faces that fell, in brackets after each die.

    `8!` brought another die, `8+2` is one die's compounded value, `1>4` was thrown again; what was
    dropped stands in parentheses.
    """
    return _node(node, iter(faces)).text


class _Shown(NamedTuple):
    text: str
    value: int


def _node(node: Node, faces: Iterator[int] | None) -> _Shown:
    match node:
        case Number():
            return _Shown(str(node.value), node.value)
        case Dice():
            return _dice(node, faces)
        case Group():
            return _group(node, faces)
        case Sum():
            return _sum(node, faces)
        case Product():
            return _product(node, faces)
        case Shorthand():
            return _Shown(_test(node.test) + _chains(node, faces), 0)


def _sum(node: Sum, faces: Iterator[int] | None) -> _Shown:
    text, total = "", 0
    for place, (sign, term) in enumerate(node.terms):
        shown = _atom(term, faces) if isinstance(term, Sum) else _node(term, faces)
        before = (" + ", " - ") if place else ("", "-")
        text += before[sign < 0] + shown.text
        total += sign * shown.value
    return _Shown(text, total)


def _product(node: Product, faces: Iterator[int] | None) -> _Shown:
    text, value = _atom(node.first, faces)
    for sign, step in node.steps:
        shown = _atom(step, faces)
        text += f" {sign} {shown.text}"
        value = value * shown.value if sign == "*" else value // shown.value
    return _Shown(text, value)


def _atom(node: Node, faces: Iterator[int] | None) -> _Shown:
    shown = _node(node, faces)
    return _Shown(f"({shown.text})", shown.value) if isinstance(node, Sum | Product) else shown


def _group(node: Group, faces: Iterator[int] | None) -> _Shown:
    members = [_node(member, faces) for member in node.members]
    texts = [shown.text for shown in members] if faces is None else _dropped(members, node.keep)
    value = settle([shown.value for shown in members], node.keep, node.counts)
    return _Shown(f"{{{', '.join(texts)}}}{_ending(node.keep, node.counts)}", value)


def _dice(node: Dice, faces: Iterator[int] | None) -> _Shown:
    rerolls = "".join(("ro" if node.is_once else "r") + _point(point) for point in node.rerolls)
    sign = "!!" if node.is_compound else "!"
    explodes = "".join(sign + _explosion(point, node.sides) for point in node.explodes)
    text = f"{node.count}d{node.sides}{rerolls}{explodes}{_ending(node.keep, node.counts)}"
    if faces is None:
        return _Shown(text, 0)
    values = _values(node, faces)
    shown = " ".join(_dropped(values, node.keep))
    return _Shown(f"{text} [{shown}]", settle([one.value for one in values], node.keep, node.counts))


def _values(node: Dice, faces: Iterator[int]) -> list[_Shown]:
    """Each value of the dice with the faces that it comes from."""
    exploding = node.exploding()
    values: list[_Shown] = []
    for _ in range(node.count):
        chain = [_settled(node, faces)]
        while chain[-1].value in exploding:
            chain.append(_settled(node, faces))
        if node.is_compound:
            values.append(_Shown("+".join(one.text for one in chain), sum(one.value for one in chain)))
        else:
            values += [_Shown(f"{one.text}!", one.value) for one in chain[:-1]] + chain[-1:]
    return values


def _settled(node: Dice, faces: Iterator[int]) -> _Shown:
    """One face, those that were thrown again before it."""
    rerolled = node.rerolled()
    row = [next(faces)]
    while row[-1] in rerolled and not (node.is_once and len(row) > 1):
        row.append(next(faces))
    return _Shown(">".join(map(str, row)), row[-1])


def _dropped(values: Sequence[_Shown], keep: Keep | None) -> list[str]:
    """The texts of values, those that are dropped in parentheses."""
    if keep is None:
        return [one.text for one in values]
    number, is_high = keep.kept_of(len(values))
    order = sorted(range(len(values)), key=lambda place: values[place].value, reverse=is_high)
    kept = set(order[:number])
    return [one.text if place in kept else f"({one.text})" for place, one in enumerate(values)]


def _ending(keep: Keep | None, counts: Count | None) -> str:
    text = "" if keep is None else "dk"[keep.is_kept] + "lh"[keep.is_high] + str(keep.number)
    if counts is not None:
        text += _compared(counts.success) + ("" if counts.failure is None else "f" + _point(counts.failure))
    return text


def _explosion(point: Point, sides: int) -> str:
    return "" if point == Point("equal", sides) else _point(point)


def _point(point: Point) -> str:
    return str(point.number) if point.sign == "equal" else _compared(point)


def _compared(point: Point) -> str:
    return f"{_SIGNS[point.sign]}{point.number}"


def _test(test: TraitTest | SuccessTest | OpenTest | PoolTest) -> str:
    match test:
        case SuccessTest():
            return f"{test.count}sr{test.tn}"
        case OpenTest():
            return f"{test.count}open"
        case PoolTest():
            return f"{test.count}wod{test.difficulty}"
        case TraitTest():
            modifier = f"{test.modifier:+}" if test.modifier else ""
            return f"{'s' if test.wild else 'e'}{test.die}{modifier}"


def _chains(node: Shorthand, faces: Iterator[int] | None) -> str:
    if faces is None:
        return ""
    source = _Row(faces)
    chains = [throw_die(die, source) for die in node.test.dice()]
    return f" [{' '.join('+'.join(map(str, chain)) for chain in chains)}]"


class _Row(NamedTuple):
    """A source of faces that fell before."""

    faces: Iterator[int]

    def face(self, sides: int, /) -> int:
        """The next face."""
        return next(self.faces)
