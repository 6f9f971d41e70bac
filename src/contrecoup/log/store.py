"""The store port: where a log's events are kept, whatever keeps them."""

from typing import Protocol

import msgspec

from contrecoup.kernel import Message, Refusal, Refused, refusal
from contrecoup.log.events import Record, Started


class Reading(msgspec.Struct, frozen=True):
    """What a store holds.

    `records` is everything that can be read, `faults` says of each line that can't why not, `notices` what
    was recognised and left out without harm (an event that a crash cut short).
    """

    records: tuple[Record, ...] = ()
    faults: tuple[Refusal, ...] = ()
    notices: tuple[Message, ...] = ()

    def sound(self) -> tuple[Record, ...]:
        """The records from the first on without a gap: what a scene can be folded from."""
        count = 0
        for record in self.records:
            if record.sequence != count + 1:
                break
            count += 1
        return self.records[:count]


class Store(Protocol):
    """Append-only: an event is kept for good once `append` has returned, and nothing is ever changed."""

    def append(self, record: Record) -> None:
        """Keep the next event; Refused, with nothing kept, where it isn't the next or can't be kept."""
        ...

    def read(self) -> Reading:
        """All that is kept."""
        ...

    def close(self) -> None:
        """Let others write. A closed store can still be read."""
        ...


def check_next(record: Record, count: int) -> None:
    """Refused where a record isn't the one that comes after so many: somebody else has written, or the
    first one starts no scene."""
    if record.sequence != count + 1:
        raise Refused([refusal("log.not_next", sequence=record.sequence, expected=count + 1)])
    if isinstance(record.event, Started) != (record.sequence == 1):
        raise Refused([refusal("log.start_misplaced", sequence=record.sequence)])
