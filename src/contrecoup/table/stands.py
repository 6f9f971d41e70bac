"""Stands: places of scenes where a sheet of the campaign can be tried, and what can be turned of it there."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from contrecoup import registry
from contrecoup.kernel import GM, Seat
from contrecoup.registry.overrides import put
from contrecoup.registry.places import Key, parsed, written
from contrecoup.table.campaign import Campaign
from contrecoup.table.demonstration import shown_scenes
from contrecoup.table.preparing import packs_of, with_sheets
from contrecoup.table.refusals import denied, unknown
from contrecoup.table.room import Room
from contrecoup.table.scripts import Spot, spots_of


class Stand(msgspec.Struct, frozen=True):
    """A place of a scene where a sheet can be tried: `id` for forms, the scene's data, the place's path."""

    id: str
    title: str
    label: str
    data: Mapping[str, Any]
    path: str


def stands(room: Room, seat: Seat, sheet: str, lang: str) -> tuple[Stand, ...]:
    """Where a sheet of the campaign can be tried: in prepared scenes and in those that the rule sets show,
    its own place first. For the game master."""
    if seat != GM:
        raise denied("table.gm_only")
    held = room.campaign.sheets.get(sheet)
    if held is None:
        raise unknown("table.no_sheet", "sheet")
    ranked: list[tuple[int, Stand]] = []
    for scene in room.campaign.scenes.values():
        if scene.status == "prepared" and scene.rules == held.rules:
            there = {path: id for path, id in scene.sheets.items() if id in room.campaign.sheets}
            data = with_sheets(room.campaign, scene.data, there)
            for spot in _taking(data, held.sort, lang):
                rank = 0 if there.get(spot.path) == sheet else 2
                ranked.append((rank, _stand(f"scene.{scene.id}", scene.title, spot, data)))
    for place, shown in enumerate(shown_scenes()):
        if shown.data["rules"] == held.rules:
            data = _with_packs(room.campaign, held.rules, shown.data)
            for spot in _taking(data, held.sort, lang):
                part = shown.sheets.get(spot.path)
                rank = 1 if part is not None and part.side == held.side else 3
                ranked.append((rank, _stand(f"shown.{place}", shown.title[lang], spot, data)))
    found: dict[tuple[str, str], Stand] = {}
    for _, stand in sorted(ranked, key=lambda each: each[0]):
        found.setdefault((stand.title, stand.label), stand)  # a shown scene that was prepared is one of two
    return tuple(found.values())


def _taking(data: Mapping[str, Any], sort: str, lang: str) -> Iterator[Spot]:
    return (spot for spot in spots_of(data, lang) if sort in spot.kinds)


def _stand(id: str, title: str, spot: Spot, data: Mapping[str, Any]) -> Stand:
    return Stand(f"{id}:{spot.path}", title, spot.label, data, spot.path)


def _with_packs(campaign: Campaign, rules: str, data: Mapping[str, Any]) -> dict[str, Any]:
    packs = list(packs_of(campaign, rules).values())
    rulings = campaign.rulings.get(rules, {})
    return {**data, **({"packs": packs} if packs else {}), **({"rulings": rulings} if rulings else {})}


def tried(stand: Stand, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The scene's data with a sheet in its place."""
    return dict(put(dict(stand.data), parsed(stand.path) or (), dict(sheet), stand.path))


def dials_of(stand: Stand) -> tuple[str, ...]:
    """The entries of a sheet in this place that its rule set turns by itself, by their key paths in the
    sheet, whichever place of a list it is in."""
    rules, name = str(stand.data["rules"]), str(stand.data["scene"])
    spot = _placeless(parsed(stand.path) or ())
    found = []
    for key in registry.find()[rules].dials.get(name, ()):
        path = parsed(key) or ()
        if len(path) > len(spot) and _placeless(path[: len(spot)]) == spot:
            found.append(written(path[len(spot) :]))
    return tuple(found)


def _placeless(path: tuple[Key, ...]) -> tuple[Key, ...]:
    return tuple("" if isinstance(key, int) else key for key in path)
