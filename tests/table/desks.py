"""Desks for tests: a group at its table, over a storage in memory unless another one is given."""

import asyncio
import functools
import itertools
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from contrecoup.kernel import GM, Choice, End, Name, Node, Refused, Seat, Throw
from contrecoup.log import Record
from contrecoup.play import Session
from contrecoup.storage import MemoryStorage, Storage, Unavailable
from contrecoup.storage.writer import Writer
from contrecoup.table import commands as do
from contrecoup.table.campaign import Campaign
from contrecoup.table.commands import Asked, Command, Receipt
from contrecoup.table.desk import Desk
from contrecoup.table.looks import Look
from contrecoup.table.room import Room, read_line

HACKER: Final = {
    "name": "Fast Joe",
    "hacking": "d8",
    "spirit": "d6",
    "vigor": "d6",
    "bennies": 3,
    "commlink": {"name": "Beta-8", "rating": 8},
}
SYSTEM: Final = {"name": "Front desk", "colour": "green", "ice": "d8"}
INTRUSION: Final = (
    'rules = "savage"\nscene = "intrusion"\n[system]\nname = "Front desk"\ncolour = "green"\nice = "d8"\n'
)
_SECONDS: Final = 30

Test = Callable[..., Coroutine[Any, Any, None]]


def in_loop(test: Test) -> Callable[..., None]:
    """The test, run in an event loop of its own, and broken off where it hangs."""

    @functools.wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), _SECONDS))

    return run


async def watched(desk: Desk, table: str, seat: Seat) -> AsyncGenerator[None, None]:
    """Somebody of a seat is here and looks, each time that something may have changed, until he may not."""
    look = Look(seat, lambda room, shown, here: None, generation=await desk.hold_seat(table, seat))
    with desk.attend(table, seat):
        async for _ in desk.watch(table):
            with suppress(Unavailable):
                if (await desk.look_round(table, [look]))[0] is not None:
                    return
            yield


class Time:
    """A clock that goes on by a second each time, and by as much as is wanted."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 29, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Group:
    """A table with its game master, a player and a scene, asked as its seats ask."""

    def __init__(self, storage: Storage, desk: Desk, table: str, key: str) -> None:
        self.storage = storage
        self.desk = desk
        self.table = table
        self.key = key
        self.sheet = ""
        self.ana = ""
        self.ana_key = ""
        self.scene = ""
        self._requests = itertools.count(1)

    async def ask(
        self,
        command: Command,
        seat: Seat = GM,
        *,
        scene: str | None = None,
        turn: int | None = None,
        request: str = "",
        desk: Desk | None = None,
    ) -> Receipt:
        """Ask as a seat; of the scene and for its turn now, unless others are given."""
        meant = self.scene if scene is None else scene
        if command.is_turned and turn is None:
            turn = await self.turn(seat, meant)
        asked = Asked(
            request=request or f"r{next(self._requests)}",
            command=command,  # type: ignore[arg-type]  # each command is one of the union
            scene=meant,
            turn=turn,
        )
        return await (desk or self.desk).do(self.table, seat, asked)

    async def turn(self, seat: Seat, scene: str = "") -> int:
        """The turn of a scene as a seat knows it."""
        scene = scene or self.scene

        def read(room: Room, shown: str, here: frozenset[Seat]) -> int:
            return room.session(scene).turn(room.campaign.scenes[scene].viewer(seat))

        return await self.desk.look(self.table, GM, read, scene)

    async def campaign(self) -> Campaign:
        """The campaign as the desk holds it."""
        return await self.desk.look(self.table, GM, lambda room, scene, here: room.campaign)

    async def question(self, scene: str = "") -> Node:
        """What is asked now."""
        scene = scene or self.scene
        return await self.desk.look(
            self.table, GM, lambda room, shown, here: room.session(scene).question(), scene
        )

    def records(self) -> list[Record]:
        """The whole log, from the storage."""
        return [read_line(row.line, row.sequence) for row in self.storage.read(self.table)]

    async def gather(self) -> None:
        """A sheet, and a player who holds it."""
        kept = do.KeepSheet(rules="savage", sort="hacker", side="character", title="Joe", data=HACKER)
        self.sheet = (await self.ask(kept)).made
        made = await self.ask(do.MakeSeat(role="player", name="Ana", sheet=self.sheet))
        self.ana, self.ana_key = made.made, made.key

    async def prepare(self, toml: str = INTRUSION) -> str:
        """A scene for the player, ready to begin."""
        prepared = do.Prepare(
            title="Front desk", toml=toml, sheets={"hacker": self.sheet}, chairs={"hacker": self.ana}
        )
        self.scene = (await self.ask(prepared, scene="")).made
        return self.scene

    async def begin(self, toml: str = INTRUSION) -> str:
        """The same, begun."""
        await self.prepare(toml)
        await self.ask(do.Begin())
        return self.scene

    async def answer(self, scene: str = "") -> Receipt | None:
        """Let whoever is asked answer as on plan push; None where the scene is over."""
        node = await self.question(scene)
        if isinstance(node, End):
            return None
        held = (await self.campaign()).scenes[scene or self.scene]
        return await self.ask(answer_to(node), held.holder_of(node.seat), scene=scene or self.scene)

    async def play_out(self, scene: str = "") -> None:
        """Answer until the scene is over."""
        while await self.answer(scene):
            pass


def answer_to(node: Node) -> Command:
    """The command that answers a question: the plan's option, or a throw."""
    if not isinstance(node, Choice):
        return do.ThrowDice()
    values = {name: value.id if isinstance(value, Name) else value for name, value in node.push.values}
    return do.Choose(option=node.push.id, values=values)


async def session(group: Group, scene: str = "") -> Session:
    meant = scene or group.scene
    return await group.desk.look(group.table, GM, lambda room, shown, here: room.session(meant), meant)


async def until_thrown(group: Group) -> Throw:
    """Answer until dice are asked."""
    while not isinstance(node := await group.question(), Throw):
        await group.answer()
    return node


async def refused(group: Group, command: do.Command, seat: str = GM, **named: object) -> list[str]:
    with pytest.raises(Refused) as fault:
        await group.ask(command, seat, **named)  # type: ignore[arg-type]  # what a test names
    return [reason.id for reason in fault.value.reasons]


@asynccontextmanager
async def desk_over(
    storage: Storage, clock: Callable[[], datetime] | None = None
) -> AsyncGenerator[Desk, None]:
    """A desk as a process has it, over a storage that others may have too."""
    writer = Writer(storage)
    desk = Desk(storage, writer, clock or Time())
    try:
        yield desk
    finally:
        await desk.close()
        await writer.close()


@asynccontextmanager
async def a_group(
    storage: Storage | None = None, clock: Callable[[], datetime] | None = None
) -> AsyncGenerator[Group, None]:
    """A table with game master, sheet and player."""
    storage = storage or MemoryStorage()
    async with desk_over(storage, clock) as desk:
        table, key = await desk.found("Night shift", "en")
        group = Group(storage, desk, table, key)
        await group.gather()
        yield group
