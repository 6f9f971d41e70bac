"""Whatever is asked, by whom and in whatever order: what a desk holds is what the log says."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from contrecoup.kernel import GM, End, Refused
from contrecoup.storage import MemoryStorage
from contrecoup.storage.writer import Writer
from contrecoup.table import commands as do
from contrecoup.table.commands import Command, Receipt
from contrecoup.table.desk import Desk
from contrecoup.table.projection import encode
from contrecoup.table.room import Room
from tests.table.desks import Group, Time, answer_to

T = TypeVar("T")
MOST_SCENES = 3


class TableMachine(RuleBasedStateMachine):
    """One table, two processes, a game master, players and scenes."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.scenes: list[str] = []
        self.seats: list[str] = []
        self.sent: list[tuple[dict[str, Any], Receipt]] = []
        self.run(self._found())

    async def _found(self) -> None:
        storage, time = MemoryStorage(), Time()
        self.writers = [Writer(storage), Writer(storage)]
        self.desks = [Desk(storage, writer, time) for writer in self.writers]
        table, key = await self.desks[0].found("Night shift", "en")
        self.group = Group(storage, self.desks[0], table, key)
        await self.group.gather()
        self.seats.append(self.group.ana)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(asyncio.wait_for(work, 20))

    def ask(self, command: Command, seat: str = GM, scene: str = "", desk: int = 0) -> Receipt | None:
        """Ask at one of the desks; None where it is refused."""
        request = f"m{len(self.sent)}"
        self.group.desk = self.desks[desk]
        named: dict[str, Any] = {"command": command, "seat": seat, "scene": scene, "request": request}
        try:
            if command.is_turned:
                named["turn"] = self.run(self.group.turn(seat, scene))
            receipt = self.run(self.group.ask(**named))
        except Refused:
            return None
        self.sent.append((named, receipt))
        return receipt

    def one_of(self, data: st.DataObject, ids: list[str]) -> str:
        return data.draw(st.sampled_from(ids))

    @precondition(lambda self: len(self.scenes) < MOST_SCENES)
    @rule(desk=st.integers(0, 1))
    def begin(self, desk: int) -> None:
        prepared = do.Prepare(
            title="In",
            data={"rules": "savage", "scene": "intrusion", "system": {"colour": "red", "ice": "d6"}},
            sheets={"hacker": self.group.sheet},
            chairs={"hacker": self.group.ana} if self.group.ana in self.seats else {},
        )
        made = self.ask(prepared, desk=desk)
        assert made is not None
        assert self.ask(do.Begin(), scene=made.made, desk=1 - desk) is not None
        self.scenes.append(made.made)

    @precondition(lambda self: self.scenes)
    @rule(data=st.data(), desk=st.integers(0, 1), steps=st.integers(1, 6))
    def answer(self, data: st.DataObject, desk: int, steps: int) -> None:
        scene = self.one_of(data, self.scenes)
        self.group.desk = self.desks[desk]
        for _ in range(steps):
            held = self.run(self.group.campaign()).scenes[scene]
            node = self.run(self.group.question(scene))
            if isinstance(node, End):
                return
            self.ask(answer_to(node), held.holder_of(node.seat), scene, desk)

    @precondition(lambda self: self.scenes)
    @rule(
        data=st.data(),
        desk=st.integers(0, 1),
        command=st.sampled_from(
            (
                do.PassTurn(),
                do.PassTurn(hidden=True),
                do.Rewind(to=2),
                do.Rewind(to=5),
                do.Adjust(by=1, reason="luck", secret=True),
                do.Adjust(by=-1, reason="rain", after=True),
                do.SetAuto(seat="system", auto=True),
                do.SetAuto(seat="system", auto=False),
                do.Pause(),
                do.Resume(),
                do.OpenThrow(of=4),
                do.Correct(path="hacker", value=3, reason="so it was"),
                do.ShowSecret(),
                do.Close(),
                do.Close(apply=False),
                do.TypeDice(numbers=(3,)),
                do.FixDice(numbers=(3,)),
            )
        ),
    )
    def step_in(self, data: st.DataObject, desk: int, command: Command) -> None:
        self.ask(command, scene=self.one_of(data, self.scenes), desk=desk)

    @precondition(lambda self: self.scenes)
    @rule(data=st.data(), to=st.integers(1, 8))
    def fork(self, data: st.DataObject, to: int) -> None:
        made = self.ask(do.Fork(to=to), scene=self.one_of(data, self.scenes))
        if made is not None and len(self.scenes) < 2 * MOST_SCENES:
            self.scenes.append(made.made)

    @rule(data=st.data(), desk=st.integers(0, 1), minutes=st.integers(1, 400))
    def pass_time(self, data: st.DataObject, desk: int, minutes: int) -> None:
        self.ask(do.PassTime(minutes=minutes), desk=desk)
        self.ask(
            do.Note(text=f"{minutes}", audience=frozenset({self.one_of(data, [*self.seats, "*"])})), desk=desk
        )

    @rule(data=st.data(), desk=st.integers(0, 1), act=st.sampled_from(("make", "rotate", "revoke", "give")))
    def seats_change(self, data: st.DataObject, desk: int, act: str) -> None:
        seat = self.one_of(data, self.seats) if self.seats else GM
        match act:
            case "make":
                made = self.ask(do.MakeSeat(role="player", name="Bo"), desk=desk)
                assert made is not None
                self.seats.append(made.made)
            case "rotate":
                self.ask(do.RotateKey(seat=seat), desk=desk)
            case "revoke" if len(self.seats) > 1:
                self.ask(do.RevokeSeat(seat=seat), desk=desk)
                self.seats.remove(seat)
            case "give" if self.scenes:
                self.ask(
                    do.GiveChair(chair="system", seat=seat), scene=self.one_of(data, self.scenes), desk=desk
                )
            case _:
                pass  # nobody would be left, or no scene is there

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), desk=st.integers(0, 1))
    def send_again(self, data: st.DataObject, desk: int) -> None:
        named, receipt = data.draw(st.sampled_from(self.sent))
        self.group.desk = self.desks[desk]
        before = len(self.group.records())
        try:
            again = self.run(self.group.ask(**named))
        except Refused:  # the seat has been revoked since
            assert named["seat"] not in (GM, *self.seats)
            return
        assert len(self.group.records()) == before
        assert (again.request, again.made, again.key) == (receipt.request, receipt.made, "")
        assert again.turn in (receipt.turn, 0)  # 0 where a what-if has been dropped since

    @invariant()
    def everything_is_what_the_log_says(self) -> None:
        self.run(self.until_nobody_plays_on())
        room = Room.of(self.group.table, self.group.records())
        for desk in self.desks:
            self.group.desk = desk
            assert self.run(self.group.campaign()) == room.campaign
        for scene in self.scenes:
            sights = [self.run(desk.seen(self.group.table, GM, "en", scene)) for desk in self.desks]
            assert len(set(map(encode, sights))) == 1
            live = self.run(
                self.desks[0].look(self.group.table, GM, lambda room, id, here: room.session(id), scene)
            )
            assert live.records == room.session(scene).records
            assert live.state == room.session(scene).state

    async def until_nobody_plays_on(self) -> None:
        """Seats that play on by themselves do so beside whatever is asked, once a scene is at hand."""
        for desk in self.desks:
            for scene in self.scenes:
                await desk.seen(self.group.table, GM, "en", scene)
        while any(desk._tasks for desk in self.desks):
            await asyncio.sleep(0.001)

    def teardown(self) -> None:
        async def close() -> None:
            for desk, writer in zip(self.desks, self.writers, strict=True):
                await desk.close()
                await writer.close()

        self.run(close())
        self.runner.close()


LiveFoldTests = TableMachine.TestCase
LiveFoldTests.settings = settings(max_examples=10, stateful_step_count=15, deadline=None)
