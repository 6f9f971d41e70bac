"""Entries: what this rule set's content files and a group's packs hold: programs, hooks, defences."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from contrecoup.kernel import Name, Refusal, refusal

Id: TypeAlias = Annotated[str, Meta(max_length=60)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Rating: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Lowering: TypeAlias = Annotated[int, Meta(ge=-20, le=-1)]
Raising: TypeAlias = Annotated[int, Meta(ge=0, le=20)]

Acts: TypeAlias = Literal["white_ic", "black_ic", "tar_bomb", "barrier"]
"""What a program does."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class _Entry(_Part, frozen=True, kw_only=True):
    """An entry of a table; in files its `id` is its table's name ([programs.white_ic])."""

    id: Id


class Titles(_Part, frozen=True, kw_only=True):
    """An entry's name in both languages."""

    en: Line
    fr: Line


class Ratio(_Part, frozen=True, kw_only=True):
    """So much for each point of rating: `times` divided by `over`."""

    times: Annotated[int, Meta(ge=1, le=100)]
    over: Literal[1, 2] = 1

    def halves(self, rating: int) -> int:
        """The number for a rating, in halves."""
        return rating * self.times * 2 // self.over


class Software(_Entry, frozen=True, kw_only=True):
    """A program that is for sale: what it does, its price for each point of rating, the ratings that it comes
    in, how hard it is to find (`availability` for each point, with `days` so many days for each point) and
    its street index."""

    name: Titles
    acts: Acts
    price: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    least: Rating = 1
    most: Rating = 20
    availability: Ratio | None = None
    days: Small = 0
    street_index: Small | None = None


class HookKind(_Entry, frozen=True, kw_only=True):
    """Something to go by: what it takes off the target number, from `least` (the usual) to `most`;
    `stands_for` the hooks that it is never beside."""

    name: Titles
    least: Lowering
    most: Lowering
    stands_for: tuple[Id, ...] = ()


class DefenceKind(_Entry, frozen=True, kw_only=True):
    """Something that hides: it adds its rating, half of it (rounded down), or a value of a range."""

    name: Titles
    adds: Literal["rating", "half", "value"]
    least: Raising = 0
    most: Raising = 20


class Content(_Part, frozen=True, kw_only=True, dict=True):
    """Everything that this rule set reads from content: the shipped entries and those of packs over them."""

    programs: tuple[Software, ...] = ()
    hooks: tuple[HookKind, ...] = ()
    defences: tuple[DefenceKind, ...] = ()
    forbidden: tuple[str, ...] = ()

    @cached_property
    def stock(self) -> "Stock":
        """The same entries by id."""
        return Stock(*(_by_id(getattr(self, table)) for table in Stock._fields))

    def faults(self) -> tuple[Refusal, ...]:
        """Every entry that doesn't fit; the layers of packs ask."""
        return tuple(_misfits(self.stock))


class Stock(NamedTuple):
    """The entries of each table by id, as the rules look them up."""

    programs: Mapping[str, Software]
    hooks: Mapping[str, HookKind]
    defences: Mapping[str, DefenceKind]


def _by_id(entries: tuple[Any, ...]) -> dict[str, Any]:
    return {entry.id: entry for entry in entries}


def _misfits(stock: Stock) -> Iterator[Refusal]:
    for id, program in stock.programs.items():
        if program.least > program.most:
            yield refusal("refused.range", f"programs.{id}.least", least=program.least, most=program.most)
    for id, hook in stock.hooks.items():
        if hook.most > hook.least:
            yield refusal("refused.range", f"hooks.{id}.least", least=hook.least, most=hook.most)
        for place, other in enumerate(hook.stands_for):
            if other not in stock.hooks:
                yield unknown(f"hooks.{id}.stands_for[{place}]", other, stock.hooks)
    for id, defence in stock.defences.items():
        if defence.least > defence.most:
            yield refusal("refused.range", f"defences.{id}.least", least=defence.least, most=defence.most)


def unknown(where: str, id: str, known: Mapping[str, Any]) -> Refusal:
    """Nothing of this name is in the content."""
    return refusal("refused.unknown", where, id=id, accepted=", ".join(sorted(known)) or "–")


def name_of(table: str, entry: Any) -> Name:
    """The name of a table's entry, for messages."""
    return Name(f"{table}.{entry.id}", (("en", entry.name.en), ("fr", entry.name.fr)))
