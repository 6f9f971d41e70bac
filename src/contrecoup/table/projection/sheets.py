"""Sheets as they are read at the table: by the rule set's own form, else entry by entry."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from contrecoup import registry
from contrecoup.kernel import GM, Refused, Seat
from contrecoup.packs import supplied
from contrecoup.registry.discovery import manifest_of
from contrecoup.table.campaign import Campaign, Sheet
from contrecoup.table.parts import AnyPart, TableSeen
from contrecoup.table.preparing import packs_of, sheet_of
from contrecoup.table.projection.voice import part_seen, risen
from contrecoup.table.refusals import unknown
from contrecoup.table.seen import SheetListed, SheetSeen
from contrecoup.text import Texts


def listed(campaign: Campaign, seat: Seat, lang: str) -> Iterator[SheetListed]:
    """The sheets that a seat may read."""
    for sheet in campaign.sheets.values():
        if campaign.may_read(seat, sheet.id):
            yield _listed(campaign, seat, sheet, lang)


def sheet_seen(campaign: Campaign, seat: Seat, lang: str, id: str) -> SheetSeen:
    """A whole sheet; Unknown where there is none that the seat may read."""
    if not campaign.may_read(seat, id):
        raise unknown("table.no_sheet", "sheet")
    sheet = campaign.sheets[id]
    board = tuple(_board(sheet, packs_of(campaign, sheet.rules), Texts(lang, sheet.rules)))
    return SheetSeen(_listed(campaign, seat, sheet, lang), board, sheet.data)


def _listed(campaign: Campaign, seat: Seat, sheet: Sheet, lang: str) -> SheetListed:
    players = (place.id for place in campaign.seats.values() if place.sheet == sheet.id)
    return SheetListed(
        id=sheet.id,
        title=sheet.title,
        rules=sheet.rules,
        sort=sheet.sort,
        kind=_kind(sheet.rules, sheet.sort, lang),
        side=sheet.side,
        seats=tuple(each for each in players if seat in (GM, each)),
    )


@lru_cache(256)
def _kind(rules: str, sort: str, lang: str) -> str:
    texts = Texts(lang, rules)
    return risen(next((texts.name(id) for id in (f"kind.{sort}", f"seat.{sort}") if texts.has(id)), sort))


def _board(sheet: Sheet, packs: Mapping[str, Mapping[str, Any]], texts: Texts) -> Iterator[AnyPart]:
    """By the form; where a changed pack no longer knows what the sheet names, entry by entry."""
    ruleset = registry.get(sheet.rules)
    forms = getattr(ruleset, "forms", None)
    if forms is not None:
        try:
            typed = sheet_of(sheet.rules, sheet.sort, sheet.data)
            content = _content(sheet.rules, ruleset, packs)
            yield from [part_seen(part, texts) for part in forms.show(typed, content).parts]
        except (Refused, LookupError):
            pass
        else:
            return
    yield _plain(sheet, texts)


def _content(rules: str, ruleset: Any, packs: Mapping[str, Mapping[str, Any]]) -> Any:
    if ruleset.content is None:
        return None
    return supplied(manifest_of(rules).folder, ruleset.content, rules, list(packs.values()), Path()).content


def _plain(sheet: Sheet, texts: Texts) -> TableSeen:
    """Every entry that the sheet names, with its value."""
    name = texts.name("part.sheet")
    heads = (texts.name("sheet.entry"), texts.name("sheet.value"))
    rows = tuple(_rows(sheet.data, texts, ""))
    text = "\n".join((name, *(texts.text("play.board.line", name=row[0], value=row[1]) for row in rows)))
    return TableSeen(id="sheet", name=name, text=text, heads=heads, rows=rows)


def _rows(data: Any, texts: Texts, path: str) -> Iterator[tuple[str, str]]:
    for key, value in data.items() if isinstance(data, Mapping) else enumerate(data, 1):
        label = _label(str(key), texts)
        where = texts.text("sight.below", above=path, below=label) if path else label
        if isinstance(value, Mapping | list):
            yield from _rows(value, texts, where)
        else:
            yield risen(where), _value(value, texts)


def _label(key: str, texts: Texts) -> str:
    return next((texts.name(id) for id in (f"field.{key}", f"part.{key}") if texts.has(id)), key)


def _value(value: Any, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts.name("play.yes" if value else "play.no")
    if isinstance(value, int):
        return texts.number(value)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
