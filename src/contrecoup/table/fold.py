"""The fold of a campaign's log: each event, checked against what is there, changes the campaign."""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, TypeVar

from contrecoup.kernel import GM, GM_ONLY, Refused, refusal
from contrecoup.log import Event, Record
from contrecoup.table import events as ev
from contrecoup.table.campaign import (
    MOST_MADE,
    MOST_OPEN,
    MOST_PACKS,
    MOST_SEATS,
    Campaign,
    Held,
    HeldNote,
    HeldPack,
    Place,
    Sheet,
)

T = TypeVar("T")

_TURNING: Final = frozenset({"started", "rewound", "ended"})
"""Events of a scene that change what the campaign knows of it beside how far it has come."""


def take(campaign: Campaign, record: Record) -> None:
    """Let an event count; Refused, with the campaign as it was, where it doesn't fit what came before."""
    if record.sequence != campaign.sequence + 1:
        raise Refused([refusal("log.not_next", sequence=record.sequence, expected=campaign.sequence + 1)])
    if isinstance(record.event, ev.Founded) != (record.sequence == 1):
        raise Refused([refusal("log.start_misplaced", sequence=record.sequence)])
    _TAKERS[type(record.event)](campaign, record, record.event)
    campaign.sequence = record.sequence
    if not isinstance(record.event, ev.Played) or record.event.record.get("kind") in _TURNING:
        campaign.changed = record.sequence


def folded(records: Iterable[Record]) -> Campaign:
    """The campaign of a whole log; Refused, naming the event, where one doesn't fit."""
    campaign = Campaign()
    for record in records:
        try:
            take(campaign, record)
        except Refused as refused:
            reason = refusal("play.event_refused", sequence=record.sequence)
            raise Refused([reason, *refused.reasons], refused.domain) from None
    return campaign


# The campaign itself


def _founded(campaign: Campaign, record: Record, event: ev.Founded) -> None:
    campaign.title, campaign.lang, campaign.founded = event.title, event.lang, record.time
    campaign.seats[GM] = Place(id=GM, role="gm", name="")


def _retitled(campaign: Campaign, record: Record, event: ev.Retitled) -> None:
    campaign.title = event.title


def _time_passed(campaign: Campaign, record: Record, event: ev.TimePassed) -> None:
    campaign.minutes += event.minutes


def _ruled(campaign: Campaign, record: Record, event: ev.Ruled) -> None:
    rulings = campaign.rulings.setdefault(event.rules, {})
    if event.value is None:
        rulings.pop(event.ruling, None)
    else:
        _hold_room(rulings, event.ruling, MOST_MADE)
        rulings[event.ruling] = event.value


# Sheets, packs, notes


def _sheet_kept(campaign: Campaign, record: Record, event: ev.SheetKept) -> None:
    _hold_room(campaign.sheets, event.sheet, MOST_MADE)
    campaign.sheets[event.sheet] = Sheet(
        id=event.sheet,
        rules=event.rules,
        sort=event.sort,
        side=event.side,
        title=event.title,
        data=event.data,
    )


def _sheet_dropped(campaign: Campaign, record: Record, event: ev.SheetDropped) -> None:
    _known(campaign.sheets, event.sheet, "table.no_sheet")
    del campaign.sheets[event.sheet]
    for place in campaign.seats.values():
        if place.sheet == event.sheet:
            place.sheet = ""


def _pack_kept(campaign: Campaign, record: Record, event: ev.PackKept) -> None:
    _hold_room(campaign.packs, event.pack, MOST_PACKS)
    campaign.packs[event.pack] = HeldPack(
        id=event.pack, rules=event.rules, title=event.title, data=event.data
    )


def _pack_dropped(campaign: Campaign, record: Record, event: ev.PackDropped) -> None:
    _known(campaign.packs, event.pack, "table.no_pack")
    del campaign.packs[event.pack]


def _note_kept(campaign: Campaign, record: Record, event: ev.NoteKept) -> None:
    _hold_room(campaign.notes, event.note, MOST_MADE)
    campaign.notes[event.note] = HeldNote(
        id=event.note, text=event.text, who=record.who, time=record.time, audience=event.audience
    )


def _note_dropped(campaign: Campaign, record: Record, event: ev.NoteDropped) -> None:
    _known(campaign.notes, event.note, "table.no_note")
    del campaign.notes[event.note]


# Seats


def _seat_made(campaign: Campaign, record: Record, event: ev.SeatMade) -> None:
    if event.role == "gm" or event.seat in campaign.seats:
        raise Refused([refusal("table.seat_there", "seat")])
    still = sum(not place.is_revoked for place in campaign.seats.values())
    if still >= MOST_SEATS or len(campaign.seats) >= MOST_MADE:
        raise Refused([refusal("table.too_many", "", most=MOST_SEATS)])
    if event.sheet:
        _known(campaign.sheets, event.sheet, "table.no_sheet")
    campaign.seats[event.seat] = Place(id=event.seat, role=event.role, name=event.name, sheet=event.sheet)


def _seat_renamed(campaign: Campaign, record: Record, event: ev.SeatRenamed) -> None:
    _seat(campaign, event.seat).name = event.name


def _seat_given(campaign: Campaign, record: Record, event: ev.SeatGiven) -> None:
    place = _seat(campaign, event.seat)
    if event.sheet:
        _known(campaign.sheets, event.sheet, "table.no_sheet")
    place.sheet = event.sheet


def _key_made(campaign: Campaign, record: Record, event: ev.KeyMade) -> None:
    place = _seat(campaign, event.seat)
    place.generation = record.sequence
    place.ends = record.time + timedelta(minutes=event.minutes) if event.minutes else None


def _seat_revoked(campaign: Campaign, record: Record, event: ev.SeatRevoked) -> None:
    place = _seat(campaign, event.seat)
    if place.id == GM:
        raise Refused([refusal("table.gm_stays", "seat")])
    place.is_revoked = True
    for held in campaign.scenes.values():
        held.chairs = {chair: seat for chair, seat in held.chairs.items() if seat != event.seat}


# Scenes


def _scene_prepared(campaign: Campaign, record: Record, event: ev.ScenePrepared) -> None:
    old = campaign.scenes.get(event.scene)
    if old is None:
        _hold_open(campaign)
    elif old.status != "prepared":
        raise Refused([refusal("table.begun", "scene")])
    _hold_chairs(campaign, event.chairs)
    campaign.scenes[event.scene] = Held(
        id=event.scene,
        title=event.title,
        rules=str(event.data.get("rules", "")),
        name=str(event.data.get("scene", "")),
        data=event.data,
        chairs=event.chairs,
        sheets=event.sheets,
        audience=event.audience,
        at=record.sequence,
    )


def _scene_dropped(campaign: Campaign, record: Record, event: ev.SceneDropped) -> None:
    held = _scene(campaign, event.scene)
    if held.status != "prepared" and not held.is_what_if:
        raise Refused([refusal("table.begun", "scene")])
    if any(other.of == held.id for other in campaign.scenes.values()):
        raise Refused([refusal("table.has_forks", "scene")])
    del campaign.scenes[event.scene]


def _chair_given(campaign: Campaign, record: Record, event: ev.ChairGiven) -> None:
    held = _scene(campaign, event.scene)
    chairs = {chair: seat for chair, seat in held.chairs.items() if chair != event.chair}
    if event.seat and event.seat != GM:
        chairs[event.chair] = event.seat
    _hold_chairs(campaign, chairs)
    held.chairs, held.at = chairs, record.sequence


def _played(campaign: Campaign, record: Record, event: ev.Played) -> None:
    held = _scene(campaign, event.scene)
    sequence, kind = event.record.get("sequence"), event.record.get("kind")
    if sequence != held.last + 1 or held.status == "closed" or (kind == "started") != (sequence == 1):
        raise Refused([refusal("log.not_next", sequence=str(sequence), expected=held.last + 1)])
    if kind == "started":
        held.status, held.begun, held.data = "running", record.time, {}
    elif kind == "rewound":
        held.outcome = ""
    elif kind == "ended":
        held.outcome = _outcome(event.record)
    held.last, held.at = held.last + 1, record.sequence


def _scene_forked(campaign: Campaign, record: Record, event: ev.SceneForked) -> None:
    base = _scene(campaign, event.of)
    if event.to > base.last or event.scene in campaign.scenes:
        raise Refused([refusal("play.no_event", "to", sequence=event.to, most=base.last)])
    _hold_open(campaign)
    campaign.scenes[event.scene] = Held(
        id=event.scene,
        title=base.title,
        rules=base.rules,
        name=base.name,
        status="running",
        audience=GM_ONLY,
        last=base.last,
        at=record.sequence,
        begun=record.time,
        of=event.of,
        to=event.to,
        shared=base.last,
    )


def _scene_closed(campaign: Campaign, record: Record, event: ev.SceneClosed) -> None:
    held = _scene(campaign, event.scene)
    if held.status != "running" or held.is_what_if:
        raise Refused([refusal("table.not_running", "scene")])
    held.status, held.applied, held.at = "closed", event.applied, record.sequence


# What they ask


def _known(held: Mapping[str, T], id: str, reason: str) -> T:
    if id not in held:
        raise Refused([refusal(reason)])
    return held[id]


def _seat(campaign: Campaign, seat: str) -> Place:
    place = campaign.place(seat)
    if place is None:
        raise Refused([refusal("table.no_seat", "seat")])
    return place


def _scene(campaign: Campaign, scene: str) -> Held:
    return _known(campaign.scenes, scene, "table.no_scene")


def _hold_room(held: Mapping[str, object], id: str, most: int) -> None:
    if id not in held and len(held) >= most:
        raise Refused([refusal("table.too_many", "", most=most)])


def _hold_open(campaign: Campaign) -> None:
    still = sum(held.status != "closed" for held in campaign.scenes.values())
    if still >= MOST_OPEN or len(campaign.scenes) >= MOST_MADE:
        raise Refused([refusal("table.too_many", "", most=MOST_OPEN)])


def _hold_chairs(campaign: Campaign, chairs: Mapping[str, str]) -> None:
    """A seat of the table answers for one seat of a scene at most; spectators for none."""
    seats = list(chairs.values())
    for chair, seat in chairs.items():
        place = _seat(campaign, seat)
        if place.role not in ("player", "helper"):
            raise Refused([refusal("table.no_chair", f"chairs.{chair}", seat=place.name)])
        if seats.count(seat) > 1:
            raise Refused([refusal("table.chair_twice", f"chairs.{chair}", seat=place.name)])


def _outcome(record: Mapping[str, Any]) -> str:
    payload = record.get("payload")
    return str(payload.get("outcome", "")) if isinstance(payload, dict) else ""


_TAKERS: Final[Mapping[type[Event], Callable[[Campaign, Record, Any], None]]] = {
    ev.Founded: _founded,
    ev.Retitled: _retitled,
    ev.SheetKept: _sheet_kept,
    ev.SheetDropped: _sheet_dropped,
    ev.PackKept: _pack_kept,
    ev.PackDropped: _pack_dropped,
    ev.Ruled: _ruled,
    ev.SeatMade: _seat_made,
    ev.SeatRenamed: _seat_renamed,
    ev.SeatGiven: _seat_given,
    ev.KeyMade: _key_made,
    ev.SeatRevoked: _seat_revoked,
    ev.ScenePrepared: _scene_prepared,
    ev.SceneDropped: _scene_dropped,
    ev.ChairGiven: _chair_given,
    ev.Played: _played,
    ev.SceneForked: _scene_forked,
    ev.SceneClosed: _scene_closed,
    ev.TimePassed: _time_passed,
    ev.NoteKept: _note_kept,
    ev.NoteDropped: _note_dropped,
}
