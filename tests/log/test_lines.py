"""Lines are read strictly, whatever version wrote them."""

import json
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from contrecoup.kernel import Refused
from contrecoup.log import KINDS, Event, Record, decode, encode
from contrecoup.log.events import Payload, Upcaster
from contrecoup.log.lines import MOST_BYTES
from tests.log.suite import RECORDS, TIME

SAMPLES = Path(__file__).parent / "samples"


def refusal_of(line: bytes, number: int = 7) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        decode(line, number)
    (reason,) = refused.value.reasons
    assert reason.line == number
    return reason.id, dict(reason.values)


def changed(**fields: object) -> bytes:
    return json.dumps(json.loads(encode(RECORDS[1])) | fields).encode()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.event.kind)
def test_a_record_survives_its_line(record: Record) -> None:
    line = encode(record)
    assert b"\n" not in line
    assert decode(line, 1) == record


def test_a_line_shows_sequence_time_who_kind_version_and_payload() -> None:
    assert json.loads(encode(RECORDS[1])) == {
        "sequence": 2,
        "time": "2026-11-29T20:00:02Z",
        "who": "first",
        "kind": "seat_set",
        "version": 1,
        "payload": {"seat": "second", "auto": True},
    }


def test_audiences_are_written_in_order_so_that_equal_records_have_equal_lines() -> None:
    assert b'"audience":["first","second"]' in encode(RECORDS[4])


def test_each_kind_of_event_is_in_the_records_of_these_tests() -> None:
    assert {record.event.kind for record in RECORDS} == set(KINDS)


def test_each_version_of_each_kind_has_a_stored_sample() -> None:
    versions = {(kind, version) for kind, event in KINDS.items() for version in range(1, event.version() + 1)}
    stored = {tuple(path.stem.rsplit("-", 1)) for path in SAMPLES.glob("*.json")}
    assert stored == {(kind, str(version)) for kind, version in versions}


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_sample_is_read_as_today_s_event(path: Path) -> None:
    expected = {record.event.kind: record for record in RECORDS}
    line = path.read_bytes().strip()
    record = decode(line, 1)
    assert record == expected[json.loads(line)["kind"]]


class Moved(Event, frozen=True):
    kind: ClassVar[str] = "moved"

    steps: int
    gait: str

    @staticmethod
    def _count_steps(payload: Payload) -> Payload:
        return {"steps": len(payload["path"])}

    @staticmethod
    def _walk(payload: Payload) -> Payload:
        return payload | {"gait": "walk"}

    upcasters: ClassVar[tuple[Upcaster, ...]] = (_count_steps, _walk)


@pytest.mark.parametrize(
    ("version", "payload"),
    [(1, {"path": ["n", "w"]}), (2, {"steps": 2}), (3, {"steps": 2, "gait": "walk"})],
)
def test_upcasters_lift_every_older_version(version: int, payload: Payload) -> None:
    line = changed(kind="moved", version=version, payload=payload)
    record = decode(line, 1, {"moved": Moved})
    assert record.event == Moved(steps=2, gait="walk")


def test_a_payload_that_its_upcaster_cannot_lift_is_refused() -> None:
    with pytest.raises(Refused, match=r"log\.payload"):
        decode(changed(kind="moved", version=1, payload={}), 1, {"moved": Moved})


def test_a_version_newer_than_ours_is_refused() -> None:
    id, values = refusal_of(changed(version=2))
    assert id == "log.version_newer"
    assert values == {"kind": "seat_set", "version": 2, "known": 1}


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    id, values = refusal_of(changed(kind="exploded"))
    assert id == "log.kind_unknown"
    assert values["kind"] == "exploded"
    assert values["known"] == (
        "started, chosen, thrown, adjusted, rewound, seat_set, noted, ended, amended, corrected, opened, "
        "committed, entropy_added, secret_shown, paused, resumed, forked, secret_lost"
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"sequence": 0},
        {"sequence": "2"},
        {"version": 0},
        {"time": "yesterday"},
        {"time": "2026-11-29T20:00:02"},
        {"who": None},
        {"extra": 1},
    ],
)
def test_an_envelope_of_another_shape_is_foreign(fields: dict[str, object]) -> None:
    assert refusal_of(changed(**fields))[0] == "log.foreign"


@pytest.mark.parametrize(
    "payload",
    [{}, {"seat": "second"}, {"seat": "second", "auto": "yes"}, {"seat": "s", "auto": True, "x": 1}, []],
)
def test_a_payload_of_another_shape_is_refused(payload: object) -> None:
    id, values = refusal_of(changed(payload=payload))
    assert id == "log.payload"
    assert values["kind"] == "seat_set"


@pytest.mark.parametrize(
    "line", [b"", b"{", b"hello", b"\x00\x00\x00", b'{"sequence":1', b"\xff\xfe", b"[" * 100_000]
)
def test_what_is_no_json_is_damaged(line: bytes) -> None:
    assert refusal_of(line)[0] in {"log.damaged", "log.foreign"}


@pytest.mark.parametrize("line", [b"[]", b"1", b'"text"', b"{}", b'{"event":"login","user":"x"}'])
def test_json_of_another_kind_is_foreign(line: bytes) -> None:
    assert refusal_of(line)[0] == "log.foreign"


def test_a_line_longer_than_any_event_is_refused_unread() -> None:
    assert refusal_of(b" " * (MOST_BYTES + 1)) == ("log.line_too_long", {"most": MOST_BYTES})


def test_the_time_is_read_with_its_zone() -> None:
    record = decode(changed(time="2026-11-29T21:00:02+01:00"), 1)
    assert record.time == msgspec.structs.replace(RECORDS[1]).time
    assert record.time.tzinfo is not None
    assert TIME.utcoffset() is not None
