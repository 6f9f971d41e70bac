"""Sheets, hooks, defences and rulings: what a group writes into a scene file for this rule set."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Text: TypeAlias = Annotated[str, Meta(max_length=200)]
Rating: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Skill: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Penalty: TypeAlias = Annotated[int, Meta(ge=0, le=40)]
Id: TypeAlias = Annotated[str, Meta(max_length=60)]
Facts: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=20)]

ActionKind: TypeAlias = Literal[
    "expose", "identify", "end", "white_ic", "black_ic", "tar_bomb", "barrier", "help", "wait"
]

LEVEL_NAMES = {"one": "1", "two": "2", "three": "3", "four": "4"}
Actions: TypeAlias = Annotated[tuple[ActionKind, ...], Meta(min_length=1, max_length=20)]

MONITOR = 10
"""Boxes of the condition monitor: L 1, M 3, S 6, D 10."""


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Program(_Sheet, frozen=True, kw_only=True):
    """A defensive program; `kind` is its entry's id."""

    kind: Id
    rating: Rating


class Dossier(_Sheet, frozen=True, kw_only=True, rename=LEVEL_NAMES):
    """Facts about somebody by information level, vague (1) to exact (4)."""

    one: Facts = ()
    two: Facts = ()
    three: Facts = ()
    four: Facts = ()

    def facts(self, level: int) -> tuple[str, ...]:
        """The facts of one level."""
        return (self.one, self.two, self.three, self.four)[level - 1]


class Known(_Sheet, frozen=True, kw_only=True, rename=LEVEL_NAMES):
    """The levels of the other side's dossier that somebody has learned."""

    one: bool = False
    two: bool = False
    three: bool = False
    four: bool = False

    @property
    def bits(self) -> int:
        """The levels as bits, level 1 first."""
        levels = (self.one, self.two, self.three, self.four)
        return sum(1 << place for place, is_known in enumerate(levels) if is_known)


class Participant(_Sheet, frozen=True, kw_only=True):
    """Somebody who takes part. `tech_pool` 0: none; `boxes` of the physical monitor that are filled;
    `contact`: he has been in digital contact with the other side; `known`: what he has learned of it."""

    name: Text = ""
    computers: Skill
    stealth: Skill = 0
    intelligence: Skill = 0
    body: Skill = 0
    tech_pool: Skill = 0
    datajack: bool = False
    programs: Annotated[tuple[Program, ...], Meta(max_length=20)] = ()
    boxes: Annotated[int, Meta(ge=0, le=MONITOR - 1)] = 0
    dossier: Dossier = Dossier()
    contact: bool = False
    known: Known = Known()


class Defender(Participant, frozen=True, kw_only=True):
    """Who is traced. `kind` is what a sheet's file says of itself."""

    kind: Literal["defender"] = "defender"


class Attacker(Participant, frozen=True, kw_only=True):
    """Who traces. `previous`: earlier attempts and sessions against this defender; `traced`: the last of
    them found the trace that is followed now, and doesn't count against itself; `further`: what exposures
    added to every later target number."""

    kind: Literal["attacker"] = "attacker"
    previous: Penalty = 0
    traced: bool = False
    further: Penalty = 0


class Helper(Participant, frozen=True, kw_only=True):
    """Somebody who can be summoned, on a side."""

    kind: Literal["helper"] = "helper"
    side: Literal["attackers", "defenders"]


class Hook(_Sheet, frozen=True, kw_only=True):
    """What an attacker has to go by; `kind` is its entry's id, `value` where the rules give a range."""

    kind: Id
    value: Annotated[int, Meta(ge=-20, le=-1)] | None = None


class Defence(_Sheet, frozen=True, kw_only=True):
    """What hides a defender; `kind` is its entry's id: `rating` of an engineer, VI or fake ID, `value` of a
    sheltering group."""

    kind: Id
    rating: Rating | None = None
    value: Annotated[int, Meta(ge=0, le=20)] | None = None


class Rulings(_Sheet, frozen=True, kw_only=True):
    """What the source leaves open, with the defaults of the rule page."""

    datajack_intelligence: Literal["dice", "complementary", "off"] = "dice"
    detection: Literal["on_success", "every_attempt"] = "on_success"
    opposed_tn: Literal["opponent_skill", "four"] = "opponent_skill"
    pool_refresh: Literal["each_turn", "session"] = "each_turn"
    exposed_learns: Literal["when_answered", "at_once"] = "when_answered"
    stealth_out: Literal["tn_floor", "exposed"] = "tn_floor"
    stealth_shown: Literal["start_only", "always", "never"] = "start_only"


class Split(_Sheet, frozen=True, kw_only=True):
    """A tech pool split between computers and digital stealth."""

    computers: Skill = 0
    stealth: Skill = 0


class DefenderPlan(_Sheet, frozen=True, kw_only=True):
    """What a defender does: one action a time, in order, the last one repeated."""

    actions: Actions = ("end",)


class Assumed(_Sheet, frozen=True, kw_only=True):
    """What the attacker assumes of what he can't know: the defender's skills, pool, IC and wounds, his
    actions, and what hides him. The attacker's own odds rest on this and on nothing that is true."""

    computers: Skill
    stealth: Skill = 0
    tech_pool: Skill = 0
    programs: Annotated[tuple[Program, ...], Meta(max_length=20)] = ()
    defences: Annotated[tuple[Defence, ...], Meta(max_length=20)] = ()
    actions: Actions = ("end",)


class Plan(_Sheet, frozen=True, kw_only=True):
    """How the seats play on by themselves: the level that the attacker aims for, how he splits his pool
    (left out: half and half, the odd die to computers), what the defender answers; `assumed`: what the
    attacker takes for granted in odds of his own."""

    level: Level = 1
    pool: Split | None = None
    defender: DefenderPlan = DefenderPlan()
    assumed: Assumed | None = None
