"""What happened, for whom."""

from contrecoup.kernel import Answer, Message, Name, message, only

from .setup import Toss
from .state import State


def tell(setup: Toss, before: State, answer: Answer, after: State) -> tuple[Message, ...]:
    """The messages of one step; nobody but the hider learns what is hidden before it is called."""
    face = Name(f"face.{before.face}")
    match before.phase:
        case "hide":
            hidden = message("hidden", face=Name(f"face.{after.face}"), audience=only("hider"), rule="hiding")
            return (hidden, message("called_next", caller=setup.caller.name, rule="calling"))
        case "call" if after.outcome == "left":
            return (message("stopped", caller=setup.caller.name, rule="calling"),)
        case "call" if after.right > before.right:
            return (message("right", face=face, count=after.right, rule="calling"),)
        case "call":
            return (message("wrong", face=face, rule="calling"),)
        case "toss":
            lost = before.purse - after.purse
            return (message("lost" if lost else "saved", count=after.purse, rule="tossing"),)
        case _:
            return (message("luck_thrown", audience=only("hider"), rule="tossing"),)
