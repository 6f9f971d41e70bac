"""What a viewer may see of a state."""

from contrecoup.kernel import Part, Seat, Track, View
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.state import DuelState, IntrusionState


def view(setup: Intrusion | Duel, state: IntrusionState | DuelState, viewer: Seat) -> View:
    """Both sides' markers."""
    parts: tuple[Part, ...] = (Track("markers", "hacker", 0, 1),)
    return View(parts)
