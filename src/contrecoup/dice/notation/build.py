"""From the parse tree to the syntax tree, with every bound and impossibility refused at its column."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, cast

from lark import Token, Tree

from contrecoup.dice.notation.bounds import MOST_DICE, MOST_EXPECTED, MOST_NUMBER, MOST_SIDES
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
from contrecoup.dice.opening import OpenTest
from contrecoup.dice.pool import HIGHEST, PoolTest
from contrecoup.dice.success import SuccessTest
from contrecoup.dice.trait import TraitTest
from contrecoup.kernel import Refusal, Refused
from contrecoup.kernel import Value as Filled

_SIGNS: Final[dict[str, Sign]] = {"GT": "at_or_above", "LT": "at_or_below", "EQ": "equal"}
_KEEPS: Final = {
    "K": (True, True),
    "KH": (True, True),
    "KL": (True, False),
    "D": (False, False),
    "DH": (False, True),
    "DL": (False, False),
}
_WILD_DIE: Final = 6

Branch: TypeAlias = Tree[Token]
Parts: TypeAlias = dict[str, list[Branch]]
"""What is done to dice or to a group, by rule."""


def build(tree: Branch) -> Node:
    """The syntax tree of a parse tree; Refused with every reason at once."""
    builder = _Builder()
    node = builder.node(tree)
    if builder.reasons:
        raise Refused(builder.reasons)
    return node


class _Builder:
    """Builds nodes, gathering reasons on the way; one expression's dice and faces are counted together."""

    def __init__(self) -> None:
        self.reasons: list[Refusal] = []
        self._dice = 0
        self._expected = 0.0

    def node(self, tree: Branch) -> Node:
        """The node of a rule's tree."""
        return _RULES[tree.data](self, tree)

    def sum(self, tree: Branch) -> Node:
        """Terms with their signs."""
        sign, terms = 1, list[tuple[int, Node]]()
        for part in tree.children:
            if isinstance(part, Token):
                sign = -1 if part.type == "MINUS" else 1
            else:
                terms.append((sign, self.node(part)))
        return Sum(tuple(terms))

    def product(self, tree: Branch) -> Node:
        """A factor with what it is multiplied and divided by."""
        first, *rest = tree.children
        node = self.node(cast(Branch, first))
        steps = list[tuple[Literal["*", "/"], Node]]()
        for part in rest[1::2]:
            if isinstance(part, Token):
                steps.append(("/", Number(self._number(part, 1, MOST_NUMBER))))
            else:
                steps.append(("*", self.node(part)))
        return Product(node, tuple(steps))

    def number(self, tree: Branch) -> Node:
        """A number."""
        return Number(self._number(_tokens(tree)[0], 0, MOST_NUMBER))

    def dice(self, tree: Branch) -> Node:
        """Dice with what is done to them."""
        (*counts, letter, size), parts = _sorted(tree)
        count = self._count(counts[0] if counts else None, letter)
        sides = self._number(size, 1, MOST_SIDES)
        if not parts:
            self._expected += count
            return Dice(count, sides)
        rerolls, explodes = parts.get("reroll", []), parts.get("explode", [])
        node = Dice(
            count,
            sides,
            tuple(self._point(_branches(part)[0]) for part in rerolls),
            self._is_alike(rerolls, "RO"),
            tuple(self._explosion(part, sides) for part in explodes),
            self._is_alike(explodes, "BANGS"),
            self._keep(parts),
            self._counts(parts),
        )
        self._check_ends(node, size)
        return node

    def group(self, tree: Branch) -> Node:
        """The values of some expressions, with what is done to them."""
        members = tuple(self.node(part) for part in _branches(tree) if part.data in _RULES)
        _, parts = _sorted(tree)
        return Group(members, self._keep(parts), self._counts(parts))

    def trait(self, tree: Branch) -> Node:
        """`s8+2`, `e8`: a trait test of a Wild Card or an Extra."""
        kind, size = _tokens(tree)
        wild = _WILD_DIE if kind.type == "WILD_CARD" else 0
        modifier = sum(self._signed(part) for part in _branches(tree))
        return Shorthand(TraitTest(self._number(size, 2, MOST_SIDES), wild, modifier))

    def success_test(self, tree: Branch) -> Node:
        """`6sr5`: so many acing d6 against a target number."""
        count = self._count(_tokens(tree)[0], least=0)
        return Shorthand(SuccessTest(count, self._signed(_branches(tree)[0])))

    def open_test(self, tree: Branch) -> Node:
        """`6open`: the highest of so many acing d6."""
        return Shorthand(OpenTest(self._count(_tokens(tree)[0], least=0)))

    def pool_test(self, tree: Branch) -> Node:
        """`5wod7`: a pool of d10 against a difficulty."""
        count = self._count(_tokens(tree)[0])
        difficulty = self._signed(_branches(tree)[0])
        if difficulty > HIGHEST:
            place = _tokens(_branches(tree)[0])[0]
            self._refuse("dice.impossible", place, difficulty=difficulty, most=HIGHEST)
        return Shorthand(PoolTest(count, difficulty))

    def _keep(self, parts: Parts) -> Keep | None:
        part = self._only(parts, "keep")
        if part is None:
            return None
        kind, *number = _tokens(part)
        return Keep(*_KEEPS[kind.type], self._number(number[0], 1, MOST_DICE) if number else 1)

    def _counts(self, parts: Parts) -> Count | None:
        success, failure = self._only(parts, "success"), self._only(parts, "failure")
        if failure is not None and success is None:
            self._refuse("roll.failures", _tokens(failure)[0])
        failing = None if failure is None else self._point(_branches(failure)[0])
        return None if success is None else Count(self._point(success), failing)

    def _only(self, parts: Parts, kind: str) -> Branch | None:
        """The one part of a kind, None where there is none; a second one is refused."""
        found = parts.get(kind, [])
        for part in found[1:]:
            self._refuse("roll.twice", _tokens(part)[0])
        return found[0] if found else None

    def _is_alike(self, parts: list[Branch], kind: str) -> bool:
        """Whether the parts are of the second of two kinds; both kinds on one die are refused."""
        tokens = [_tokens(part)[0] for part in parts]
        for token in tokens[1:]:
            if token.type != tokens[0].type:
                self._refuse("roll.mixed", token)
        return bool(tokens) and tokens[0].type == kind

    def _explosion(self, part: Branch, sides: int) -> Point:
        points = _branches(part)
        return self._point(points[0]) if points else Point("equal", sides)

    def _point(self, part: Branch) -> Point:
        """A comparison; a number alone stands for itself."""
        *sign, number = _tokens(part)
        return Point(_SIGNS[sign[0].type] if sign else "equal", self._number(number, 0, MOST_NUMBER))

    def _signed(self, part: Branch) -> int:
        *sign, number = _tokens(part)
        value = self._number(number, 0, MOST_NUMBER)
        return -value if sign and sign[0].type == "MINUS" else value

    def _count(self, number: Token | None, letter: Token | None = None, least: int = 1) -> int:
        """The number of some dice, 1 where none is written; all of an expression's are held to the bound."""
        count = 1 if number is None else self._number(number, least, MOST_DICE)
        self._dice += count
        if self._dice > MOST_DICE >= self._dice - count:
            place = number if number is not None else letter
            assert place is not None
            self._refuse("roll.dice", place, most=MOST_DICE)
        return count

    def _number(self, token: Token, least: int, most: int) -> int:
        """A number within bounds; one outside is refused, and read as the bound."""
        value = int(token)
        if not least <= value <= most:
            self._refuse("roll.number", token, number=str(token)[:20], least=least, most=most)
        return min(max(value, least), most)

    def _check_ends(self, dice: Dice, place: Token) -> None:
        """Refuse dice that are thrown again for ever, or so often that nobody would wait for it."""
        kept = dice.sides - len(dice.rerolled())
        if not kept and not dice.is_once:
            self._refuse("roll.rerolls", place, sides=dice.sides)
            return
        going_on = _going_on(dice)
        if going_on >= 1:
            self._refuse("dice.endless" if dice.sides == 1 else "roll.explodes", place, sides=dice.sides)
            return
        each = (2 if dice.is_once else dice.sides / kept) / (1 - going_on)
        before, self._expected = self._expected, self._expected + dice.count * each
        if before <= MOST_EXPECTED < self._expected:
            self._refuse("roll.often", place, most=MOST_EXPECTED)

    def _refuse(self, id: str, place: Token, **values: Filled) -> None:
        self.reasons.append(Refusal(id, values=tuple(values.items()), column=place.column or 0))


def _going_on(dice: Dice) -> float:
    """How likely a face is to bring another one."""
    rerolled, exploding = dice.rerolled(), dice.exploding()
    if not dice.is_once:
        return len(exploding - rerolled) / (dice.sides - len(rerolled))
    again = len(rerolled) / dice.sides
    return len(exploding - rerolled) / dice.sides + again * len(exploding) / dice.sides


_RULES: Final[dict[str, Callable[[_Builder, Branch], Node]]] = {
    "sum": _Builder.sum,
    "product": _Builder.product,
    "number": _Builder.number,
    "dice": _Builder.dice,
    "group": _Builder.group,
    "trait": _Builder.trait,
    "success_test": _Builder.success_test,
    "open_test": _Builder.open_test,
    "pool_test": _Builder.pool_test,
}


def _sorted(tree: Branch) -> tuple[list[Token], Parts]:
    """A tree's tokens, and its branches by rule."""
    tokens, parts = list[Token](), dict[str, list[Branch]]()
    for part in tree.children:
        if isinstance(part, Token):
            tokens.append(part)
        else:
            parts.setdefault(part.data, []).append(part)
    return tokens, parts


def _tokens(tree: Branch) -> list[Token]:
    return [part for part in tree.children if isinstance(part, Token)]


def _branches(tree: Branch) -> list[Branch]:
    return [part for part in tree.children if not isinstance(part, Token)]
