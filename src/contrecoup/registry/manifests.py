"""Manifests: what a rule set says of itself, read without importing it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec

from contrecoup.kernel import Refusal, Refused, Seat, refusal
from contrecoup.registry import documents, reasons
from contrecoup.registry.faults import fitted

FILE: Final = "manifest.toml"
LANGUAGES: Final = ("en", "fr")

_Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Seats = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*\*?$", max_length=40)]
_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the rules leave open: its answers, and the one that holds unless a scene says other."""

    id: _Id
    values: Annotated[tuple[str | bool | int, ...], msgspec.Meta(min_length=2, max_length=20)]
    default: str | bool | int


class _Titles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    en: _Line
    fr: _Line


class Like(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the tables of `key` may be any of a content table's entries: `field` of those that have the
    `same` as the true one, with what the seat sees of it, which it `keeps`."""

    key: _Key
    table: _Id
    field: _Id
    same: tuple[_Id, ...] = ()
    keeps: tuple[_Id, ...] = ()


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat can't know: keys that may have any value of their range (or those named behind "="), tables
    that may be like entries of the content, and keys that are left out.

    `surprises` are like `any`, but held possible only once what the seat has seen fits nothing else. A
    scene's own beliefs go before all four.
    """

    any: tuple[_Key, ...] = ()
    like: tuple[Like, ...] = ()
    without: tuple[_Key, ...] = ()
    surprises: tuple[_Key, ...] = ()

    def of_place(self, number: str) -> "Hidden":
        """The same for one of many numbered seats: "*" in keys is the place of its entry, from 0."""
        place = str(int(number) - 1)
        return Hidden(
            tuple(key.replace("*", place) for key in self.any),
            tuple(msgspec.structs.replace(each, key=each.key.replace("*", place)) for each in self.like),
            tuple(key.replace("*", place) for key in self.without),
            tuple(key.replace("*", place) for key in self.surprises),
        )


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: _Id
    version: _Line
    title: _Titles
    source: _Line
    seats: Annotated[tuple[_Id, ...], msgspec.Meta(min_length=1, max_length=50)]
    scenes: Annotated[tuple[_Id, ...], msgspec.Meta(min_length=1, max_length=50)]
    state_bound: Annotated[int, msgspec.Meta(ge=1)]
    beyond: tuple[_Id, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    dials: dict[_Id, tuple[_Key, ...]] = {}
    hidden: dict[_Id, dict[_Seats, Hidden]] = {}
    value: dict[_Id, dict[_Seats, _Line]] = {}


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set's manifest.

    `title` is by language, `state_bound` the largest number of reachable states that odds walk exactly,
    `folder` holds texts, contents and pages, `module` is imported once the rules are needed. `dials` are the
    keys of each scene that a dial turns unless others are named; `hidden`, by scene and seat, what the seat
    can't know ("fighter_*": each of the numbered seats); `value`, likewise, what a seat plays for unless it
    says other ("control=1").
    """

    id: str
    version: str
    title: Mapping[str, str]
    source: str
    seats: tuple[Seat, ...]
    scenes: tuple[str, ...]
    state_bound: int
    beyond: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...]
    dials: Mapping[str, tuple[str, ...]] = {}
    hidden: Mapping[str, Mapping[Seat, Hidden]] = {}
    value: Mapping[str, Mapping[Seat, str]] = {}
    folder: Path
    module: str

    def hidden_from(self, seat: Seat, scene: str) -> Hidden | None:
        """What a seat can't know of a scene; None where nothing is said of it."""
        seats = self.hidden.get(scene, {})
        family, _, number = seat.rpartition("_")
        if seat in seats or not number.isdecimal() or f"{family}_*" not in seats:
            return seats.get(seat)
        return seats[f"{family}_*"].of_place(number)

    def value_for(self, seat: Seat, scene: str) -> str | None:
        """What a seat plays for in a scene, as it is written; None where nothing is said of it.

        "*" is the place of a numbered seat's entry, from 0.
        """
        seats = self.value.get(scene, {})
        family, _, number = seat.rpartition("_")
        if seat in seats or not number.isdecimal() or f"{family}_*" not in seats:
            return seats.get(seat)
        return seats[f"{family}_*"].replace("*", str(int(number) - 1))


def read(folder: Path, module: str) -> Manifest:
    """The manifest of a rule set's folder; Refused with every fault, each with its file, key and line."""
    path = folder / FILE
    document = documents.read(path)
    try:
        documents.hold_bounds(document.data)
        said = fitted(document.data, _Written)
        _agree(said)
    except Refused as refused:
        lines = document.lines()
        raise Refused(
            documents.in_file(fault, path, lines.line(fault.where)) for fault in refused.reasons
        ) from None
    return Manifest(
        id=said.id,
        version=said.version,
        title={"en": said.title.en, "fr": said.title.fr},
        source=said.source,
        seats=said.seats,
        scenes=said.scenes,
        state_bound=said.state_bound,
        beyond=said.beyond,
        rulings=said.rulings,
        dials=said.dials,
        hidden=said.hidden,
        value=said.value,
        folder=folder,
        module=module,
    )


def _agree(said: _Written) -> None:
    found = tuple(_disagreements(said))
    if found:
        raise Refused(found)


def _disagreements(said: _Written) -> Iterator[Refusal]:
    for key, ids in (("seats", said.seats), ("scenes", said.scenes)):
        yield from (refusal("scene.listed_twice", key, got=reasons.shown(id)) for id in _twice(ids))
    for index, id in enumerate(said.beyond):
        if id not in said.scenes:
            yield reasons.not_accepted(f"beyond[{index}]", id, said.scenes)
    yield from _strays(said)
    for id in _twice(ruling.id for ruling in said.rulings):
        yield refusal("scene.listed_twice", "rulings", got=reasons.shown(id))
    for index, ruling in enumerate(said.rulings):
        if ruling.default not in ruling.values:
            yield reasons.not_accepted(f"rulings[{index}].default", ruling.default, ruling.values)


def _strays(said: _Written) -> Iterator[Refusal]:
    """Scenes and seats named that there aren't."""
    for key in ("dials", "hidden", "value"):
        scenes: tuple[str, ...] = tuple(getattr(said, key))
        for id in scenes:
            if id not in said.scenes:
                yield reasons.not_accepted(f"{key}.{id}", id, said.scenes)
    named = [("hidden", scene, seat) for scene, seats in said.hidden.items() for seat in seats]
    named += [("value", scene, seat) for scene, seats in said.value.items() for seat in seats]
    for key, scene, seat in named:
        family = seat.removesuffix("*")
        if not any(each == seat or (family != seat and each.startswith(family)) for each in said.seats):
            yield reasons.not_accepted(f"{key}.{scene}.{seat}", seat, said.seats)


def _twice(ids: "Iterator[str] | tuple[str, ...]") -> list[str]:
    seen = list(ids)
    return sorted({id for id in seen if seen.count(id) > 1})
