"""Viewers of our tables, as cheap as they can be: bare sockets, one to ask by and one stream each."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Final, cast

import msgspec

_NUMBERS: Final = count(1)


class Option(msgspec.Struct):
    id: str
    values: dict[str, str | int]


class Question(msgspec.Struct):
    kind: str
    is_mine: bool
    options: list[Option] = []
    push: int = -1


class Scene(msgspec.Struct):
    id: str
    status: str
    turn: int
    question: Question | None


class Sight(msgspec.Struct):
    """What a viewer has to know of a frame."""

    scene: Scene | None


_sights: Final = msgspec.json.Decoder(Sight)
_encode: Final = msgspec.json.Encoder().encode


class Stream(asyncio.Protocol):
    """One viewer's stream. `seen` is called with each frame's data."""

    def __init__(self, seen: Callable[[bytes], None]) -> None:
        self._seen = seen
        self._rest = bytearray()
        self.frames = 0

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while (end := self._rest.find(b"\n\n")) >= 0:
            start = self._rest.find(b"\ndata: ", 0, end)
            if start >= 0:
                self.frames += 1
                self._seen(bytes(self._rest[start + 7 : end]))
            del self._rest[: end + 2]


class Asking(asyncio.Protocol):
    """One connection to ask by, one request after the other."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        """The answer, read; RuntimeError where it isn't a success."""
        content = b"" if body is None else _encode(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + content)
        status, answer = await self._answer
        if status >= 300:
            raise RuntimeError(f"{path}: {status} {answer.decode()}")
        return msgspec.json.decode(answer)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        end = self._rest.find(b"\r\n\r\n")
        if end < 0:
            return
        at = self._rest.find(b"content-length: ") + 16
        length = int(self._rest[at : self._rest.find(b"\r\n", at)])
        if len(self._rest) < end + 4 + length or self._answer is None:
            return
        status, body = int(self._rest[9:12]), bytes(self._rest[end + 4 :])
        self._rest.clear()
        self._answer.set_result((status, body))


class Table:
    """A table of a game master, two players and two at the screen, who play a scene without end."""

    def __init__(self, host: str, port: int, scene: str) -> None:
        self._at = (host, port)
        self._toml = scene
        self.turns: list[int] = []
        self._awaited = 0
        self.sights: list[bytes] = []
        self.streams: list[Stream] = []
        self._arrived = asyncio.Event()
        self._transports: list[asyncio.BaseTransport] = []

    async def open(self, viewers: int) -> None:
        """Found it, give out the seats, begin the first scene, and open every viewer's stream."""
        loop = asyncio.get_running_loop()
        _, self._asking = await loop.create_connection(Asking, *self._at)
        founded = await self._asking.ask("POST", "/api/v1/campaigns", "", {"title": "A table"})
        self._gm = founded["session"]
        seats = [await self._seat("player", f"Player {number}") for number in (1, 2)]
        screen = await self._seat("screen", "Screen")
        self.tokens = [self._gm, *(token for _, token in seats), *[screen[1]] * (viewers - 3)]
        self._hacker = seats[0][0]
        await self._begin()
        for place, token in enumerate(self.tokens):
            await self._follow(place, token)
        await self.level()

    async def _seat(self, role: str, name: str) -> tuple[str, str]:
        made = await self._do(self._gm, {"do": "make_seat", "role": role, "name": name})
        entered = await self._asking.ask("POST", "/api/v1/join", "", {"key": made["key"]})
        return made["made"], entered["session"]

    async def _begin(self) -> None:
        chairs = {"hacker": self._hacker}
        made = await self._do(
            self._gm, {"do": "prepare", "title": "Intrusion", "toml": self._toml, "chairs": chairs}
        )
        self.scene = made["made"]
        await self._do(self._gm, {"do": "begin"}, scene=self.scene)
        self._shown = b'"scene":{"id":"%b"' % self.scene.encode()
        self.turns = [_turn(sight, self._shown) for sight in self.sights]

    async def _do(self, token: str, command: dict[str, Any], **more: Any) -> Any:
        asked = {"request": f"r{next(_NUMBERS)}", "command": command, **more}
        return await self._asking.ask("POST", "/api/v1/commands", token, asked)

    async def _follow(self, place: int, token: str) -> None:
        self.sights.append(b"")
        self.turns.append(-1)

        def seen(data: bytes) -> None:
            self.sights[place] = data
            self.turns[place] = _turn(data, self._shown)
            if min(self.turns) >= self._awaited:
                self._arrived.set()

        loop = asyncio.get_running_loop()
        transport, stream = await loop.create_connection(lambda: Stream(seen), *self._at)
        head = f"GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
        cast(asyncio.WriteTransport, transport).write(head.encode())
        self.streams.append(stream)
        self._transports.append(transport)

    async def watch(self) -> None:
        """One more at the screen, who only watches."""
        await self._follow(len(self.sights), self.tokens[-1])

    def is_level(self, turn: int) -> bool:
        """Whether every viewer has the scene as it stands at a turn, or later."""
        return min(self.turns) >= turn

    async def level(self, turn: int = 0) -> None:
        """Wait until every viewer has got so far."""
        self._awaited = turn
        while not self.is_level(turn):
            self._arrived.clear()
            await self._arrived.wait()

    async def move(self) -> int:
        """Answer what is asked, whoever is, or begin another scene where this one is over; the turn that it
        leads to (0 for a beginning)."""
        for place in (0, 1):
            sight = _sights.decode(self.sights[place])
            assert sight.scene is not None
            if sight.scene.status != "running":
                await self._begin()
                return 0
            question = sight.scene.question
            if question is not None and question.is_mine:
                turn = sight.scene.turn
                done = await self._do(self.tokens[place], _answer(question), scene=self.scene, turn=turn)
                return int(done["turn"])
        raise RuntimeError("nobody is asked")

    def close(self) -> None:
        for transport in self._transports:
            transport.close()


def _turn(sight: bytes, shown: bytes) -> int:
    """The turn of a scene in a frame, read where it stands; -1 where another scene is shown."""
    start = sight.find(shown)
    at = sight.find(b'"turn":', start) if start >= 0 else -1
    return int(sight[at + 7 : sight.find(b",", at)]) if at >= 0 else -1


def _answer(question: Question) -> dict[str, Any]:
    if question.kind == "throw":
        return {"do": "throw"}
    option = question.options[max(0, question.push)]
    return {"do": "choose", "option": option.id, "values": option.values}
