"""Presence: who is at a table now, by what each process tells the others; kept nowhere."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from contrecoup.kernel import Seat

BEAT: Final = 20.0
"""Seconds after which a process says again who is with it."""
FORGET: Final = 50.0
"""Seconds after which what a process said counts no more."""


class Word(msgspec.Struct, frozen=True, tag="here", tag_field="word"):
    """What a process says of a table: the seats that are with it."""

    process: str
    seats: tuple[Seat, ...]


class _Said(NamedTuple):
    seats: frozenset[Seat]
    until: float


class Presence:
    """The seats of one table that are here, in this process and, as far as they say so, in others."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._own: Counter[Seat] = Counter()
        self._others: dict[str, _Said] = {}

    @property
    def own(self) -> Iterable[Seat]:
        """The seats that are with this process."""
        return self._own

    @property
    def is_empty(self) -> bool:
        """Whether nobody is with this process."""
        return not self._own

    def enter(self, seat: Seat) -> bool:
        """Somebody came; whether the seat wasn't here before."""
        self._own[seat] += 1
        return self._own[seat] == 1

    def leave(self, seat: Seat) -> bool:
        """Somebody left; whether he was the last of the seat."""
        self._own[seat] -= 1
        if self._own[seat] > 0:
            return False
        del self._own[seat]
        return True

    def word(self) -> str:
        """What this process says."""
        return msgspec.json.encode(Word(self._process, tuple(sorted(self._own)))).decode()

    def hear(self, word: str, now: float) -> bool:
        """Take in what a process says; whether it is news. What is no such word counts for nothing."""
        try:
            said = msgspec.json.decode(word.encode(), type=Word)
        except msgspec.DecodeError:
            return False
        if said.process == self._process:
            return False
        before = self.here(now)
        self._others[said.process] = _Said(frozenset(said.seats), now + FORGET)
        return self.here(now) != before

    def knows(self, word: str) -> bool:
        """Whether the process that says this has been heard before (or is this one)."""
        try:
            process = msgspec.json.decode(word.encode(), type=Word).process
        except msgspec.DecodeError:
            return True
        return process == self._process or process in self._others

    def here(self, now: float) -> frozenset[Seat]:
        """Everybody who is here."""
        self._others = {process: said for process, said in self._others.items() if said.until > now}
        seats: Iterable[frozenset[Seat]] = (said.seats for said in self._others.values())
        return frozenset(self._own).union(*seats)
