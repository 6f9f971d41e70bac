"""Held sheets: those of a campaign, for a seat that may read them, with the packs that lie under them."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from contrecoup.kernel import GM, Seat
from contrecoup.registry.overrides import put
from contrecoup.registry.places import parsed
from contrecoup.table.campaign import Sheet
from contrecoup.table.preparing import packs_of
from contrecoup.table.refusals import denied, unknown
from contrecoup.table.room import Room
from contrecoup.table.sheets.blanks import blank_of
from contrecoup.table.sheets.opened import OpenSheet, open_sheet


class HeldSheet(msgspec.Struct, frozen=True):
    """A sheet of the campaign, and its packs."""

    sheet: Sheet
    packs: tuple[Mapping[str, Any], ...]

    def opened(self) -> OpenSheet:
        """In its own type; Refused where a changed pack doesn't fit any more."""
        return open_sheet(self.sheet.data, self.packs, self.sheet.rules, self.sheet.sort)


def held_sheet(room: Room, seat: Seat, id: str) -> HeldSheet:
    """A sheet that the seat may read; Unknown for others, as where there is none."""
    if not room.campaign.may_read(seat, id):
        raise unknown("table.no_sheet", "sheet")
    sheet = room.campaign.sheets[id]
    return HeldSheet(sheet, tuple(packs_of(room.campaign, sheet.rules).values()))


def packs_under(room: Room, seat: Seat, rules: str) -> tuple[Mapping[str, Any], ...]:
    """The campaign's packs for a rule set, for the game master."""
    if seat != GM:
        raise denied("table.gm_only")
    return tuple(packs_of(room.campaign, rules).values())


def packs_for(room: Room, seat: Seat) -> dict[str, tuple[Mapping[str, Any], ...]]:
    """The campaign's packs by rule set, as far as a seat knows of them: the game master of all."""
    rules = {pack.rules for pack in room.campaign.packs.values()} if seat == GM else set()
    return {each: packs_under(room, seat, each) for each in sorted(rules)}


# Lists of tables, which grow and shrink


def lists_of(opened: OpenSheet) -> Iterator[str]:
    """The key paths of lists of tables in a sheet whose rule set has no forms of its own."""
    if getattr(opened.ruleset, "forms", None) is None:
        yield from (path for path, _ in _lists(opened))


def grown(opened: OpenSheet, path: str) -> dict[str, Any]:
    """The sheet's data with one entry more in a list."""
    data, kind = opened.data(), dict(_lists(opened))[path]
    keys = parsed(path) or ()
    return dict(put(data, keys, [*data[path], blank_of(kind)], path))


def shrunk(opened: OpenSheet, path: str) -> dict[str, Any]:
    """The sheet's data without a list's last entry."""
    data = opened.data()
    return dict(put(data, parsed(path) or (), data[path][:-1], path))


def _lists(opened: OpenSheet) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    shape = inspect.type_info(type(opened.sheet))
    assert isinstance(shape, inspect.StructType)
    for field in shape.fields:
        kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StructType):
            yield field.encode_name, kind.item_type.cls
