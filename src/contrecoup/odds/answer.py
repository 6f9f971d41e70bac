"""Answers: the odds of a scene as people read them, each figure worked out when it is first asked for."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias

from contrecoup.odds.sample import SEED

Share: TypeAlias = float | Fraction
Ends: TypeAlias = Mapping[str, Share]
Tallies: TypeAlias = Mapping[str, Mapping[Any, Any]]

HARM: Final = "harm"
LEFT: Final = "left"


class Found(Protocol):
    """Where figures come from: solved, solved exactly, or sampled."""

    states: int
    runs: int

    def outcomes(self) -> Mapping[str, Share]:
        """The chance of each outcome."""
        ...

    def kinds(self) -> tuple[str, ...]:
        """The kinds of tallies that the scene's ends have."""
        ...

    def tallies(self, kind: str) -> Mapping[tuple[str, int | str], Share]:
        """The chance of each tally of a kind, by whose it is and its value."""
        ...

    def mean_rounds(self) -> Share:
        """The expected number of rounds; infinite where some mass never ends."""
        ...

    def rounds(self) -> tuple[Mapping[int, Share], Share]:
        """The chance of each number of rounds, and the mass that was not followed."""
        ...

    def cut(self) -> Share:
        """The mass whose fate isn't exactly known."""
        ...

    def error(self, share: float) -> float:
        """The standard error of a share; 0 where it was solved."""
        ...


class Rounds:
    """How many rounds a scene takes.

    `mean` is exact even where `p`, the chance of each number, is followed only until next to nothing is
    left; `cut` is what was left.
    """

    def __init__(self, found: Found) -> None:
        self._found = found

    @cached_property
    def mean(self) -> Share:
        """The expected number."""
        return self._found.mean_rounds()

    @cached_property
    def _followed(self) -> tuple[Mapping[int, Share], Share]:
        return self._found.rounds()

    @property
    def p(self) -> Mapping[int, Share]:
        """The chance of each number."""
        return self._followed[0]

    @property
    def cut(self) -> Share:
        """The mass that still goes on after the last number of `p`."""
        return self._followed[1]


class Odds:
    """The odds of a whole scene under a plan: doubles, or fractions where exact ones were asked for.

    `states` is how many were solved. `sampled` is the number of runs where there were too many states to
    solve, else 0. `found` is where the figures come from.
    """

    def __init__(
        self, rules: str, scene: str, rulings: Mapping[str, Any], plan: str, found: Found, weigh: "Weigh"
    ) -> None:
        self.rules, self.scene, self.rulings, self.plan = rules, scene, rulings, plan
        self.states, self.sampled = found.states, found.runs
        self.rounds = Rounds(found)
        self.found, self._weigh = found, weigh

    def __repr__(self) -> str:
        ends = ", ".join(f"{end}: {float(share):.6g}" for end, share in self.ends.items())
        return f"<Odds {self.rules} {self.scene} {ends}>"

    @cached_property
    def ends(self) -> Ends:
        """The chance of each way in which the scene can end."""
        return self.found.outcomes()

    @cached_property
    def tallies(self) -> Tallies:
        """All that ends count: kind, then whose it is, then value; without the middle where it is nobody's.

        A kind's shares are of all scenes, so those of a figure that only some ends have add up to less
        than 1.
        """
        return {kind: self._kind(kind) for kind in self.found.kinds()}

    def _kind(self, kind: str) -> dict[Any, Any]:
        out: dict[Any, Any] = {}
        for (of, value), share in self.found.tallies(kind).items():
            if share:
                (out.setdefault(of, {}) if of else out)[value] = share
        return {
            key: _in_order(each) if isinstance(each, dict) else each for key, each in _in_order(out).items()
        }

    @cached_property
    def left(self) -> Mapping[str, Mapping[int, Share]]:
        """The markers that each side has left."""
        return self._kind(LEFT)

    @cached_property
    def harm(self) -> Mapping[str, Share]:
        """The harm done."""
        return self._kind(HARM)

    @cached_property
    def rulings_weight(self) -> Mapping[str, Mapping[Any, Ends]]:
        """The ends under each other value of each ruling."""
        return self._weigh()

    @cached_property
    def cut(self) -> Share:
        """The mass whose fate isn't exactly known: it never ends, was given up, or was held by a ceiling.

        Mass at a ceiling is counted where the ceiling leads as well.
        """
        return self.found.cut()

    @property
    def seed(self) -> int:
        """The seed of the runs of a sampled answer, which is the same each time."""
        return SEED

    @cached_property
    def error(self) -> float:
        """The largest standard error of an end; 0 where the scene was solved."""
        return max((self.error_of(share) for share in self.ends.values()), default=0.0)

    def error_of(self, share: Share) -> float:
        """The standard error of one of the shares; 0 where the scene was solved."""
        return self.found.error(float(share))


Weigh: TypeAlias = Callable[[], Mapping[str, Mapping[Any, Ends]]]


def _in_order(shares: dict[Any, Any]) -> dict[Any, Any]:
    """Numbers in order; names as they came."""
    if shares and all(isinstance(key, int) for key in shares):
        return dict(sorted(shares.items()))
    return shares
