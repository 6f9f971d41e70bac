"""The extract: what a seat takes away from a table, its own logs and nothing else.

JSON Lines: a header, then each scene that the seat knows of, with its lines as the seat has them, in its
language. Of a scene whose secret was shown there are all derived faces too, so that they can be recomputed.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from contrecoup.kernel import Seat
from contrecoup.log import Thrown
from contrecoup.play import Session
from contrecoup.table.projection import lines, project
from contrecoup.table.room import Room
from contrecoup.table.seen import ChairSeen, Line, ProofSeen, RulingSeen

FORMAT: Final = "contrecoup-log"
VERSION: Final = 1


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: whose log of which campaign in which language."""

    format: str = FORMAT
    version: int = VERSION
    title: str
    seat: str
    name: str
    role: str
    lang: str


class Faces(msgspec.Struct, frozen=True):
    """Faces that were derived for one throw: the counter of the first, then sides and face of each."""

    counter: int
    faces: tuple[tuple[int, int], ...]


class SceneHead(msgspec.Struct, frozen=True, kw_only=True, tag="scene", tag_field="is"):
    """A scene; its lines follow. `derived` is there once the secret of its dice was shown."""

    id: str
    title: str
    rules: str
    name: str
    status: str
    ended: str
    remains: tuple[str, ...]
    chairs: tuple[ChairSeen, ...]
    rulings: tuple[RulingSeen, ...]
    proof: ProofSeen | None
    derived: tuple[Faces, ...] = ()


class SceneLine(msgspec.Struct, frozen=True, tag="line", tag_field="is"):
    """A line of a scene."""

    scene: str
    line: Line


def extract_head(room: Room, seat: Seat, lang: str) -> bytes:
    """The header's line."""
    place = room.campaign.seats[seat]
    head = Head(title=room.campaign.title, seat=seat, name=place.name, role=place.role, lang=lang)
    return msgspec.json.encode(head) + b"\n"


def extract_scene(room: Room, seat: Seat, lang: str, scene: str) -> bytes:
    """All lines of one scene that has begun; the room must have its session at hand."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in _scene(room, seat, lang, scene))


def _scene(room: Room, seat: Seat, lang: str, scene: str) -> Iterator[SceneHead | SceneLine]:
    seen = project(room, seat, lang, scene).seen.scene
    assert seen is not None
    is_shown = seen.proof is not None and bool(seen.proof.secret)
    yield SceneHead(
        id=seen.id,
        title=seen.title,
        rules=seen.rules,
        name=seen.name,
        status=seen.status,
        ended=seen.ended,
        remains=seen.remains,
        chairs=seen.chairs,
        rulings=seen.rulings,
        proof=seen.proof,
        derived=tuple(_derived(room.session(scene))) if is_shown else (),
    )
    yield from (SceneLine(scene, line) for line in lines(room, seat, lang, scene))


def _derived(session: Session) -> Iterator[Faces]:
    """With the secret all of them are open, those that were taken back as well."""
    for record in session.fold.records:
        event = record.event
        if isinstance(event, Thrown) and event.counter is not None:
            faces = tuple((die.sides, face) for die in event.dice for face in die.faces)
            yield Faces(event.counter, faces)
