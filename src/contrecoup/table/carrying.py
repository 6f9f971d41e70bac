"""Carrying out: a command checked against seat, scene and turn, and handed to whoever carries it out."""

from hashlib import sha256
from typing import Final

import msgspec

from contrecoup.kernel import Seat
from contrecoup.registry import documents
from contrecoup.storage.port import is_name
from contrecoup.table import campaign_orders, preparing, scene_orders
from contrecoup.table import commands as do
from contrecoup.table.campaign import Held
from contrecoup.table.commands import Asked
from contrecoup.table.draft import Draft
from contrecoup.table.events import LONGEST_TITLE, Founded
from contrecoup.table.receipts import standing
from contrecoup.table.refusals import Settled, denied, out_of_turn, refused, unknown
from contrecoup.table.room import Room

MOST_EVENTS = 2_000_000
"""Events that a campaign may have."""
_encoder: Final = msgspec.json.Encoder(order="deterministic")
_LINES = ("title", "name", "text", "reason")
_TITLES = ("title", "name")
_BREAKS = frozenset("\t\r\n\u2028\u2029")


def founding(title: str, lang: str) -> Founded:
    """The first event of a campaign; Refused where it can't have such a title or language."""
    try:
        event = msgspec.convert({"title": title, "lang": lang}, Founded)
    except msgspec.ValidationError:
        raise refused("table.title", "title", most=LONGEST_TITLE) from None
    documents.hold_bounds({"title": title})
    if title.isspace():
        raise refused("table.blank", "title")
    if not _BREAKS.isdisjoint(title):
        raise refused("scene.control_character", "title")
    return event


def played_on(draft: Draft, held: Held) -> bool:
    """Let seats of a scene play on by themselves; whether there is more of it than one batch takes."""
    return _opened(scene_orders.SceneOrder(draft, held, draft.room.running(held.id)), None)


def is_waiting(room: Room, scene: str) -> bool:
    """Whether a scene waits for a seat that plays on by itself."""
    session = room.session(scene)
    return room.campaign.scenes[scene].status == "running" and session.is_auto() and not session.is_paused


def hold_form(asked: Asked) -> None:
    """Refused where the texts of a command, or its request id, can't be."""
    if not is_name(asked.request):
        raise refused("table.request", "request")
    said = msgspec.to_builtins(asked.command)
    said.pop("toml", None)
    documents.hold_bounds(said)
    for field in _LINES:
        text = getattr(asked.command, field, None)
        if isinstance(text, str) and text.isspace():
            raise refused("table.blank", field)
        if isinstance(text, str) and field in _TITLES and not _BREAKS.isdisjoint(text):
            raise refused("scene.control_character", field)


def scene_of(asked: Asked) -> str:
    """The scene that a command is for; "" where it is for the campaign."""
    return "" if type(asked.command) in campaign_orders.ORDERS else asked.scene


def digest_of(asked: Asked) -> bytes:
    """A hash by which a request is known again; Refused where it can't be written down."""
    try:
        return sha256(_encoder.encode(asked)).digest()
    except (ValueError, OverflowError, RecursionError):
        raise refused("table.not_data") from None


def shelved(asked: Asked) -> Seat:
    """The seat whose hashes a command needs; "" for none."""
    command = asked.command
    return command.seat if isinstance(command, do.RotateKey | do.RevokeSeat) else ""


def needed(room: Room, seat: Seat, asked: Asked) -> str:
    """The scene that has to be at hand; "" where none has."""
    held = room.campaign.scenes.get(asked.scene)
    known = held is not None and held.may_know(seat) and held.status != "prepared"
    return asked.scene if known and type(asked.command) in scene_orders.ORDERS else ""


def carry_out(draft: Draft, asked: Asked, shelf: bytes | None, lang: str) -> bool:
    """Put on the draft what a command comes to; whether seats that play on by themselves go on after it.

    Refused, with every reason, where it can't be done.
    """
    campaign, command = draft.room.campaign, asked.command
    place = campaign.place(draft.seat)
    if place is None or not place.is_open(draft.time):
        raise denied("table.out")
    if place.role not in command.roles:
        raise denied("table.not_yours")
    if campaign.sequence >= MOST_EVENTS:
        raise refused("table.too_many", "", most=MOST_EVENTS)
    order = campaign_orders.ORDERS.get(type(command))
    if order is not None:
        order(campaign_orders.Order(draft, asked.scene, shelf), command)
        return False
    held = campaign.scenes.get(asked.scene)
    if held is None or not held.may_know(draft.seat):
        raise unknown("table.no_scene", "scene")
    if held.status == "prepared":
        return _before(draft, held, command)
    return _within(draft, held, asked, lang)


def _before(draft: Draft, held: Held, command: do.Command) -> bool:
    """What can be done with a scene that has not begun."""
    if isinstance(command, do.GiveChair):
        seats = preparing.loaded(held.data).manifest.seats
        scene_orders.give_chair(draft, held, seats, command)
        return False
    if not isinstance(command, do.Begin):
        raise out_of_turn("table.not_running", "scene")
    scene_orders.begin(draft, held)
    order = scene_orders.SceneOrder(draft, held, draft.room.running(held.id))
    return _opened(order, None)


def _within(draft: Draft, held: Held, asked: Asked, lang: str) -> bool:
    """What can be done with a scene that has begun."""
    command = asked.command
    if isinstance(command, do.Begin):
        raise out_of_turn("table.begun", "scene")
    if held.status == "closed" and not isinstance(command, do.Fork):
        raise out_of_turn("table.closed", "scene")
    order = scene_orders.SceneOrder(draft, held, draft.room.running(held.id))
    if command.is_turned:
        _hold_turn(order, asked, lang)
    return _opened(order, command)


def _hold_turn(order: scene_orders.SceneOrder, asked: Asked, lang: str) -> None:
    """Refused where a command was made for another turn: for an earlier one, with what stands."""
    if asked.turn is None:
        raise refused("table.turn_needed", "turn")
    turn = order.session.turn(order.viewer)
    if asked.turn < turn:
        room = order.draft.room
        stands = standing(room, order.held, order.viewer, asked.request, asked.turn, lang)
        raise Settled(stands)
    if asked.turn > turn:
        raise out_of_turn("table.turn_ahead", "turn", turn=turn)


def _opened(order: scene_orders.SceneOrder, command: do.Command | None) -> bool:
    """Carry a command out while the session may write, then let seats play on by themselves."""
    order.open(command)
    try:
        if command is not None:
            scene_orders.ORDERS[type(command)](order, command)
        still = order.draft.room.campaign.scenes.get(order.held.id)
        return still is not None and still.status == "running" and scene_orders.play_on(order)
    finally:
        order.close()
