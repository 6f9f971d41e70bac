"""Setups: the scenes of this rule set as they stand in a scene file."""

from collections.abc import Hashable
from functools import cached_property
from math import factorial, prod
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from contrecoup.kernel import Setup
from contrecoup.rulesets.machines.combatant import Combatant, Dice
from contrecoup.rulesets.machines.contents import Content
from contrecoup.rulesets.machines.fighter import ENDLESS, Fighter
from contrecoup.rulesets.machines.muster import fighters_of
from contrecoup.rulesets.machines.rules.attack import may_harm
from contrecoup.rulesets.machines.rules.dice import Rulings
from contrecoup.rulesets.machines.rules.health import OUT
from contrecoup.rulesets.machines.sheets import Human, Id, Robot

MOST_COMBATANTS = 30
MOST_REMEMBERED = 200_000
VAST = 400_000
"""Counted states above which a fight is sampled at once; a duel with rifles and a magazine more is below."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a seat plays on by itself: whom it attacks, with how many shots at a time, and from which health
    box on it flees or surrenders (0: never)."""

    target: Literal["nearest", "weakest"] = "nearest"
    shots: Annotated[int, Meta(ge=1, le=20)] = 1
    flees: Annotated[int, Meta(ge=0, le=20)] = 0
    surrenders: Annotated[int, Meta(ge=0, le=20)] = 0


def _leading(rulings: Rulings, fighters: tuple[Fighter, ...]) -> Rulings:
    """The rulings without the one that only weighs, and without the vehicles' where there is none."""
    if any(fighter.is_vehicle for fighter in fighters):
        return replace(rulings, success_at="at_or_above")
    return replace(rulings, success_at="at_or_above", vehicle_hits_person="roll")


def _rounds(fighter: Fighter) -> int:
    """The most rounds that a weapon of his has, those in spare magazines too."""
    loaded = (arm.rounds + arm.spare * arm.magazine for arm in fighter.arms if arm.magazine != ENDLESS)
    return max(loaded, default=0)


class Fight(Setup, frozen=True, kw_only=True, dict=True):
    """Combatants on sides, until one side is left."""

    combatants: Annotated[tuple[Combatant, ...], Meta(min_length=2, max_length=MOST_COMBATANTS)]
    rulings: Rulings = Rulings()
    plan: Plan = Plan()
    content: Content = Content()

    @cached_property
    def fighters(self) -> tuple[Fighter, ...]:
        """The combatants as the fight counts them."""
        return fighters_of(self.combatants, self.content.stock)

    @cached_property
    def out(self) -> tuple[frozenset[int], ...]:
        """Of each fighter, the numbers of boxes filled with which he can't act."""
        return tuple(
            frozenset(boxes for boxes, added in enumerate(fighter.boxes.added) if added >= OUT)
            for fighter in self.fighters
        )

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The side of each fighter."""
        return tuple(fighter.side for fighter in self.fighters)

    @cached_property
    def harmed(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """Of each fighter and each of his weapons, those whom it can harm."""
        deadly = self.rulings.vehicle_hits_person == "dead"
        return tuple(
            tuple(
                frozenset(
                    foe for foe, target in enumerate(self.fighters) if may_harm(arm, fighter, target, deadly)
                )
                for arm in fighter.arms
            )
            for fighter in self.fighters
        )

    @cached_property
    def by_distance(self) -> tuple[tuple[int, ...], ...]:
        """Of each fighter, all of them from the nearest to the farthest; of equal ones the first."""
        places = [fighter.at for fighter in self.fighters]
        return tuple(
            tuple(
                index for _, index in sorted((abs(there - here), index) for index, there in enumerate(places))
            )
            for here in places
        )

    @cached_property
    def memo(self) -> dict[Hashable, object]:
        """What has been worked out once: questions, and what follows an action."""
        return {}

    def remember(self, key: Hashable, found: object) -> None:
        """Keep something worked out; a sampled fight of many would keep it without end, so all is dropped
        at a bound."""
        if len(self.memo) >= MOST_REMEMBERED:
            self.memo.clear()
        self.memo[key] = found

    @cached_property
    def plain(self) -> "Fight":
        """This fight as it is played, every throw by itself."""
        return self

    @property
    def straight(self) -> bool:
        """Whether this is a copy for odds: attacks of the plan are made without a question, as one throw."""
        return self.plain is not self

    def shape(self, state: object, /) -> Hashable:
        """Everything that counts, but for what a success is, which only weighs."""
        return self.leading

    @cached_property
    def leading(self) -> Hashable:
        """The shape, the same for all states."""
        return ("fight", self.fighters, self.plan, self.straight, _leading(self.rulings, self.fighters))

    def is_vast(self) -> bool:
        """By a rough count, twice what a duel reaches: orders of turns, boxes and rounds of everybody."""
        rounds = prod(_rounds(fighter) + 1 for fighter in self.fighters)
        boxes = prod(fighter.boxes.last for fighter in self.fighters)
        return factorial(len(self.fighters)) * boxes * rounds > VAST

    def pushed(self) -> Self:
        """The same fight without the question whether to do what the plan does, each attack one throw."""
        same = replace(self)
        vars(same)["plain"] = self.plain
        return same


class Attack(Setup, frozen=True, kw_only=True, dict=True):
    """The first combatant attacks the second once. `dice`: of a split pool, those that this shot has
    (0: all); `distance`: metres between the target and the burst of a grenade."""

    combatants: Annotated[tuple[Combatant, ...], Meta(min_length=2, max_length=2)]
    rulings: Rulings = Rulings()
    dice: Dice = 0
    distance: Annotated[int, Meta(ge=0, le=1000)] = 0
    content: Content = Content()

    @cached_property
    def fighters(self) -> tuple[Fighter, ...]:
        """The two as the fight counts them."""
        return fighters_of(self.combatants, self.content.stock)

    def shape(self, state: object, /) -> Hashable:
        """Everything that counts, but for what a success is, which only weighs."""
        return ("attack", self.fighters, self.dice, self.distance, _leading(self.rulings, self.fighters))


class Check(Setup, frozen=True, kw_only=True):
    """One throw: abilities of a sheet (`pool`), or a standing test (`task`), against a difficulty, with
    successes asked; both are the task's where they are left out.

    `target`: whose condition or warmth a standing test is against, or who is repaired (left out: the
    actor repairs himself). `dice`: more dice, or all of a dog's.
    """

    actor: Id | Robot | Human | None = None
    target: Id | Robot | Human | None = None
    task: Id = ""
    pool: Annotated[tuple[Id, ...], Meta(max_length=4)] = ()
    dice: Dice = 0
    difficulty: Annotated[int, Meta(ge=-20, le=20)] | None = None
    successes: Annotated[int, Meta(ge=0, le=30)] | None = None
    rulings: Rulings = Rulings()
    content: Content = Content()
