"""Who is asked what, and where the answer leads."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from contrecoup.dice import PlainDie
from contrecoup.kernel import (
    Answer,
    Change,
    Choice,
    End,
    Message,
    Node,
    Option,
    Seat,
    Tally,
    Throw,
    View,
    only,
    option,
    pick,
    result_of,
)

from .setup import Caller, Hider, Toss
from .state import State
from .tell import tell
from .view import view

WANTED = 2
"""Right calls that see through the hider."""


class Coins:
    """The five calls of the hidden coin."""

    scenes: Mapping[str, type[Toss]] = {"toss": Toss}
    sheets: Mapping[str, type[Struct]] = {"hider": Hider, "caller": Caller}
    content = None

    def start(self, setup: Toss) -> State:
        """Nothing is hidden yet."""
        return State("hide", setup.caller.purse)

    def node(self, setup: Toss, state: State) -> Node:
        """The question of each phase."""
        match state.phase:
            case "hide":
                return _hide(state)
            case "call":
                return _call(setup)
            case "toss":
                test = PlainDie(setup.caller.sides, label="die.coin")
                return Throw("caller", test, "toss", "toss", floor=1, cap=2)
            case "luck":
                test = PlainDie(2, label="die.luck")
                return Throw("hider", test, "luck", "luck", floor=1, cap=2, audience=only("hider"))
            case "over":
                return _end(state)

    def apply(self, setup: Toss, state: State, answer: Answer) -> State:
        """Where an answer leads."""
        node = self.node(setup, state)
        if isinstance(node, Choice):
            chosen = pick(node, answer)
            return _hidden(state, chosen) if state.phase == "hide" else _called(state, chosen)
        result = result_of(answer)
        if state.phase == "luck":
            return replace(state, phase="hide", lucky=result.value == 1)
        is_saved = (result.value == 1) == (setup.rulings.saves == "heads")
        return _tossed(state, is_saved=is_saved)

    def tell(self, setup: Toss, before: State, answer: Answer, after: State) -> tuple[Message, ...]:
        """What happened."""
        return tell(setup, before, answer, after)

    def view(self, setup: Toss, state: State, viewer: Seat) -> View:
        """What a viewer may see."""
        return view(setup, state, viewer)

    def later(self, sheet: Any, minutes: int) -> Any:
        """A coin comes back to the caller's purse each hour."""
        if isinstance(sheet, Caller):
            return replace(sheet, purse=min(5, sheet.purse + minutes // 60))
        return sheet


def _hide(state: State) -> Choice:
    faces = (option("hide", face="heads"), option("hide", face="tails"))
    push = faces[1] if state.purse % 2 == 0 and not state.lucky else faces[0]
    return Choice("hider", faces, push, "hide_a_face", audience=only("hider"), round=True)


def _call(setup: Toss) -> Choice:
    calls = (option("call", face="heads"), option("call", face="tails"))
    leave = (option("stop"),) if setup.rulings.may_stop else ()
    return Choice("caller", calls + leave, calls[1], "call_it")


def _hidden(state: State, chosen: Option) -> State:
    return replace(state, phase="call", face="tails" if chosen["face"] == "tails" else "heads")


def _called(state: State, chosen: Option) -> State:
    if chosen.id == "stop":
        return replace(state, phase="over", outcome="left")
    if chosen["face"] != state.face:
        return replace(state, phase="toss")
    right = state.right + 1
    if right == WANTED:
        return replace(state, phase="over", right=right, outcome="seen_through")
    return replace(state, phase="luck", right=right)


def _tossed(state: State, *, is_saved: bool) -> State:
    if is_saved:
        return replace(state, phase="hide")
    purse = state.purse - 1
    if not purse:
        return replace(state, phase="over", purse=0, outcome="broke")
    return replace(state, phase="hide", purse=purse)


def _end(state: State) -> End:
    tallies = (Tally("left", state.purse, "caller"), Tally("luck", "lucky" if state.lucky else "plain"))
    aftermath = (Change("caller", "purse", state.purse),) if state.purse else ()
    return End(state.outcome, tallies, aftermath)
