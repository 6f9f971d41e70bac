"""A group at a table, as programs that speak the API."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from tests.web import plain
from tests.web.served import PATIENCE, Frames

SCENE = (Path(__file__).parents[3] / "examples" / "fast-joe.toml").read_text("utf-8")
_NUMBERS = count(1)


class Member:
    """Somebody at a table, by the session token of his seat."""

    def __init__(self, address: str, token: str, seat: str = "") -> None:
        self.seat = seat
        self.token = token
        self.http = plain.Client(
            base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=10 * PATIENCE
        )

    def ask(
        self, command: dict[str, Any], scene: str = "", turn: int | None = None, **more: Any
    ) -> httpx.Response:
        """Send a command under a new request id, or under the one that is given."""
        asked = {"request": f"r{next(_NUMBERS)}", "command": command, "scene": scene, "turn": turn, **more}
        return self.http.post("/commands", json=asked)

    def do(self, command: dict[str, Any], scene: str = "", turn: int | None = None, **more: Any) -> Any:
        """Send a command that must succeed; its receipt."""
        answer = self.ask(command, scene, turn, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def see(self, **parameters: str) -> Any:
        """What the seat sees now."""
        answer = self.http.get("/table", params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def answer(self, scene: str) -> Any:
        """Answer what this seat is asked, as the plan would; the receipt."""
        seen = self.see(scene=scene)["scene"]
        return self.do(reply(seen), scene, seen["turn"])

    @contextmanager
    def follow(self, **parameters: str) -> Generator[Iterator[dict[str, str]]]:
        """The events of the seat's stream."""
        headers = {"Last-Event-ID": parameters.pop("last")} if "last" in parameters else {}
        with self.http.stream("GET", "/stream", params=parameters, headers=headers) as response:
            assert response.status_code == 200, response.read()
            yield iter(Frames(response))

    def close(self) -> None:
        self.http.close()


class Group:
    """A table of three who play an intrusion: the player is the hacker, the helper helps nobody yet."""

    def __init__(self, address: str, scene: str = SCENE) -> None:
        self.address = address
        founded = plain.post(f"{address}/api/v1/campaigns", json={"title": "Evenings"}).json()
        self.table: str = founded["table"]
        self.key: str = founded["key"]
        self._members: list[Member] = []
        self.gm = self.member(founded["session"], "gm")
        self.keys: dict[str, str] = {}
        self.player = self.seat("player", "Joe")
        self.screen = self.seat("screen", "Screen")
        self.scene = self.prepare(scene)
        self.gm.do({"do": "begin"}, self.scene)

    def seat(self, role: str, name: str) -> Member:
        """Somebody new, entered by his link."""
        made = self.gm.do({"do": "make_seat", "role": role, "name": name})
        entered = plain.post(f"{self.address}/api/v1/join", json={"key": made["key"]}).json()
        self.keys[made["made"]] = made["key"]
        return self.member(entered["session"], made["made"])

    def member(self, token: str, seat: str = "") -> Member:
        """Whoever holds this token, until the group goes home."""
        member = Member(self.address, token, seat)
        self._members.append(member)
        return member

    def prepare(self, toml: str) -> str:
        """A scene that stands ready."""
        chairs = {"hacker": self.player.seat}
        command = {"do": "prepare", "title": "Intrusion", "toml": toml, "chairs": chairs}
        scene: str = self.gm.do(command)["made"]
        return scene

    def turn(self, member: Member) -> int:
        """The turn that a member's scene stands at."""
        turn: int = member.see(scene=self.scene)["scene"]["turn"]
        return turn

    def stamps(self) -> list[str]:
        """What tells whether anything changed for anybody."""
        return [member.see()["stamp"] for member in (self.gm, self.player, self.screen)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let everybody go home."""
        for member in self._members:
            member.close()


def reply(scene: Any) -> dict[str, Any]:
    """The command that answers a scene's question as the plan would."""
    question = scene["question"]
    if question["kind"] == "throw":
        return {"do": "throw"}
    option = question["options"][question.get("push", 0)]
    return {"do": "choose", "option": option["id"], "values": option["values"]}
