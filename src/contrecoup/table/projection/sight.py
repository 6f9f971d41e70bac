"""The sight: all that one seat sees of its table. Nothing leaves a table but through here."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from contrecoup.kernel import GM, Seat, may_see
from contrecoup.registry.discovery import manifest_of
from contrecoup.table.campaign import Campaign, Held, Place
from contrecoup.table.projection.may import may_at_table, may_in_scene
from contrecoup.table.projection.panel import panel
from contrecoup.table.projection.prepared import prepared
from contrecoup.table.projection.sheets import listed, sheet_seen
from contrecoup.table.projection.stage import Cast, Shown, Stage, ruling_seen
from contrecoup.table.projection.voice import risen
from contrecoup.table.refusals import denied, unknown
from contrecoup.table.room import Room
from contrecoup.table.seen import (
    Line,
    Listed,
    NoteSeen,
    PackSeen,
    RuledSeen,
    SceneSeen,
    SeatSeen,
    Seen,
    SheetSeen,
    Status,
)
from contrecoup.text import Texts

_ENCODER: Final = msgspec.json.Encoder()
_STAMP_DIGITS: Final = 24
# Marks in what was encoded: they can't stand in a text, for there quotes are escaped.
_SCENE: Final = b'"scene":'
_NO_SCENE: Final = b"null"
_LOG: Final = b'"log":['
_UNSTAMPED: Final = b'"}'


class Sight(NamedTuple):
    """What a seat sees, and the same as JSON."""

    seen: Seen
    json: bytes


def project(
    room: Room,
    seat: Seat,
    lang: str,
    scene: str = "",
    *,
    here: frozenset[Seat] = frozenset(),
    preview: str = "",
) -> Sight:
    """What a seat sees of its table, in its language, and the same as JSON.

    `scene` is the scene that it looks at ("": the one that the campaign shows it); where it has begun, the
    room must have its session at hand. `here`: seats that somebody is at now. `preview`: the seat through
    whose eyes the game master looks. Unknown where there is no such seat or scene, or none that the seat may
    know of.
    """
    if preview and seat != GM:
        raise denied("table.not_yours", "preview")
    place = _place(room.campaign, preview or seat)
    held = _held(room.campaign, place.id, scene)
    around = _around(room, place, held, lang, here)
    if preview:
        around = _Around.of(msgspec.structs.replace(around.seen, preview_of=preview, may=()))
    if held is None:
        return _whole(around, None, (_NO_SCENE,), b"")
    scene_seen, log, digest = _scene(room, held, place, lang)
    if preview:  # the scene is only looked at
        scene_seen = msgspec.structs.replace(scene_seen, may=())
    bare = _ENCODER.encode(msgspec.structs.replace(scene_seen, log=()))
    before, mark, after = bare.partition(_LOG)
    return _whole(around, scene_seen, (before, mark, log, after), digest + bare)


def lines(room: Room, seat: Seat, lang: str, scene: str) -> tuple[Line, ...]:
    """The whole log of a scene that has begun, as the seat has it."""
    held = _begun(room, seat, scene)
    return stage_of(room, held).lines(held.viewer(seat), lang)


def sheet(room: Room, seat: Seat, lang: str, id: str) -> SheetSeen:
    """A whole sheet for a seat that may read it; Unknown for others, as where there is none."""
    _place(room.campaign, seat)
    return sheet_seen(room.campaign, seat, lang, id)


def stage_of(room: Room, held: Held) -> Stage:
    """What is remembered of a scene that has begun."""
    running = room.running(held.id)
    if running.sights is None or running.sights.session is not running.session:
        running.sights = Stage(running.session)
    stage: Stage = running.sights
    return stage


def encode(seen: Seen) -> bytes:
    """As JSON; the same sight gives the same bytes."""
    return _ENCODER.encode(seen)


class _Around(NamedTuple):
    """What surrounds a scene, the same as JSON before and after the scene, and a hash of that."""

    seen: Seen
    head: bytes
    tail: bytes
    digest: bytes

    @classmethod
    def of(cls, seen: Seen) -> "_Around":
        """What surrounds the scene that is put in its place."""
        json = _ENCODER.encode(seen)
        head, mark, tail = json.partition(_SCENE)
        rest = tail.removeprefix(_NO_SCENE).removesuffix(_UNSTAMPED)
        return cls(seen, head + mark, rest, sha256(json).digest())


def _whole(around: _Around, scene: SceneSeen | None, json: tuple[bytes, ...], stamped: bytes) -> Sight:
    """All of it, with a hash in its place; `json` is the scene in pieces, `stamped` what the hash is made of
    beside what surrounds it."""
    stamp = sha256(around.digest + stamped).hexdigest()[:_STAMP_DIGITS]
    whole = b"".join((around.head, *json, around.tail, stamp.encode(), _UNSTAMPED))
    return Sight(msgspec.structs.replace(around.seen, scene=scene, stamp=stamp), whole)


def _around(room: Room, place: Place, held: Held | None, lang: str, here: frozenset[Seat]) -> _Around:
    """Everything but the scene; the same as long as nothing but the scene goes on."""
    mark = room.campaign.changed, held.id if held else "", here
    kept = room.around.get((place.id, lang))
    if kept is not None and kept[0] == mark:
        around: _Around = kept[1]
    else:
        around = _Around.of(_surroundings(room, place, held, lang, here))
        room.around[place.id, lang] = mark, around
    return around


def _surroundings(room: Room, place: Place, held: Held | None, lang: str, here: frozenset[Seat]) -> Seen:
    campaign, seat = room.campaign, place.id
    return Seen(
        table=room.id,
        title=campaign.title,
        lang=lang,
        seat=seat,
        name=_name(place, lang),
        role=place.role,
        seats=tuple(_seats(campaign, seat, lang, here)),
        scenes=tuple(_listed(campaign, seat, lang, held)),
        scene=None,
        sheets=tuple(listed(campaign, seat, lang)),
        notes=tuple(_notes(campaign, seat)),
        packs=tuple(PackSeen(each.id, each.title, each.rules) for each in campaign.packs.values())
        if seat == GM
        else (),
        rulings=tuple(_rulings(campaign, lang)),
        clock=campaign.minutes,
        time=_time(campaign.minutes, lang),
        may=may_at_table(place.role),
    )


def _place(campaign: Campaign, seat: Seat) -> Place:
    place = campaign.place(seat)
    if place is None:
        raise unknown("table.no_seat", "seat")
    return place


def _held(campaign: Campaign, seat: Seat, scene: str) -> Held | None:
    held = campaign.scenes.get(scene or campaign.shown(seat))
    if scene and (held is None or not held.may_know(seat)):
        raise unknown("table.no_scene", "scene")
    return held


def _begun(room: Room, seat: Seat, scene: str) -> Held:
    _place(room.campaign, seat)
    held = _held(room.campaign, seat, scene)
    if held is None or held.status == "prepared":
        raise unknown("table.no_scene", "scene")
    return held


@lru_cache(256)
def _time(minutes: int, lang: str) -> str:
    hours, minutes = divmod(minutes, 60)
    return Texts(lang).text("sight.clock", days=hours // 24, hours=hours % 24, minutes=minutes)


def _name(place: Place, lang: str) -> str:
    return place.name or _text(lang, "", "sight.gm")


def _seats(campaign: Campaign, seat: Seat, lang: str, here: frozenset[Seat]) -> Iterator[SeatSeen]:
    for place in campaign.seats.values():
        if not place.is_revoked:
            sheet = place.sheet if campaign.may_read(seat, place.sheet) else ""
            name = _name(place, lang)
            yield SeatSeen(place.id, name, place.role, place.id == seat, place.id in here, sheet)


def _listed(campaign: Campaign, seat: Seat, lang: str, held: Held | None) -> Iterator[Listed]:
    for each in campaign.known_scenes(seat):
        kind = risen(_text(lang, each.rules, f"scene.{each.name}"))
        yield Listed(each.id, each.title, each.rules, kind, _status(each), each is held, each.of)


def _status(held: Held) -> Status:
    return "over" if held.status == "running" and held.outcome else held.status


def _scene(room: Room, held: Held, place: Place, lang: str) -> Shown:
    """The scene with its log, of which each line was encoded when it was told."""
    if held.status == "prepared":
        shown = Shown(prepared(held.data, cast_of(held), lang))
        scene = shown.scene
    else:
        stage, viewer = stage_of(room, held), held.viewer(place.id)
        shown = stage.seen(viewer, lang, cast_of(held))
        scene = shown.scene
        if viewer == GM:
            scene = msgspec.structs.replace(scene, panel=panel(room.campaign, held, stage, lang))
    may = may_in_scene(scene, held, place.id, place.role)
    return shown._replace(scene=msgspec.structs.replace(scene, may=may))


def cast_of(held: Held) -> Cast:
    """What the table knows of a scene beside its log."""
    chairs = tuple(held.chairs.items())
    return Cast(id=held.id, title=held.title, is_closed=held.status == "closed", chairs=chairs)


def _notes(campaign: Campaign, seat: Seat) -> Iterator[NoteSeen]:
    """Who else has a note is the game master's to know."""
    for note in campaign.notes.values():
        if may_see(note.audience, seat):
            yield NoteSeen(note.id, note.text, tuple(sorted(note.audience)) if seat == GM else ())


def _rulings(campaign: Campaign, lang: str) -> Iterator[RuledSeen]:
    """Those that the group settled."""
    for rules, settled in campaign.rulings.items():
        for ruling, value in settled.items():
            yield from _ruled(rules, ruling, value, lang)


@lru_cache(256)
def _ruled(rules: str, id: str, value: str | bool | int, lang: str) -> tuple[RuledSeen, ...]:
    """The ruling with its texts; () where the rule set no longer has it."""
    rulings = (each for each in manifest_of(rules).rulings if each.id == id)
    return tuple(RuledSeen(rules, ruling_seen(rules, each, value, lang)) for each in rulings)


@lru_cache(256)
def _text(lang: str, rules: str, id: str) -> str:
    return Texts(lang, rules).name(id)
