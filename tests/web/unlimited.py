"""`python -m tests.web.unlimited`: what `contrecoup serve` does, for callers who ask more than people do."""

import os
import sys

from contrecoup.cli import main
from contrecoup.web import protocol, settings
from contrecoup.web.settings import Limits, Rate

ENDLESS = Rate(1e9, 1e9)


class Unlimited(settings.Settings, frozen=True, kw_only=True):
    """Settings without a bound on how much is asked."""

    limits: Limits = Limits(
        everything=ENDLESS,
        entering=ENDLESS,
        founding=ENDLESS,
        commands=ENDLESS,
        reads=ENDLESS,
        odds=ENDLESS,
        exports=ENDLESS,
        streams=1000,
    )
    odds_seconds: float = 300.0
    heartbeat: float = float(os.environ.get("CONTRECOUP_TEST_HEARTBEAT", "15"))


if __name__ == "__main__":
    settings.Settings = Unlimited  # type: ignore[misc]  # the command knows no option that lifts its limits
    protocol.STALLED_SECONDS = float(os.environ.get("CONTRECOUP_TEST_STALLED", "60"))
    sys.exit(main(["serve", *sys.argv[1:]]))
