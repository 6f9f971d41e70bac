"""What each viewer may see."""

from contrecoup.kernel import GM, Card, Condition, Part, Pool, Seat, Track, View, message

from .setup import Toss
from .state import State


def view(setup: Toss, state: State, viewer: Seat) -> View:
    """Purse and right calls for all; what is hidden for the hider."""
    open_parts: tuple[Part, ...] = (
        Pool("purse", "caller", state.purse, setup.caller.purse),
        Track("right", "caller", state.right, 2),
    )
    return View(open_parts + (_hidden(setup, state) if viewer in ("hider", GM) else ()))


def _hidden(setup: Toss, state: State) -> tuple[Part, ...]:
    note = Card("note", "hider", (setup.hider.note, message(f"face.{state.face}")))
    return (note, Condition("lucky", "hider")) if state.lucky else (note,)
