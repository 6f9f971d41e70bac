"""A small game for the tests: `first` bets in secret, `second` tries his luck, a coin is tossed.

It has what play must cope with: a hidden choice, a hidden throw, acing dice, two seats, rounds, an end.
"""

from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from contrecoup.dice import PlainDie, PoolTest, TraitTest
from contrecoup.kernel import (
    Answer,
    Card,
    Change,
    Choice,
    Condition,
    End,
    Message,
    Name,
    Node,
    Option,
    Refused,
    Result,
    Setup,
    Tally,
    Throw,
    Track,
    View,
    message,
    only,
    option,
    pick,
    refusal,
)

ROUNDS: Final = 3
MOST: Final = 9


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edge: Literal["again", "lost"] = "again"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    luck: Literal["d4", "d6", "d8"] = "d6"
    pool: int = 0
    """Where it isn't 0, a d10 pool against difficulty 6 is thrown, which modifiers can make impossible."""


class Toss(Setup, frozen=True, kw_only=True):
    first: Player
    second: Player
    rulings: Rulings = Rulings()


class State(msgspec.Struct, frozen=True):
    phase: Literal["bet", "luck", "peek", "toss", "again"] = "bet"
    round: int = 1
    bet: str = ""
    marks: int = 0
    peeked: int = 0
    scores: tuple[int, int] = (0, 0)


HEADS, TAILS = option("call", side=Name("side.heads")), option("call", side=Name("side.tails"))
GO_ON, STOP = option("go_on"), option("stop")


class Coins:
    scenes = {"toss": Toss}
    sheets = {"player": Player}
    content = None

    def start(self, setup: Toss) -> State:
        if setup.first.name and setup.first.name == setup.second.name:
            raise Refused([refusal("one_name", "second.name", name=setup.first.name)])
        return State()

    def node(self, setup: Toss, state: State) -> Node:
        if state.phase == "bet" and (state.round > ROUNDS or MOST in state.scores):
            return self._end(state)
        if state.phase == "bet":
            return Choice("first", (HEADS, TAILS), HEADS, "choice.bet", audience=only("first"), round=True)
        if state.phase == "luck":
            luck = TraitTest(int(setup.second.luck[1:]), wild=6)
            test = PoolTest(setup.second.pool, 6) if setup.second.pool else luck
            return Throw("second", test, "throw.luck", setup.second.luck, cap=3)
        if state.phase == "peek":
            peek = PoolTest(setup.first.pool, 6) if setup.first.pool else PlainDie(4)
            return Throw("first", peek, "throw.peek", "", 0, 4, audience=only("first"))
        if state.phase == "toss":
            return Throw("first", PlainDie(2), "throw.toss", "", 1, 2)
        return Choice("second", (GO_ON, STOP), GO_ON, "choice.again")

    def _end(self, state: State) -> End:
        first, second = state.scores
        outcome = "first" if first > second else "second" if second > first else "even"
        return End(outcome, (Tally("score", first, "first"),), (Change("second", "name", "loser"),))

    def apply(self, setup: Toss, state: State, answer: Answer) -> State:
        node = self.node(setup, state)
        if isinstance(node, Choice):
            chosen = pick(node, answer)
            if state.phase == "bet":
                return replace(state, phase="luck", bet=str(chosen["side"]))
            return replace(state, phase="bet", round=ROUNDS + 1 if chosen == STOP else state.round + 1)
        assert isinstance(answer, Result)
        if state.phase == "luck":
            return replace(state, phase="peek", marks=max(0, min(answer.value, 3)))
        if state.phase == "peek":
            return replace(state, phase="toss", peeked=answer.value)
        return self._tossed(state, answer.value)

    def _tossed(self, state: State, face: int) -> State:
        first, second = state.scores
        won = state.bet == str(Name("side.heads" if face == 1 else "side.tails"))
        scores = (min(first + 2, MOST), second) if won else (first, min(second + state.marks, MOST))
        return replace(state, phase="again", bet="", marks=0, peeked=0, scores=scores)

    def tell(self, setup: Toss, before: State, answer: Answer, after: State) -> tuple[Message, ...]:
        if before.phase == "bet":
            return (message("bet_laid", audience=only("first"), rule="betting", side=_side(answer)),)
        if before.phase == "luck":
            assert isinstance(answer, Result)
            return (message("luck_tried", marks=after.marks, rule="luck"),)
        if before.phase == "peek":
            return (message("peeked", audience=only("first"), number=after.peeked),)
        if before.phase == "toss":
            first, second = after.scores
            return (message("tossed", first=first, second=second, rule="tossing"),)
        return (message("gone_on" if answer == GO_ON else "stopped"),)

    def view(self, setup: Toss, state: State, viewer: str) -> View:
        parts: list[Any] = [
            Track("score", "first", state.scores[0], MOST),
            Track("score", "second", state.scores[1], MOST),
        ]
        if state.marks:
            parts.append(Condition("lucky", "second", state.marks))
        if state.bet and viewer in ("gm", "first"):
            parts.append(Card("bet", "first", (message("bet_laid", side=Name(_id(state.bet))),)))
        return View(tuple(parts))

    def later(self, sheet: Any, minutes: int) -> Any:
        return sheet


def _side(answer: Answer) -> Name:
    assert isinstance(answer, Option)
    side = answer["side"]
    assert isinstance(side, Name)
    return side


def _id(side: str) -> str:
    return "side.heads" if "heads" in side else "side.tails"


RULESET = Coins()
