"""Two tables that differ only in secrets give all but the game master the same bytes, whatever they ask."""

import asyncio
from datetime import datetime
from time import monotonic
from typing import Any, Final

import httpx
import msgspec
import pytest

from contrecoup.kernel import GM
from contrecoup.storage import MemoryStorage
from contrecoup.table import commands as do
from contrecoup.table import keys, scene_orders
from contrecoup.web.app import create_app
from contrecoup.web.server import running, server_in
from tests.table import fight_pair, intrusion_pair, session_pair
from tests.table.pairs import BEAT, SECRET, START, TABLE, TITLE, Beat, Ids, Move, Pair, id_of
from tests.web.calling import asgi
from tests.web.unlimited import Unlimited

PAIRS: Final = (intrusion_pair.PAIR, session_pair.PAIR, fight_pair.PAIR)
ODDS: Final[tuple[str, str, Any]] = ("GET", "/odds", {})
"""Asked until a seat has some: after the first secret of a scene; further ones may take minutes."""
RECKONED: Final = frozenset({"intrusion", "session"})
"""The pairs whose first odds take seconds; a fight's take minutes (`tests/odds/belief` compares those)."""
_PATIENCE: Final = 20.0


class Clock:
    """A clock that stands still within a beat."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now


class Listening:
    """A stream of a seat, with all that was ever sent on it."""

    def __init__(self, app: Any, token: str) -> None:
        self.sent: list[Any] = []
        headers = [(b"host", b"table.example"), (b"authorization", f"Bearer {token}".encode())]
        path = "/api/v1/stream"
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("203.0.113.5", 1),
            "server": ("table.example", 80),
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    def has(self, stamp: str) -> bool:
        """Whether it has got a state."""
        return f"id: {stamp}\n".encode() in self._last()

    def _last(self) -> bytes:
        return next(
            (each["body"] for each in reversed(self.sent) if each.get("body", b"").startswith(b"id")), b""
        )

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _receive(self) -> Any:
        await asyncio.Event().wait()

    async def _send(self, message: Any) -> None:
        self.sent.append(message)


class Seated:
    """A table over HTTP, in this process, asked by everybody who sits at it."""

    def __init__(self, app: Any, clock: Clock) -> None:
        self.app, self.clock, self.ids = app, clock, Ids()
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(asgi(app)), base_url="http://table.example/api/v1"
        )
        self.tokens: dict[str, str] = {}
        self.streams: dict[str, Listening] = {}
        self._keys = 0

    def next_key(self) -> str:
        self._keys += 1
        return f"the key number {self._keys} of either table"

    async def open(self) -> None:
        founded = (await self.http.post("/campaigns", json={"title": TITLE})).json()
        self.tokens[GM] = founded["session"]

    async def make(self, move: Move, request: str) -> None:
        """Make a move, as it is sent over the network."""
        self.ids.label = move.makes
        scene = id_of(move.scene) if move.scene else ""
        turn = await self._turn(move.who, scene) if scene else None
        room = server_in(self.app).desk._hall.opened(TABLE).room
        session = room.session(scene) if room and room.has(scene) else None
        asked = move.asked(request, turn, session)
        answer = await self.ask(move.who, "POST", "/commands", content=msgspec.json.encode(asked))
        assert answer.status_code == 200, answer.text
        if key := answer.json()["key"]:
            entered = (await self.http.post("/join", json={"key": key})).json()
            self.tokens[entered["seat"]] = entered["session"]
            self.streams[entered["seat"]] = Listening(self.app, entered["session"])
        await self.settle()

    async def settle(self) -> None:
        """Wait until every stream has the present state."""
        end = monotonic() + _PATIENCE
        while not all([await self._is_level(seat) for seat in self.streams]):
            assert monotonic() < end, "a stream never got the present state"
            await asyncio.sleep(0.005)

    async def _is_level(self, seat: str) -> bool:
        return self.streams[seat].has((await self.ask(seat, "GET", "/table")).json()["stamp"])

    async def ask(self, seat: str, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return await self.http.request(method, path, headers=headers, **more)

    async def _turn(self, seat: str, scene: str) -> int | None:
        seen = (await self.ask(seat, "GET", "/table", params={"scene": scene})).json().get("scene")
        return None if seen is None or seen["status"] == "prepared" else int(seen["turn"])

    async def everything(self, seat: str, asked: list[tuple[str, str, Any]]) -> list[Any]:
        """All that a seat gets: for each question status, headers and body; and its whole stream."""
        got: list[Any] = []
        for method, path, more in asked:
            answer = await self.ask(seat, method, path, **more)
            got.append((method, path, more, answer.status_code, answer.headers.multi_items(), answer.content))
        return [*got, ("stream", self.streams[seat].sent)]

    async def close(self) -> None:
        for stream in self.streams.values():
            await stream.close()
        await self.http.aclose()


def _questions(pair: Pair) -> list[tuple[str, str, Any]]:
    """What a seat may try: every address, and every way of being refused."""
    made = {move.makes for beat in pair.beats if beat.is_secret for move in beat if move and move.makes}
    scenes = sorted({pair.scene, *made, "nowhere"})
    asked: list[tuple[str, str, Any]] = [
        ("GET", path, {}) for path in ("/table", "/session", "/recap", "/export", "/sheets/forms")
    ]
    asked += [
        ("GET", f"/sheets/{id_of(label)}{form}", {}) for label in _sheets(pair) for form in ("", "/form")
    ]
    asked += [("GET", "/table", {"params": {"lang": "fr", "preview": GM}})]
    asked += [("GET", "/recap", {"params": {"lang": "fr", "form": "html"}})]
    for label in scenes:
        command = {"do": "choose", "option": "nothing"}
        body = {"request": f"try {label}", "command": command, "scene": id_of(label), "turn": 0}
        asked += [
            ("GET", "/table", {"params": {"scene": id_of(label)}}),
            ("POST", "/commands", {"json": body}),
        ]
    tries: tuple[dict[str, Any], ...] = (
        {"do": "throw"},
        {"do": "rewind", "to": 1},
        {"do": "type", "numbers": [0]},
    )
    for tried in tries:
        body = {"request": "try", "command": tried, "scene": id_of(pair.scene), "turn": 0}
        asked.append(("POST", "/commands", {"json": body}))
    return asked


def _sheets(pair: Pair) -> list[str]:
    """The labels of all sheets of either table, and of none."""
    kept = {m.makes for beat in pair.beats for m in beat if m and isinstance(m.command, do.KeepSheet)}
    return sorted({*kept, "nowhere"} - {""})


async def _compared(pair: Pair, tables: list[Seated]) -> None:
    """Play both tables through all beats, and compare all that others get after each secret beat."""
    one = tables[0]
    questions, reckoned = _questions(pair), set[str]()
    for number, beat in enumerate(pair.beats):
        await _made(beat, tables, f"beat {number}")
        is_telling = beat.is_secret or number == len(pair.beats) - 1
        for seat in map(id_of, pair.seats):
            if seat in one.tokens and is_telling:
                asked = [*questions, *([ODDS] if pair.name in RECKONED and seat not in reckoned else [])]
                got, same = [await table.everything(seat, asked) for table in tables]
                assert got == same, seat
                reckoned |= {seat for each in got if each[1] == ODDS[1] and each[3] == 200}
        if not beat.is_secret:
            for table in tables:
                table.clock.now += BEAT
    assert bool(reckoned) == (pair.name in RECKONED), "whose odds were compared?"


async def _made(beat: Beat, tables: list[Seated], request: str) -> None:
    for table, move in zip(tables, beat, strict=True):
        if move is not None:
            _now(table)
            await table.make(move, request)


_at: list[Seated] = []


def _now(table: Seated) -> None:
    """From now on ids and keys are those of this table."""
    _at[:] = [table]


def _next_id() -> str:
    return _at[0].ids.next()


def _next_key() -> str:
    return _at[0].next_key()


@pytest.fixture(params=PAIRS, ids=[pair.name for pair in PAIRS])
def pair(request: pytest.FixtureRequest) -> Pair:
    found: Pair = request.param
    return found


def test_every_answer_header_refusal_and_frame_is_the_same_byte_for_byte(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "new_id", _next_id)
    monkeypatch.setattr(keys, "new_key", _next_key)
    monkeypatch.setattr(keys, "new_table", lambda: TABLE)
    monkeypatch.setattr(scene_orders, "fresh_secret", lambda: SECRET)

    async def run() -> None:
        clocks = Clock(), Clock()
        apps = [create_app(MemoryStorage(), Unlimited(), clock) for clock in clocks]
        async with running(apps[0]), running(apps[1]):
            tables = [Seated(app, clock) for app, clock in zip(apps, clocks, strict=True)]
            try:
                for table in tables:
                    _now(table)
                    await table.open()
                await _compared(pair, tables)
            finally:
                for table in tables:
                    await table.close()

    asyncio.run(run())
