"""Setups: the scenes of this rule set as they stand in a scene file."""

from collections.abc import Hashable
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from contrecoup.kernel import Setup
from contrecoup.rulesets.tracing.rules.trace import trace_tn
from contrecoup.rulesets.tracing.sheets import (
    Attacker,
    Defence,
    Dossier,
    Helper,
    Hook,
    Participant,
    Plan,
    Rulings,
)
from contrecoup.rulesets.tracing.state import SessionState, TraceState

Hooks = Annotated[tuple[Hook, ...], Meta(max_length=20)]
Defences = Annotated[tuple[Defence, ...], Meta(max_length=20)]
TargetNumber = Annotated[int, Meta(ge=-40, le=100)]

MOST_HELPERS = 4


class Trace(Setup, frozen=True, kw_only=True, dict=True):
    """The search for a trace. `missing`: there is none to be found, which nobody but the game master knows."""

    attacker: Attacker
    defender: Participant
    hooks: Hooks = ()
    defences: Defences = ()
    missing: bool = False
    rulings: Rulings = Rulings()
    plan: Plan = Plan()

    def shape(self, state: TraceState, /) -> Hashable:
        """Ratings only weigh; whether there is a trace decides."""
        return ("trace", self.missing, self.target)

    @property
    def target(self) -> int:
        """The target number, as it is summed."""
        attacker = self.attacker
        return trace_tn(self.defender.stealth, self.hooks, self.defences, attacker.previous, attacker.further)


class Session(Setup, frozen=True, kw_only=True, dict=True):
    """A session from the split of the pool to its end.

    `tn`: the session's target number; left out, it comes from hooks, defences and history. `findable`:
    hooks that may still be found on the way. `helpers`: those who can be summoned. `black_ic_hits`: what
    its damage goes to; `gm`: he is asked each time.
    """

    attacker: Attacker
    defender: Participant
    tn: TargetNumber | None = None
    hooks: Hooks = ()
    findable: Annotated[tuple[Hook, ...], Meta(max_length=8)] = ()
    defences: Defences = ()
    helpers: Annotated[tuple[Helper, ...], Meta(max_length=MOST_HELPERS)] = ()
    dossier: Dossier = Dossier()
    black_ic_hits: Literal["hacker", "hardware", "gm"] = "hacker"
    rulings: Rulings = Rulings()
    plan: Plan = Plan()

    @cached_property
    def intruders(self) -> tuple[Participant, ...]:
        """The attacker, then those who may be summoned to his side."""
        return (self.attacker, *(helper for helper in self.helpers if helper.side == "attackers"))

    @cached_property
    def keepers(self) -> tuple[Participant, ...]:
        """The defender, then those who may be summoned to his side."""
        return (self.defender, *(helper for helper in self.helpers if helper.side == "defenders"))

    @cached_property
    def intruder_seats(self) -> tuple[str, ...]:
        """The seats of the intruders."""
        return ("attacker", *self._seats("attackers"))

    @cached_property
    def keeper_seats(self) -> tuple[str, ...]:
        """The seats of the keepers."""
        return ("defender", *self._seats("defenders"))

    @cached_property
    def most_barriers(self) -> int:
        """The most barriers that there can ever be."""
        programs = (program for keeper in self.keepers for program in keeper.programs)
        return sum(program.rating // 2 for program in programs if program.kind == "barrier")

    def session_tn(self, found: int) -> int:
        """The session's target number with the hooks found so far, as it is summed."""
        more = tuple(hook for place, hook in enumerate(self.findable) if found >> place & 1)
        if self.tn is not None:
            return self.tn + sum(hook.value or 0 for hook in more)
        attacker = self.attacker
        hooks = (*self.hooks, *more)
        return trace_tn(self.defender.stealth, hooks, self.defences, attacker.previous, attacker.further)

    def _seats(self, side: str) -> tuple[str, ...]:
        return tuple(f"helper_{place}" for place, helper in enumerate(self.helpers, 1) if helper.side == side)

    def shape(self, state: SessionState, /) -> Hashable:
        """What bounds options, decides who may do what, and how far counts matter; skills only weigh."""
        return ("session", self)
