"""Sheets, hooks, defences and rulings: what a group writes into a scene file for this rule set."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Text: TypeAlias = Annotated[str, Meta(max_length=200)]
Rating: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Skill: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Penalty: TypeAlias = Annotated[int, Meta(ge=0, le=40)]
Facts: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=20)]

ProgramKind: TypeAlias = Literal["white_ic", "black_ic", "tar_bomb", "barrier"]
HookKind: TypeAlias = Literal[
    "superficial_details",
    "personal_information",
    "known_well",
    "hunted",
    "system_contact",
    "personal_system",
    "digital_contact",
]
DefenceKind: TypeAlias = Literal["protected", "fake_id", "sheltered"]
ActionKind: TypeAlias = Literal[
    "expose", "identify", "end", "white_ic", "black_ic", "tar_bomb", "barrier", "help", "wait"
]

MONITOR = 10
"""Boxes of the condition monitor: L 1, M 3, S 6, D 10."""


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Program(_Sheet, frozen=True, kw_only=True):
    """A defensive program."""

    kind: ProgramKind
    rating: Rating


class Dossier(_Sheet, frozen=True, kw_only=True, rename={"one": "1", "two": "2", "three": "3", "four": "4"}):
    """Facts about somebody by information level, vague (1) to exact (4)."""

    one: Facts = ()
    two: Facts = ()
    three: Facts = ()
    four: Facts = ()

    def facts(self, level: int) -> tuple[str, ...]:
        """The facts of one level."""
        return (self.one, self.two, self.three, self.four)[level - 1]


class Participant(_Sheet, frozen=True, kw_only=True):
    """Somebody who takes part. `tech_pool` 0: none; `boxes` of the physical monitor that are filled."""

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


class Attacker(Participant, frozen=True, kw_only=True):
    """Who traces. `previous`: earlier attempts and sessions against this defender; `further`: what their
    exposures added to every later target number."""

    previous: Penalty = 0
    further: Penalty = 0


class Helper(Participant, frozen=True, kw_only=True):
    """Somebody who can be summoned, on a side."""

    side: Literal["attackers", "defenders"]


class Hook(_Sheet, frozen=True, kw_only=True):
    """What an attacker has to go by. `value` where the rules give a range; `found`: false while it may
    still be found during the session."""

    kind: HookKind
    value: Annotated[int, Meta(ge=-6, le=-1)] | None = None


class Defence(_Sheet, frozen=True, kw_only=True):
    """What hides a defender: `rating` of an engineer, VI or fake ID, `value` of a sheltering group."""

    kind: DefenceKind
    rating: Rating | None = None
    value: Annotated[int, Meta(ge=2, le=6)] | None = None


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

    actions: Annotated[tuple[ActionKind, ...], Meta(min_length=1, max_length=20)] = ("end",)


class Plan(_Sheet, frozen=True, kw_only=True):
    """How the seats play on by themselves: the level that the attacker aims for, how he splits his pool
    (left out: half and half, the odd die to computers), what the defender answers."""

    level: Level = 1
    pool: Split | None = None
    defender: DefenderPlan = DefenderPlan()
