"""The exact distribution of an expression: its parts are independent, so their weights are combined."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil, comb, exp, expm1, log

from contrecoup.dice.distribution import Distribution, spread_test
from contrecoup.dice.notation.bounds import UNSEEN, Budget
from contrecoup.dice.notation.series import (
    ONE,
    Growth,
    Members,
    Weights,
    add,
    best,
    mapped,
    multiply,
    power,
    thinned,
)
from contrecoup.dice.notation.syntax import Count, Dice, Group, Keep, Node, Number, Product, Shorthand, Sum
from contrecoup.dice.opening import OpenTest
from contrecoup.dice.pool import PoolTest
from contrecoup.dice.success import SIDES, SuccessTest
from contrecoup.dice.trait import TotalTest, TraitTest, marks_of


def spread(node: Node) -> Distribution:
    """The distribution of an expression; Refused where it would cost too much to be exact."""
    if isinstance(node, Shorthand):
        return _spread_shorthand(node.test)
    weights = weigh(node, Budget())
    return Distribution(weights.values, weights.whole)


def weigh(node: Node, budget: Budget) -> Weights:
    """The weights of an expression that is no shorthand."""
    match node:
        case Number():
            return Weights({node.value: 1}, 1)
        case Dice():
            return _weigh_dice(node, budget)
        case Group():
            return _weigh_group(node, budget)
        case Sum():
            return _weigh_sum(node.terms, budget)
        case Product():
            return _weigh_product(node, budget)
        case Shorthand():
            raise AssertionError("a shorthand stands alone")


def _weigh_sum(terms: Iterable[tuple[int, Node]], budget: Budget) -> Weights:
    weights = ONE
    for (sign, term), count in Counter(terms).items():
        weights = add(weights, _powers(weigh(term, budget), count, budget), sign, budget)
    return weights


def _weigh_product(node: Product, budget: Budget) -> Weights:
    weights = weigh(node.first, budget)
    for sign, step in node.steps:
        if sign == "*":
            weights = multiply(weights, weigh(step, budget), budget)
        elif isinstance(step, Number):
            by = step.value
            weights = mapped(weights, ((value // by, weight) for value, weight in weights.values.items()))
    return weights


def _weigh_group(node: Group, budget: Budget) -> Weights:
    same = Counter(node.members)
    members = [Members(weigh(member, budget), count) for member, count in same.items()]
    return _settled(members, node.keep, node.counts, budget)


def _settled(members: list[Members], keep: Keep | None, counts: Count | None, budget: Budget) -> Weights:
    """The weights of independent values, kept or dropped, then summed or counted."""
    if keep is None:
        return _summed(members, counts, budget)
    kept, is_high = keep.kept_of(sum(member.number for member in members))
    if not kept:
        return _nothing(members)
    sign = 1 if is_high else -1
    turned = [
        Members(mapped(m.weights, ((sign * v, w) for v, w in m.weights.values.items())), m.number)
        for m in members
    ]
    values = {value for member in turned for value in member.weights.values}
    scores = {value: counts.score(sign * value) if counts else sign * value for value in values}
    return best(turned, kept, scores, budget)


def _nothing(members: Iterable[Members]) -> Weights:
    """A sum of nothing, with all the weight that there is."""
    weight, whole = 1, 1
    for weights, count in members:
        weight, whole = weight * sum(weights.values.values()) ** count, whole * weights.whole**count
    return Weights({0: weight}, whole)


def _summed(members: list[Members], counts: Count | None, budget: Budget) -> Weights:
    total = ONE
    for weights, count in members:
        scored = weights
        if counts is not None:
            scored = mapped(weights, ((counts.score(v), w) for v, w in weights.values.items()))
        total = add(total, _powers(scored, count, budget), 1, budget)
    return total


def _weigh_dice(node: Dice, budget: Budget) -> Weights:
    faces, exploding = face_weights(node), node.exploding()
    going = Weights({face: w for face, w in faces.values.items() if face in exploding}, faces.whole)
    ending = Weights({face: w for face, w in faces.values.items() if face not in exploding}, faces.whole)
    if node.keep is None and node.counts is None:
        return _chains(ending, going, node.count, budget)
    if not going.values:
        return _settled([Members(faces, node.count)], node.keep, node.counts, budget)
    if node.is_compound:
        one = _chains(ending, going, 1, budget, UNSEEN / node.count)
        return _settled([Members(one, node.count)], node.keep, node.counts, budget)
    is_falling = node.counts is not None and any(node.counts.score(face) < 0 for face in going.values)
    if node.keep is None and node.counts is not None and not is_falling:
        return _counted_chains(node.counts, ending, going, node.count, budget)
    return _pools(node, ending, going, budget)


def face_weights(node: Dice) -> Weights:
    """The weights of one face, rerolls followed: for ever leaves the other faces, once comes back evenly."""
    rerolled = node.rerolled()
    faces = range(1, node.sides + 1)
    if not rerolled or not node.is_once:
        return Weights({face: 1 for face in faces if face not in rerolled}, node.sides - len(rerolled))
    again, first = len(rerolled), node.sides
    return Weights(
        {face: again + (0 if face in rerolled else first) for face in faces}, node.sides * node.sides
    )


def _chains(ending: Weights, going: Weights, n: int, budget: Budget, unseen: float = UNSEEN) -> Weights:
    """The sums of n chains of faces: those that go on, and one that ends each.

    Their generating function is (A / (whole - E))**n with A, E those of the ending and going faces.
    """
    low = min(ending.values)
    start = {face - low: weight for face, weight in ending.values.items()}
    if not going.values:
        length = (max(ending.values) - low) * n + 1
        growth = Growth(start[0] ** n, length, ending.whole.bit_length() * n)
        row = power(thinned(start), {0: 1, 1: -1}, n, growth, budget)
        return _row_weights(row, low * n, ending.whole**n)
    reach = _reach(ending, going, n, unseen)
    most, length = reach // min(going.values), reach - low * n + 1
    budget.spend(0, length * (n + most) * ending.bits)
    whole = ending.whole ** (n + most)
    below = {0: ending.whole} | {face: -weight for face, weight in going.values.items()}
    growth = Growth(start[0] ** n * ending.whole**most, length, whole.bit_length())
    return _row_weights(power(thinned(start), thinned(below), n, growth, budget), low * n, whole)


def _row_weights(row: list[int], low: int, whole: int) -> Weights:
    return Weights({value: weight for value, weight in enumerate(row, start=low) if weight}, whole)


def _reach(ending: Weights, going: Weights, n: int, unseen: float) -> int:
    """A sum that n chains pass with a chance below `unseen`, by Chernoff's bound."""
    end, on, whole = thinned(ending.values), thinned(going.values), ending.whole
    steepest = _steepest(on, whole, 700 / max(*ending.values, *going.values))
    slopes = [steepest * part / 40 for part in range(1, 40)]
    means = [_tilted(end, whole, slope) / (1 - _tilted(on, whole, slope)) for slope in slopes]
    return ceil(min((n * log(mean) - log(unseen)) / slope for mean, slope in zip(means, slopes, strict=True)))


def _tilted(thin: Mapping[int, int], whole: int, slope: float) -> float:
    """The mean of exp(slope * face) over faces whose thinned weights are given."""
    return sum(weight * exp(slope * face) for face, weight in thin.items()) / (-expm1(slope) * whole)


def _steepest(on: Mapping[int, int], whole: int, most: float) -> float:
    """The slope, at most `most`, up to which chains of tilted faces still end."""
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _tilted(on, whole, middle) < 1 else (low, middle)
    return low


def _counted_chains(counts: Count, ending: Weights, going: Weights, n: int, budget: Budget) -> Weights:
    """The counts of n chains whose going faces take nothing away: as their sums, with scores for faces."""
    end = mapped(ending, ((counts.score(face), weight) for face, weight in ending.values.items()))
    on = mapped(going, ((counts.score(face), weight) for face, weight in going.values.items()))
    low, rising = min(end.values), on.values.get(1, 0)
    base = ending.whole - on.values.get(0, 0)
    most = _most_explosions(n, rising / base)
    length = (max(end.values) - low) * n + most + 1
    budget.spend(0, length * (n + most) * base.bit_length())
    whole = base ** (n + most)
    start = {score - low: weight for score, weight in end.values.items()}
    growth = Growth(start[0] ** n * base**most, length, whole.bit_length())
    row = power(start, {0: base, 1: -rising} if rising else {0: base}, n, growth, budget)
    return _row_weights(row, low * n, whole)


def _powers(weights: Weights, n: int, budget: Budget) -> Weights:
    """The sums of n values of the same weights."""
    if n == 1:
        return weights
    low = min(weights.values)
    start = {value - low: weight for value, weight in weights.values.items()}
    whole = weights.whole**n
    growth = Growth(start[0] ** n, max(start) * n + 1, whole.bit_length())
    return _row_weights(power(start, {0: 1}, n, growth, budget), low * n, whole)


def _most_explosions(n: int, chance: float) -> int:
    """How many explosions n chains pass with a chance below what may be left out.

    J of them have comb(n - 1 + J, J) * chance**J * (1 - chance)**n; from where the terms fall by a
    factor r < 1 or more, those beyond J together have less than term * r / (1 - r).
    """
    if not chance:
        return 0
    explosions, term = 0, n * log(1 - chance)
    while True:
        ratio = chance * (n + explosions) / (explosions + 1)
        if ratio < 1 and term + log(ratio / (1 - ratio)) < log(UNSEEN):
            return explosions
        term += log(ratio)
        explosions += 1


def _pools(node: Dice, ending: Weights, going: Weights, budget: Budget) -> Weights:
    """Exploded faces join the pool: for each number of explosions so many dice that end and that go on.

    J explosions fall among n chains in comb(n - 1 + J, J) orders.
    """
    n, whole = node.count, ending.whole
    most = _most_explosions(n, sum(going.values.values()) / whole)
    if node.keep is None:
        budget.spend((most + 1) * n * (500 + (n + most) * ending.bits / 4))
    mixed = dict[int, int]()
    for explosions in range(most + 1):
        members = [Members(ending, n), Members(going, explosions)][: 2 if explosions else 1]
        pool = _settled(members, node.keep, node.counts, budget)
        ways = comb(n - 1 + explosions, explosions) * whole ** (most - explosions)
        for value, weight in pool.values.items():
            mixed[value] = mixed.get(value, 0) + weight * ways
    return Weights(mixed, whole ** (n + most))


def _spread_shorthand(test: TraitTest | SuccessTest | OpenTest | PoolTest) -> Distribution:
    if isinstance(test, SuccessTest):
        return spread_test(test, 0, max(test.count, 1))
    if isinstance(test, PoolTest):
        return spread_test(test, -test.count, test.count)
    if isinstance(test, OpenTest):
        return spread_test(test, 0, _far(SIDES, test.count), cut_beyond=test.count > 0)
    return _spread_trait(test)


def _spread_trait(test: TraitTest) -> Distribution:
    """The totals of a trait test, its marks beside them."""
    total = TotalTest(test.die, test.wild, test.modifier)
    far = max(_far(size, 1) for size in (test.die, test.wild) if size)
    spread = spread_test(total, test.modifier, far + test.modifier, cut_beyond=True)
    pairs = ((marks_of(value, test.target), weight) for value, weight in spread.weights.items())
    marks = Distribution(mapped(Weights({}, spread.whole), pairs).values, spread.whole)
    return Distribution(spread.weights, spread.whole, mishap=spread.mishap, marks=marks)


def _far(sides: int, count: int) -> int:
    """A total that the best of some acing dice reaches with a chance below what is left out."""
    return sides * ceil((log(max(count, 1)) - log(UNSEEN)) / log(sides)) + 1
