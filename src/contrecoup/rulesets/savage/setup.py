"""Setups: the scenes of this rule set as they stand in a scene file."""

from collections.abc import Hashable
from typing import Self, cast

from msgspec.structs import replace

from contrecoup.kernel import Setup
from contrecoup.rulesets.savage.rules.markers import hacker_markers, system_markers
from contrecoup.rulesets.savage.sheets import Hacker, Plan, Rulings, System
from contrecoup.rulesets.savage.state import DuelState, IntrusionState


class Intrusion(Setup, frozen=True, kw_only=True):
    """A hacker against a system."""

    hacker: Hacker
    system: System
    rulings: Rulings = Rulings()
    plan: Plan = Plan()

    def shape(self, state: IntrusionState, /) -> Hashable:
        """Dice, ratings and names only weigh; colour and kind of hacker matter once a blow has fallen.

        Who may come back gets new markers by his sheet: there setups of other ratings share nothing.
        """
        hacker, rulings = self.hacker, self.rulings
        rounds = (
            rulings.both_out,
            rulings.disconnect,
            rulings.benny_reroll,
            rulings.opposed_needs_success,
            len(self.system.spiders),
        )
        again = () if self.plan.once else (hacker_markers(hacker), system_markers(self.system))
        coarse = ("intrusion", *rounds, *again, *_before(hacker))
        if not state.struck:
            return coarse
        blow = (self.system.colour, hacker.wild_card, rulings.fatigue_shakes, self.plan.soak)
        return (*coarse, *blow)

    def pushed(self) -> Self:
        hacker, rulings = _pushed(self.hacker, self.rulings, self.plan)
        return replace(self, hacker=hacker, rulings=rulings, plan=replace(self.plan, once=True))

    def pushed_from(self, state: IntrusionState, /) -> Self:
        """Without the questions about Bennies, which no state but those that ask them knows of."""
        hacker, rulings = _pushed(self.hacker, self.rulings, self.plan)
        return replace(self, hacker=hacker, rulings=rulings)

    def played(self, seats: frozenset[str], /) -> Self:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return cast("Self", Played(**fields))


class Played(Intrusion, frozen=True, kw_only=True):
    """An intrusion for odds, whose states leave out what can't matter (module `trimming`)."""


class Duel(Setup, frozen=True, kw_only=True):
    """Two hackers against each other."""

    attacker: Hacker
    defender: Hacker
    rulings: Rulings = Rulings()
    plan: Plan = Plan()

    def shape(self, state: DuelState, /) -> Hashable:
        """As for an intrusion: who hits whom with what matters only once somebody has crashed."""
        pair = (self.attacker, self.defender)
        coarse = ("duel", self.rulings.benny_reroll, *map(_before, pair))
        if not state.struck:
            return coarse
        kinds = tuple(who.wild_card for who in pair)
        return (*coarse, kinds, self.rulings.fatigue_shakes, self.plan.soak)

    def pushed(self) -> Self:
        attacker, rulings = _pushed(self.attacker, self.rulings, self.plan)
        defender, _ = _pushed(self.defender, self.rulings, self.plan)
        return replace(self, attacker=attacker, defender=defender, rulings=rulings)

    def pushed_from(self, state: DuelState, /) -> Self:
        """As for an intrusion."""
        return self.pushed()


def _before(hacker: Hacker) -> tuple[object, ...]:
    """The condition in which a hacker came: an end tells what is new."""
    return (hacker.shaken, hacker.wounds, hacker.fatigue)


def _pushed(hacker: Hacker, rulings: Rulings, plan: Plan) -> tuple[Hacker, Rulings]:
    """Plan push spends Bennies on Soak alone, and only where the plan says so; it neither disconnects nor
    throws out spiders, so the rulings on these decide nothing.
    """
    rulings = replace(rulings, benny_reroll=False, disconnect="before_rolls", opposed_needs_success=True)
    return (hacker if plan.soak else replace(hacker, bennies=0)), rulings
