"""Hearing: who listens to a storage in this process, and how signals reach them."""

import logging
from threading import Lock
from typing import Final

from contrecoup.storage.port import Heard, Signal

_log: Final = logging.getLogger(__name__)


class Ear:
    """One listener, until it is closed."""

    def __init__(self, hall: "Hall", heard: Heard) -> None:
        self._hall = hall
        self.heard = heard

    def close(self) -> None:
        self._hall.leave(self)


class Hall:
    """All listeners of one storage. A listener's fault is logged and keeps nothing from the others."""

    def __init__(self) -> None:
        self._ears: tuple[Ear, ...] = ()
        self._lock = Lock()

    def enter(self, heard: Heard) -> Ear:
        ear = Ear(self, heard)
        with self._lock:
            self._ears = (*self._ears, ear)
        return ear

    def leave(self, ear: Ear) -> None:
        with self._lock:
            self._ears = tuple(each for each in self._ears if each is not ear)

    def tell(self, signal: Signal) -> None:
        for ear in self._ears:
            try:
                ear.heard(signal)
            except Exception:  # noqa: BLE001 - whatever a listener does wrong, the others are told
                _log.exception("a listener of the storage failed")
