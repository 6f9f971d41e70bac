"""The game clock and the end of scenes: what time and a scene's aftermath do to a campaign's sheets."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from contrecoup import registry
from contrecoup.kernel import Change, End
from contrecoup.play.aftermath import changed
from contrecoup.registry import Scene
from contrecoup.registry.places import Key, parsed
from contrecoup.table.campaign import Campaign, Held, Sheet
from contrecoup.table.events import SheetKept
from contrecoup.table.preparing import plain, sheet_of


def later(campaign: Campaign, minutes: int) -> Iterator[SheetKept]:
    """The sheets that game time changes, as it leaves them."""
    for sheet in campaign.sheets.values():
        then = sheet_of(sheet.rules, sheet.sort, sheet.data)
        now = registry.get(sheet.rules).later(then, minutes)
        fields = {
            name: msgspec.to_builtins(getattr(now, name))
            for name in now.__struct_fields__
            if getattr(now, name) != getattr(then, name)
        }
        if fields:
            yield kept(sheet, {**sheet.data, **fields})


def aftermath(campaign: Campaign, held: Held, scene: Scene, end: End) -> Iterator[SheetKept]:
    """The sheets of the campaign as a scene's end leaves them; what else was changed on them stays."""
    sources = {path: id for where, id in held.sheets.items() if (path := parsed(where)) is not None}
    data = changed(scene, end.aftermath)
    left: dict[str, dict[str, Any]] = {}
    for change in end.aftermath:
        path = parsed(change.sheet) or ()
        source = _source(sources, path)
        if source is None or sources[source] not in campaign.sheets:
            continue
        sheet = left.setdefault(sources[source], plain(campaign.sheets[sources[source]].data))
        field = _first(path[len(source) :], change)
        sheet[field] = plain(_at(data, source)[field])
    for id, sheet_data in left.items():
        sheet_of(campaign.sheets[id].rules, campaign.sheets[id].sort, sheet_data)
        yield kept(campaign.sheets[id], sheet_data)


def kept(sheet: Sheet, data: Mapping[str, Any]) -> SheetKept:
    """The event that keeps a sheet with other data."""
    return SheetKept(
        sheet=sheet.id,
        rules=sheet.rules,
        sort=sheet.sort,
        side=sheet.side,
        title=sheet.title,
        data=dict(data),
    )


def _source(sources: Mapping[tuple[Key, ...], str], path: tuple[Key, ...]) -> tuple[Key, ...] | None:
    """The longest path of a sheet that a changed table lies in."""
    around = (source for source in sources if path[: len(source)] == source)
    return max(around, key=len, default=None)


def _first(rest: tuple[Key, ...], change: Change) -> str:
    """The entry of the sheet in which a change lies."""
    return str(rest[0]) if rest else change.field


def _at(data: Any, path: tuple[Key, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
