"""Prepared scenes: what the game master sees of one before it begins."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from contrecoup import registry
from contrecoup.kernel import GM
from contrecoup.table.projection.stage import Cast, chair_seen, ruling_seen, seats_of
from contrecoup.table.projection.voice import Voice, Words
from contrecoup.table.seen import SceneSeen

_MOST: Final = 100
"""Prepared scenes that are remembered; beyond that all are forgotten."""
_REMEMBERED: Final[dict[tuple[int, str], tuple[Mapping[str, Any], Voice, SceneSeen]]] = {}


def prepared(data: Mapping[str, Any], cast: Cast, lang: str) -> SceneSeen:
    """A scene with its seats and the board at its beginning; Refused where its rules no longer take it."""
    key = (id(data), lang)
    held = _REMEMBERED.get(key)
    if held is None or held[0] is not data:
        if len(_REMEMBERED) >= _MOST:
            _REMEMBERED.clear()
        voice = _voice(data, lang)
        held = _REMEMBERED[key] = (data, voice, _drawn(voice))
    chairs = tuple(chair_seen(held[1], seat, cast) for seat in seats_of(held[1].scene))
    return msgspec.structs.replace(held[2], id=cast.id, title=cast.title, chairs=chairs)


def _voice(data: Mapping[str, Any], lang: str) -> Voice:
    scene = registry.load(data, alone=True)
    return Voice(Words(scene, lang), scene, GM)


def _drawn(voice: Voice) -> SceneSeen:
    scene, texts = voice.scene, voice.texts
    rulings = getattr(scene.setup, "rulings", None)
    return SceneSeen(
        id="",
        title="",
        rules=scene.rules,
        rules_title=scene.manifest.title[texts.lang],
        name=scene.name,
        kind=voice.words.kind,
        status="prepared",
        turn=0,
        round=0,
        chairs=(),
        board=voice.board(scene.ruleset.view(scene.setup, scene.start(), GM)),
        question=None,
        modifiers=(),
        log=(),
        lines=0,
        rulings=tuple(
            ruling_seen(scene.rules, ruling, getattr(rulings, ruling.id, ruling.default), texts.lang)
            for ruling in scene.manifest.rulings
        ),
    )
