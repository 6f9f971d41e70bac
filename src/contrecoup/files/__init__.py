"""Files as several processes share them: what logs, tables and sweeps have in common."""

from contrecoup.files.locks import FileLock, lock

__all__ = ["FileLock", "lock"]
