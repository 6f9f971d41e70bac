"""Best play as people read it: what it is worth, its odds, and each choice with all its alternatives."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from contrecoup.kernel import GM, Choice, Node, Option, Refusal, Refused, Seat, refusal
from contrecoup.odds.answer import Ends, Odds
from contrecoup.odds.atlas import Atlas
from contrecoup.odds.best.aim import Aim
from contrecoup.odds.best.land import Land, Whole, WholeRules
from contrecoup.odds.best.own import own_aim
from contrecoup.odds.best.values import Values
from contrecoup.odds.best.visits import visits
from contrecoup.odds.course import courses_of
from contrecoup.odds.found import Exact, Solved
from contrecoup.odds.graph import push
from contrecoup.odds.table import Floats
from contrecoup.registry import Scene
from contrecoup.registry.reasons import not_accepted
from contrecoup.text import Texts

AGAINST: Final = ("push", "best")
"""What the other seats do: go on as the plan says, or whatever is worst for the seat."""
PLAN: Final = "best"
MOST_STATES: Final = 400_000
"""States that are walked, unless the rule set's bound is lower: half a minute and half a gigabyte."""
MOST_WEIGHED: Final = 5_000
"""States up to which each ruling's other answers are played best as well."""


class Alternative(NamedTuple):
    """One option of a choice, and what it is worth with best play from there on."""

    option: Option
    value: float


class Decision(NamedTuple):
    """A choice: whose, in which state, how often best play comes to it (`visits`, expected), the option
    that best play takes, and every alternative."""

    seat: Seat
    reason: str
    state: Any
    visits: float
    best: Option
    options: tuple[Alternative, ...]


class _Solution(NamedTuple):
    """A land's values at one moment of its growth."""

    values: Values
    least: Fraction


class Best:
    """Best play of some seats in a scene, for an aim. `also` are states that it has to know as well, `bound`
    is the most states that are walked (by default `MOST_STATES`).

    Best play knows everything that the scene file says. Play that never ends is worth as much as the
    scene's least end, so it is never aimed at.
    """

    def __init__(
        self,
        scene: Scene,
        seats: Sequence[Seat],
        aim: Aim,
        against: str = "push",
        exact: bool = False,
        also: Iterable[Any] = (),
        bound: int = 0,
    ) -> None:
        self.scene, self.seats, self.aim, self.against = scene, tuple(seats), aim, against
        self._exact = exact
        bound = bound or min(MOST_STATES, scene.manifest.state_bound)
        if scene.setup.is_vast():
            raise Refused([refusal("best.states", most=bound)])
        deciding = frozenset((*scene.manifest.seats, GM) if against == "best" else seats)
        self._land = Land(scene.ruleset, scene.setup.played(deciding), seats, against, bound)
        self._land.reach(also)
        texts = Texts("en", scene.rules)
        self._worth = aim.fit(self._land.graph.ends.values(), texts.has)
        self._solved: _Solution | None = None

    def __repr__(self) -> str:
        return f"<Best {self.scene.rules} {self.scene.name} {', '.join(self.seats)}: {self.value:.6g}>"

    @property
    def states(self) -> int:
        """How many states were walked: all that any option may lead to."""
        return len(self._land.graph.states)

    @property
    def _solution(self) -> _Solution:
        ground = self._land.ground
        if self._solved is None or self._solved.values.ground is not ground:
            self._solved = self._solve()
        return self._solved

    def _solve(self) -> _Solution:
        ground, ends = self._land.ground, self._land.graph.ends
        worths = {node: self._worth(end) for node, end in ends.items()}
        least = min(worths.values(), default=Fraction(0))
        worth: Floats = np.zeros(ground.size)
        worth[[*ends]] = [float(each - least) for each in worths.values()]
        return _Solution(Values(ground, worth), least)

    @property
    def value(self) -> float:
        """What the scene is worth from its start."""
        return self.value_at(self._land.start)

    def value_at(self, state: Any) -> float:
        """What the scene is worth from a state on, also one that the plans never come to."""
        self._land.reach((state,))
        values, least = self._solution
        return float(least) + float(values.of[self._land.graph.place[state]])

    def decision(self, state: Any) -> Decision | None:
        """The open choice of a state with all its alternatives; None where nothing is open."""
        self._land.reach((state,))
        node = self._land.graph.place[state]
        return self._decision(node, 0.0) if self._solution.values.edge[node] >= 0 else None

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The choices that best play comes to, the most visited first."""
        values = self._solution.values
        mass = visits(values.ground, values.edge, self._land.graph.place[self._land.start])
        found = np.flatnonzero((mass > 0) & (values.edge >= 0))
        order = found[np.argsort(-mass[found], kind="stable")]
        return tuple(self._decision(node, float(mass[node])) for node in order.tolist())

    def first(self) -> Decision | None:
        """The first choice that is open, where no dice come before it."""
        return self.decision(self._land.start)

    def _decision(self, node: int, often: float) -> Decision:
        graph, (values, least) = self._land.graph, self._solution
        asks = graph.nodes[node]
        assert isinstance(asks, Choice)
        first = graph.first[node]
        worths = values.of[values.ground.to[first : graph.first[node + 1]]] + float(least)
        options = tuple(map(Alternative, asks.options, worths.tolist()))
        chosen = asks.options[int(values.edge[node]) - first]
        return Decision(asks.seat, asks.reason, graph.states[node], often, chosen, options)

    def advised(self, state: Any) -> Option | None:
        """The option that best play takes at a walked state; None where nothing is open."""
        graph, edge = self._land.graph, self._solution.values.edge
        node = graph.place[state]
        asks = graph.nodes[node]
        if edge[node] < 0 or not isinstance(asks, Choice):
            return None
        return asks.options[int(edge[node]) - graph.first[node]]

    @cached_property
    def odds(self) -> Odds:
        """The odds of the whole scene when it is played so."""
        return self.odds_from(self._land.start)

    def odds_from(self, state: Any) -> Odds:
        """The odds from a state on when it is played so."""
        self._land.reach((state,))
        rules: Any = _Advised(self, state)
        (course,) = courses_of(Atlas(rules, push), (self._land.whole,), self.states)
        assert course is not None  # not more than what was walked
        rulings = getattr(self.scene.setup, "rulings", None)
        return Odds(
            self.scene.rules,
            self.scene.name,
            {} if rulings is None else msgspec.to_builtins(rulings),
            PLAN,
            (Exact if self._exact else Solved)(course.parts, course.states),
            self._weigh,
        )

    def _weigh(self) -> Mapping[str, Mapping[Any, Ends]]:
        """The ends of best play under each other value of each ruling; none in large scenes."""
        if self.states > MOST_WEIGHED:
            return {}
        weight: dict[str, dict[Any, Ends]] = {}
        setup: Any = self.scene.setup
        for ruling in self.scene.manifest.rulings:
            weight[ruling.id] = {}
            for value in ruling.values:
                if value != getattr(setup.rulings, ruling.id):
                    changed = replace(setup, rulings=replace(setup.rulings, **{ruling.id: value}))
                    scene = replace(self.scene, setup=changed)
                    other = Best(scene, self.seats, self.aim, self.against, self._exact)
                    weight[ruling.id][value] = other.odds.ends
        return weight


class _Advised(WholeRules):
    """Rules under which plan push is best play."""

    def __init__(self, best: Best, start: Any) -> None:
        super().__init__(best.scene.ruleset)
        self._best, self._start = best, start

    def start(self, whole: Whole) -> Any:
        return self._start

    def node(self, whole: Whole, state: Any) -> Node:
        """The question, with the advised option in the plan's place."""
        asks = super().node(whole, state)
        advised = self._best.advised(state) if isinstance(asks, Choice) else None
        return asks if advised is None else replace(asks, push=advised)


def best(
    scene: Scene,
    seat: Seat | Sequence[Seat],
    value: str | Aim | None = None,
    against: str = "push",
    exact: bool = False,
) -> Best:
    """Best play of a seat (or of several that play together) for an aim such as "control=1,wounds_1=-0.5".

    Without one the seat plays for what its rules say that it plays for. The others go on as the plan says,
    or do what is worst for the aim where `against` is "best". With `exact` the odds of the play found are
    fractions. Refused, with what would be accepted, for unknown seats, plans and names, and for scenes of
    more states than the rule set's bound.
    """
    seats = (seat,) if isinstance(seat, str) else tuple(seat)
    hold(scene, seats, against)
    aim = own_aim(scene, seats) if value is None else Aim.read(value) if isinstance(value, str) else value
    return Best(scene, seats, aim, against, exact)


def hold(scene: Scene, seats: Sequence[Seat], against: str = "push") -> None:
    """Refuse seats that the scene's rules don't have, and plans that nobody knows."""
    known = (*scene.manifest.seats, GM)
    faults: list[Refusal] = [not_accepted("seat", seat, known) for seat in seats if seat not in known]
    if not seats:
        faults.append(refusal("best.no_seat", "seat", accepted=", ".join(known)))
    if against not in AGAINST:
        faults.append(refusal("odds.plan", "against", got=against, accepted=", ".join(AGAINST)))
    if faults:
        raise Refused(faults)
