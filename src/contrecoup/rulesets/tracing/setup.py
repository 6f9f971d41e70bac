"""Setups: the scenes of this rule set as they stand in a scene file."""

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar, cast, get_args

from msgspec import Meta
from msgspec.structs import replace

from contrecoup.kernel import Name, Refused, Setup, refusal
from contrecoup.rulesets.tracing.entries import Acts, Content, name_of
from contrecoup.rulesets.tracing.rules.skill import added_dice, complement, pool_of
from contrecoup.rulesets.tracing.rules.trace import (
    defence_modifier,
    hook_modifier,
    hook_modifiers,
    trace_tn,
)
from contrecoup.rulesets.tracing.sheets import (
    ActionKind,
    Assumed,
    Attacker,
    Defence,
    Defender,
    Dossier,
    Helper,
    Hook,
    Participant,
    Plan,
    Program,
    Rulings,
)
from contrecoup.rulesets.tracing.state import SessionState, TraceState

Hooks = Annotated[tuple[Hook, ...], Meta(max_length=20)]
Defences = Annotated[tuple[Defence, ...], Meta(max_length=20)]
TargetNumber = Annotated[int, Meta(ge=-40, le=100)]

MOST_HELPERS = 4
ATTACKER = "attacker"


Sheet = TypeVar("Sheet", bound=Participant)


class Trace(Setup, frozen=True, kw_only=True, dict=True):
    """The search for a trace. `missing`: there is none, which nobody but the game master knows."""

    attacker: Attacker
    defender: Defender
    hooks: Hooks = ()
    defences: Defences = ()
    missing: bool = False
    rulings: Rulings = Rulings()
    plan: Plan = Plan()
    content: Content = Content()

    @cached_property
    def target(self) -> int:
        """The target number, as it is summed."""
        attacker, stock = self.attacker, self.content.stock
        lowered = hook_modifiers(self.hooks, attacker, stock)
        raised = (defence_modifier(defence, stock) for defence in self.defences)
        return trace_tn(self.defender.stealth, lowered, raised, attacker.previous, attacker.further)

    def shape(self, state: TraceState, /) -> Hashable:
        """Dice only weigh; the target number, and whether there is a trace, decide."""
        return ("trace", self.missing, self.target, self.attacker.computers > 0)

    def known_to(self, seat: str, /) -> Self:
        """As the attacker takes it: his hooks and history, a defender as he assumes, and a trace to find."""
        assumed = _assumed(self.plan, seat)
        return replace(self, defender=_defender(assumed), defences=assumed.defences, missing=False)


class Tool(NamedTuple):
    """A program on somebody's sheet: what it does, its rating, what it is called."""

    acts: Acts
    rating: int
    name: Name


class Session(Setup, frozen=True, kw_only=True, dict=True):
    """A session from the split of the pool to its end.

    `tn`: the session's target number; left out, it comes from hooks, defences and history. `findable`:
    hooks that may still be found, before the session or on the way. `helpers`: those who can be summoned.
    `black_ic_hits`: what its damage goes to; `gm`: he is asked each time.
    """

    is_walked: ClassVar[bool] = False
    """Whether every seat does only what the plan says, so that what it never uses may be forgotten."""

    attacker: Attacker
    defender: Defender
    tn: TargetNumber | None = None
    hooks: Hooks = ()
    findable: Annotated[tuple[Hook, ...], Meta(max_length=8)] = ()
    defences: Defences = ()
    helpers: Annotated[tuple[Helper, ...], Meta(max_length=MOST_HELPERS)] = ()
    dossier: Dossier = Dossier()
    black_ic_hits: Literal["hacker", "hardware", "gm"] = "hacker"
    rulings: Rulings = Rulings()
    plan: Plan = Plan()
    content: Content = Content()

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
        return (ATTACKER, *self._seats("attackers"))

    @cached_property
    def keeper_seats(self) -> tuple[str, ...]:
        """The seats of the keepers."""
        return ("defender", *self._seats("defenders"))

    @cached_property
    def tools(self) -> tuple[tuple[Tool, ...], ...]:
        """The programs of each keeper."""
        return tuple(tuple(map(self._tool, keeper.programs)) for keeper in self.keepers)

    def _tool(self, program: Program) -> Tool:
        software = self.content.stock.programs[program.kind]
        return Tool(software.acts, program.rating, name_of("programs", software))

    @cached_property
    def most_hits(self) -> int:
        """The successes of an attempt beyond which more do nothing: 1, and all barriers that can be."""
        tools = (tool for tools in self.tools for tool in tools)
        return 1 + sum(tool.rating // 2 for tool in tools if tool.acts == "barrier")

    def session_tn(self, found: int) -> int:
        """The session's target number with the hooks found so far, as it is summed.

        The trace that the session follows is no earlier attempt of its own.
        """
        more = tuple(hook for place, hook in enumerate(self.findable) if found >> place & 1)
        attacker, stock = self.attacker, self.content.stock
        if self.tn is not None:
            return self.tn + sum(hook_modifier(hook, stock) for hook in more)
        lowered = hook_modifiers((*self.hooks, *more), attacker, stock)
        raised = (defence_modifier(defence, stock) for defence in self.defences)
        earlier = max(0, attacker.previous - attacker.traced)
        return trace_tn(self.defender.stealth, lowered, raised, earlier, attacker.further)

    def _seats(self, side: str) -> tuple[str, ...]:
        return tuple(f"helper_{place}" for place, helper in enumerate(self.helpers, 1) if helper.side == side)

    @cached_property
    def _shape(self) -> Hashable:
        rulings, plan = self.rulings, self.plan
        return (
            type(self).__name__,
            (rulings.detection, rulings.pool_refresh, rulings.exposed_learns),
            (rulings.stealth_out, rulings.stealth_shown, self.black_ic_hits),
            (plan.level, plan.pool, plan.defender.actions, self.attacker.known.bits),
            tuple(hook.kind for hook in self.findable),
            tuple(
                (seat, *self._counts(sheet))
                for seat, sheet in zip(self.intruder_seats, self.intruders, strict=True)
            ),
            tuple(
                (seat, *self._counts(sheet))
                for seat, sheet in zip(self.keeper_seats, self.keepers, strict=True)
            ),
            tuple(tuple(map(_bounding, tools)) for tools in self.tools),
        )

    def _counts(self, sheet: Participant) -> Iterator[int]:
        """How many dice somebody can throw, which bounds successes, and the boxes that he comes with."""
        yield from (sheet.computers, pool_of(sheet), sheet.body, sheet.boxes)
        yield from (added_dice(sheet, self.rulings), complement(sheet, self.rulings))

    def shape(self, state: SessionState, /) -> Hashable:
        """What bounds options and counts, and the rulings that decide; stealth skills, target numbers, hooks,
        defences, history, ratings of IC, keepers' wounds, names and dossiers only weigh or are only told."""
        return self._shape

    def pushed(self) -> Self:
        """The plan and nothing else: programs and helpers that it never uses are left out, and so are hooks
        that may be found, dossiers and names; identifying decides nothing."""
        actions = tuple("wait" if action == "identify" else action for action in self.plan.defender.actions)
        summoned = tuple(
            helper for helper in self.helpers if helper.side == "defenders" and "help" in actions
        )
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        fields |= {
            "defender": self._reduced(self.defender, actions),
            "helpers": tuple(self._reduced(helper, actions) for helper in summoned),
            "plan": replace(self.plan, defender=replace(self.plan.defender, actions=_shortest(actions))),
            "findable": (),
            "dossier": Dossier(),
        }
        return cast("Self", Walked(**fields))

    def played(self, seats: frozenset[str], /) -> Self:
        """The same session, whose states leave out what can't matter while only these seats decide."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        return cast("Self", Played(**fields, seats=seats))

    def _reduced(self, sheet: Sheet, actions: tuple[str, ...]) -> Sheet:
        """A keeper with the programs that the plan uses."""
        kinds = self.content.stock.programs
        used = tuple(program for program in sheet.programs if kinds[program.kind].acts in actions)
        return replace(sheet, name="", dossier=Dossier(), programs=used)

    def known_to(self, seat: str, /) -> Self:
        """As the attacker takes it: the number that he was told, his side, a defender as he assumes."""
        assumed = _assumed(self.plan, seat)
        plan = replace(self.plan, defender=replace(self.plan.defender, actions=assumed.actions))
        return replace(
            self,
            defender=_defender(assumed),
            tn=self.session_tn(0),
            hooks=(),
            findable=(),
            defences=(),
            dossier=Dossier(),
            helpers=tuple(helper for helper in self.helpers if helper.side == "attackers"),
            black_ic_hits="hacker" if self.black_ic_hits == "gm" else self.black_ic_hits,
            plan=plan,
        )


class Walked(Session, frozen=True, kw_only=True, dict=True):
    """A session in which every seat does only what the plan says."""

    is_walked: ClassVar[bool] = True

    def pushed(self) -> Self:
        return self


class Played(Session, frozen=True, kw_only=True, dict=True):
    """A session for odds, in which only some seats decide (module `trimming`)."""

    seats: frozenset[str]

    @cached_property
    def attacker_decides(self) -> bool:
        """Whether the attacker may do something else than the plan says."""
        return ATTACKER in self.seats

    @cached_property
    def keepers_decide(self) -> bool:
        """Whether a keeper may."""
        return not self.seats.isdisjoint(self.keeper_seats)

    @cached_property
    def known_before(self) -> int:
        """The levels that the attacker came with, a bit each."""
        return self.attacker.known.bits

    @cached_property
    def feared(self) -> frozenset[str]:
        """What a keeper may ever do."""
        return frozenset(get_args(ActionKind)) if self.keepers_decide else self.ahead[0]

    @cached_property
    def ahead(self) -> tuple[frozenset[str], ...]:
        """What the keepers' plan still holds at each of its steps."""
        actions = self.plan.defender.actions
        return tuple(frozenset(actions[step:]) for step in range(len(actions)))


def _bounding(tool: Tool) -> tuple[str, str, int]:
    """What a program does and is called, and the tar and barriers that it bounds; IC's rating only weighs."""
    return tool.name.id, tool.acts, 0 if tool.acts in ("white_ic", "black_ic") else tool.rating


def _shortest(actions: tuple[str, ...]) -> tuple[str, ...]:
    """A plan without repeats of its last action, which is repeated anyway."""
    while actions[1:] and actions[-1] == actions[-2]:
        actions = actions[:-1]
    return actions


def _assumed(plan: Plan, seat: str) -> Assumed:
    """What a seat assumes; Refused for others than the attacker, who knows too little to reckon by, and
    where the scene names no assumption."""
    if seat != ATTACKER:
        raise Refused([refusal("odds.seat", "", seat=seat, accepted=ATTACKER)])
    if plan.assumed is None:
        raise Refused([refusal("refused.not_assumed", "plan.assumed")], "tracing")
    return plan.assumed


def _defender(assumed: Assumed) -> Defender:
    return Defender(
        computers=assumed.computers,
        stealth=assumed.stealth,
        tech_pool=assumed.tech_pool,
        programs=assumed.programs,
    )
