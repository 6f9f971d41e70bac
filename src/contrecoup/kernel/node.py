"""Nodes: the one question that each state of a scene asks."""

from collections.abc import Hashable
from typing import Final, TypeAlias

import msgspec

from contrecoup.kernel.message import Value, Values
from contrecoup.kernel.refusal import Refused, refusal
from contrecoup.kernel.seat import EVERYONE, Audience, Seat
from contrecoup.kernel.test import Result, Test

CEILING: Final = 30
"""Counts that could grow without end stop here, far beyond play."""


class Option(msgspec.Struct, frozen=True):
    """One way to answer a choice. `id` with `values` is what is decided ("split", computers=2, stealth=2).

    Its text is the catalogue entry "option.<id>" with the same values.
    """

    id: str
    values: Values = ()

    def __getitem__(self, name: str) -> Value:
        return dict(self.values)[name]


def option(id: str, /, **values: Value) -> Option:
    """An option with its values given by name."""
    return Option(id, tuple(values.items()))


class Choice(msgspec.Struct, frozen=True):
    """Somebody decides. `reason` is the catalogue entry of the question.

    `push` is the option that the plan *push* takes here, also when a seat plays on by itself.
    `audience`: who learns that the question is asked, and its answer. `round`: this node opens a round.
    """

    seat: Seat
    options: tuple[Option, ...]
    push: Option
    reason: str
    audience: Audience = EVERYONE
    round: bool = False


class Throw(msgspec.Struct, frozen=True):
    """Dice decide.

    `reason` is the catalogue entry of what is thrown for. Results below `floor` or above `cap` lead
    where the bound leads. `key` says all that the test depends on beside the setup: two nodes of a
    scene with equal keys ask for equal tests, so odds ask once a key. Where `mishap_matters` is False a
    mishap leads where its value leads without one. `audience`: who learns dice and result. `round`: this
    node opens a round.
    """

    seat: Seat
    test: Test
    reason: str
    key: Hashable
    floor: int = 0
    cap: int = CEILING
    mishap_matters: bool = True
    audience: Audience = EVERYONE
    round: bool = False


class Tally(msgspec.Struct, frozen=True):
    """What odds report at the end: `kind` ("left", "harm", "level"), of whom ("" for the scene)."""

    kind: str
    value: int | str
    of: Seat = ""


class Change(msgspec.Struct, frozen=True):
    """What stays on a sheet after the scene: the sheet's path in the scene file, its field, the new value."""

    sheet: str
    field: str
    value: int | str | bool


class End(msgspec.Struct, frozen=True):
    """Nothing more is asked. `outcome` is how the scene ended, `aftermath` what stays on sheets."""

    outcome: str
    tallies: tuple[Tally, ...] = ()
    aftermath: tuple[Change, ...] = ()


Node: TypeAlias = Choice | Throw | End
Answer: TypeAlias = Option | Result


def pick(node: Node, answer: Answer) -> Option:
    """The answer as one of the options that this node offers; Refused where it isn't."""
    if isinstance(node, Choice) and isinstance(answer, Option) and answer in node.options:
        return answer
    raise Refused([refusal("scene.not_offered")])


def result_of(answer: Answer) -> Result:
    """The answer as the result of a throw; Refused where it isn't."""
    if isinstance(answer, Result):
        return answer
    raise Refused([refusal("scene.not_thrown")])
