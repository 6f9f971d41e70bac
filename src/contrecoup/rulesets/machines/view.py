"""What a viewer may see of a state."""

from contrecoup.kernel import Seat, View
from contrecoup.rulesets.machines.flow import AnySetup, AnyState


def view(setup: AnySetup, state: AnyState, viewer: Seat) -> View:
    """Parts."""
    return View(())
