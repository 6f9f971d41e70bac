"""Sheets as they are read at the table: by the rule set's own form, else entry by entry."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import Refused
from contrecoup.packs import supplied
from contrecoup.registry.discovery import manifest_of
from contrecoup.table.campaign import Campaign, Sheet
from contrecoup.table.preparing import packs_of, sheet_of
from contrecoup.table.projection.voice import part_seen, risen
from contrecoup.table.seen import AnyPart, SheetSeen, TableSeen
from contrecoup.text import Texts

_MOST: Final = 2_000
"""Sheets that are remembered as they were shown; beyond that all are forgotten."""


class Shelf:
    """Shows sheets; one that hasn't changed is shown as it was."""

    def __init__(self) -> None:
        self._shown: dict[tuple[int, tuple[int, ...], str], tuple[Sheet, SheetSeen]] = {}

    def seen(self, campaign: Campaign, sheet: Sheet, lang: str) -> SheetSeen:
        """A sheet for whoever may read it, with the campaign's packs; without the seats that play it."""
        packs = packs_of(campaign, sheet.rules)
        key = (id(sheet), tuple(map(id, packs.values())), lang)
        held = self._shown.get(key)
        if held is None or held[0] is not sheet:
            if len(self._shown) >= _MOST:
                self._shown.clear()
            held = self._shown[key] = (sheet, _seen(sheet, packs, lang))
        return held[1]


def _seen(sheet: Sheet, packs: Mapping[str, Mapping[str, Any]], lang: str) -> SheetSeen:
    texts = Texts(lang, sheet.rules)
    kind = next(
        (texts.name(id) for id in (f"kind.{sheet.sort}", f"seat.{sheet.sort}") if texts.has(id)), sheet.sort
    )
    return SheetSeen(
        id=sheet.id,
        title=sheet.title,
        rules=sheet.rules,
        sort=sheet.sort,
        kind=risen(kind),
        side=sheet.side,
        board=tuple(_board(sheet, packs, texts)),
        data=sheet.data,
    )


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
