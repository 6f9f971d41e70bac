"""Who appears in the tests of this folder: sheets and scenes in a few words."""

from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from contrecoup.kernel import Result
from contrecoup.registry import Scene, get, load
from contrecoup.rulesets.machines.contents import Content
from contrecoup.rulesets.machines.sheets import AnySheet, Human, Robot


def content() -> Content:
    """The shipped content."""
    found: Any = load(fight(person(), person())).setup
    whole: Content = found.content
    return whole


def robot(**data: Any) -> Robot:
    """A robot from what a file would say."""
    return msgspec.convert({"kind": "robot", "name": "2023 ATC17", "origin": "Peru", **data}, Robot)


def human(**data: Any) -> Human:
    """A human from what a file would say."""
    return msgspec.convert({"kind": "human", "name": "Ortiz", "origin": "Chile", **data}, Human)


def person(vigor: int = 3, dexterity: int = 3, name: str = "Ortiz", **combat: int) -> dict[str, Any]:
    """A human's sheet in a scene."""
    attributes = {"dexterity": dexterity, "vigor": vigor}
    return {"kind": "human", "name": name, "attributes": attributes, "combat": combat}


def machine(resistance: int = 3, processor: int = 3, **more: Any) -> dict[str, Any]:
    """A robot's sheet in a scene."""
    system = {"processor": processor, "resistance": resistance, "condition": 2}
    return {"kind": "robot", "name": "2023 ATC17", "system": system, **more}


def fight(*sheets: Mapping[str, Any] | str, scene: str = "fight", **top: Any) -> dict[str, Any]:
    """A scene's data: the first on side north, all others on side south; a mapping with the key `sheet`
    is a whole combatant."""
    combatants = [
        {"side": "south" if place else "north", **(given if _is_combatant(given) else {"sheet": given})}
        for place, given in enumerate(sheets)
    ]
    return {"rules": "machines", "scene": scene, "combatants": combatants, **top}


def _is_combatant(given: Mapping[str, Any] | str) -> TypeGuard[Mapping[str, Any]]:
    return not isinstance(given, str) and ("sheet" in given or "vehicle" in given)


def armed(sheet: Any, weapon: str, **more: Any) -> dict[str, Any]:
    """A combatant with a weapon in hand."""
    return {"sheet": sheet, "weapon": weapon, **more}


class Table:
    """A scene being played: answers are given one after the other."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.scene: Scene = load(data)
        self.rules: Any = get("machines")
        self.setup: Any = self.scene.setup
        self.state: Any = self.scene.start()
        self.said: list[str] = []

    @property
    def node(self) -> Any:
        """The question."""
        return self.rules.node(self.setup, self.state)

    def give(self, *answers: Any) -> "Table":
        """Answer with numbers (what a throw comes to), option ids, or "push"."""
        for answer in answers:
            self._give(answer)
        return self

    def _give(self, answer: Any) -> None:
        node = self.node
        if isinstance(answer, int):
            given: Any = Result(answer, answer < 0)
        elif answer == "push":
            given = node.push
        else:
            given = next(option for option in node.options if option.id == answer)
        before, self.state = self.state, self.rules.apply(self.setup, self.state, given)
        told = self.rules.tell(self.setup, before, given, self.state)
        self.said += [message.id for message in told]

    def boxes(self) -> list[int]:
        """The boxes that everybody has filled."""
        return [standing.boxes for standing in self.state.standings]


def sheet_of(data: Mapping[str, Any]) -> AnySheet:
    """A sheet from a scene's form."""
    return msgspec.convert(dict(data), Robot | Human)
