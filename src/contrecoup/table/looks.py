"""Looks: what is asked of a table for a seat that only looks."""

from collections.abc import Callable
from typing import Any

import msgspec

from contrecoup.kernel import Seat
from contrecoup.table.refusals import unknown
from contrecoup.table.room import Room


class Look(msgspec.Struct, frozen=True):
    """A look at a table: for which seat, and what is made of it.

    `read` is given the room, the scene that is shown ("" for none; its session is at hand) and who is here.
    `scene`: the one that is asked for ("": the one that the seat, or the seat `preview`, is shown).
    `generation`: that of the link by which the seat is held (0 where it was looked up just now).
    """

    seat: Seat
    read: Callable[[Room, str, frozenset[Seat]], Any]
    scene: str = ""
    preview: str = ""
    generation: int = 0


def shown_to(room: Room, look: Look) -> str:
    """The scene that is shown, where its session is needed; Unknown where the seat may not know of it."""
    seat, scene = look.preview or look.seat, look.scene
    if not scene:
        return room.shown(seat)
    held = room.campaign.scenes.get(scene)
    if held is None or not held.may_know(seat):
        raise unknown("table.no_scene", "scene")
    return scene
