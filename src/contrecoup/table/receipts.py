"""Receipts: what came of a command, told to whoever asked; the same again where it is asked again."""

from collections.abc import Iterator, Sequence

from contrecoup.kernel import Seat, may_see
from contrecoup.log import Record
from contrecoup.play import Session
from contrecoup.play.telling import Teller
from contrecoup.table import events as ev
from contrecoup.table.commands import Receipt
from contrecoup.table.room import Room

_MADE = {
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
    session, viewer = room.session(scene), held.viewer(seat)
    own = [record.event for record in records if isinstance(record.event, ev.Played)]
    before = last - sum(event.scene == scene for event in own)
    told = tuple(told_between(session, viewer, lang, before, last))
    return Receipt(request=request, turn=session.turn(viewer, last), made=made, told=told)


def standing(session: Session, viewer: Seat, request: str, turn: int, lang: str) -> Receipt:
    """What settled the question of a turn, as a viewer may know it, and the turn that it led to."""
    last = len(session.fold.records)
    settled = next((upto for upto in range(1, last + 1) if session.turn(viewer, upto) > turn), last)
    told = tuple(told_between(session, viewer, lang, settled - 1, settled))
    return Receipt(request=request, turn=session.turn(viewer), told=told)


def told_between(session: Session, viewer: Seat, lang: str, after: int, last: int) -> Iterator[str]:
    """What a viewer is told of the steps that came after one event up to another."""
    if last <= after:
        return
    standing = session.fold.standing_after(last)
    teller = Teller(standing.scene, lang, viewer)
    for step in standing.steps():
        if after < step.sequence <= last and may_see(step.audience, viewer) and step.shows_answer(viewer):
            yield teller.head(step.event)
            yield from (told.text for told in teller.told(step))


def _made(records: Sequence[Record]) -> str:
    """The id of what was made or changed, where one thing was."""
    event = records[0].event if records else None
    field = _MADE.get(type(event)) if event else None
    return str(getattr(event, field)) if field else ""
