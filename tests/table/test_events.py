"""Events of a table are written strictly and read again, whatever version wrote them."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
import pytest

from contrecoup.kernel import EVERYONE, Refused, only
from contrecoup.log import Event, Record, Started, encode
from contrecoup.table import events as ev
from contrecoup.table.events import KINDS
from contrecoup.table.room import read_line

SAMPLES: Final = Path(__file__).parent / "samples"
TIME: Final = datetime(2026, 11, 29, 20, 0, 2, tzinfo=UTC)
_STARTED: Final = Record(
    sequence=1,
    time=TIME,
    event=Started(rules="savage", rules_version="1", scene="intrusion", data={"rules": "savage"}),
)
EVENTS: Final[tuple[Event, ...]] = (
    ev.Founded(title="Night shift", lang="en"),
    ev.Retitled(title="Day shift"),
    ev.SheetKept(
        sheet="a1", rules="savage", sort="hacker", side="character", title="Joe", data={"hacking": "d8"}
    ),
    ev.SheetDropped(sheet="a1"),
    ev.PackKept(pack="b2", rules="machines", title="Guns", data={"rules": "machines"}),
    ev.PackDropped(pack="b2"),
    ev.Ruled(rules="savage", ruling="both_out", value="control"),
    ev.SeatMade(seat="c3", role="player", name="Ana", sheet="a1"),
    ev.SeatRenamed(seat="c3", name="Anne"),
    ev.SeatGiven(seat="c3", sheet=""),
    ev.KeyMade(seat="c3", minutes=60),
    ev.SeatRevoked(seat="c3"),
    ev.ScenePrepared(
        scene="d4",
        title="Front desk",
        data={"rules": "savage"},
        chairs={"hacker": "c3"},
        sheets={"hacker": "a1"},
        audience=EVERYONE,
    ),
    ev.SceneDropped(scene="d4"),
    ev.ChairGiven(scene="d4", chair="hacker", seat="c3"),
    ev.Played(scene="d4", record=json.loads(encode(_STARTED))),
    ev.SceneForked(scene="e5", of="d4", to=3),
    ev.SceneClosed(scene="d4", applied=True),
    ev.TimePassed(minutes=90),
    ev.NoteKept(note="f6", text="They know.", audience=only("c3")),
    ev.NoteDropped(note="f6"),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_survives_its_line(event: Event) -> None:
    record = Record(sequence=7, time=TIME, who="gm", event=event)
    assert read_line(encode(record), 7) == record


def test_each_kind_of_event_is_in_these_tests() -> None:
    assert {event.kind for event in EVENTS} == set(KINDS)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_sample_of_any_version_reads_as_the_event_of_today(path: Path) -> None:
    event = next(event for event in EVENTS if path.stem.startswith(f"{event.kind}-"))
    assert read_line(path.read_bytes().strip(), 7) == Record(sequence=7, time=TIME, who="gm", event=event)


def test_each_version_of_each_kind_has_a_stored_sample() -> None:
    versions = {
        f"{kind}-{version + 1}" for kind, event in KINDS.items() for version in range(event.version())
    }
    assert {path.stem for path in SAMPLES.glob("*.json")} == versions


def test_a_scenes_own_event_is_opened_as_it_was_put_in() -> None:
    assert ev.Played(scene="d4", record=json.loads(encode(_STARTED))).opened() == _STARTED


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("founded", {"title": ""}),
        ("founded", {"title": "x" * 121}),
        ("founded", {"lang": "de"}),
        ("seat_made", {"role": "king"}),
        ("seat_made", {"seat": "no id"}),
        ("seat_made", {"seat": "x" * 41}),
        ("note_kept", {"text": "x" * 2001}),
        ("time_passed", {"minutes": 0}),
        ("time_passed", {"minutes": 10_000_001}),
        ("scene_prepared", {"chairs": {str(place): "c3" for place in range(51)}}),
        ("scene_forked", {"to": 0}),
        ("key_made", {"key": "no place for one"}),
    ],
)
def test_an_event_out_of_bounds_is_refused(kind: str, change: dict[str, object]) -> None:
    event = next(event for event in EVENTS if event.kind == kind)
    line = json.loads(encode(Record(sequence=7, time=TIME, event=event)))
    line["payload"] |= change
    with pytest.raises(Refused) as fault:
        read_line(msgspec.json.encode(line), 7)
    assert [reason.id for reason in fault.value.reasons] == ["log.payload"]
