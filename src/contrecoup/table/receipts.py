"""Receipts: what came of a command, told to whoever asked; the same again where it is asked again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from contrecoup.kernel import Seat
from contrecoup.log import Event, Record
from contrecoup.play import Step
from contrecoup.table import events as ev
from contrecoup.table.campaign import Held
from contrecoup.table.commands import Receipt
from contrecoup.table.projection import stage_of
from contrecoup.table.room import Room

_MADE: Final[Mapping[type[Event], str]] = {
    ev.SeatMade: "seat",
    ev.KeyMade: "seat",
    ev.SheetKept: "sheet",
    ev.PackKept: "pack",
    ev.ScenePrepared: "scene",
    ev.SceneForked: "scene",
    ev.NoteKept: "note",
}


def receipt(
    room: Room, seat: Seat, request: str, held: Held | None, records: Sequence[Record], last: int, lang: str
) -> Receipt:
    """The receipt of a request that came to these records.

    `held` is the scene that it was for (None for the campaign, or one that is gone), with its session at
    hand where it has begun, `last` the last event of its own log then.
    """
    made = _made(records)
    if held is None or held.status == "prepared":
        return Receipt(request=request, made=made)
    session, viewer = room.session(held.id), held.viewer(seat)
    own = [record.event for record in records if isinstance(record.event, ev.Played)]
    before = last - sum(event.scene == held.id for event in own)
    told = tuple(_told(room, held, viewer, lang, before, last))
    return Receipt(request=request, turn=session.turn(viewer, last), made=made, told=told)


def standing(room: Room, held: Held, viewer: Seat, request: str, turn: int, lang: str) -> Receipt:
    """What settled the question of a turn, as a viewer may know it, and the turn now; nothing is told of
    what was taken back."""
    session = room.session(held.id)
    last = len(session.fold.records)
    settled = next((upto for upto in range(1, last + 1) if session.turn(viewer, upto) > turn), last)
    counts = any(step.sequence == settled for step in _since(session.fold.standing.last, settled - 1))
    told = tuple(_told(room, held, viewer, lang, settled - 1, settled)) if counts else ()
    return Receipt(request=request, turn=session.turn(viewer), told=told)


def _told(room: Room, held: Held, viewer: Seat, lang: str, after: int, last: int) -> Iterator[str]:
    """What the scene's events after one and up to another added to the viewer's log, as texts."""
    for line in stage_of(room, held).lines_between(viewer, lang, after, last):
        yield from filter(None, (line.text, *(said.text for said in line.told)))


def _since(step: Step | None, after: int) -> Iterator[Step]:
    while step is not None and step.sequence > after:
        yield step
        step = step.earlier


def _made(records: Sequence[Record]) -> str:
    """The id of what was made or changed, where one thing was."""
    event = records[0].event if records else None
    field = _MADE.get(type(event)) if event else None
    return str(getattr(event, field)) if field else ""
