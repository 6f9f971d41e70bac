"""Distributions: exact chances of whole numbers, as integers of a common whole, as fractions on demand."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from contrecoup.kernel import Test


class Distribution(Mapping[int, Fraction]):
    """Value: its exact chance, in rising order of the values.

    `weights` are the chances as positive integers of `whole`. `cut` is the chance that is in no value
    (an endless explosion is closed far out; 0 where nothing is), `mean` the mean of the values that are
    there. `mishap` is the chance of a natural 1, disaster or botch, `marks` a trait test's successes and
    raises beside its totals (None for all else).
    """

    def __init__(
        self,
        weights: Mapping[int, int],
        whole: int | None = None,
        *,
        mishap: Fraction = Fraction(0),
        marks: "Distribution | None" = None,
    ) -> None:
        self.weights: Mapping[int, int] = {
            value: weights[value] for value in sorted(weights) if weights[value]
        }
        self.whole = sum(self.weights.values()) if whole is None else whole
        self.mishap = mishap
        self.marks = marks

    def __getitem__(self, value: int) -> Fraction:
        return Fraction(self.weights[value], self.whole)

    def __iter__(self) -> Iterator[int]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"Distribution({dict(self.weights)}, whole={self.whole})"

    def p(self, value: int) -> Fraction:
        """The chance of a value, 0 where it can't be."""
        return Fraction(self.weights.get(value, 0), self.whole)

    @cached_property
    def cut(self) -> Fraction:
        """The chance of everything that is in no value."""
        return 1 - Fraction(sum(self.weights.values()), self.whole)

    @cached_property
    def mean(self) -> Fraction:
        """The mean of the values that are there."""
        summed = sum(value * weight for value, weight in self.weights.items())
        return Fraction(summed, sum(self.weights.values()))


def spread_test(test: Test, floor: int, cap: int, *, cut_beyond: bool = False) -> Distribution:
    """The distribution of a test's values within floor..cap.

    `cut_beyond`: the cap stands for every value from it on, so its weight is left out, as `cut`.
    """
    weights = dict[int, int]()
    mishap = 0
    for (value, is_mishap), weight in test.weights(floor, cap).items():
        weights[value] = weights.get(value, 0) + weight
        mishap += weight if is_mishap else 0
    whole = sum(weights.values())
    if cut_beyond:
        weights.pop(cap, None)
    return Distribution(weights, whole, mishap=Fraction(mishap, whole))
