"""Rulings: what each rule set leaves open, how the campaign settled it, and what that weighs in a scene."""

import functools
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import Refused, Seat, refusal
from contrecoup.play.pages import Page
from contrecoup.registry import Manifest, Ruling
from contrecoup.table import preparing
from contrecoup.table.commands import Asked, Rule
from contrecoup.table.demonstration import ShownScene, shown_scenes
from contrecoup.table.refusals import unknown
from contrecoup.table.room import Room
from contrecoup.table.seen import Seen
from contrecoup.text import Texts
from contrecoup.web.askers import Asker
from contrecoup.web.server import Server
from contrecoup.web.site.fields import Fields, fresh
from contrecoup.web.workbench import SceneJob, SceneOdds

_SHOWN: Final = "demonstration-"
"""Before the number of a scene by which a rule set shows itself, in the place of a scene's id."""


class Answer(msgspec.Struct, frozen=True):
    """One way to settle a ruling: what the form sends, and its text."""

    sent: str
    text: str
    is_now: bool
    is_default: bool


class Open(msgspec.Struct, frozen=True):
    """A question that the rules leave open; `anchor` is where their page speaks of it."""

    id: str
    text: str
    anchor: str
    answers: tuple[Answer, ...]


class House(msgspec.Struct, frozen=True):
    """A rule set's open questions, and the scenes in which they can be weighed (id and title)."""

    rules: str
    title: str
    questions: tuple[Open, ...]
    scenes: tuple[tuple[str, str], ...]


def houses(seen: Seen, lang: str) -> Iterator[House]:
    """Every rule set that leaves something open, as the campaign settled it."""
    for manifest in registry.find().values():
        if manifest.rulings:
            ruled = (each.ruling for each in seen.rulings if each.rules == manifest.id)
            now = {each.id: each.value for each in ruled}
            texts, page = Texts(lang, manifest.id), Page(manifest.folder, lang)
            questions = tuple(
                _open(ruling, now.get(ruling.id, ruling.default), texts, page) for ruling in manifest.rulings
            )
            scenes = tuple(_scenes(seen, manifest, texts))
            yield House(manifest.id, manifest.title[lang], questions, scenes)


def settled(room: Room, sent: Fields) -> Iterator[Asked]:
    """The commands that make the campaign's rulings what a form says; none for what it leaves as it is."""
    rules = sent.text("rules")
    if rules not in registry.find():
        raise Refused([refusal("web.no_rules", "rules", rules=rules[:40])])
    now = room.campaign.rulings.get(rules, {})
    for ruling in registry.find()[rules].rulings:
        text = sent.text(f"ruling.{ruling.id}")
        if not text:
            continue
        value = _value(ruling, text)
        if value != now.get(ruling.id, ruling.default):
            given = None if value == ruling.default else value
            yield Asked(request=fresh(), command=Rule(rules=rules, ruling=ruling.id, value=given))


async def weighed(server: Server, asker: Asker, rules: str, scene: str, lang: str) -> SceneOdds:
    """What the rulings weigh in a scene; Refused where it can't be had, Fault where it takes too long."""

    def read(room: Room, shown: str, here: frozenset[Seat]) -> dict[str, Any]:
        return _data(room, rules, scene)

    data = await server.desk.look(asker.table, asker.seat, read)
    server.odds.take(asker.key)
    return await server.workbench.reckon(SceneJob(lang=lang, data=data, weigh=True))


def _data(room: Room, rules: str, scene: str) -> dict[str, Any]:
    """A prepared scene of the campaign, or one that the rule set shows, under the campaign's rulings now."""
    if scene.startswith(_SHOWN):
        found = dict(_shown()).get(scene)
        data = preparing.scene_data(room.campaign, found.data, "", {}) if found else {}
    else:
        held = room.campaign.scenes.get(scene)
        is_there = held is not None and held.status == "prepared"
        data = preparing.with_sheets(room.campaign, held.data, held.sheets) if held and is_there else {}
    if data.get("rules") != rules:
        raise unknown("web.settings.no_scene", "of")
    return data | {"rulings": {**data.get("rulings", {}), **room.campaign.rulings.get(rules, {})}}


def _scenes(seen: Seen, manifest: Manifest, texts: Texts) -> Iterator[tuple[str, str]]:
    for each in seen.scenes:
        if each.rules == manifest.id and each.status == "prepared":
            yield each.id, each.title
    for id, shown in _shown():
        if shown.data.get("rules") == manifest.id:
            yield id, texts.text("web.settings.shown", title=shown.title[texts.lang])


@functools.cache
def _shown() -> tuple[tuple[str, ShownScene], ...]:
    return tuple((f"{_SHOWN}{number}", shown) for number, shown in enumerate(shown_scenes()))


def _open(ruling: Ruling, now: Any, texts: Texts, page: Page) -> Open:
    answers = tuple(
        Answer(
            _key(value),
            texts.name(f"ruling.{ruling.id}.{_key(value)}"),
            value == now,
            value == ruling.default,
        )
        for value in ruling.values
    )
    return Open(ruling.id, texts.name(f"ruling.{ruling.id}"), _anchor(ruling, page), answers)


def _anchor(ruling: Ruling, page: Page) -> str:
    """The ruling's own section where it has one, else that of all of them."""
    own = f"ruling-{ruling.id.replace('_', '-')}"
    return own if any(section.anchor == own for section in page.sections) else "rulings"


def _value(ruling: Ruling, text: str) -> str | bool | int:
    found = next((value for value in ruling.values if _key(value) == text), None)
    if found is None:
        accepted = ", ".join(map(_key, ruling.values))
        raise Refused([refusal("web.settings.no_answer", f"ruling.{ruling.id}", accepted=accepted)])
    return found


def _key(value: str | bool | int) -> str:
    return str(value).lower()
