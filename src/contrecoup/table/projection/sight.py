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
from contrecoup.table.projection.stage import Cast, Stage, ruling_seen
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
_UNSTAMPED: Final = b'"stamp":""}'
_NO_LOG: Final = b'"log":[],"lines":'
_LOG: Final = b'"log":[%b],"lines":'


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
    eyes = preview or seat
    place = _place(room.campaign, eyes)
    held = _held(room.campaign, eyes, scene)
    seen = _seen(room, place, held, lang, here)
    if preview:
        seen = msgspec.structs.replace(seen, preview_of=preview, may=(), scene=_watched(seen.scene))
    return _stamped(seen, *_log(room, seen, held))


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


def _log(room: Room, seen: Seen, held: Held | None) -> tuple[bytes, bytes]:
    """The lines of the scene's log as JSON, each of which was encoded when it was told, and their hash."""
    if held is None or seen.scene is None or not seen.scene.log:
        return b"", b""
    return stage_of(room, held).sent(held.viewer(seen.seat), seen.lang)


def _stamped(seen: Seen, log: bytes, digest: bytes) -> Sight:
    """With a hash of all the rest in its place. Marks can't stand in a text: there quotes are escaped."""
    bare = seen
    if log and seen.scene is not None:
        bare = msgspec.structs.replace(seen, scene=msgspec.structs.replace(seen.scene, log=()))
    json = _ENCODER.encode(bare)
    stamp = sha256(json + digest).hexdigest()[:_STAMP_DIGITS]
    if log:
        json = json.replace(_NO_LOG, _LOG % log, 1)
    stamped = b'%b"stamp":"%b"}' % (json.removesuffix(_UNSTAMPED), stamp.encode())
    return Sight(msgspec.structs.replace(seen, stamp=stamp), stamped)


def _seen(room: Room, place: Place, held: Held | None, lang: str, here: frozenset[Seat]) -> Seen:
    """All of it; what surrounds the scene is the same as long as nothing but the scene goes on."""
    mark = room.campaign.changed, held.id if held else "", here
    kept = room.around.get((place.id, lang))
    if kept is None or kept[0] != mark:
        kept = room.around[place.id, lang] = mark, _around(room, place, held, lang, here)
    around: Seen = kept[1]
    return msgspec.structs.replace(around, scene=_scene(room, held, place, lang)) if held else around


def _around(room: Room, place: Place, held: Held | None, lang: str, here: frozenset[Seat]) -> Seen:
    """Everything but the scene."""
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


def _scene(room: Room, held: Held, place: Place, lang: str) -> SceneSeen:
    if held.status == "prepared":
        scene = prepared(held.data, cast_of(held), lang)
    else:
        stage, viewer = stage_of(room, held), held.viewer(place.id)
        scene = stage.seen(viewer, lang, cast_of(held))
        if viewer == GM:
            scene = msgspec.structs.replace(scene, panel=panel(room.campaign, held, stage, lang))
    may = may_in_scene(scene, held, place.id, place.role)
    return msgspec.structs.replace(scene, may=may)


def cast_of(held: Held) -> Cast:
    """What the table knows of a scene beside its log."""
    chairs = tuple(held.chairs.items())
    return Cast(id=held.id, title=held.title, is_closed=held.status == "closed", chairs=chairs)


def _watched(scene: SceneSeen | None) -> SceneSeen | None:
    """A scene that is only looked at."""
    return msgspec.structs.replace(scene, may=()) if scene else None


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
    return tuple(RuledSeen(rules, ruling_seen(each, value, Texts(lang, rules))) for each in rulings)


@lru_cache(256)
def _text(lang: str, rules: str, id: str) -> str:
    return Texts(lang, rules).name(id)
