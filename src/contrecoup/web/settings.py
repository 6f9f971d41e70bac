"""Settings: where a server listens, whom it trusts, and how much it takes from one seat or address."""

from typing import Final

from msgspec import Struct

COMMAND_BYTES: Final = 256 * 1024
"""The largest command: a scene file or a pack as a text."""
IMPORT_BYTES: Final = 32 * 1024 * 1024
"""The largest campaign that is read in."""
SMALL_BYTES: Final = 16 * 1024


class Rate(Struct, frozen=True):
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: float


class Limits(Struct, frozen=True, kw_only=True):
    """How much is taken: `everything` from one address, `entering` and `founding` too, the rest from a seat.

    `streams` a seat, `streams_everywhere` in this process. `header_bytes` of a request's whole head.
    """

    everything: Rate = Rate(100, 400)
    entering: Rate = Rate(1, 30)
    founding: Rate = Rate(0.05, 10)
    commands: Rate = Rate(10, 40)
    reads: Rate = Rate(20, 80)
    odds: Rate = Rate(1, 10)
    exports: Rate = Rate(0.2, 10)
    streams: int = 12
    streams_everywhere: int = 5000
    header_bytes: int = 16 * 1024
    headers: int = 64
    target_bytes: int = 4096


class Settings(Struct, frozen=True, kw_only=True):
    """How this server is reached and held.

    `hosts`: the names by which it may be called (lower case, without port; empty: any). `token`: what
    /metrics asks of others than this machine ("": nobody else is told). `founding`: whether anybody may
    found a campaign here. `heartbeat`, `odds_seconds`, `stop_seconds` in seconds.
    """

    hosts: tuple[str, ...] = ()
    token: str = ""
    founding: bool = True
    heartbeat: float = 15.0
    odds_seconds: float = 20.0
    stop_seconds: int = 10
    limits: Limits = Limits()
