"""Scenes of all rule sets on a stage, for whoever looks at them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from hypothesis import strategies as st

from contrecoup import registry
from contrecoup.kernel import GM, SCREEN, option
from contrecoup.log import MemoryStore
from contrecoup.play import Session
from contrecoup.registry import Scene
from contrecoup.table.projection import Stage
from contrecoup.table.seen import Line, QuestionSeen, SceneSeen
from tests.table.fight_pair import ORTIZ, PLAIN
from tests.table.intrusion_pair import DESK, JOE
from tests.table.session_pair import HOLM, KESTREL

START: Final = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
SCENES: Final[dict[str, dict[str, Any]]] = {
    "intrusion": {"rules": "savage", "scene": "intrusion", "hacker": JOE, "system": DESK},
    "session": {
        "rules": "tracing",
        "scene": "session",
        "tn": 5,
        "attacker": KESTREL,
        "defender": HOLM,
        "findable": [{"kind": "system_contact"}],
    },
    "fight": {
        "rules": "machines",
        "scene": "fight",
        "combatants": [
            {"side": "north", "weapon": "assault_rifle", "sheet": ORTIZ},
            {"side": "south", "weapon": "laser", "sheet": PLAIN},
        ],
    },
}
VIEWERS: Final = {
    "intrusion": (GM, "hacker", "system", SCREEN),
    "session": (GM, "attacker", "defender", SCREEN),
    "fight": (GM, "fighter_1", "fighter_2", SCREEN),
}


class Clock:
    """Each event a second after the one before, unless time is let pass."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time

    def skip(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


def scene(name: str) -> Scene:
    return registry.load(SCENES[name])


def begun(name: str = "intrusion", clock: Callable[[], datetime] | None = None) -> Session:
    return Session.begin(scene(name), MemoryStore(), clock or Clock())


def connected(clock: Callable[[], datetime] | None = None) -> tuple[Session, Stage]:
    """Fast Joe is in, and the Ice is asked."""
    session = begun(clock=clock)
    session.choose(option("connect"))
    session.choose(option("go_on"))
    return session, Stage(session)


def seen(stage: Stage, viewer: str, lang: str = "en") -> SceneSeen:
    return stage.seen(viewer, lang).scene


def asked(stage: Stage, viewer: str) -> QuestionSeen:
    question = stage.seen(viewer, "en").scene.question
    assert question is not None
    return question


def last(stage: Stage, viewer: str) -> Line:
    return seen(stage, viewer).log[-1]


class Drawn:
    """Faces that hypothesis chooses."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def face(self, sides: int, /) -> int:
        return self._data.draw(st.integers(1, sides))
