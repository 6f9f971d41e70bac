"""Preparing: what a game master sends, made into sheets, packs and scenes that the rules accept.

What is sent stands by itself: it never names a file of the machine that the table runs on.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import Refusal, Refused, refusal
from contrecoup.packs.layering import layer
from contrecoup.packs.pack import Pack, parse, shipped
from contrecoup.registry import Scene, documents
from contrecoup.registry.discovery import manifest_of
from contrecoup.registry.faults import fitted
from contrecoup.registry.overrides import put
from contrecoup.registry.places import Key, parsed, written
from contrecoup.registry.reasons import not_accepted
from contrecoup.table.campaign import Campaign
from contrecoup.table.refusals import refused

MOST_BYTES: Final = 200_000
"""Bytes that a sheet, pack or scene may take, written as JSON."""


def sheet_of(rules: str, sort: str, data: Mapping[str, Any], where: str = "data") -> Any:
    """The sheet in the rule set's own type; Refused with every fault, each with its key path."""
    hold_size(data, where)
    kinds = registry.get(rules).sheets
    if sort not in kinds:
        raise Refused([not_accepted("sort", sort, kinds)])
    documents.hold_bounds(data)
    try:
        return fitted(data, kinds[sort])
    except Refused as fault:
        raise Refused(_below(fault.reasons, where), fault.domain or rules) from None


def pack_data(rules: str, data: Mapping[str, Any], toml: str) -> dict[str, Any]:
    """A pack's data from its text, or as they are; Refused where both or neither are there."""
    said = _said(data, toml)[0]
    return {"rules": rules, **said}


def hold_packs(rules: str, packs: Iterable[Mapping[str, Any]]) -> None:
    """Refused, with every fault, where a rule set's packs don't fit over one another in this order."""
    manifest = manifest_of(rules)
    content = registry.get(rules).content
    if content is None:
        raise refused("table.no_content", "rules", rules=rules)
    laid: list[Pack] = []
    for place, data in enumerate(packs):
        hold_size(data, f"packs[{place}]")
        documents.hold_bounds(data)
        laid.append(parse(data, content, rules, Path(f"packs[{place}]")))
    layer(content, [*shipped(manifest.folder, content, rules), *laid], rules)


def packs_of(campaign: Campaign, rules: str) -> dict[str, dict[str, Any]]:
    """The campaign's packs for a rule set, by id, lowest first."""
    return {pack.id: pack.data for pack in campaign.packs.values() if pack.rules == rules}


def hold_ruling(rules: str, ruling: str, value: str | bool | int | None) -> None:
    """Refused where the rule set knows no such ruling, or it has no such value."""
    rulings = {each.id: each for each in manifest_of(rules).rulings}
    if ruling not in rulings:
        raise Refused([not_accepted("ruling", ruling, rulings)])
    values = rulings[ruling].values
    if value is not None and not any(type(value) is type(each) and value == each for each in values):
        raise Refused([not_accepted("value", value, values)])


def scene_data(
    campaign: Campaign, data: Mapping[str, Any], toml: str, sheets: Mapping[str, str]
) -> dict[str, Any]:
    """The whole scene as a file would hold it: with the campaign's sheets, packs and rulings in place.

    What the scene says itself comes over them. Refused with every reason; lines where a text was sent.
    """
    said, document = _said(data, toml)
    hold_size(said)
    try:
        hold_own(said)
        whole = with_sheets(campaign, _with_house_rules(campaign, said), sheets)
        scene = loaded(whole)
    except Refused as fault:
        if document is None:
            raise
        lines = document.lines()
        placed = (msgspec.structs.replace(each, line=lines.line(each.where)) for each in fault.reasons)
        raise Refused(placed, fault.domain) from None
    held: dict[str, Any] = plain(scene.data)
    return held


def loaded(data: Mapping[str, Any]) -> Scene:
    """The scene that data are, which stand by themselves."""
    hold_own(data)
    hold_size(data)
    return registry.load(dict(data), alone=True)


def with_sheets(campaign: Campaign, data: Mapping[str, Any], sheets: Mapping[str, str]) -> dict[str, Any]:
    """The data with sheets of the campaign at their key paths, as they are now."""
    whole: Any = plain(data)
    for where, id in sheets.items():
        path, sheet = parsed(where), campaign.sheets.get(id)
        if path is None or sheet is None:
            raise refused("table.no_sheet", f"sheets.{where}")
        if sheet.rules != whole.get("rules", sheet.rules):
            raise refused("table.other_rules", f"sheets.{where}", title=sheet.title, rules=sheet.rules)
        whole = _placed(whole, path, sheet.data, where)
    return dict(whole)


def hold_size(data: Any, where: str = "") -> None:
    """Refused where data take too much room."""
    try:
        size = len(msgspec.json.encode(data))
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise refused("table.not_data", where) from None
    if size > MOST_BYTES:
        raise refused("table.too_large", where, most=MOST_BYTES // 1000)


def plain(data: Any) -> Any:
    """A copy of the data in the types of JSON alone."""
    return msgspec.json.decode(msgspec.json.encode(data))


def _said(data: Mapping[str, Any], toml: str) -> tuple[dict[str, Any], documents.Document | None]:
    if bool(data) == bool(toml):
        raise refused("table.data_or_text", "data")
    document = documents.parsed(toml) if toml else None
    said = document.data if document else data
    hold_size(said)
    return plain(said), document


def _with_house_rules(campaign: Campaign, said: dict[str, Any]) -> dict[str, Any]:
    """The data with the campaign's packs under the scene's own, and its rulings where the scene has none."""
    rules = said.get("rules")
    if not isinstance(rules, str):
        return said
    whole = dict(said)
    packs = list(packs_of(campaign, rules).values())
    if packs:
        own = said.get("packs", [])
        whole["packs"] = [*packs, *own] if isinstance(own, list) else own
    rulings = campaign.rulings.get(rules)
    if rulings:
        own = said.get("rulings", {})
        whole["rulings"] = {**rulings, **own} if isinstance(own, dict) else own
    return whole


def _placed(whole: Any, path: tuple[Key, ...], sheet: Mapping[str, Any], where: str) -> Any:
    """The data with a sheet at a path; a list there grows by one where the path names its next place."""
    *above, last = path
    if isinstance(last, int):
        held = _at(whole, above)
        if isinstance(held, list) and last == len(held):
            return put(whole, tuple(above), [*held, plain(sheet)], where)
    return put(whole, path, plain(sheet), where)


def _at(data: Any, path: Iterable[Key]) -> Any:
    """What stands at a path; None where nothing does."""
    for key in path:
        try:
            data = data[key]
        except (LookupError, TypeError):
            return None
    return data


def hold_own(data: Any, where: str = "") -> None:
    """Refuse data that name files; they would be refused by the rules anyway, but not so clearly."""
    found = list(_files(data, (where,) if where else ()))
    if found:
        raise Refused(found[: documents.MOST_FAULTS])


def _files(value: Any, path: tuple[Key, ...]) -> Iterator[Refusal]:
    if len(path) > documents.DEEPEST:
        yield refusal("scene.too_deep", written(path), most=documents.DEEPEST)
    elif isinstance(value, str):
        if value.endswith(documents.SUFFIX) or (len(path) == 2 and path[0] == "packs"):
            yield refusal("table.names_file", written(path))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _files(item, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _files(item, (*path, place))


def _below(reasons: Iterable[Refusal], where: str) -> Iterator[Refusal]:
    for reason in reasons:
        yield msgspec.structs.replace(reason, where=f"{where}.{reason.where}" if reason.where else where)
