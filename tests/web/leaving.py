"""One of two servers behind one database is killed while tables play: every viewer ends with the same state.

`python -m tests.web.leaving --tables 200` is the long run. Every table has three viewers, spread over both
servers, and a player who answers what he is asked as fast as he can at the server that will be killed (kill
-9). Whoever is cut off goes on at the other server: a viewer says what he saw last, the player sends again
what got no answer under the same request id. Then the game master says a last word.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import cycle
from threading import Event
from typing import Any, Final

import httpx

from tests.postgres import server as postgres
from tests.web.api.playing import Group, Member, reply
from tests.web.served import served

LAST_WORD: Final = "the last word"
_SECONDS: Final = 120.0
_MOVES: Final = 6
"""Moves of each table at most, so that many tables are done in a while."""
_TOGETHER: Final = 16
"""Tables that are founded, and that are looked at afterwards, side by side."""


class Viewer:
    """Somebody who only watches, at one server or another."""

    def __init__(self, addresses: Sequence[str], token: str) -> None:
        self.token = token
        self.cuts = 0
        self.is_watching = Event()
        self._addresses = addresses
        self._last: dict[str, str] = {}

    def follow(self, is_over: Event) -> Any:
        """The state that he ends with: the first that has the last word; None where all is over before."""
        for address in cycle(self._addresses):
            try:
                for state in self._states(address):
                    self.is_watching.set()
                    if [note["text"] for note in state["notes"]] == [LAST_WORD]:
                        return state
            except httpx.TransportError:
                pass
            self.cuts += 1
            if is_over.wait(0.1):
                break
        return None

    def _states(self, address: str) -> Iterator[Any]:
        with closing(Member(address, self.token)) as member, member.follow(**self._last) as events:
            for event in events:
                if event.get("event") == "seen":
                    self._last = {"last": event["id"]}
                    yield json.loads(event["data"])


class Evening:
    """A table of a group: who plays, who watches, and what the player's commands were answered."""

    def __init__(self, number: int, addresses: tuple[str, str], stack: ExitStack) -> None:
        dying, staying = addresses
        self.number = number
        self._staying = staying
        self._group = stack.enter_context(Group(dying))
        self._group.gm.do({"do": "set_auto", "seat": "system", "auto": True}, self._group.scene)
        self._player = stack.enter_context(closing(Member(staying, self._group.player.token)))
        self._hand = self._group.player
        self._gm = stack.enter_context(closing(Member(staying, self._group.gm.token)))
        members = (self._group.gm, self._group.player, self._group.screen)
        places = (addresses, addresses[::-1])
        self.viewers = [Viewer(places[(number + at) % 2], each.token) for at, each in enumerate(members)]
        self._answered: dict[str, tuple[dict[str, Any], Any]] = {}
        self.unanswered = 0

    def play(self) -> None:
        """Answer what the player is asked, at the server that dies as long as it is there."""
        for number in range(_MOVES):
            seen = self._asked()
            if seen["question"] is None:
                return
            request = f"move {number}"
            asked = {
                "request": request,
                "command": reply(seen),
                "scene": self._group.scene,
                "turn": seen["turn"],
            }
            self._answered[request] = asked, self._sent(asked)

    def _asked(self) -> Any:
        """The scene once the player is asked, or it is over: the system plays on by itself."""
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            seen = self._at_hand(lambda hand: hand.see(scene=self._group.scene))["scene"]
            question = seen["question"]
            if question["is_mine"] if question else seen["status"] == "over":
                return seen
            time.sleep(0.05)
        raise AssertionError(f"table {self.number} doesn't go on")

    def _sent(self, asked: dict[str, Any]) -> Any:
        before = self._hand
        answer: httpx.Response = self._at_hand(lambda hand: hand.http.post("/commands", json=asked))
        self.unanswered += self._hand is not before
        assert answer.status_code == 200, answer.text
        return answer.json()

    def _at_hand(self, ask: Callable[[Member], Any]) -> Any:
        """The answer of the server that the player is at; where that is gone, of the other one."""
        try:
            return ask(self._hand)
        except httpx.TransportError:
            if self._hand is self._player:
                raise
            self._hand = self._player
            return ask(self._hand)

    def end(self) -> None:
        """The last word, at the server that stays, once nothing goes on by itself any more."""
        self._asked()
        self._gm.do({"do": "note", "text": LAST_WORD, "audience": ["*"]}, request="the end")

    def check(self, ended: Sequence[Any]) -> None:
        """AssertionError where a viewer ended with another state than the table's, or where a command that
        was acknowledged isn't there, or there twice."""
        turns = [receipt["turn"] for _, receipt in self._answered.values()]
        assert turns
        assert turns == sorted(set(turns))
        for asked, receipt in self._answered.values():
            again = self._player.http.post("/commands", json=asked)
            assert (again.status_code, again.json()) == (200, receipt)
        for viewer, state in zip(self.viewers, ended, strict=True):
            with closing(Member(self._staying, viewer.token)) as member:
                stands = member.see()
            assert state["notes"] == stands["notes"]
            assert state["scene"] == stands["scene"], f"table {self.number}"
            assert stands["scene"]["turn"] >= max(turns)


def run(tables: int, url: str, seed: int = 1) -> str:
    """So many tables at two servers of which one is killed; what was seen, in a line."""
    chance = random.Random(seed)
    variables = {"CONTRECOUP_DATABASE_URL": url}
    with ExitStack() as stack:
        dying, staying = (stack.enter_context(served(**variables)) for _ in range(2))
        addresses = dying.address, staying.address
        few = stack.enter_context(ThreadPoolExecutor(_TOGETHER))
        evenings = list(few.map(lambda number: Evening(number, addresses, stack), range(tables)))
        viewers = [viewer for evening in evenings for viewer in evening.viewers]
        many = stack.enter_context(ThreadPoolExecutor(len(viewers) + tables))
        is_over = Event()
        stack.callback(staying.kill)  # so that whoever still follows lets go, whatever went wrong
        stack.callback(is_over.set)
        following = [many.submit(viewer.follow, is_over) for viewer in viewers]
        for viewer in viewers:
            assert viewer.is_watching.wait(_SECONDS)
        playing = [many.submit(evening.play) for evening in evenings]
        wanted = chance.randrange(tables // 4, tables // 2 + 1)
        while sum(each.done() for each in playing) < wanted:
            time.sleep(0.01)
        dying.kill()
        for each in playing:
            each.result(_SECONDS)
        list(few.map(Evening.end, evenings))
        ended = [each.result(_SECONDS) for each in following]
        count = len(ended) // tables
        for at, evening in enumerate(evenings):
            evening.check(ended[at * count : (at + 1) * count])
        return (
            f"{tables} tables, one of two servers killed: {len(ended)} viewers ended with the table's state,"
            f" {sum(viewer.cuts for viewer in viewers)} of them after they were cut off;"
            f" {sum(evening.unanswered for evening in evenings)} commands without an answer were sent again"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.stdout.write(f"{run(given.tables, postgres().fresh(), given.seed)}\n")


if __name__ == "__main__":
    main()
