"""Locks between processes, so that one alone writes a file. Given back when the process ends."""

import os
import sys
from pathlib import Path
from typing import Self

if sys.platform == "win32":
    import msvcrt

    def lock(descriptor: int) -> bool:
        """Whether the open file is now ours alone to write, until it is closed."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Whether the open file is now ours alone to write, until it is closed."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: better a log or a table than none
        return True


class FileLock:
    """A file of its own beside what it guards, locked until it is let go of.

    For a database, which has locks of its own: to open and close that behind SQLite's back would undo them.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """The lock, None where another process has it; OSError where the file can't be written."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        if lock(descriptor):
            return cls(descriptor)
        os.close(descriptor)
        return None

    def release(self) -> None:
        """Let others have it; a second time does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
