"""One process alone writes a file, and whatever ends it gives the file back."""

import errno
import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contrecoup.files import FileLock, lock

_HOLDER = """
import sys, pathlib, time
from contrecoup.files import FileLock
held = FileLock.take(pathlib.Path(sys.argv[1]))
print(held is not None, flush=True)
sys.stdin.read()
"""


@contextmanager
def opened(path: Path) -> Generator[int]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "it.lock"


def test_a_file_is_locked_once_until_it_is_closed(path: Path) -> None:
    with opened(path) as other:
        with opened(path) as first:
            assert lock(first)
            assert not lock(other)
        assert lock(other)


def test_a_lock_is_taken_once_until_it_is_released(path: Path) -> None:
    held = FileLock.take(path)
    assert held is not None
    assert FileLock.take(path) is None
    held.release()
    again = FileLock.take(path)
    assert again is not None
    held.release()  # a second time: not the new one's file
    assert FileLock.take(path) is None
    again.release()


def test_a_killed_process_gives_its_lock_back(path: Path) -> None:
    command = [sys.executable, "-c", _HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert FileLock.take(path) is None
        holder.kill()
        holder.wait()
    held = FileLock.take(path)
    assert held is not None
    held.release()


def test_the_lock_s_file_is_its_owner_s_alone_and_stays_empty(path: Path) -> None:
    held = FileLock.take(path)
    assert held is not None
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (0o600, b"")
    held.release()


def test_a_folder_that_is_missing_is_the_system_s_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock.take(tmp_path / "no" / "it.lock")


def test_a_file_system_without_locks_is_done_without(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(_: int, __: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", flock)
    with opened(path) as descriptor:
        assert lock(descriptor)
