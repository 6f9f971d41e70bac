"""Scripts: scenes as the game master writes them, with the places in them that take sheets."""

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import inspect

from contrecoup import registry
from contrecoup.kernel import EVERYONE, GM, Audience, Refused, Seat
from contrecoup.registry import documents
from contrecoup.registry.places import Key, written
from contrecoup.table.campaign import Campaign, Held
from contrecoup.table.demonstration import ShownScene, shown_scenes
from contrecoup.table.refusals import denied, out_of_turn, unknown
from contrecoup.table.room import Room
from contrecoup.table.sheets import writing
from contrecoup.table.sheets.blanks import blank_of
from contrecoup.text import Texts, texts_of

_DEEPEST: Final = 6
"""Tables within tables in which places for sheets are looked for."""


class Spot(msgspec.Struct, frozen=True):
    """A place of a scene that takes a sheet: its key path, the kinds of sheet that it takes, what it is
    called, and the name of whoever stands there ("" for nobody)."""

    path: str
    kinds: tuple[str, ...]
    label: str = ""
    holder: str = ""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A scene as it is written: `text` is TOML; sheets, chairs and audience as the command `prepare` takes
    them."""

    title: str = ""
    text: str = ""
    sheets: Mapping[str, str] = {}
    chairs: Mapping[Seat, Seat] = {}
    audience: Audience = EVERYONE


class Start(msgspec.Struct, frozen=True):
    """Something that a new scene may begin from: `id` is what `started` takes; `shown`: it is whole."""

    id: str
    title: str
    rules: str
    rules_title: str
    kind: str
    is_whole: bool


def starts(lang: str) -> tuple[Start, ...]:
    """All that a new scene may begin from: what the rule sets show, and every scene that they have."""
    manifests = registry.find()
    found = [
        _start(f"shown.{place}", scene.title[lang], scene.data["rules"], scene.data["scene"], lang, True)
        for place, scene in enumerate(shown_scenes())
    ]
    for rules, manifest in manifests.items():
        found += [_start(f"new.{rules}.{name}", "", rules, name, lang, False) for name in manifest.scenes]
    return tuple(found)


def started(id: str, lang: str) -> Script:
    """The script of a start; an empty one for "", Unknown where there is no such start."""
    if not id:
        return Script()
    sort, _, rest = id.partition(".")
    shown = list(shown_scenes())
    if sort == "shown" and rest.isdecimal() and int(rest) < len(shown):
        scene = shown[int(rest)]
        return Script(title=scene.title[lang], text=writing.written(scene.data))
    rules, _, name = rest.partition(".")
    if sort == "new" and rules in registry.find() and name in registry.get(rules).scenes:
        return Script(title=kind_of(rules, name, lang), text=writing.written(_least(rules, name, shown)))
    raise unknown("table.no_scene", "from")


def script(room: Room, seat: Seat, scene: str) -> Script:
    """The script of a prepared scene, without what the campaign lays under every scene of its rules.

    Refused for others than the game master, and for a scene that has begun.
    """
    held = _prepared(room, seat, scene)
    data = _own(room.campaign, held)
    return Script(
        title=held.title,
        text=writing.written(data),
        sheets=held.sheets,
        chairs=held.chairs,
        audience=held.audience,
    )


def scene_of(room: Room, seat: Seat, scene: str) -> Mapping[str, Any]:
    """The whole data of a prepared scene, for the game master."""
    return _prepared(room, seat, scene).data


def spots(text: str, lang: str) -> tuple[Spot, ...]:
    """The places of a written scene that take sheets; none where it can't be read."""
    return spots_of(_read(text), lang)


def rules_of(text: str) -> str:
    """The rule set that a written scene names; "" where it can't be read."""
    rules = _read(text).get("rules", "")
    return rules if isinstance(rules, str) else ""


def _read(text: str) -> Mapping[str, Any]:
    try:
        return documents.parsed(text).data
    except Refused:
        return {}


def spots_of(data: Mapping[str, Any], lang: str) -> tuple[Spot, ...]:
    """The places of a scene's data that take sheets, in the order of its type's fields."""
    rules, name = data.get("rules"), data.get("scene")
    if not isinstance(rules, str) or rules not in registry.find():
        return ()
    ruleset = registry.get(rules)
    if not isinstance(name, str) or name not in ruleset.scenes:
        return ()
    kinds = {kind: sort for sort, kind in ruleset.sheets.items()}
    found = dict(_spots(_shape(ruleset.scenes[name]), data, (), kinds))
    texts = texts_of(lang, rules)
    return tuple(
        Spot(written(path), sorts, _label(path, texts), _name(data, path)) for path, sorts in found.items()
    )


def kind_of(rules: str, name: str, lang: str) -> str:
    """What a scene of a rule set is called."""
    texts = texts_of(lang, rules)
    id = next((id for id in (f"scene.{name}", f"kind.{name}") if texts.has(id)), "")
    said = texts.name(id) if id else name
    return said[:1].upper() + said[1:]


def _start(id: str, title: str, rules: str, name: str, lang: str, is_whole: bool) -> Start:
    kind = kind_of(rules, name, lang)
    return Start(id, title or kind, rules, registry.find()[rules].title[lang], kind, is_whole)


def _least(rules: str, name: str, shown: list[ShownScene]) -> Mapping[str, Any]:
    """A scene to write on: one that the rule set shows, else the least that its type takes."""
    for scene in shown:
        if scene.data["rules"] == rules and scene.data["scene"] == name:
            return scene.data
    return {"rules": rules, "scene": name, **blank_of(registry.get(rules).scenes[name])}


def _prepared(room: Room, seat: Seat, scene: str) -> Held:
    if seat != GM:
        raise denied("table.gm_only")
    held = room.campaign.scenes.get(scene)
    if held is None:
        raise unknown("table.no_scene", "scene")
    if held.status != "prepared":
        raise out_of_turn("table.begun")
    return held


def _own(campaign: Campaign, held: Held) -> dict[str, Any]:
    """The data without the campaign's packs and rulings, which come under them again."""
    data = dict(held.data)
    ground = [pack.data for pack in campaign.packs.values() if pack.rules == held.rules]
    packs = [pack for pack in data.pop("packs", ()) if pack not in ground]
    if packs:
        data["packs"] = packs
    house = campaign.rulings.get(held.rules, {})
    rulings = {key: value for key, value in data.pop("rulings", {}).items() if house.get(key) != value}
    if rulings:
        data["rulings"] = rulings
    return data


# Places


@functools.lru_cache(64)
def _shape(kind: type) -> inspect.Type:
    """What a scene's type is made of."""
    return inspect.type_info(kind)


def _spots(
    shape: inspect.Type, data: Any, path: tuple[Key, ...], kinds: Mapping[type, str]
) -> Iterator[tuple[tuple[Key, ...], tuple[str, ...]]]:
    """The places within what stands at a path."""
    if len(path) > _DEEPEST:
        return
    shapes = list(_each(shape))
    sorts = tuple(
        kinds[each.cls] for each in shapes if isinstance(each, inspect.StructType) and each.cls in kinds
    )
    if sorts:
        yield path, sorts
        return
    for each in shapes:
        if isinstance(each, inspect.StructType):
            for field in each.fields:
                below = data.get(field.encode_name) if isinstance(data, Mapping) else None
                yield from _spots(field.type, below, (*path, field.encode_name), kinds)
        elif isinstance(each, inspect.VarTupleType) and isinstance(data, list):
            for place, item in enumerate(data):
                yield from _spots(each.item_type, item, (*path, place), kinds)


def _each(shape: inspect.Type) -> Iterator[inspect.Type]:
    """A type without its bounds, or each of several."""
    if isinstance(shape, inspect.Metadata):
        yield from _each(shape.type)
    elif isinstance(shape, inspect.UnionType):
        for one in shape.types:
            yield from _each(one)
    else:
        yield shape


def _label(path: tuple[Key, ...], texts: Texts) -> str:
    """What a place is called: hacker, combatant 2."""
    words = []
    for key in path[:-1] if path[-1] == "sheet" and len(path) > 1 else path:
        if isinstance(key, int):
            words.append(texts.number(key + 1))
        else:
            ids = (f"seat.{key}", f"kind.{key}", f"field.{key}", f"part.{key}")
            words.append(next((texts.name(id) for id in ids if texts.has(id)), key))
    said = " ".join(words)
    return said[:1].upper() + said[1:]


def _name(data: Any, path: tuple[Key, ...]) -> str:
    for key in path:
        try:
            data = data[key]
        except (LookupError, TypeError):
            return ""
    name = data.get("name", "") if isinstance(data, Mapping) else data
    return name if isinstance(name, str) else ""
