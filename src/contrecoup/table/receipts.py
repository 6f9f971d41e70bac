"""Receipts: what came of a command, told to whoever asked; the same again where it is asked again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from contrecoup.kernel import Seat, may_see
from contrecoup.log import Event, Record
from contrecoup.play import Step
from contrecoup.table import events as ev
from contrecoup.table.commands import Receipt
from contrecoup.table.room import Room, Running

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
    room: Room, seat: Seat, request: str, scene: str, records: Sequence[Record], last: int, lang: str
) -> Receipt:
    """The receipt of a request that came to these records; `last` is the last event of the scene then."""
    held = room.campaign.scenes.get(scene)
    made = _made(records)
    if held is None or held.status == "prepared":
        return Receipt(request=request, made=made)
    running, viewer = room.running(scene), held.viewer(seat)
    own = [record.event for record in records if isinstance(record.event, ev.Played)]
    before = last - sum(event.scene == scene for event in own)
    told = tuple(told_between(running, viewer, lang, before, last))
    return Receipt(request=request, turn=running.session.turn(viewer, last), made=made, told=told)


def standing(running: Running, viewer: Seat, request: str, turn: int, lang: str) -> Receipt:
    """What settled the question of a turn, as a viewer may know it, and the turn now; nothing is told of
    what was taken back."""
    session = running.session
    last = len(session.fold.records)
    settled = next((upto for upto in range(1, last + 1) if session.turn(viewer, upto) > turn), last)
    counts = any(step.sequence == settled for step in _since(session.fold.standing.last, settled - 1))
    told = tuple(told_between(running, viewer, lang, settled - 1, settled)) if counts else ()
    return Receipt(request=request, turn=session.turn(viewer), told=told)


def told_between(running: Running, viewer: Seat, lang: str, after: int, last: int) -> Iterator[str]:
    """What a viewer is told of the steps that came after one event up to another."""
    if last <= after:
        return
    standing = running.session.fold.standing_after(last)
    teller = running.teller(standing.scene, lang, viewer)
    for step in reversed(tuple(_since(standing.last, after))):
        if may_see(step.audience, viewer) and step.shows_answer(viewer):
            yield teller.head(step.event)
            yield from (told.text for told in teller.told(step))


def _since(step: Step | None, after: int) -> Iterator[Step]:
    while step is not None and step.sequence > after:
        yield step
        step = step.earlier


def _made(records: Sequence[Record]) -> str:
    """The id of what was made or changed, where one thing was."""
    event = records[0].event if records else None
    field = _MADE.get(type(event)) if event else None
    return str(getattr(event, field)) if field else ""
