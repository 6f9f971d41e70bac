"""File locks, so that two processes don't write one log. Given back when the file is closed."""

import sys

if sys.platform == "win32":
    import msvcrt

    def lock(descriptor: int) -> bool:
        """Whether the open file is now ours alone to write."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Whether the open file is now ours alone to write."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: better a log than none
        return True
