"""A log in a file: whole after a crash, never overwritten, one writer at a time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from contrecoup.kernel import Refused
from contrecoup.log import FileStore, Noted, Reading, encode, file, read
from tests.log.suite import RECORDS, StoreSuite, record

LINES = [encode(each) for each in RECORDS]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


class FileStoreTests(StoreSuite):
    @pytest.fixture
    def store(self, path: Path) -> FileStore:
        return FileStore.create(path)


def written(path: Path, *lines: bytes, end: bytes = b"\n") -> bytes:
    content = b"\n".join(lines) + end
    path.write_bytes(content)
    return content


def faults_of(reading: Reading) -> list[tuple[str, int]]:
    return [(fault.id, fault.line) for fault in reading.faults]


def test_a_log_gone_on_with_continues_after_its_last_event(path: Path) -> None:
    store = FileStore.create(path)
    store.append(RECORDS[0])
    store.close()
    store = FileStore.open(path)
    store.append(RECORDS[1])
    store.close()
    assert path.read_bytes() == LINES[0] + b"\n" + LINES[1] + b"\n"


def test_a_new_log_never_overwrites(path: Path) -> None:
    path.write_text("dear diary")
    with pytest.raises(Refused, match=r"log\.exists"):
        FileStore.create(path)
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize("kept", [1, len(LINES[2]) // 2, len(LINES[2]) - 1])
def test_a_last_line_cut_short_is_left_out_with_a_notice(path: Path, kept: int) -> None:
    content = written(path, *LINES[:2], LINES[2][:kept], end=b"")
    reading = read(path)
    assert reading.records == RECORDS[:2]
    assert reading.faults == ()
    assert [(notice.id, dict(notice.values)) for notice in reading.notices] == [
        ("log.cut_short", {"line": 3})
    ]
    assert path.read_bytes() == content  # reading changes nothing


def test_a_last_line_cut_short_is_cut_off_before_the_log_goes_on(path: Path) -> None:
    written(path, *LINES[:2], LINES[2][:9], end=b"")
    store = FileStore.open(path)
    assert [notice.id for notice in store.notices] == ["log.cut_short"]
    store.append(RECORDS[2])
    assert path.read_bytes() == b"\n".join(LINES[:3]) + b"\n"


def test_zeros_that_a_power_cut_left_at_the_end_are_cut_off(path: Path) -> None:
    written(path, LINES[0], b"\0" * 4096, end=b"")
    store = FileStore.open(path)
    store.append(RECORDS[1])
    assert read(path).records == RECORDS[:2]


def test_a_whole_last_event_without_a_line_end_is_kept(path: Path) -> None:
    written(path, *LINES[:2], end=b"")
    store = FileStore.open(path)
    assert store.notices == ()
    store.append(RECORDS[2])
    assert path.read_bytes() == b"\n".join(LINES[:3]) + b"\n"


def test_a_damaged_line_is_refused_at_its_line_and_the_rest_stays_readable(path: Path) -> None:
    content = written(path, LINES[0], LINES[1], b'{"sequence":3,', *LINES[3:])
    reading = read(path)
    assert faults_of(reading) == [("log.damaged", 3), ("log.gap", 4)]
    assert reading.records == RECORDS[:2] + RECORDS[3:]
    assert reading.sound() == RECORDS[:2]
    with pytest.raises(Refused) as refused:
        FileStore.open(path)
    assert refused.value.reasons == reading.faults
    assert path.read_bytes() == content


def test_a_missing_line_is_noticed(path: Path) -> None:
    written(path, LINES[0], *LINES[2:4])
    reading = read(path)
    assert faults_of(reading) == [("log.gap", 2)]
    assert dict(reading.faults[0].values) == {"sequence": 3, "expected": 2, "file": str(path)}
    assert reading.sound() == RECORDS[:1]


def test_a_second_start_is_refused_at_its_line(path: Path) -> None:
    written(path, LINES[0], encode(record(2, RECORDS[0].event)))
    assert faults_of(read(path)) == [("log.start_misplaced", 2)]


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"dear diary", [("log.damaged", 1)]),
        (b"dear diary\nit rained\n", [("log.damaged", 1), ("log.damaged", 2)]),
        (b'{"event":"login"}\n', [("log.foreign", 1)]),
        (b"\x89PNG\r\n\x1a\n\x00\x00", [("log.damaged", 1), ("log.damaged", 2), ("log.damaged", 3)]),
        (b"", [("log.empty", 0)]),
        (b"\n\n", [("log.empty", 0)]),
        (LINES[0][:20], [("log.damaged", 1)]),
    ],
)
def test_a_foreign_file_is_refused_and_never_written_to(
    path: Path, content: bytes, faults: list[tuple[str, int]]
) -> None:
    path.write_bytes(content)
    reading = read(path)
    assert faults_of(reading) == faults
    assert reading.records == ()
    with pytest.raises(Refused):
        FileStore.open(path)
    assert path.read_bytes() == content


def test_a_byte_order_mark_carriage_returns_and_blank_lines_are_read(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + LINES[0] + b"\r\n\r\n" + LINES[1] + b"\r\n")
    assert read(path) == Reading(RECORDS[:2])


def test_a_line_of_any_length_is_refused_at_its_line(path: Path) -> None:
    path.write_bytes(LINES[0] + b"\n" + b"x" * 5_000_000 + b"\n" + LINES[1] + b"\n")
    reading = read(path)
    assert faults_of(reading) == [("log.line_too_long", 2)]
    assert reading.records == RECORDS[:2]


@pytest.mark.parametrize("opening", [read, FileStore.open])
def test_a_missing_log_is_refused(path: Path, opening: object) -> None:
    assert callable(opening)
    with pytest.raises(Refused, match=r"log\.missing"):
        opening(path)
    assert not path.exists()


@pytest.mark.parametrize("opening", [read, FileStore.open, FileStore.create])
def test_a_folder_is_refused(tmp_path: Path, opening: object) -> None:
    assert callable(opening)
    with pytest.raises(Refused):
        opening(tmp_path)


def test_a_new_log_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"log\.unwritable"):
        FileStore.create(tmp_path / "nowhere" / "evening.jsonl")


def test_endless_devices_are_not_read() -> None:
    with pytest.raises(Refused, match=r"log\.no_file"):
        read(Path("/dev/zero"))


def test_the_null_device_takes_a_log_that_nobody_wants() -> None:
    store = FileStore.create(Path(os.devnull))
    for each in RECORDS:
        store.append(each)
    store.close()


def test_a_full_disk_is_said_and_the_event_not_counted() -> None:
    store = FileStore.create(Path("/dev/full"))
    for _ in range(2):
        with pytest.raises(Refused, match=r"log\.disk_full"):
            store.append(RECORDS[0])


def test_a_disk_that_fills_in_the_middle_of_an_event_leaves_whole_events(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FileStore.create(path)
    store.append(RECORDS[0])
    whole = path.read_bytes()

    def write_half(descriptor: int, data: bytes) -> None:
        os.write(descriptor, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(file, "_write", write_half)
        with pytest.raises(Refused, match=r"log\.disk_full"):
            store.append(RECORDS[1])
    assert path.read_bytes() == whole
    store.append(RECORDS[1])  # somebody made room
    assert read(path) == Reading(RECORDS[:2])


def test_each_event_is_on_the_disk_when_append_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore.create(path)
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
    store.append(RECORDS[0])
    assert synced == [LINES[0] + b"\n"]


def test_a_second_writer_is_refused_until_the_first_lets_go(path: Path) -> None:
    store = FileStore.create(path)
    store.append(RECORDS[0])
    with pytest.raises(Refused, match=r"log\.locked"):
        FileStore.open(path)
    assert read(path).records == RECORDS[:1]
    store.close()
    FileStore.open(path).close()


def test_another_process_is_refused_while_a_log_is_written(path: Path) -> None:
    store = FileStore.create(path)
    store.append(RECORDS[0])
    code = (
        "import sys, pathlib; from contrecoup.log import FileStore; FileStore.open(pathlib.Path(sys.argv[1]))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "log.locked" in run.stderr
    store.append(record(2, Noted(text="still mine")))
    assert len(read(path).records) == 2
